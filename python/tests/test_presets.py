"""Presets and ways of pruning make what the program makes of the same words."""

import json
import os

import numpy as np
import pandas as pd
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sklearn.base import clone

import spinney
from conftest import table
from test_program import fitted, frames, same

PRESETS = ["id3", "c45", "j48", "cart", "rpart"]
COLUMNS = ["--keep", "size,wind,rain"]
by_program = pytest.mark.skipif(not os.environ.get("SPINNEY"), reason="SPINNEY names no program")
slowly = settings(max_examples=10, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])

#: Ways of pruning, and the flags that ask the program for the same.
CLASSES = [
    ("reduced_error", ["--prune", "reduced-error"]),
    ({"method": "reduced_error", "share": 0.5, "backfit": False}, ["--prune-share", "0.5", "--backfit", "false"]),
    ("pessimistic", ["--prune", "pessimistic"]),
    (
        {"method": "pessimistic", "confidence": 0.1, "raising": False, "doubt": "j48"},
        ["--confidence", "0.1", "--raising", "false", "--doubt", "j48"],
    ),
    ("cost_complexity", ["--prune", "cost-complexity"]),
    (
        {"method": "cost_complexity", "folds": np.int64(3), "rule": "one_error", "risk": "errors"},
        ["--prune-folds", "3", "--prune-rule", "one-error", "--prune-risk", "errors"],
    ),
    ({"method": "cost_complexity", "complexity": 0.1}, ["--prune-complexity", "0.1"]),
    ("mdl", ["--prune", "mdl"]),
    ("none", ["--prune", "none"]),
]
#: scikit-learn's limits of one and two rows are no limits.
PLAIN = ["--missing-last", "true", "--min-rows-leaf", "0", "--min-rows-split", "0", "--min-rows-value", "1"]


def classes(draw):
    frame, draws = frames(draw)
    frame["y"] = np.where((frame["wind"] == "weak") ^ (draws.random(len(frame)) < 0.3), "yes", "no")
    frame.loc[:1, "y"] = ["yes", "no"]
    return frame


def grown(model):
    return json.loads(model.to_json())


@by_program
@pytest.mark.parametrize("preset", PRESETS)
@slowly
@given(data=st.data(), seed=st.integers(0, 10**6))
def test_a_preset_is_the_programs(tmp_path, preset, data, seed):
    frame = classes(data.draw)
    ours = spinney.DecisionTreeClassifier(preset=preset, random_state=seed).fit(frame.drop(columns="y"), frame["y"])
    same(ours._model, fitted(tmp_path, frame, *COLUMNS, "--preset", preset, "--seed", str(seed)))


@by_program
@pytest.mark.parametrize("preset", ["id3", "cart", "rpart"])
def test_a_preset_of_numbers_is_the_programs(tmp_path, preset):
    X, _ = table(200)
    frame = pd.DataFrame(X, columns=list("abcd")).assign(y=X[:, 0] ** 2 + X[:, 1])
    ours = spinney.DecisionTreeRegressor(preset=preset, random_state=0).fit(frame[list("abcd")], frame["y"])
    flags = ["--keep", "a,b,c,d", "--task", "regression", "--preset", preset]
    same(ours._model, fitted(tmp_path, frame, *flags))


@by_program
@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("kind, name", [("forest", "RandomForestClassifier"), ("extra-trees", "ExtraTreesClassifier")])
def test_a_preset_of_forests_is_the_programs(tmp_path, preset, kind, name):
    draws = np.random.default_rng(3)
    frame = pd.DataFrame({"size": draws.integers(0, 9, 90) / 4, "wind": draws.choice(["a", "b", "c"], 90)})
    frame["y"] = np.where((frame["wind"] == "a") ^ (draws.random(90) < 0.2), "yes", "no")
    ours = getattr(spinney, name)(4, preset=preset, random_state=5).fit(frame[["size", "wind"]], frame["y"])
    flags = ["--model", kind, "--preset", preset, "--trees", "4", "--seed", "5", "--count-constant", "true"]
    same(ours._model, fitted(tmp_path, frame, "--keep", "size,wind", *flags))


@by_program
def test_parameters_that_are_said_win_over_the_preset(tmp_path):
    X, y = table(300)
    frame = pd.DataFrame(X, columns=list("abcd")).assign(y=y)
    said = {"criterion": "entropy", "min_samples_leaf": 9, "max_depth": 4, "missing": "own", "pruning": "none"}
    ours = spinney.DecisionTreeClassifier(preset="c45", random_state=0, **said).fit(frame[list("abcd")], y)
    flags = ["--criterion", "entropy", "--min-rows-leaf", "9", "--max-depth", "4", "--missing-policy", "own"]
    same(ours._model, fitted(tmp_path, frame, "--keep", "a,b,c,d", "--preset", "c45", "--prune", "none", *flags))


def test_settings_are_said_last():
    X, y = table()
    tree = spinney.DecisionTreeClassifier(preset="rpart", settings={"criterion": "gini", "min-rows-leaf": 1}).fit(X, y)
    found = grown(tree._model)["settings"]
    assert (found["min-rows-leaf"], found["min-rows-split"], found["max-depth"]) == (1.0, 20.0, 30)


def test_trees_of_a_forest_with_a_preset_grow_again():
    X, y = table(200)
    forest = spinney.RandomForestClassifier(3, preset="rpart", random_state=2).fit(X, y)
    for tree, rows in zip(forest.estimators_, forest.estimators_samples_):
        again = clone(tree).fit(X[rows], y[rows])
        assert grown(again._model)["tree"] == grown(tree._model)["tree"]


def test_trees_of_a_forest_with_a_preset_that_prunes_are_left_as_they_grow():
    X, y = table(200)
    forest = spinney.RandomForestClassifier(2, preset="j48", random_state=2).fit(X, y)
    again = clone(forest.estimators_[0]).fit(X, y)
    assert "pruning" not in grown(again._model)
    assert grown(spinney.DecisionTreeClassifier(preset="j48").fit(X, y)._model)["pruning"]


@by_program
@pytest.mark.parametrize("pruning, flags", CLASSES)
@slowly
@given(data=st.data(), seed=st.integers(0, 10**6))
def test_a_way_of_pruning_is_the_programs(tmp_path, pruning, flags, data, seed):
    frame = classes(data.draw)
    ours = spinney.DecisionTreeClassifier(pruning=pruning, random_state=seed).fit(frame.drop(columns="y"), frame["y"])
    same(ours._model, fitted(tmp_path, frame, *COLUMNS, "--seed", str(seed), *PLAIN, *flags))


@by_program
@pytest.mark.parametrize("pruning, flags", [CLASSES[0], CLASSES[4], CLASSES[6]])
def test_a_way_of_pruning_numbers_is_the_programs(tmp_path, pruning, flags):
    X, _ = table(200)
    y = X[:, 0] + np.random.default_rng(1).normal(size=200).round(2)
    frame = pd.DataFrame(X, columns=list("abcd")).assign(y=y)
    ours = spinney.DecisionTreeRegressor(pruning=pruning, random_state=0).fit(frame[list("abcd")], frame["y"])
    theirs = fitted(tmp_path, frame, "--keep", "a,b,c,d", "--task", "regression", *PLAIN, *flags)
    same(ours._model, theirs)
    whole = spinney.DecisionTreeRegressor(random_state=0).fit(frame[list("abcd")], frame["y"])
    assert ours.get_n_leaves() < whole.get_n_leaves()


@by_program
def test_the_doubt_of_a_preset_is_its_own(tmp_path):
    X, y = table(150)
    y = y ^ (np.random.default_rng(0).random(150) < 0.2)
    frame = pd.DataFrame(X, columns=list("abcd")).assign(y=y)
    pruning = {"method": "pessimistic", "confidence": 0.4}
    ours = spinney.DecisionTreeClassifier(preset="j48", pruning=pruning, random_state=0).fit(frame[list("abcd")], y)
    same(ours._model, fitted(tmp_path, frame, "--keep", "a,b,c,d", "--preset", "j48", "--confidence", "0.4"))


@pytest.mark.parametrize(
    "pruning, words",
    [
        ({"confidence": 0.1}, "needs a method"),
        ({"method": "cart"}, "needs a method"),
        ({"method": "mdl", "folds": 3}, "no settings"),
        ({"method": "pessimistic", "folds": 3}, "'folds'"),
        ({"method": "cost_complexity", "complexity": 0.1, "folds": 3}, "'folds'"),
        ({"method": "pessimistic", "confidence": 0.9}, "confidence"),
        ({"method": "pessimistic", "doubt": "mine"}, "mine"),
        ({"method": "cost_complexity", "folds": 1}, "folds"),
        ({"method": "reduced_error", "share": 1.5}, "share"),
        ("c45", "pruning"),
    ],
)
def test_pruning_that_makes_no_sense_is_refused(pruning, words):
    X, y = table()
    with pytest.raises(ValueError, match=words):
        spinney.DecisionTreeClassifier(pruning=pruning).fit(X, y)


def test_what_does_not_go_together_is_refused():
    X, y = table()
    with pytest.raises(ValueError, match="either ccp_alpha or pruning"):
        spinney.DecisionTreeClassifier(pruning="mdl", ccp_alpha=0.1).fit(X, y)
    with pytest.raises(ValueError, match="classes"):
        spinney.DecisionTreeRegressor(pruning="mdl").fit(X, X[:, 0])
    with pytest.raises(ValueError, match="preset"):
        spinney.DecisionTreeClassifier(preset="c50").fit(X, y)


def test_a_price_that_is_said_wins_over_the_presets_pruning():
    X, y = table()
    tree = spinney.DecisionTreeClassifier(preset="c45", ccp_alpha=0.2).fit(X, y)
    assert [way["method"] for way in grown(tree._model)["pruning"]] == ["cost-complexity"]


def test_the_path_of_prices_is_that_of_the_whole_tree():
    X, y = table(200)
    pruned = spinney.DecisionTreeClassifier(pruning="cost_complexity", random_state=0).cost_complexity_pruning_path(X, y)
    whole = spinney.DecisionTreeClassifier(random_state=0).cost_complexity_pruning_path(X, y)
    assert (pruned.ccp_alphas == whole.ccp_alphas).all()
