"""What the way through Python costs: fit, batches, one row, imports and Ctrl-C, beside the engine in Rust. See README.md in this folder."""

import os
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from shared import DATA, ROOT, ROUNDS, THREADS, best, make_tables, run

TESTS = ROOT / "python" / "tests"
ONLY = os.environ.get("ONLY", "fit,batch,one,imports,stops").split(",")
IMPORTS = 7


def told(example, *arguments):
    return run([str(ROOT / "target" / "release" / "examples" / example), *map(str, arguments)])


def columns_of(name, target):
    import pandas

    return [pandas.read_parquet(DATA / f"{name}_{part}.parquet") for part in ("train", "test")]


def fit():
    import numpy
    from spinney import RandomForestClassifier

    train, _ = columns_of("make_classification", "y")
    X, y = train.drop(columns="y").to_numpy(), train["y"].to_numpy()
    paths = [DATA / f"make_classification_{part}.parquet" for part in ("train", "test")]
    model = RandomForestClassifier(20, n_jobs=int(THREADS), random_state=0)
    rust, by_order = float("inf"), {}
    for _ in range(2):  # in turns, so that a busy minute does not hit one of them alone
        rust = min(rust, told("forest_time", *paths, "y", "forest+constant", 20, ROUNDS)["seconds"])
        for order in "CF":
            laid = numpy.asarray(X, order=order)
            by_order[order] = min(by_order.get(order, float("inf")), best(lambda: model.fit(laid, y)))
    for order, seconds in by_order.items():
        print(f"| fit, 20 trees, make_classification, {order} order | {seconds:.3f} s | {rust:.3f} s | {seconds / rust:.2f} |", flush=True)


def forest():
    from spinney import RandomForestClassifier

    train, test = columns_of("covertype", "cover_type")
    train, test = train[:100_000], test[:100_000]
    model = RandomForestClassifier(100, n_jobs=int(THREADS), random_state=0)
    model.fit(train.drop(columns="cover_type").to_numpy(float), train["cover_type"].to_numpy())
    return model, test.drop(columns="cover_type").to_numpy(float)


def batch(model, X):
    import numpy

    paths = [DATA / f"covertype_{part}.parquet" for part in ("train", "test")]
    rust, by_order = float("inf"), {}
    for _ in range(2):
        rust = min(rust, told("predict_time", *paths, "cover_type", 100, 100_000, ROUNDS, "constant")["batch_us_per_row"])
        for order in "CF":
            laid = numpy.asarray(X, order=order)
            model.predict_proba(laid)
            each = best(lambda: model.predict_proba(laid)) / len(laid) * 1e6
            by_order[order] = min(by_order.get(order, float("inf")), each)
    for order, each in by_order.items():
        print(f"| batch of probabilities, 100 trees, covertype, {order} order | {each:.3f} µs a row | {rust:.3f} µs a row | {each / rust:.2f} |", flush=True)


def one(model, X):
    import numpy

    model.set_params(n_jobs=None)
    many = 2_000
    for kind in ("float64", "float32", "int64"):
        rows = [numpy.ascontiguousarray(X[place : place + 1], dtype=kind) for place in range(many)]
        for name, asked in (("the same row", rows[:1] * many), ("other rows", rows)):
            each = best(lambda: [model.predict_proba(row) for row in asked]) / many * 1e6
            print(f"| one row of {kind}, {name} | {each:.1f} µs | | |", flush=True)


def imports():
    def seconds(code):
        return best(lambda: subprocess.run([sys.executable, "-c", code], check=True), IMPORTS)

    numpy_alone, package = seconds("import numpy"), seconds("import numpy, spinney")
    print(f"| import spinney, beyond numpy | {1000 * (package - numpy_alone):.0f} ms | | |")
    ours, theirs = seconds("from spinney import RandomForestClassifier"), seconds("import sklearn.base")
    print(f"| from spinney import RandomForestClassifier; import sklearn.base | {1000 * ours:.0f} ms | {1000 * theirs:.0f} ms | {ours / theirs:.2f} |", flush=True)


def stops():
    sys.path.insert(0, str(TESTS))
    import test_feel

    for what in test_feel.WORK:
        worst = max(test_feel.until_stopped(what)[0] for _ in range(3))
        print(f"| Ctrl-C: {what} | {worst:.2f} s | | |", flush=True)


def main():
    make_tables()
    print("| what | Python | beside it | ratio |")
    print("| --- | --: | --: | --: |")
    if "fit" in ONLY:
        fit()
    if "batch" in ONLY or "one" in ONLY:
        model, X = forest()
        if "batch" in ONLY:
            batch(model, X)
        if "one" in ONLY:
            one(model, X)
    if "imports" in ONLY:
        imports()
    if "stops" in ONLY:
        stops()


if __name__ == "__main__":
    main()
