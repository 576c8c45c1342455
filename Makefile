# Few targets, each a line or two. `make test` is what CI runs; `make proof` is longer and goes into the note of an issue.
.PHONY: test python-build python-test python-sklearn wheel proof peers bench bench-fit bench-forest bench-scores bench-predict bench-isolation bench-absolute bench-prune bench-sparse bench-several bench-python tools format lint wasm unit docs readme

# Everything the project has, from an empty folder; installs what it needs by itself.
test: tools format lint wasm unit docs readme python-test

# rustup reads rust-toolchain.toml; a component or target that is missing is added here.
tools:
	@command -v cargo >/dev/null || { echo "Rust is missing: see the README"; exit 1; }
	@if command -v rustup >/dev/null; then rustup -q target add wasm32-unknown-unknown && rustup -q component add clippy rustfmt; fi

format:
	cargo fmt --all --check

lint:
	cargo clippy --workspace --all-targets --locked -- -D warnings

# The core opens no file and needs no thread: it compiles for the browser.
wasm:
	cargo check -p spinney --no-default-features --target wasm32-unknown-unknown --locked

# SPINNEY_DATA names the folder of the large tables; tests that need it say so and skip without it.
unit:
	@if cargo nextest --version >/dev/null 2>&1; then cargo nextest run --workspace --locked --no-fail-fast; \
	else cargo test --workspace --lib --bins --tests --locked --no-fail-fast; fi
	cargo test --workspace --doc --locked

docs:
	RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps --locked

# The first command of the README, as it stands there.
readme:
	@command=$$(grep -m1 '^cargo run' README.md) && echo "$$command" && sh -c "$$command"

# The Python package, in an environment of its own. The bridge is built as tests are, so that the engine, which they have built, is not built again.
QUICK = CARGO_PROFILE_DEV_OPT_LEVEL=1
PYTHON = .venv-python/bin/python

.venv-python/made: pyproject.toml
	python3 -m venv .venv-python
	$(PYTHON) -m pip install --quiet maturin numpy "scikit-learn==1.9.*" pandas polars pyarrow matplotlib hypothesis mypy numpydoc pytest pytest-timeout
	touch $@

python-build: .venv-python/made
	$(QUICK) VIRTUAL_ENV=$(CURDIR)/.venv-python .venv-python/bin/maturin develop --locked --quiet

# What the package says of itself, scikit-learn's own tests against our classes, and the types.
python-test: python-build
	$(QUICK) cargo build --locked -p spinney-cli -p spinney-python
	SPINNEY=$(CURDIR)/target/debug/spinney $(PYTHON) -m pytest python/tests
	$(PYTHON) -m pytest --doctest-modules --doctest-glob='*.md' python/spinney README.md docs/python.md docs/gallery.md
	$(PYTHON) -m mypy
	cd python && ../$(PYTHON) -m mypy.stubtest spinney._core --mypy-config-file ../pyproject.toml
	$(MAKE) python-sklearn

python-sklearn:
	$(PYTHON) python/tests/sklearn_swap.py -W ignore --tb=no

wheel: .venv-python/made
	.venv-python/bin/maturin build --release --locked

# Benchmarks and proofs share one release build of the engine: built for a crate by itself, libraries have other features, and all is built anew.
BUILD = cargo build --release --locked --workspace

# The same properties on ten times as many random tables, texts and damaged files, which takes an hour; SPINNEY_PROOF=100 asks for a hundred times.
proof:
	@export SPINNEY_PROOF=$${SPINNEY_PROOF:-10}; \
	if cargo nextest --version >/dev/null 2>&1; then \
		cargo nextest run --release --workspace --locked --no-fail-fast -E 'package(spinney) | package(spinney-io)'; \
	else cargo test --release -p spinney -p spinney-io --lib --tests --locked --no-fail-fast; fi
	$(MAKE) peers

# Trees against those of WEKA, R's rpart and scikit-learn, node by node, where these are installed (see benches/peers/README.md).
peers: .venv/bin/sklearn
	$(BUILD) --example tree_text --bin spinney
	python3 benches/peers/weka.py 200
	python3 benches/peers/rpart.py
	python3 benches/peers/rpart_path.py
	python3 benches/peers/weka_reduced.py
	.venv/bin/python benches/peers/sklearn_trees.py 200
	.venv/bin/python benches/peers/sklearn_path.py 200
	.venv/bin/python benches/peers/sklearn_monotone.py 200
	.venv/bin/python benches/peers/sklearn_arrays.py 100
	.venv/bin/python benches/peers/sklearn_isolation.py 1500
	.venv/bin/python benches/peers/sklearn_limits.py 100
	.venv/bin/python benches/peers/sklearn_several.py 100

.venv/bin/sklearn:
	python3 -m venv .venv && .venv/bin/pip install --quiet pandas scikit-learn && touch $@

# Ratios against the peers, in one run (see benches/read/README.md); needs SPINNEY_DATA.
bench: .venv/bin/polars
	$(BUILD) --example read_time
	.venv/bin/python benches/read/run.py

# One fully grown tree beside scikit-learn and YDF (see benches/fit/README.md).
bench-fit: .venv/bin/ydf
	$(BUILD) --example fit_time
	.venv/bin/python benches/fit/run.py
	.venv/bin/python benches/fit/growth.py

# Forests beside scikit-learn, oneDAL and YDF (see benches/forest/README.md).
bench-forest: .venv/bin/peers
	$(BUILD) --example forest_time
	.venv/bin/python benches/forest/run.py

# How well forests answer rows that they have not seen, beside scikit-learn's, on all real tables.
bench-scores: .venv/bin/peers
	$(BUILD) --example forest_time
	.venv/bin/python benches/forest/scores.py

# Trees of sparse tables beside scikit-learn's (see benches/sparse/README.md).
bench-sparse: .venv/bin/peers
	$(BUILD) --example sparse_time
	.venv/bin/python benches/sparse/run.py

# Trees of several targets beside scikit-learn's (see benches/several/README.md).
bench-several: .venv/bin/peers
	$(BUILD) --example several_time
	.venv/bin/python benches/several/run.py

# What the way through Python costs (see benches/python/README.md).
bench-python: .venv-python/made .venv/bin/peers
	$(BUILD) --example forest_time --example predict_time
	rm -rf target/bench-python && python3 -m venv target/bench-python
	.venv-python/bin/maturin build --release --locked --out target/bench-python/wheel
	target/bench-python/bin/pip install --quiet pandas polars pyarrow scipy pytest target/bench-python/wheel/*.whl
	target/bench-python/bin/python benches/python/run.py

# Answers of forests beside theirs, and ONNX Runtime's and treelite's.
bench-predict: .venv/bin/peers
	$(BUILD) --example predict_time
	.venv/bin/python benches/forest/predict.py

# Isolation forests beside scikit-learn's.
bench-isolation: .venv/bin/peers
	$(BUILD) --example isolation_time
	.venv/bin/python benches/forest/isolation.py

# Trees by absolute errors beside scikit-learn's, and how their time grows with the rows.
bench-absolute: .venv/bin/sklearn
	$(BUILD) --example absolute_time
	.venv/bin/python benches/fit/absolute.py

bench-prune: .venv/bin/sklearn
	$(BUILD) --bin spinney
	.venv/bin/python benches/prune/run.py

.venv/bin/ydf:
	python3 -m venv .venv && .venv/bin/pip install --quiet pandas pyarrow scikit-learn ydf && touch $@

.venv/bin/polars:
	python3 -m venv .venv && .venv/bin/pip install --quiet pandas polars && touch $@

.venv/bin/peers:
	python3 -m venv .venv && .venv/bin/pip install --quiet pandas pyarrow scikit-learn scikit-learn-intelex ydf onnxruntime skl2onnx treelite && touch $@
