"""How it feels: Ctrl-C is heard, other threads run, children of a fork work, imports are quick, progress is told."""

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import numpy as np
import pytest

from conftest import make, table
from spinney import DecisionTreeRegressor, RandomForestClassifier

LONG = """
import signal, sys, time
import numpy as np
from spinney import {name}
signal.signal(signal.SIGINT, signal.default_int_handler)
draws = np.random.default_rng(0)
X = draws.normal(size=({rows}, {columns}))
y = {target}
model = {name}({params})
{before}
print("begun", flush=True)
try:
    {work}
except KeyboardInterrupt:
    print("stopped", time.process_time(), flush=True)
else:
    print("finished", flush=True)
"""

COLUMNS = {"columns": 10}
FOREST = {"name": "RandomForestClassifier", "params": "n_estimators=5000, n_jobs=2", "target": "draws.integers(0, 3, len(X))"}
LARGE = {
    "name": "ExtraTreeClassifier",
    "params": "max_features=1",
    "target": "draws.integers(0, 3, len(X))",
    "rows": 400_000,
    "before": "model.fit(X, y)",
}
WORK = {
    "forest": {**FOREST, "rows": 30000, "before": "", "work": "model.fit(X, y)"},
    "tree": {
        "name": "DecisionTreeRegressor",
        "params": "",
        "target": "draws.normal(size=len(X))",
        "rows": 600_000,
        "before": "",
        "work": "model.fit(X, y)",
    },
    "one large node": {
        "name": "DecisionTreeRegressor",
        "params": "criterion='absolute_error'",
        "target": "draws.normal(size=len(X))",
        "rows": 200_000,
        "columns": 100,
        "before": "",
        "work": "model.fit(X, y)",
    },
    "predict": {
        **FOREST,
        "params": "n_estimators=200",
        "rows": 3000,
        "before": "model.fit(X, y); X = np.tile(X, (200, 1))",
        "work": "[model.predict(X) for _ in range(50)]",
    },
    # One call each, which is not over before Ctrl-C is heard.
    "predict a frame of names": {
        **FOREST,
        "params": "n_estimators=300",
        "rows": 3000,
        "before": """
import pandas as pd
frame = lambda X: pd.DataFrame({"kind": np.where(X[:, 0] > 0, "a", "b"), **{str(place): X[:, place] for place in range(10)}})
model.fit(frame(X), y); X = frame(np.tile(X, (400, 1)))""",
        "work": "model.predict(X)",
    },
    "predict a sparse matrix": {
        **FOREST,
        "params": "n_estimators=300",
        "rows": 3000,
        "columns": 100,
        "before": "from scipy.sparse import csr_array, vstack; X = csr_array(np.where(X > 1.6, X, 0)); model.fit(X, y); X = csr_array(vstack([X] * 100))",
        "work": "model.predict(X)",
    },
    "where rows end": {
        **FOREST,
        "params": "n_estimators=300",
        "rows": 3000,
        "before": "import polars as pl; model.fit(pl.DataFrame(X), y); X = pl.DataFrame(np.tile(X, (200, 1)))",
        "work": "model.apply(X)",
    },
    "where rows of an array end": {
        **FOREST,
        "params": "n_estimators=300",
        "rows": 3000,
        "before": "model.fit(X, y); X = np.tile(X, (200, 1))",
        "work": "model.apply(X)",
    },
    "ways of rows": {
        **FOREST,
        "params": "n_estimators=100",
        "rows": 3000,
        "before": "model.fit(X, y); X = np.tile(X, (60, 1))",
        "work": "[model.decision_path(X) for _ in range(20)]",
    },
    # A million nodes: each call takes its time, and asks nobody whether to go on.
    "bytes": {**LARGE, "work": "[model.to_bytes() for _ in range(200)]"},
    "pickle": {**LARGE, "before": LARGE["before"] + "; import pickle", "work": "[pickle.loads(pickle.dumps(model)) for _ in range(100)]"},
    "importances": {**LARGE, "work": "[model.feature_importances_ for _ in range(2000)]"},
    "pruning path": {**LARGE, "work": "[model._model.complexity_path() for _ in range(50)]"},
    "text": {**LARGE, "work": "[model.rules() for _ in range(50)]"},
    "arrays": {**LARGE, "work": "[model._model.arrays() for _ in range(100)]"},
    "a table of names": {
        **FOREST,
        "params": "",
        "rows": 10,
        "before": """
from spinney import _core
codes, levels = draws.integers(0, 1000, 5_000_000), [str(place) for place in range(1000)]""",
        "work": "[_core.Table.from_columns([(str(place), codes, levels, False) for place in range(20)]) for _ in range(20)]",
    },
    "a large sparse matrix": {
        **FOREST,
        "params": "",
        "rows": 3000,
        "columns": 300,
        "before": """
from scipy.sparse import csr_array, vstack
X = csr_array(np.where(X > 0.8, X, 0)); model.set_params(n_estimators=3).fit(X, y); X = csr_array(vstack([X] * 150))""",
        "work": "[model.predict(X) for _ in range(20)]",
    },
    "judging": {
        **FOREST,
        "params": "n_estimators=300",
        "rows": 3000,
        "before": "model.fit(X, y); X, y = np.tile(X, (400, 1)), np.tile(y, 400)",
        "work": "model.evaluate(X, y)",
    },
}


def processor_seconds(process: int) -> float:
    """What a process has worked so far; everything where the kernel does not tell."""
    told = Path(f"/proc/{process}/stat")
    if not told.exists():
        return -np.inf
    user, system = told.read_text().rsplit(")", 1)[1].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def until_stopped(what: str) -> tuple[float, float]:
    """The seconds from Ctrl-C until it is heard: by the clock, and of the processor."""
    child = subprocess.Popen([sys.executable, "-c", LONG.format(**{**COLUMNS, **WORK[what]})], stdout=subprocess.PIPE, text=True)
    assert child.stdout.readline() == "begun\n"
    time.sleep(1.0)
    assert child.poll() is None, "the work was too short to be stopped"
    begun, worked = time.perf_counter(), processor_seconds(child.pid)
    child.send_signal(signal.SIGINT)
    said, _, until = child.stdout.readline().partition(" ")
    took = time.perf_counter() - begun
    child.wait(60)
    assert said == "stopped"
    return took, float(until) - worked


@pytest.mark.parametrize("what", WORK)
def test_ctrl_c_stops_the_work_within_half_a_second(what):
    # By the clock or of the processor, since others may work here, too: a machine that has much to do may be late once, but not whenever it is asked.
    assert any(min(until_stopped(what)) < 0.5 for _ in range(3))


def test_after_ctrl_c_the_same_thread_works_on():
    code = LONG.format(**{**COLUMNS, **WORK["a large sparse matrix"]}) + """
again = model.predict(X[:3000])
assert (again == model.predict(X[3000:6000])).all()
model.fit(X[:3000], y)
print("worked on", flush=True)
"""
    child = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    assert child.stdout.readline() == "begun\n"
    time.sleep(1.0)
    child.send_signal(signal.SIGINT)
    assert child.stdout.readline().startswith("stopped")
    assert child.stdout.readline() == "worked on\n"
    assert child.wait(60) == 0


def test_another_thread_runs_while_a_forest_grows():
    X, y = table(20000, 10)
    ticks, done = [0], threading.Event()

    def tick():
        while not done.is_set():
            ticks[0] += 1
            time.sleep(0.001)

    thread = threading.Thread(target=tick)
    thread.start()
    begun = time.perf_counter()
    RandomForestClassifier(60, random_state=0).fit(X, y)
    took = time.perf_counter() - begun
    done.set()
    thread.join()
    assert ticks[0] > 100 * took  # of at most a thousand in a second


def test_many_threads_may_grow_and_ask_at_once():
    X, y = table(2000)
    expected = make("RandomForestClassifier", n_jobs=2).fit(X, y).to_bytes()
    found = []

    def work():
        found.append(make("RandomForestClassifier", n_jobs=2).fit(X, y).to_bytes())

    threads = [threading.Thread(target=work) for _ in range(6)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    assert found == [expected] * 6


def test_threads_do_not_wait_for_each_other():
    X, y = table(4000, 10)
    long = threading.Thread(target=lambda: RandomForestClassifier(400, random_state=0).fit(X, y))
    tree = make("DecisionTreeClassifier").fit(X, y)
    long.start()
    asked = 0
    while long.is_alive() and asked < 50:
        tree.predict(X[:100])  # more than few rows: on a thread of a pool
        asked += 1
    assert asked == 50
    long.join()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
def test_the_child_of_a_fork_works():
    X, y = table(3000)
    forest = make("RandomForestClassifier", n_jobs=2).fit(X, y)
    expected = forest.predict_proba(X)
    child = os.fork()
    if child == 0:
        signal.alarm(60)
        same = (forest.predict_proba(X) == expected).all() and make("RandomForestClassifier", n_jobs=2).fit(X, y).to_bytes() == forest.to_bytes()
        os._exit(0 if same else 1)
    assert os.waitpid(child, 0)[1] == 0


def best(code: str, times: int = 5) -> float:
    """The least seconds that a new interpreter takes for some code, without its own start."""

    def once(code):
        begun = time.perf_counter()
        subprocess.run([sys.executable, "-c", code], check=True)
        return time.perf_counter() - begun

    return min(once(code) for _ in range(times))


def test_importing_the_package_costs_next_to_nothing():
    assert best("import numpy, spinney") - best("import numpy") < 0.150


def test_importing_an_estimator_imports_no_more_of_scikit_learn_than_its_base():
    code = "import sys; from spinney import RandomForestClassifier; print('\\n'.join(sorted(sys.modules)))"
    loaded = set(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split())
    base = "import sys, sklearn.base; print('\\n'.join(sorted(sys.modules)))"
    theirs = set(subprocess.run([sys.executable, "-c", base], capture_output=True, text=True, check=True).stdout.split())
    more = {name for name in loaded - theirs if name.startswith(("sklearn", "scipy", "joblib"))}
    assert more == set()


def test_few_rows_are_answered_as_many_are(estimator):
    X, y = table(200)
    fitted = make(estimator).fit(X, y)
    if estimator == "RandomTreesEmbedding":
        return
    assert (np.concatenate([fitted.predict(X[at : at + 1]) for at in range(200)]) == fitted.predict(X)).all()
    with pytest.raises(ValueError, match="X has 3 features"):
        fitted.predict(X[:1, :3])


def test_progress_is_told(capsys):
    X, y = table(4000, 10)
    RandomForestClassifier(200, verbose=1, random_state=0).fit(X, y)
    assert "of 200 trees" in capsys.readouterr().out


def test_no_panic_reaches_python():
    tree = DecisionTreeRegressor().fit([[0.0], [1.0]], [0.0, 1.0])
    for wrong in ([[1.0, 2.0]], [["a"]], [], [[[1.0]]]):
        with pytest.raises((ValueError, TypeError)):
            tree.predict(wrong)
