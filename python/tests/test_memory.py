"""What is copied on the way into the engine, by the peak of a process of its own."""

import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(not Path("/proc/self/clear_refs").exists(), reason="the kernel tells no peak of memory")

#: Rows and columns of numbers of 64 bits: 80 MB.
PROGRAM = """
import sys
import numpy as np
import pandas as pd
import polars as pl
from spinney import DecisionTreeRegressor

kind, what = sys.argv[1:]
draws = np.random.default_rng(0)
columns = [draws.integers(0, 200, 200_000) / 8 for _ in range(50)]  # few values: what the engine keeps of them is small
y = columns[0] + columns[1]
names = [f"x{place}" for place in range(50)]
if kind == "C":
    X = np.ascontiguousarray(np.stack(columns, axis=1))
elif kind == "F":
    X = np.asfortranarray(np.stack(columns).T)
elif kind == "pandas":
    X = pd.DataFrame(np.stack(columns).T, columns=names)
elif kind == "mixed":
    X = pd.DataFrame(np.stack(columns).T, columns=names)
    X["wind"] = pd.Categorical.from_codes(np.arange(200_000) % 3, ["weak", "strong", "none"])
elif kind == "polars":
    X = pl.DataFrame(dict(zip(names, columns)))
elif kind == "pyarrow":
    import pyarrow as pa

    X = pa.table(dict(zip(names, columns)))
elif kind == "float32":
    X = np.stack(columns, axis=1).astype(np.float32)
del columns

def figure(name):
    return next(int(line.split()[1]) for line in open("/proc/self/status") if line.startswith(name)) / 1024

tree = DecisionTreeRegressor(max_depth=4, random_state=0).fit(X[:1000], y[:1000])
if what == "ask":
    tree.predict(X[:20_000])
open("/proc/self/clear_refs", "w").write("5")
before = figure("VmRSS")
tree.fit(X, y) if what == "learn" else tree.predict(X)
print(figure("VmHWM") - before)
"""


#: Megabytes that a table of the engine's own takes.
TABLE = 200_000 * 50 * 8 / 2**20
#: What lies row by row is turned, and what is narrow is widened: once. All else stays where it is, and the engine makes 22 MB of it.
LEARNED = {"C": 1.6, "float32": 1.6, "F": 0.6, "pandas": 0.6, "mixed": 0.6, "polars": 0.6, "pyarrow": 0.6}


def beyond(kind, what):
    """The peak in megabytes beyond what is there before."""
    if kind == "pyarrow":
        pytest.importorskip("pyarrow")
    told = subprocess.run([sys.executable, "-c", PROGRAM, kind, what], capture_output=True, text=True, check=True)
    return float(told.stdout)


@pytest.mark.parametrize("kind", LEARNED)
def test_a_table_is_learned_from_with_one_copy_or_none(kind):
    assert beyond(kind, "learn") < LEARNED[kind] * TABLE


@pytest.mark.parametrize("kind", LEARNED)
def test_a_table_is_answered_without_a_copy(kind):
    assert beyond(kind, "ask") < 0.4 * TABLE
