"""Partial dependence by the nodes of a tree, beside scikit-learn's and beside its definition."""

import numpy as np
import pytest
import sklearn.ensemble
import sklearn.tree
from sklearn.inspection import partial_dependence

import spinney

KINDS = ["DecisionTreeRegressor", "ExtraTreeRegressor"]


def grown(name, **params):
    """A fitted tree of scikit-learn, and the rows, whose numbers have 32 bits."""
    draws = np.random.default_rng(0)
    X = draws.normal(size=(300, 4)).astype(np.float32)
    y = X[:, 0] * 2 + X[:, 1] ** 2 * X[:, 2]
    theirs = getattr(sklearn.tree, name)(random_state=0, **params)
    return theirs.fit(X, y, sample_weight=draws.integers(1, 5, 300)), X


def of(tree, X, features):
    out = np.zeros(len(X))
    tree.compute_partial_dependence(X, np.array(features, dtype=np.intp), out)
    return out


@pytest.mark.parametrize("name", KINDS)
@pytest.mark.parametrize("features", [[0], [2, 1], [3, 0, 1, 2]])
def test_it_is_scikit_learns_for_trees_that_are_taken_over(name, features):
    theirs, X = grown(name, max_depth=6)
    ours = spinney.from_sklearn(theirs)
    asked = np.ascontiguousarray(X[:50][:, features])
    assert np.allclose(of(ours.tree_, asked, features), of(theirs.tree_, asked, features), rtol=1e-12)


def test_it_is_that_of_the_inspection_by_recursion():
    theirs, X = grown("DecisionTreeRegressor")
    found = partial_dependence(theirs, X, [1, 3], method="recursion", grid_resolution=9)
    grid = np.array(np.meshgrid(*found["grid_values"], indexing="ij")).reshape(2, -1).T
    assert np.allclose(of(spinney.from_sklearn(theirs).tree_, grid, [1, 3]), found["average"].ravel(), rtol=1e-12)


def test_trees_of_forests_come_to_that_of_the_forest():
    draws = np.random.default_rng(1)
    X = draws.normal(size=(200, 3)).astype(np.float32)
    theirs = sklearn.ensemble.RandomForestRegressor(10, random_state=0).fit(X, X[:, 0] - X[:, 2])
    found = partial_dependence(theirs, X, [2], method="recursion", grid_resolution=7)
    trees = spinney.from_sklearn(theirs).estimators_
    told = np.mean([of(tree.tree_, found["grid_values"][0][:, np.newaxis], [2]) for tree in trees], axis=0)
    assert np.allclose(told, found["average"][0], rtol=1e-12)


def test_a_row_that_is_known_whole_is_answered_and_one_of_which_nothing_is_asked_gets_the_mean():
    draws = np.random.default_rng(2)
    X = draws.normal(size=(200, 3))
    X[::9, 0] = np.nan
    y = np.nan_to_num(X[:, 0]) + X[:, 1]
    tree = spinney.DecisionTreeRegressor(max_depth=5, random_state=0).fit(X, y)
    assert np.allclose(of(tree.tree_, X, [0, 1, 2]), tree.predict(X))
    assert np.allclose(of(tree.tree_, X[:3, :0], []), y.mean())


def test_of_classes_it_is_the_share_of_the_first():
    draws = np.random.default_rng(3)
    X = draws.normal(size=(200, 3))
    tree = spinney.DecisionTreeClassifier(max_depth=4, random_state=0).fit(X, (X[:, 0] + X[:, 1] > 0).astype(int))
    assert np.allclose(of(tree.tree_, X, [0, 1, 2]), tree.predict_proba(X)[:, 0])


def test_it_is_added_to_what_is_there():
    tree = spinney.DecisionTreeRegressor().fit([[0.0], [1.0]], [1.0, 3.0])
    out = np.array([10.0, 10.0])
    tree.tree_.compute_partial_dependence(np.array([[0.0], [1.0]]), [0], out)
    assert out.tolist() == [11.0, 13.0]
