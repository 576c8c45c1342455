"""What leaves answer, which columns may meet on a path, and how trees vote."""

import json
import os

import numpy as np
import pandas as pd
import pytest

import spinney
from conftest import table
from test_program import fitted, same

by_program = pytest.mark.skipif(not os.environ.get("SPINNEY"), reason="SPINNEY names no program")
LIMITS = ["--min-rows-leaf", "12", "--min-rows-split", "0", "--missing-last", "true", "--keep", "a,b,c,d", "--task", "regression"]

LEAVES = [
    ("mean", ["--leaf", "mean"]),
    ("median", ["--leaf", "median"]),
    ("linear", ["--leaf", "linear"]),
    ({"quantile": 0.9}, ["--quantile", "0.9"]),
]


@by_program
@pytest.mark.parametrize("leaf, flags", LEAVES)
def test_leaves_answer_what_the_programs_do(tmp_path, leaf, flags):
    X, _ = table(150)
    frame = pd.DataFrame(X, columns=list("abcd")).assign(y=(X[:, 0] ** 2 + X[:, 1]).round(3))
    X, y, params = frame[list("abcd")], frame["y"], {"leaf": leaf, "min_samples_leaf": 12, "random_state": 0}
    tree = spinney.DecisionTreeRegressor(**params).fit(X, y)
    same(tree._model, fitted(tmp_path, frame, *LIMITS, "--prune", "none", "--min-rows-value", "1", *flags))
    forest = spinney.ExtraTreesRegressor(5, max_features=None, **params).fit(X, y)
    further = ["--model", "extra-trees", "--columns-per-split", "all", "--trees", "5"]
    same(forest._model, fitted(tmp_path, frame, *LIMITS, *further, *flags))


def test_leaves_are_what_they_are_called():
    X, _ = table(200)
    y = X[:, 0] + X[:, 1]
    answers = {name: spinney.DecisionTreeRegressor(leaf=leaf, max_depth=1).fit(X, y) for name, leaf in [("q", {"quantile": 0.25}), ("m", "median")]}
    left = X[:, answers["m"].tree_.feature[0]] <= answers["m"].tree_.threshold[0]
    assert np.isclose(answers["m"].predict(X[left])[0], np.median(y[left]))
    assert np.isclose((y[left] < answers["q"].predict(X[left])[0]).mean(), 0.25, atol=0.02)
    line = spinney.DecisionTreeRegressor(leaf="linear", max_depth=1).fit(X, y)
    assert line.score(X, y) > 0.999
    assert spinney.DecisionTreeRegressor(criterion="absolute_error", leaf="mean", max_depth=1).fit(X, y).score(X, y) > 0


@pytest.mark.parametrize("leaf", ["mode", {"quantile": 1.5}, {"share": 0.5}, {}, 3])
def test_other_leaves_are_refused(leaf):
    X, _ = table()
    with pytest.raises(ValueError, match="leaf"):
        spinney.DecisionTreeRegressor(leaf=leaf).fit(X, X[:, 0])


def paths_of(tree):
    """The sets of columns that are asked on the way to each leaf."""
    children, feature = [tree.tree_.children_left, tree.tree_.children_right], tree.tree_.feature
    open_, found = [(0, frozenset())], []
    while open_:
        node, asked = open_.pop()
        if children[0][node] < 0:
            found.append(asked)
            continue
        open_ += [(side[node], asked | {int(feature[node])}) for side in children]
    return found


@pytest.mark.parametrize("groups", [[[0, 1], [2, 3]], [{1, 0}], "pairwise", "no_interactions"])
@pytest.mark.parametrize("name", ["DecisionTreeClassifier", "RandomForestClassifier", "ExtraTreesClassifier"])
def test_only_columns_of_a_group_meet(groups, name):
    X, _ = table(300)
    y = np.random.default_rng(1).integers(0, 2, 300)  # chance, so that every column is asked somewhere
    model = getattr(spinney, name)(interaction_cst=groups, random_state=0).fit(X, y)
    trees = model.estimators_[:5] if hasattr(model, "estimators_") else [model]
    allowed = {"pairwise": 2, "no_interactions": 1}.get(str(groups))
    for met in (met for tree in trees for met in paths_of(tree)):
        assert len(met) <= allowed if allowed else met <= {0, 1} or met <= {2, 3}
    free = getattr(spinney, name)(random_state=0).fit(X, y)
    assert any(len(met) > 2 for tree in (free.estimators_ if hasattr(free, "estimators_") else [free]) for met in paths_of(tree))


def test_groups_are_the_programs_and_are_checked():
    X, y = table()
    frame = pd.DataFrame(X, columns=list("abcd"))
    by_name = spinney.DecisionTreeClassifier(interaction_cst=[["b", "a"], ["c"]], random_state=0).fit(frame, y)
    by_place = spinney.DecisionTreeClassifier(interaction_cst=[(1, 0), [2]], random_state=0).fit(frame, y)
    assert by_name.to_bytes() == by_place.to_bytes()
    assert json.loads(by_name._model.to_json())["settings"]["interactions"] == [["a", "b"], ["c"]]
    for wrong in ([["a", "z"]], [[4]], "all", [[0.5]]):
        with pytest.raises(ValueError, match="interaction_cst"):
            spinney.DecisionTreeClassifier(interaction_cst=wrong).fit(frame, y)


def test_trees_may_vote():
    X, y = table(200)
    majority = spinney.RandomForestClassifier(7, vote="majority", max_depth=2, random_state=0).fit(X, y)
    shares = majority.predict_proba(X)
    assert np.allclose(shares * 7, np.round(shares * 7))
    votes = np.stack([tree.predict(X) for tree in majority.estimators_]).astype(int)
    assert (np.stack([(votes == each).mean(axis=0) for each in range(3)], axis=1) == shares).all()
    mean = spinney.RandomForestClassifier(7, max_depth=2, random_state=0).fit(X, y)
    assert not np.allclose(mean.predict_proba(X), shares)
