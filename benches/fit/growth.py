"""How the time of one fully grown tree grows with rows and with columns, beside scikit-learn's.

n log n is the measure for rows, the number of columns for columns: what is printed is time over measure, as a multiple of
the smallest table's. See README.md in this folder.
"""

import json
import math
import os
import pathlib
import subprocess
import time

import numpy
import pandas
from sklearn.datasets import make_classification, make_friedman1
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
DATA = pathlib.Path(os.environ.get("SPINNEY_BENCH_DATA", ROOT / "target" / "bench"))
THREADS = os.environ.get("THREADS", "2")


def write(name, features, target):
    """One table, its numbers exact in 32 bits; a thousand rows serve as the test table, whose score nobody reads."""
    columns = [f"x{place}" for place in range(features.shape[1])]
    table = pandas.DataFrame(features.astype(numpy.float32).astype(numpy.float64), columns=columns)
    table["y"] = target
    DATA.mkdir(parents=True, exist_ok=True)
    paths = [DATA / f"{name}_train.parquet", DATA / f"{name}_test.parquet"]
    table.to_parquet(paths[0])
    table[:1000].to_parquet(paths[1])
    return [str(path) for path in paths]


def spinney(paths, times):
    program = ROOT / "target" / "release" / "examples" / "fit_time"
    environment = {**os.environ, "RAYON_NUM_THREADS": THREADS}
    done = subprocess.run([str(program), *paths, "y", str(times)], capture_output=True, text=True, check=True, env=environment)
    return json.loads(done.stdout)["seconds"]


def peer(learner, features, target):
    start = time.perf_counter()
    learner(random_state=0).fit(features.astype(numpy.float32), target)
    return time.perf_counter() - start


def report(title, sizes, made, measure, learner):
    print(f"| {title} | spinney | over measure | scikit-learn | over measure |\n| --: | --: | --: | --: | --: |")
    first = None
    for size in sizes:
        features, target = made(size)
        labels = target if learner is DecisionTreeRegressor else [f"c{label}" for label in target]
        seconds = [spinney(write(f"growth_{size}", features, labels), 5), peer(learner, features, target)]
        rates = [one / measure(size) for one in seconds]
        first = first or rates
        cells = [f"{seconds[at]:.3f} | {rates[at] / first[at]:.2f}" for at in (0, 1)]
        print(f"| {size} | {' | '.join(cells)} |", flush=True)


report(
    "rows (20 columns, numbers)",
    [10_000, 31_623, 100_000, 316_228, 1_000_000],
    lambda rows: make_friedman1(n_samples=rows, n_features=20, noise=1.0, random_state=0),
    lambda rows: rows * math.log2(rows),
    DecisionTreeRegressor,
)
report(
    "columns (20,000 rows, three classes)",
    [25, 50, 100, 200, 400],
    lambda columns: make_classification(
        n_samples=20_000, n_features=columns, n_informative=15, n_classes=3, random_state=0
    ),
    lambda columns: columns,
    DecisionTreeClassifier,
)
