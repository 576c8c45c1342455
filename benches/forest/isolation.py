"""Isolation forests: Spinney beside scikit-learn, fit and scores of all rows, in one run, as ratios. See README.md in this folder.

The tables are those of the forests, without their targets: make_classification (100,000 × 50) and covertype's numbers.
"""

import json
import pathlib
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from shared import DATA, ROOT, ROUNDS, TABLES, THREADS, make_tables, run

TREES = 100


def peer(path):
    """Fits scikit-learn's in this process and prints its figures."""
    import pandas
    from sklearn.ensemble import IsolationForest

    values = pandas.read_parquet(path).to_numpy("float32")
    fit = score = float("inf")
    for _ in range(ROUNDS):
        start = time.perf_counter()
        model = IsolationForest(n_estimators=TREES, n_jobs=int(THREADS), random_state=0).fit(values)
        fit = min(fit, time.perf_counter() - start)
        start = time.perf_counter()
        found = -model.score_samples(values)
        score = min(score, time.perf_counter() - start)
    print(json.dumps({"fit": fit, "score": score, "mean": float(found.mean())}))


def main():
    if len(sys.argv) > 1:
        peer(sys.argv[1])
        return
    import pandas

    make_tables()
    print("| table | learner | fit, s | scores, s | together | mean score |")
    print("| --- | --- | --: | --: | --: | --: |")
    for name, target in TABLES.items():
        source = DATA / f"{name}_train.parquet"
        if not source.is_file():
            continue
        path = DATA / f"{name}_blind.parquet"
        pandas.read_parquet(source).drop(columns=target).to_parquet(path, index=False)
        own = ROOT / "target" / "release" / "examples" / "isolation_time"
        ours = run([str(own), str(path), str(TREES), str(ROUNDS)])
        theirs = run([sys.executable, __file__, str(path)])
        ratio = (theirs["fit"] + theirs["score"]) / (ours["fit"] + ours["score"])
        for learner, found, times in [("scikit-learn", theirs, ratio), ("spinney", ours, 1.0)]:
            print(f"| {name} | {learner} | {found['fit']:.3f} | {found['score']:.3f} | {times:.1f} | {found['mean']:.4f} |")


main()
