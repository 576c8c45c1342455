"""What the benchmarks share: their tables, and how a learner's figures are taken."""

import json
import os
import pathlib
import subprocess
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
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


def encoded(train, test, target, holes):
    """The tables for learners that know numbers alone: names as their places, which does them best, and holes as asked."""
    import numpy
    import pandas
    from sklearn.preprocessing import OrdinalEncoder

    known, asked = train.drop(columns=target), test.drop(columns=target)
    names = [name for name in known if not pandas.api.types.is_numeric_dtype(known[name])]
    if names:
        encoder = OrdinalEncoder(handle_unknown="use_encoded_value", unknown_value=-1)
        known[names] = encoder.fit_transform(known[names].astype(str))
        asked[names] = encoder.transform(asked[names].astype(str))
    known, asked = known.to_numpy("float32"), asked.to_numpy("float32")
    return (known, asked) if holes else (numpy.nan_to_num(known, nan=-1), numpy.nan_to_num(asked, nan=-1))


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


def run(command):
    environment = {**os.environ, "RAYON_NUM_THREADS": THREADS, "OMP_NUM_THREADS": THREADS}
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
    return json.loads(done.stdout.strip().splitlines()[-1])


def best(work, times=ROUNDS):
    """The least of several times."""
    found = []
    for _ in range(times):
        start = time.perf_counter()
        work()
        found.append(time.perf_counter() - start)
    return min(found)
