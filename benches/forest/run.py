"""Random forests and extra trees: Spinney beside scikit-learn, oneDAL and YDF, in one run, as ratios.

Every learner has a process of its own and takes turns with the others; the best of several fits counts. The time is from
the table in memory to the finished forest. See README.md in this folder.
"""

import json
import os
import pathlib
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from shared import DATA, ROOT, ROUNDS, TABLES, THREADS, encoded, forget_peak, make_tables, memory, run, typed_bytes

TREES = int(os.environ.get("TREES", "20"))
SMALL = "small"
MORE = {"mnist": "digit", "adult": "income", "flights_delayed": "dep_delayed_15min"}
ASKED = os.environ.get("PEERS", "scikit-learn,oneDAL,YDF").split(",")
PEERS = {"forest": ASKED, "extra-trees": ["scikit-learn"]}
ALL = {**TABLES, **MORE, SMALL: "y"}
# Tables many of whose columns are constant at most nodes: there the rule for such columns decides how many others are asked.
CONSTANT = {"covertype", "mnist"}


def make_more():
    """Train and test tables of the other data, as they are: names stay names, and holes stay holes."""
    import numpy
    import pandas
    from sklearn.datasets import make_classification

    for name, target in MORE.items():
        source = pathlib.Path(os.environ.get("SPINNEY_DATA", "")) / f"{name}.csv.gz"
        if (DATA / f"{name}_test.parquet").is_file() or not source.is_file():
            continue
        table = pandas.read_csv(source, keep_default_na=False, na_values=[""])
        table[target] = ["t" + str(label) for label in table[target]]
        order = numpy.random.RandomState(0).permutation(len(table))
        train = 60_000 if name == "mnist" else int(len(table) * 0.8)
        table.iloc[order[:train]].to_parquet(DATA / f"{name}_train.parquet", index=False)
        table.iloc[order[train:]].to_parquet(DATA / f"{name}_test.parquet", index=False)
    features, target = make_classification(n_samples=2_000, n_features=10, n_informative=5, random_state=0)
    table = pandas.DataFrame(features.astype("float32").astype("float64")).rename(columns="x{}".format)
    table["y"] = [f"c{label}" for label in target]
    table[:1000].to_parquet(DATA / f"{SMALL}_train.parquet", index=False)
    table[1000:].to_parquet(DATA / f"{SMALL}_test.parquet", index=False)


def peer(learner, kind, name, target):
    """Fits one peer in this process and prints its figures."""
    import pandas

    train = pandas.read_parquet(DATA / f"{name}_train.parquet")
    test = pandas.read_parquet(DATA / f"{name}_test.parquet")
    regression = train[target].dtype.kind == "f"
    if learner == "YDF":
        import ydf

        ydf.verbose(0)
        task = ydf.Task.REGRESSION if regression else ydf.Task.CLASSIFICATION
        columns = train.shape[1] - 1
        tried = max(1, columns // 3 if regression else int(columns**0.5))

        def fit():
            return ydf.RandomForestLearner(
                label=target, task=task, num_trees=TREES, max_depth=-1, min_examples=1, num_candidate_attributes=tried,
                winner_take_all=False, compute_oob_performances=False, num_threads=int(THREADS),
            ).train(train)

        def score(model):
            model.force_engine("RandomForestGeneric")  # the quicker one refuses trees of many nodes
            found = model.evaluate(test)
            return 1 - found.rmse**2 / test[target].var(ddof=0) if regression else found.accuracy
    else:
        if learner == "oneDAL":
            from sklearnex import ensemble
        else:
            from sklearn import ensemble
        known, asked = encoded(train, test, target, learner == "scikit-learn")
        word = "RandomForest" if kind == "forest" else "ExtraTrees"
        model = getattr(ensemble, word + ("Regressor" if regression else "Classifier"))
        labels = train[target].to_numpy() if regression else train[target].to_numpy().astype(str)
        truth = test[target].to_numpy() if regression else test[target].to_numpy().astype(str)

        def fit():
            columns = 1 / 3 if regression else "sqrt"
            return model(n_estimators=TREES, max_features=columns, n_jobs=int(THREADS), random_state=0).fit(known, labels)

        def score(model):
            return model.score(asked, truth)

    held = forget_peak()
    best, model_ = float("inf"), None
    for _ in range(ROUNDS):
        model_ = None  # one forest at a time, as the memory counts
        start = time.perf_counter()
        model_ = fit()
        best = min(best, time.perf_counter() - start)
    peak = memory("VmHWM:")
    print(json.dumps({"seconds": best, "score": float(score(model_)), "held_bytes": held, "peak_bytes": peak}))


def spinney(learner, kind, name, target):
    kind += learner.removeprefix("spinney")
    program = ROOT / "target" / "release" / "examples" / "forest_time"
    tables = [str(DATA / f"{name}_{part}.parquet") for part in ("train", "test")]
    return run([str(program), *tables, target, kind, str(TREES), str(ROUNDS)])


def compare(kind, name, target):
    """All learners in turns, twice around, so that a busy minute does not hit one of them alone."""
    found = {}
    for _ in range(2):
        for learner in [*PEERS[kind], "spinney", *(["spinney+constant"] if name in CONSTANT else [])]:
            here = [sys.executable, __file__, learner, kind, name, target]
            figures = spinney(learner, kind, name, target) if learner.startswith("spinney") else run(here)
            if learner not in found or figures["seconds"] < found[learner]["seconds"]:
                found[learner] = figures
    typed = typed_bytes(name)
    for learner, figures in found.items():
        ratio = figures["seconds"] / found["spinney"]["seconds"]
        more = 1 + (figures["peak_bytes"] - figures["held_bytes"]) / typed
        line = f"{figures['seconds']:.3f} | {ratio:.2f} | {figures['score']:.4f} | {more:.2f}"
        # What Spinney tells of itself: memory without the forest, and the cost of one look at a row's value in a column.
        own = "- | -"
        if "visits" in figures:
            without = more - figures["model_bytes"] / typed
            own = f"{without:.2f} | {figures['seconds'] * int(THREADS) * 1e9 / figures['visits']:.2f}"
        print(f"| {kind}, {TREES} trees | {name} | {learner} | {line} | {own} |", flush=True)


def main():
    if len(sys.argv) == 5:
        peer(*sys.argv[1:])
        return
    if not (DATA / "make_friedman1_test.parquet").is_file():
        make_tables()
    make_more()
    wanted = os.environ.get("ONLY", ",".join(ALL)).split(",")
    print("| model | table | learner | seconds | ratio | score | memory | without the forest | ns |\n"
          "| --- | --- | --- | --: | --: | --: | --: | --: | --: |")
    for kind in PEERS:
        for name, target in ALL.items():
            if name not in wanted or (kind == "extra-trees" and name not in TABLES):
                continue
            if (DATA / f"{name}_train.parquet").is_file():
                compare(kind, name, target)
            else:
                print(f"| {kind} | {name} | - | SPINNEY_DATA does not hold it |  |  |  |")


main()
