"""One fully grown exact tree: Spinney beside scikit-learn and YDF, in one run, as ratios.

Every learner has a process of its own and takes turns with the others; the best of several fits counts. The time is from
the table in memory to the finished tree. See README.md in this folder.
"""

import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from shared import DATA, ROOT, ROUNDS, TABLES, THREADS, forget_peak, make_tables, memory, run, typed_bytes


def peer(learner, name, target):
    """Fits one peer in this process and prints its figures."""
    import time

    import pandas

    train = pandas.read_parquet(DATA / f"{name}_train.parquet")
    test = pandas.read_parquet(DATA / f"{name}_test.parquet")
    regression = train[target].dtype.kind == "f"
    features, labels = train.drop(columns=target).to_numpy("float32"), train[target].to_numpy()
    if learner == "scikit-learn":
        from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

        def fit():
            tree = (DecisionTreeRegressor if regression else DecisionTreeClassifier)(random_state=0)
            return tree.fit(features, labels)

        def score(model):
            return model.score(test.drop(columns=target).to_numpy("float32"), test[target].to_numpy())
    else:
        import ydf

        ydf.verbose(0)
        task = ydf.Task.REGRESSION if regression else ydf.Task.CLASSIFICATION
        train[target] = labels if regression else labels.astype(str)

        def fit():
            # Fully grown: no pruning set, no limit of depth, one row in a leaf is enough.
            return ydf.CartLearner(
                label=target, task=task, max_depth=-1, min_examples=1, validation_ratio=0.0, num_threads=int(THREADS)
            ).train(train)

        def score(model):
            found = model.evaluate(test)
            return 1 - found.rmse**2 / test[target].var(ddof=0) if regression else found.accuracy

    held = forget_peak()
    best, model = float("inf"), None
    for _ in range(ROUNDS):
        model = None  # one tree at a time, as the memory counts
        start = time.perf_counter()
        model = fit()
        best = min(best, time.perf_counter() - start)
    peak = memory("VmHWM:")
    print(json.dumps({"seconds": best, "score": float(score(model)), "held_bytes": held, "peak_bytes": peak}))


def spinney(name, target):
    program = ROOT / "target" / "release" / "examples" / "fit_time"
    tables = [str(DATA / f"{name}_{part}.parquet") for part in ("train", "test")]
    return run([str(program), *tables, target, str(ROUNDS)])


def main():
    if len(sys.argv) == 4:
        peer(*sys.argv[1:])
        return
    if not (DATA / "make_friedman1_test.parquet").is_file():
        make_tables()
    print("| table | learner | seconds | ratio | score | memory |\n| --- | --- | --: | --: | --: | --: |")
    for name, target in TABLES.items():
        if not (DATA / f"{name}_train.parquet").is_file():
            print(f"| {name} | - | SPINNEY_DATA does not hold it |  |  |  |")
            continue
        found, typed = {}, typed_bytes(name)
        for _ in range(2):  # twice around, so that a busy minute does not hit one learner alone
            for learner in ("scikit-learn", "ydf", "spinney"):
                here = [sys.executable, __file__, learner, name, target]
                figures = spinney(name, target) if learner == "spinney" else run(here)
                if learner not in found or figures["seconds"] < found[learner]["seconds"]:
                    found[learner] = figures
        for learner, figures in found.items():
            ratio = figures["seconds"] / found["spinney"]["seconds"]
            more = 1 + (figures["peak_bytes"] - figures["held_bytes"]) / typed
            print(f"| {name} | {learner} | {figures['seconds']:.2f} | {ratio:.2f} | {figures['score']:.4f} | {more:.2f} |")


main()
