"""Compares the scores of isolation forests with scikit-learn's on real tables; see README.md beside this file.

    sklearn_isolation.py [TREES]    Spearman's rank correlation, and beside it that of scikit-learn with itself under another seed
"""

import os
import pathlib
import subprocess
import sys
import tempfile

import numpy
import pandas
from sklearn.ensemble import IsolationForest

from trees import ROOT

PROGRAM = pathlib.Path(os.environ.get("SPINNEY", ROOT / "target" / "release" / "spinney"))
LARGE = pathlib.Path(os.environ.get("SPINNEY_DATA", ROOT / "data"))
TABLES = ["california_housing", "letter", "higgs_sample", "bike_sharing_hour", "diamonds"]
LEAST = 0.98
MOST_ROWS = 5_000


def numbers(name):
    """The numeric columns of a table, rows with a blank left out."""
    found = LARGE / f"{name}.csv.gz"
    if not found.exists():
        return None
    table = pandas.read_csv(found).select_dtypes("number").dropna()
    return table.sample(min(MOST_ROWS, len(table)), random_state=0).astype("float32").astype("float64")


def ours(table, trees, seed, folder):
    data, model = folder / "table.csv", folder / "model.spinney"
    table.to_csv(data, index=False)
    keep = ["--keep", ",".join(name.replace(",", "\\,") for name in table.columns)]
    fit = [PROGRAM, "fit", data, "--model", "isolation", "--trees", str(trees), "--seed", str(seed), "--out", model]
    kinds = ["--continuous", keep[1]]
    subprocess.run([*fit, *keep, *kinds, "--quiet"], check=True, capture_output=True)
    told = subprocess.run([PROGRAM, "predict", model, data], check=True, capture_output=True, text=True)
    return numpy.array(told.stdout.split()[1:], dtype=float)


def spearman(one, two):
    ranks = [pandas.Series(scores).rank() for scores in (one, two)]
    return float(numpy.corrcoef(*ranks)[0, 1])


def run(trees):
    failed = False
    with tempfile.TemporaryDirectory() as folder:
        for name in TABLES:
            table = numbers(name)
            if table is None:
                print(f"{name}: skipped, SPINNEY_DATA names no folder with it")
                continue
            x = table.to_numpy(dtype="float32")
            theirs = [-IsolationForest(n_estimators=trees, random_state=seed).fit(x).score_samples(x) for seed in (0, 1)]
            mine = ours(table, trees, 0, pathlib.Path(folder))
            found, noise = spearman(mine, theirs[0]), spearman(*theirs)
            off = [float(scores.mean() - theirs[0].mean()) for scores in (mine, theirs[1])]
            verdict = "" if found >= LEAST else "  FAULT"
            failed |= found < LEAST
            print(f"{name}: {len(x)} rows, {x.shape[1]} columns: {found:.4f}, scikit-learn with itself {noise:.4f}; means differ by {off[0]:+.4f} and {off[1]:+.4f}{verdict}")
    return failed


if __name__ == "__main__":
    sys.exit(run(next((int(word) for word in sys.argv[1:] if word.isdigit()), 1500)))
