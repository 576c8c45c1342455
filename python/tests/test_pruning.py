"""Trees become smaller, as the program makes them."""

import json
import os
import subprocess

import numpy as np
import pandas as pd
import pytest
import sklearn.tree
from sklearn.base import clone
from sklearn.datasets import load_diabetes

import spinney
from conftest import table
from spinney import DecisionTreeClassifier, DecisionTreeRegressor, _smaller

PROGRAM = os.environ.get("SPINNEY", "")
needs_program = pytest.mark.skipif(not PROGRAM, reason="SPINNEY names no program")
PENGUINS = pd.read_csv("data/penguins.csv")
X, Y = PENGUINS.drop(columns="species"), PENGUINS["species"]


@pytest.fixture(scope="module")
def whole():
    return DecisionTreeClassifier(random_state=0, criterion="entropy").fit(X, Y)


WAYS = [
    ("cost-complexity", {}, []),
    ("cost-complexity", {"rule": "one-error", "folds": 5, "risk": "errors"}, ["--prune-rule", "one-error", "--prune-folds", "5", "--prune-risk", "errors"]),
    ("cost-complexity", {"complexity": 0.02}, ["--prune-complexity", "0.02"]),
    ("pessimistic", {"confidence": 0.1}, ["--confidence", "0.1"]),
    ("pessimistic", {"doubt": "j48", "raising": False}, ["--doubt", "j48", "--raising", "false"]),
    ("mdl", {}, []),
    ("reduced-error", {"backfit": False}, ["--backfit", "false"]),
    ("merge", {}, None),
]


@needs_program
@pytest.mark.parametrize("method, how, flags", WAYS)
def test_the_program_prunes_the_same(whole, tmp_path, method, how, flags):
    (tmp_path / "whole.spinney").write_bytes(whole.to_bytes())
    flags = ["--merge"] if flags is None else ["--prune", method, *flags]
    command = [PROGRAM, "prune", str(tmp_path / "whole.spinney"), "data/penguins.csv", "--out", str(tmp_path / "smaller.json")]
    done = subprocess.run([*command, "--json", "--quiet", "--seed", "3", *flags], check=True, capture_output=True, text=True)
    theirs, pruned = json.loads(done.stdout), whole.prune(X, Y, method, random_state=3, **how)
    ours = pruned.data
    for name in ("before", "after", "pruning", "path", "chosen"):
        if not (method == "reduced-error" and name == "pruning"):
            assert ours.get(name) == theirs.get(name)
    assert sorted((w["leaf"], w["subtree"], w["outcome"]) for w in ours["weighings"]) == sorted(
        (w["leaf"], w["subtree"], w["outcome"]) for w in theirs["weighings"]
    )
    saved = json.load(open(tmp_path / "smaller.json"))
    assert json.loads(pruned.model._model.to_json())["tree"] == saved["tree"]
    assert whole.get_n_leaves() == ours["before"]["leaves"]  # it stays as it is


def test_what_is_shown_of_pruning(whole):
    pruned = whole.prune(X, Y)
    assert "chosen" in repr(pruned) and "<table>" in pruned._repr_html_()
    assert pruned.path[pruned.data["chosen"]]["leaves"] == pruned.model.get_n_leaves()
    assert "error against size" in pruned.plot().svg and "chosen" in pruned.plot().svg
    assert "held out" in pruned.plot(X[:100], Y[:100], name="held out").svg
    assert "outcome" not in repr(whole.prune(X, Y, "mdl")) and "so it is" in repr(whole.prune(X, Y, "mdl"))


def test_a_price_and_merging_need_no_rows(whole):
    assert whole.prune(complexity=0.02).model.to_bytes() == whole.prune(X, Y, complexity=0.02).model.to_bytes()
    assert whole.prune(method="merge").model.get_n_leaves() <= whole.get_n_leaves()
    with pytest.raises(ValueError, match="needs X and y"):
        whole.prune()


def test_nodes_are_snipped_by_the_numbers_that_apply_tells(whole):
    numbers, y = table()
    tree = DecisionTreeClassifier(random_state=0).fit(numbers, y)
    inner = [int(node) for node in np.flatnonzero(tree.tree_.children_left >= 0)]
    for node in inner[1:]:  # below the root there are others
        snipped = tree.snip(node)
        under = np.asarray(tree.decision_path(numbers)[:, [node]].todense()).ravel() > 0
        ends = np.unique(snipped.apply(numbers[under]))
        assert len(ends) == 1 and not np.isin(ends, snipped.apply(numbers[~under])).any()
    both = tree.snip(inner[-2:])
    assert both.get_n_leaves() <= tree.get_n_leaves() - 1
    assert both.tree_.node_count == both._model.shape(0)[0]
    with pytest.raises(ValueError, match="there is no node 999"):
        tree.snip([999])
    with pytest.raises(ValueError, match="from 0"):
        tree.snip(-1)


def test_numbers_and_several_targets():
    numbers, y = load_diabetes(return_X_y=True)
    tree = DecisionTreeRegressor(random_state=0).fit(numbers, y)
    assert tree.prune(numbers, y).model.get_n_leaves() < 40
    with pytest.raises(ValueError, match="number"):
        tree.prune(numbers, y, "mdl")
    both = DecisionTreeRegressor(random_state=0).fit(numbers, np.column_stack([y, -y]))
    assert both.prune(complexity=0.05).model.predict(numbers[:3]).shape == (3, 2)
    assert both.snip(0).predict(numbers[:3]).shape == (3, 2)


def test_mistakes_are_told(whole):
    with pytest.raises(ValueError, match="needs a method, one of reduced_error.*got 'saw'"):
        whole.prune(X, Y, "saw")
    with pytest.raises(ValueError, match="pruning by 'mdl' has no settings; got 'confidence'"):
        whole.prune(X, Y, "mdl", confidence=0.1)
    with pytest.raises(ValueError, match="confidence"):
        whole.prune(X, Y, "pessimistic", confidence=0.9)
    with pytest.raises(ValueError, match="how it was grown"):
        spinney.load("data/tennis_by_hand.json").prune(pd.read_csv("data/tennis.csv"), "play")


def costly(weighted):
    draws = np.random.default_rng(0)
    X = draws.normal(size=(300, 3)).astype(np.float32).astype(float)
    return X, np.exp(X[:, 0] + 0.3 * draws.normal(size=300)), 1.0 + np.arange(300) % 3 if weighted else None


@pytest.mark.parametrize("criterion", ["absolute_error", "poisson", "squared_error"])
@pytest.mark.parametrize("weighted", [False, True])
def test_steps_of_a_tree_are_those_of_scikit_learn(criterion, weighted):
    X, y, weights = costly(weighted)
    theirs = sklearn.tree.DecisionTreeRegressor(criterion=criterion, random_state=0).fit(X, y, sample_weight=weights)
    path = theirs.cost_complexity_pruning_path(X, y, sample_weight=weights)
    steps = _smaller.steps(spinney.from_sklearn(theirs).tree_)
    assert np.allclose([step.price for step in steps], path.ccp_alphas) and np.allclose([step.impurity for step in steps], path.impurities)


@pytest.mark.parametrize("criterion", ["absolute_error", "poisson"])
@pytest.mark.parametrize("weighted", [False, True])
def test_prices_of_leaves_and_importances_go_by_the_criterion(criterion, weighted):
    X, y, weights = costly(weighted)
    whole = DecisionTreeRegressor(criterion=criterion, random_state=0).fit(X, y, sample_weight=weights)
    theirs = sklearn.tree.DecisionTreeRegressor(criterion=criterion, random_state=0).fit(X, y, sample_weight=weights)
    assert np.allclose(whole.feature_importances_, theirs.feature_importances_, atol=0.1)  # small nodes have ties
    path = whole.cost_complexity_pruning_path(X, y, sample_weight=weights)
    its = theirs.cost_complexity_pruning_path(X, y, sample_weight=weights)
    assert np.allclose(path.impurities[-20:], its.impurities[-20:], rtol=0.05) and path.impurities[-1] == whole.tree_.impurity[0]
    for price, left in list(zip(path.ccp_alphas, path.impurities))[-20:]:
        tree = clone(whole).set_params(ccp_alpha=price * (1 + 1e-9)).fit(X, y, sample_weight=weights).tree_
        leaves = tree.children_left < 0
        assert np.isclose((tree.impurity * tree.weighted_n_node_samples)[leaves].sum() / tree.weighted_n_node_samples[0], left)
    assert clone(whole).set_params(ccp_alpha=1e9).fit(X, y).get_n_leaves() == 1
    names = np.array(["a", "b", "c"])[np.arange(300) % 3][:, None]
    assert clone(whole).set_params(ccp_alpha=1e9).fit(names, y).get_n_leaves() == 1
