"""Trees of sparse tables beside scikit-learn's: times, ratios, held-out scores and memory, in one run.

    .venv/bin/python benches/sparse/run.py [NAME …]

Tables are made here: words of documents, some of which go with a class. Every program has the same rows and two threads.
"""

import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy
import scipy.sparse
from sklearn.ensemble import ExtraTreesClassifier, RandomForestClassifier
from sklearn.tree import DecisionTreeClassifier

HERE = Path(__file__).parent
PROGRAM = Path(os.environ.get("SPARSE_TIME", HERE.parent.parent / "target/release/examples/sparse_time"))
THREADS = 2
TIMES = 3

# name: rows, columns, share that is filled, classes, columns that go with a class
TABLES = {
    "thin": (20_000, 50_000, 0.001, 2, 1_000),
    "dense": (20_000, 20_000, 0.01, 4, 400),
}
MODELS = {
    "tree": (1, lambda: DecisionTreeClassifier(random_state=0)),
    "forest": (20, lambda: RandomForestClassifier(20, n_jobs=THREADS, random_state=0)),
    "forest+constant": (20, lambda: RandomForestClassifier(20, n_jobs=THREADS, random_state=0)),
    "extra-trees": (20, lambda: ExtraTreesClassifier(20, n_jobs=THREADS, random_state=0)),
    "extra-trees+constant": (20, lambda: ExtraTreesClassifier(20, n_jobs=THREADS, random_state=0)),
}


def made(rows, columns, share, classes, telling, seed=0):
    """A table of so many rows twice over, and their classes: telling columns are filled more often for their own class."""
    draws = numpy.random.default_rng(seed)
    rows *= 2
    truth = draws.integers(classes, size=rows)
    many = draws.poisson(share * columns, size=rows)
    lines = []
    for row in range(rows):
        own = numpy.arange(truth[row], telling, classes)
        more = draws.choice(own, size=max(1, many[row] // 8), replace=False)
        rest = draws.choice(columns, size=many[row], replace=False)
        lines.append(numpy.unique(numpy.concatenate([more, rest])))
    starts = numpy.concatenate([[0], numpy.cumsum([len(line) for line in lines])])
    places = numpy.concatenate(lines)
    values = numpy.float32(draws.gamma(2.0, size=len(places)) + 0.01).astype(float)
    noise = draws.random(rows) < 0.1
    truth[noise] = draws.integers(classes, size=noise.sum())
    table = scipy.sparse.csr_matrix((values, places, starts), shape=(rows, columns))
    return table, truth


def written(folder, part, table, truth):
    table.indptr.astype("<u8").tofile(folder / f"{part}.starts")
    table.indices.astype("<u4").tofile(folder / f"{part}.places")
    table.data.astype("<f8").tofile(folder / f"{part}.values")
    truth.astype("<u4").tofile(folder / f"{part}.classes")


def used(who):
    """Seconds of the processor: what others do at the same time counts less there than by the clock."""
    found = resource.getrusage(who)
    return found.ru_utime + found.ru_stime


def by_spinney(folder, model, trees):
    environment = {**os.environ, "RAYON_NUM_THREADS": str(THREADS)}
    spent = []
    for times in (1, TIMES):
        before = used(resource.RUSAGE_CHILDREN)
        command = [PROGRAM, folder, model, str(trees), str(times)]
        done = subprocess.run(command, env=environment, capture_output=True, text=True)
        if done.returncode:
            raise SystemExit(done.stderr)
        spent.append(used(resource.RUSAGE_CHILDREN) - before)
    # Reading and answering are in both: what is left is growing.
    return {**json.loads(done.stdout), "used": (spent[1] - spent[0]) / (TIMES - 1)}


def by_sklearn(make, train, test):
    """In a process of its own, so that its memory is its own."""
    out, into = os.pipe()
    child = os.fork()
    if child == 0:
        table, truth = train
        held = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
        best, spent, model = float("inf"), float("inf"), None
        for _ in range(int(os.environ.get("PEER_TIMES", "1"))):
            model = make()
            start, before = time.perf_counter(), used(resource.RUSAGE_SELF)
            model.fit(table, truth)
            best, spent = min(best, time.perf_counter() - start), min(spent, used(resource.RUSAGE_SELF) - before)
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
        start = time.perf_counter()
        score = (model.predict(test[0]) == test[1]).mean()
        asking = time.perf_counter() - start
        found = {"seconds": best, "used": spent, "asking": asking, "score": score, "held_bytes": held, "peak_bytes": peak}
        os.write(into, json.dumps(found).encode())
        os._exit(0)
    os.close(into)
    with os.fdopen(out) as told:
        answer = told.read()
    os.waitpid(child, 0)
    return json.loads(answer)


def main():
    named = sys.argv[1:] or [f"{table}/{model}" for table in TABLES for model in MODELS]
    print("| table | model | Spinney s | scikit-learn s | ratio | of processor s | score | theirs | asking s | theirs | more memory MB | theirs |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |")
    for name, sizes in TABLES.items():
        models = [one.split("/")[1] for one in named if one.split("/")[0] == name]
        if not models:
            continue
        table, truth = made(*sizes)
        half = sizes[0]
        train, test = (table[:half].tocsc(), truth[:half]), (table[half:], truth[half:])
        with tempfile.TemporaryDirectory() as folder:
            written(Path(folder), "train", table[:half], truth[:half])
            written(Path(folder), "test", table[half:], truth[half:])
            peers = {}
            for model in models:
                trees, make = MODELS[model]
                own = by_spinney(folder, model, trees)
                peer = peers.setdefault(model.split("+")[0], None) or by_sklearn(make, train, test)
                peers[model.split("+")[0]] = peer
                more = [(one["peak_bytes"] - one["held_bytes"]) / 1e6 for one in (own, peer)]
                figures = [
                    f"{own['seconds']:.2f}", f"{peer['seconds']:.2f}", f"{peer['seconds'] / own['seconds']:.1f}",
                    f"{peer['used'] / own['used']:.1f}",
                    f"{own['score']:.4f}", f"{peer['score']:.4f}", f"{own['asking']:.2f}", f"{peer['asking']:.2f}",
                    f"{more[0]:.0f}", f"{more[1]:.0f}",
                ]
                print(f"| {name} | {model} |", " | ".join(figures), "|", flush=True)


if __name__ == "__main__":
    main()
