"""Steps tell the sums of the tree that is fitted: its weights, its seed, and what pruning took back."""

import json
import warnings

import numpy as np
import pandas as pd
import pytest

import spinney
from spinney import DecisionTreeClassifier, DecisionTreeRegressor, RandomForestClassifier

TENNIS = pd.read_csv("data/tennis.csv")
X, PLAY = TENNIS[["outlook", "wind"]], TENNIS["play"]
PENGUINS = pd.read_csv("data/penguins.csv")
BODY, SPECIES = PENGUINS.drop(columns="species"), PENGUINS["species"]


@pytest.fixture(autouse=True)
def no_warnings():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        yield


def test_weights_of_classes_and_of_rows_are_what_is_counted():
    tree = DecisionTreeClassifier(criterion="entropy", nominal="values", class_weight={"No": 2, "Yes": 1}).fit(X, PLAY)
    told = tree.steps(X, PLAY)
    assert "19 rows: No 10, Yes 9." in told and "gain(outlook) = 0.9980 − 0.7046 = 0.2934" in told  # five No, twice
    assert "what is counted here are the weights of rows" in " ".join(told.split())
    weights = np.where(PLAY == "No", 2.0, 1.0)
    plain = DecisionTreeClassifier(criterion="entropy", nominal="values").fit(X, PLAY, weights)
    assert plain.steps(X, PLAY, sample_weight=weights) == told
    doubled = pd.concat([TENNIS, TENNIS[PLAY == "No"]])
    rows = spinney.steps(doubled[["outlook", "wind"]], doubled["play"], criterion="entropy", nominal="values")
    assert told.replace("Rows have weights: what is counted here are the weights of rows.\n\n", "") == rows
    assert spinney.steps(X, PLAY, sample_weight=weights, criterion="entropy", nominal="values") == told


def test_small_weights_are_told_with_their_unit():
    weights = np.full(14, 1e-4)
    told = DecisionTreeClassifier().fit(X, PLAY, weights).steps(X, PLAY, sample_weight=weights)
    assert "1 stands for a weight of 0.00006103515625" in " ".join(told.split())


@pytest.mark.parametrize("way", ["reduced_error", "pessimistic", "cost_complexity", "mdl"])
def test_what_pruning_took_back_is_told(way):
    tree = DecisionTreeClassifier(pruning=way, random_state=0).fit(BODY, SPECIES)
    whole = DecisionTreeClassifier(random_state=0).fit(BODY, SPECIES).get_n_leaves()
    told = json.loads(tree.steps(BODY, SPECIES, kind="json"))
    assert told["pruning"]["tree"]["leaves"] == tree.get_n_leaves() <= told["tree"]["leaves"] <= whole
    assert told["pruning"]["held_out"] == (115 if way == "reduced_error" else 0)
    for kind in ("text", "markdown", "latex", "html"):
        assert "so it is" in tree.steps(BODY, SPECIES, kind=kind)


def test_a_price_of_leaves_takes_back_what_the_fitted_tree_lost():
    tree = DecisionTreeClassifier(ccp_alpha=0.01, random_state=0).fit(BODY, SPECIES)
    told = json.loads(tree.steps(BODY, SPECIES, kind="json"))
    assert told["pruning"]["tree"]["leaves"] == tree.get_n_leaves() < told["tree"]["leaves"]
    root = next(own for own in told["pruning"]["weighings"] if own["node"] == 0)
    assert root["subtree"] < root["leaf"] and root["outcome"] == "kept"
    assert "Pruning" not in DecisionTreeClassifier().fit(BODY, SPECIES).steps(BODY, SPECIES)


@pytest.mark.parametrize("random_state", [None, np.random.RandomState(3), 7])
def test_a_fitted_tree_is_told_by_the_seed_that_it_has_drawn(random_state):
    tree = DecisionTreeClassifier(splitter="random", max_features=2, random_state=random_state).fit(BODY, SPECIES)
    assert tree.text().splitlines()[-1] in tree.steps(BODY, SPECIES)  # which warns of any other tree


def test_another_tree_than_the_fitted_one_is_told_with_a_warning():
    tree = DecisionTreeClassifier().fit(X, PLAY, np.arange(14))
    with pytest.warns(UserWarning, match="another tree grows than the one that is fitted: X, y, sample_weight and parameters"):
        tree.steps(X, PLAY)
    assert DecisionTreeClassifier().steps(X, PLAY)  # not fitted: there is no other


def test_trees_of_files_and_of_forests_are_told_by_what_they_say(tmp_path):
    tree = DecisionTreeClassifier(preset="c45", min_samples_leaf=3, random_state=1).fit(BODY, SPECIES)
    (tmp_path / "tree.spinney").write_bytes(tree.to_bytes())
    assert spinney.load(tmp_path / "tree.spinney").steps(BODY, SPECIES) == tree.steps(BODY, SPECIES)
    forest = RandomForestClassifier(3, random_state=0, bootstrap=False).fit(BODY, SPECIES)
    codes = np.unique(SPECIES, return_inverse=True)[1]
    assert "nodes, of which" in forest.estimators_[1].steps(BODY, codes.astype(float))


def test_steps_need_rows():
    for tree in (DecisionTreeClassifier(), DecisionTreeClassifier().fit(X, PLAY)):
        with pytest.raises(TypeError, match=r"a model keeps none: steps\(X, y\), with sample_weight where fit had it. Without rows text\(\)"):
            tree.steps()


def test_the_target_may_be_a_column():
    table = TENNIS.drop(columns="day")
    assert spinney.steps(table, "play") == spinney.steps(table.drop(columns="play"), PLAY)
    assert DecisionTreeClassifier().steps(table, "play") == DecisionTreeClassifier().steps(table.drop(columns="play"), PLAY)


def test_steps_of_numbers_have_weights_too():
    weights = np.arange(1.0, 6.0)
    tree = DecisionTreeRegressor(max_depth=1).fit(np.arange(5.0)[:, np.newaxis], [1, 1, 3, 3, 4], weights)
    assert "15 rows" in tree.steps(np.arange(5.0)[:, np.newaxis], [1, 1, 3, 3, 4], sample_weight=weights)
