"""Progress: a bar in notebooks where tqdm is installed, lines elsewhere, nothing unless it is asked for."""

import sys
import types

import pytest

import spinney
from conftest import table
from spinney import _progress


class Bar:
    """Stands for tqdm."""

    made: list["Bar"] = []

    def __init__(self, total, unit):
        self.total, self.unit, self.done, self.closed = total, unit, 0, False
        Bar.made.append(self)

    def update(self, more):
        self.done += more

    def close(self):
        self.closed = True


@pytest.fixture
def notebook(monkeypatch):
    """A kernel that runs this test."""
    Bar.made = []
    monkeypatch.setitem(sys.modules, "ipykernel", types.ModuleType("ipykernel"))
    monkeypatch.setitem(sys.modules, "IPython", types.SimpleNamespace(get_ipython=object))
    return monkeypatch


@pytest.mark.parametrize("name", ["RandomForestClassifier", "ExtraTreesRegressor", "IsolationForest", "RandomTreesEmbedding"])
def test_a_notebook_shows_a_bar_that_ends_full(notebook, capsys, name):
    notebook.setitem(sys.modules, "tqdm", types.ModuleType("tqdm"))
    notebook.setitem(sys.modules, "tqdm.auto", types.SimpleNamespace(tqdm=Bar))
    getattr(spinney, name)(n_estimators=30, verbose=1, random_state=0).fit(*table())
    (bar,) = Bar.made
    assert (bar.total, bar.done, bar.unit, bar.closed) == (30, 30, "tree", True)
    assert capsys.readouterr().out == ""


def test_a_bar_is_closed_where_something_goes_wrong(notebook):
    notebook.setitem(sys.modules, "tqdm", types.ModuleType("tqdm"))
    notebook.setitem(sys.modules, "tqdm.auto", types.SimpleNamespace(tqdm=Bar))
    with pytest.raises(KeyError), _progress.progress(1, 10) as tell:
        tell(3)
        raise KeyError
    assert Bar.made[0].closed and Bar.made[0].done == 3


def test_without_tqdm_a_notebook_has_lines(notebook, capsys):
    notebook.setitem(sys.modules, "tqdm.auto", None)  # as if it were not installed
    spinney.RandomForestClassifier(5, verbose=1).fit(*table())
    assert capsys.readouterr().out.endswith("[spinney] 5 of 5 trees\n")


def test_a_terminal_has_lines_and_silence_is_the_rule(capsys):
    spinney.RandomForestClassifier(5).fit(*table())
    assert capsys.readouterr().out == ""
    spinney.RandomForestClassifier(5, verbose=2).fit(*table())
    assert capsys.readouterr().out.endswith("[spinney] 5 of 5 trees\n")
