"""One fully grown exact tree: Spinney beside scikit-learn and YDF, in one run, as ratios.

Every learner has a process of its own and takes turns with the others; the best of several fits counts. The time is from
the table in memory to the finished tree. See README.md in this folder.
"""

import json
import os
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
DATA = pathlib.Path(os.environ.get("SPINNEY_BENCH_DATA", ROOT / "target" / "bench"))
ROUNDS = int(os.environ.get("ROUNDS", "3"))
THREADS = os.environ.get("THREADS", "2")
TABLES = {"covertype": "cover_type", "make_classification": "y", "make_friedman1": "y"}


def make_tables():
    """Writes train and test tables as Parquet; numbers are exact in 32 bits, so that nobody rounds."""
    import numpy
    import pandas
    from sklearn.datasets import make_classification, make_friedman1

    DATA.mkdir(parents=True, exist_ok=True)

    def write(name, frame, train):
        # Without the index: a permuted one would be stored as a column, and learned from.
        frame[:train].to_parquet(DATA / f"{name}_train.parquet", index=False)
        frame[train:].to_parquet(DATA / f"{name}_test.parquet", index=False)

    def frame(features, target):
        columns = [f"x{place}" for place in range(features.shape[1])]
        table = pandas.DataFrame(features.astype(numpy.float32).astype(numpy.float64), columns=columns)
        table["y"] = target
        return table

    features, target = make_classification(
        n_samples=125_000, n_features=50, n_informative=15, n_classes=3, random_state=0
    )
    write("make_classification", frame(features, [f"c{label}" for label in target]), 100_000)
    features, target = make_friedman1(n_samples=125_000, n_features=20, noise=1.0, random_state=0)
    write("make_friedman1", frame(features, target), 100_000)
    source = pathlib.Path(os.environ.get("SPINNEY_DATA", "")) / "covertype.csv.gz"
    if source.is_file():
        table = pandas.read_csv(source)
        table["cover_type"] = ["t" + str(label) for label in table["cover_type"]]
        order = numpy.random.RandomState(0).permutation(len(table))
        write("covertype", table.iloc[order], int(len(table) * 0.8))


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


def memory(what):
    """Bytes that the system says this process holds, or has held at most."""
    lines = pathlib.Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith(what))


def forget_peak():
    """Lets the most memory start anew, so that reading the table does not count; returns what is held now."""
    pathlib.Path("/proc/self/clear_refs").write_text("5")
    return memory("VmRSS:")


def typed_bytes(name):
    """What the columns take as numbers of 8 bytes."""
    import pyarrow.parquet

    facts = pyarrow.parquet.ParquetFile(DATA / f"{name}_train.parquet").metadata
    return 8 * facts.num_rows * facts.row_group(0).num_columns


def spinney(name, target):
    program = ROOT / "target" / "release" / "examples" / "fit_time"
    tables = [str(DATA / f"{name}_{part}.parquet") for part in ("train", "test")]
    return run([str(program), *tables, target, str(ROUNDS)])


def run(command):
    environment = {**os.environ, "RAYON_NUM_THREADS": THREADS, "OMP_NUM_THREADS": THREADS}
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
    return json.loads(done.stdout.strip().splitlines()[-1])


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
