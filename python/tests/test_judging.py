"""How good models are: the program's figures, and pictures of them."""

import json
import os
import subprocess

import numpy as np
import pandas as pd
import pytest
import sklearn.metrics as theirs
from sklearn.datasets import load_diabetes, load_iris

import spinney
from conftest import make, table

PROGRAM = os.environ.get("SPINNEY", "")
needs_program = pytest.mark.skipif(not PROGRAM, reason="SPINNEY names no program")
PENGUINS = pd.read_csv("data/penguins.csv")
X, Y = PENGUINS.drop(columns="species"), PENGUINS["species"]


@pytest.fixture(scope="module")
def forest():
    return spinney.RandomForestClassifier(12, max_depth=2, oob_score=True, random_state=0).fit(X[::2], Y[::2])


def program(tmp_path, model, *command):
    """What the program says of a model, as JSON."""
    (tmp_path / "model.spinney").write_bytes(model.to_bytes())
    verb, *rest = command
    command = [PROGRAM, verb, str(tmp_path / "model.spinney"), *rest, "--json", "--quiet"]
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


@needs_program
def test_the_program_tells_the_same_figures(forest, tmp_path):
    ours = forest.evaluate(PENGUINS, "species")
    assert ours.data == program(tmp_path, forest, "score", "data/penguins.csv")
    drawn = forest.evaluate(X, Y, intervals=True, random_state=5)
    assert drawn.data == program(tmp_path, forest, "score", "data/penguins.csv", "--intervals", "--seed", "5")
    for kind, flags in [("roc", ["--curve", "roc"]), ("pr", ["--curve", "pr"]), ("calibration", ["--calibration"]), ("calibration-quantile", ["--calibration=quantile"])]:
        told = program(tmp_path, forest, "score", "data/penguins.csv", *flags)
        name = {"roc": "roc_curve", "pr": "precision_recall_curve"}.get(kind, "calibration")
        assert ours.curve(kind) == told[name]


@needs_program
def test_the_program_tells_the_same_of_columns(forest, tmp_path):
    assert forest.importances().data == program(tmp_path, forest, "explain", "--importance")
    told = program(tmp_path, forest, "explain", "data/penguins.csv", "--importance", "permutation", "--repeats", "3", "--seed", "9")
    assert forest.importances(PENGUINS, "species", repeats=3, random_state=9).data == told


@needs_program
def test_the_program_draws_the_same(forest, tmp_path):
    (tmp_path / "model.spinney").write_bytes(forest.to_bytes())
    curve, bars, cells = (str(tmp_path / name) for name in ("roc.svg", "bars.svg", "cells.svg"))
    model = str(tmp_path / "model.spinney")
    for command in (
        ["score", model, "data/penguins.csv", "--curve", "roc", "--plot", curve],
        ["explain", model, "--importance", "--plot", bars],
        ["show", model, "--tree", "1", "--as", "regions", "--columns", "bill_length_mm,flipper_length_mm", "--rows", "data/penguins.csv", "--out", cells],
    ):
        subprocess.run([PROGRAM, *command, "--quiet"], check=True, capture_output=True)
    assert forest.evaluate(X, Y).plot("roc").svg == open(curve).read()
    assert forest.importances().plot().svg == open(bars).read()
    assert forest.regions(["bill_length_mm", "flipper_length_mm"], X, Y, tree=1).svg == open(cells).read()


def test_figures_are_scikit_learns():
    numbers, y = load_iris(return_X_y=True)
    weight = np.random.default_rng(0).uniform(0.5, 2, len(y))
    tree = spinney.DecisionTreeClassifier(max_depth=2, random_state=0).fit(numbers, y)
    told, chances = tree.evaluate(numbers, y, weight), tree.predict_proba(numbers)
    assert told["accuracy"] == pytest.approx(theirs.accuracy_score(y, tree.predict(numbers), sample_weight=weight))
    assert told["log_loss"] == pytest.approx(theirs.log_loss(y, chances, sample_weight=weight))
    assert tree.evaluate(numbers, y)["roc_auc"] == pytest.approx(theirs.roc_auc_score(y, chances, multi_class="ovr"))
    numbers, y = load_diabetes(return_X_y=True)
    tree = spinney.DecisionTreeRegressor(max_depth=2).fit(numbers, y)
    told = tree.evaluate(numbers, y)
    assert told["r2"] == pytest.approx(theirs.r2_score(y, tree.predict(numbers))) and "R²" in repr(told)


def test_what_is_shown(forest):
    told = spinney.evaluate(forest, X, Y)
    assert "accuracy" in repr(told) and "Gentoo" in repr(told) and "<table>" in told._repr_html_()
    for kind in ("roc", "pr", "calibration"):
        assert told.plot(kind).svg.startswith("<svg")
    assert "Adelie" in told.plot("roc", of="Adelie").svg and "Gentoo" not in told.plot("roc", of="Adelie").svg
    assert "debiased" in repr(forest.importances()) and "accuracy lost" in repr(forest.importances(X, Y))
    assert forest.regions().svg.startswith("<svg") and forest.regions(0).svg.startswith("<svg")


def test_classes_that_are_numbers_and_several_targets():
    numbers, y = table()
    told = make("DecisionTreeClassifier").fit(numbers, y * 10).evaluate(numbers, y * 10)
    assert told["accuracy"] == 1.0 and told.curve("roc", of=10)[0]["class"] == "10"
    both = make("RandomForestClassifier").fit(numbers, np.column_stack([y, y > 0]))
    second = both.evaluate(numbers, np.column_stack([y, y > 0]), target=1)
    assert len(second["classes"]) == 2
    with pytest.raises(IndexError, match="no target 2"):
        both.evaluate(numbers, np.column_stack([y, y > 0]), target=2)


def test_mistakes_are_told(forest):
    told = forest.evaluate(X, Y)
    with pytest.raises(ValueError, match='does not know the class "Emperor"; the classes are Adelie'):
        told.plot("roc", of="Emperor")
    with pytest.raises(ValueError, match="none of roc, pr"):
        told.curve("sketch")
    with pytest.raises(ValueError, match="no curve to draw"):
        forest.evaluate(X[:5], Y[:5]).plot("roc", of="Gentoo")
    with pytest.raises(ValueError, match="no column \"bill\""):
        forest.regions("bill")
    with pytest.raises(ValueError, match="two different ones"):
        forest.regions([0, 0])
    with pytest.raises(ValueError, match="beyond the 7"):
        forest.regions([0, 99])
    with pytest.raises(TypeError, match="no tree or forest"):
        spinney.evaluate(3, X, Y)
    regressor = make("DecisionTreeRegressor").fit(*table())
    with pytest.raises(ValueError, match="curves and calibrations are of classes"):
        regressor.evaluate(*table()).plot()
