"""How the time of a tree by absolute errors grows with the rows, and how it stands beside scikit-learn's, in one run.

Both learn make_friedman1 tables of 10 columns on one thread; times are the best of several. See README.md in this folder.
"""

import math
import os
import pathlib
import subprocess
import tempfile
import time

import numpy
from sklearn.datasets import make_friedman1
from sklearn.tree import DecisionTreeRegressor

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PROGRAM = ROOT / "target" / "release" / "examples" / "absolute_time"
ROWS = [2_000, 4_000, 8_000, 16_000, 32_000, 64_000]


def table(rows, folder):
    features, target = make_friedman1(rows, 10, noise=1.0, random_state=0)
    features = features.astype(numpy.float32).astype(numpy.float64)
    path = pathlib.Path(folder) / f"friedman{rows}.csv"
    names = ",".join(f"x{place}" for place in range(10)) + ",y"
    numpy.savetxt(path, numpy.column_stack([features, target]), delimiter=",", header=names, comments="", fmt="%.17g")
    return path, features, target


def spinney(path, times, depth):
    environment = {**os.environ, "RAYON_NUM_THREADS": "1"}
    asked = [str(PROGRAM), str(path), str(times), str(depth or "none")]
    done = subprocess.run(asked, capture_output=True, text=True, check=True, env=environment)
    seconds, leaves, _ = done.stdout.split()
    return float(seconds), int(leaves)


def sklearn(features, target, times, depth):
    best = math.inf
    for _ in range(times):
        model = DecisionTreeRegressor(criterion="absolute_error", max_depth=depth, random_state=0)
        start = time.perf_counter()
        model.fit(features, target)
        best = min(best, time.perf_counter() - start)
    return best, model.get_n_leaves()


with tempfile.TemporaryDirectory() as folder:
    print("rows, seconds of a whole tree, over n log n as a multiple of the first")
    first = None
    for rows in ROWS:
        path, *_ = table(rows, folder)
        seconds, leaves = spinney(path, 3, None)
        measure = seconds / (rows * math.log2(rows))
        first = first or measure
        print(f"{rows:>7} {seconds:8.3f} {measure / first:6.2f}  ({leaves} leaves)", flush=True)
    path, features, target = table(20_000, folder)
    for depth in (6, None):
        mine, leaves = spinney(path, 3, depth)
        theirs, their_leaves = sklearn(features, target, 2, depth)
        said = f"depth {depth}" if depth else "fully grown"
        print(f"20,000 rows, {said}: {mine:.3f} s ({leaves} leaves), scikit-learn {theirs:.3f} s ({their_leaves}): {theirs / mine:.2f} times")
