"""Trees of several targets beside scikit-learn's: times and ratios, in one run.

    .venv/bin/python benches/several/run.py [NAME …]

The table is made here: targets that hang on the same columns in different ways. Both programs have the same rows and two threads.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy
from sklearn.ensemble import ExtraTreesClassifier, ExtraTreesRegressor, RandomForestClassifier, RandomForestRegressor
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

HERE = Path(__file__).parent
PROGRAM = Path(os.environ.get("SEVERAL_TIME", HERE.parent.parent / "target/release/examples/several_time"))
THREADS, TREES = 2, 20
ROWS, COLUMNS, TARGETS = 20_000, 20, 3

# name: numbers or classes, model, columns that are asked at a split (0 is all), the peer
MODELS = {
    "numbers/tree": ("numbers", "tree", 0, lambda: DecisionTreeRegressor(random_state=0)),
    "numbers/forest": ("numbers", "forest", 0, lambda: RandomForestRegressor(TREES, n_jobs=THREADS, random_state=0)),
    "numbers/forest-third": ("numbers", "forest", 6, lambda: RandomForestRegressor(TREES, max_features=6, n_jobs=THREADS, random_state=0)),
    "numbers/extra-trees": ("numbers", "extra-trees", 0, lambda: ExtraTreesRegressor(TREES, n_jobs=THREADS, random_state=0)),
    "classes/tree": ("classes", "tree", 0, lambda: DecisionTreeClassifier(random_state=0)),
    "classes/forest": ("classes", "forest", 4, lambda: RandomForestClassifier(TREES, n_jobs=THREADS, random_state=0)),
    "classes/extra-trees": ("classes", "extra-trees", 4, lambda: ExtraTreesClassifier(TREES, n_jobs=THREADS, random_state=0)),
}


def made(kind):
    """Rows, and their targets: numbers, or three classes each."""
    draws = numpy.random.default_rng(0)
    x = numpy.float32(draws.normal(size=(ROWS, COLUMNS))).astype(float)
    scores = numpy.sin(x @ draws.normal(size=(COLUMNS, TARGETS))) + x[:, :TARGETS] + draws.normal(scale=0.3, size=(ROWS, TARGETS))
    return x, (numpy.round(scores, 4) if kind == "numbers" else numpy.digitize(scores, [-0.7, 0.7]))


def written(path, x, y):
    """As text; classes are words, so that nobody takes them for numbers."""
    words = y if y.dtype.kind == "f" else numpy.array(["low", "middle", "high"])[y]
    with open(path, "w", encoding="utf-8") as file:
        file.write(",".join([f"x{place}" for place in range(COLUMNS)] + [f"y{place}" for place in range(TARGETS)]) + "\n")
        for row, labels in zip(x, words):
            file.write(",".join([repr(float(cell)) for cell in row] + [str(label) for label in labels]) + "\n")


def main():
    named = sys.argv[1:] or list(MODELS)
    times = int(os.environ.get("TIMES", "3"))
    print("| model | Spinney s | scikit-learn s | ratio |\n| --- | --- | --- | --- |")
    with tempfile.TemporaryDirectory() as folder:
        tables = {}
        for name in named:
            kind, model, columns, make = MODELS[name]
            path = Path(folder) / f"{kind}.csv"
            if kind not in tables:
                tables[kind] = made(kind)
                written(path, *tables[kind])
            own, peer = float("inf"), float("inf")
            for _ in range(times):  # in turns, so that both meet the same machine
                command = [PROGRAM, path, model, str(columns), str(TREES), "1"]
                environment = {**os.environ, "RAYON_NUM_THREADS": "1" if model == "tree" else str(THREADS)}
                own = min(own, json.loads(subprocess.run(command, env=environment, capture_output=True, check=True).stdout)["seconds"])
                start = time.perf_counter()
                make().fit(*tables[kind])
                peer = min(peer, time.perf_counter() - start)
            print(f"| {name} | {own:.2f} | {peer:.2f} | {peer / own:.2f} |", flush=True)


main()
