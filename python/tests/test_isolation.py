"""Weights of rows that trees without a target are grown from."""

import copy
import pickle

import numpy as np
import pandas as pd
import polars as pl
import pytest
import scipy.sparse as sp
import sklearn.ensemble

from spinney import DecisionTreeRegressor, IsolationForest


def parted(rows=300):
    """Two heaps, and weights that are not whole."""
    draws = np.random.default_rng(0)
    X = np.concatenate([draws.normal(size=(rows, 3)), draws.normal(size=(rows, 3)) + 8])
    return X, draws.random(2 * rows).round(3) + 0.25


@pytest.mark.parametrize("params", [{}, {"bootstrap": True}, {"max_samples": 40}, {"bootstrap": True, "max_features": 2}])
def test_weights_are_chances_to_be_drawn_as_in_scikit_learn(params):
    X, weights = parted()
    weights[300:] /= 200.0  # the second heap is rare now, and so unlike the others
    ours = IsolationForest(n_estimators=300, random_state=0, **params)
    told = ours.fit(X, sample_weight=weights).score_samples(X)
    theirs = sklearn.ensemble.IsolationForest(n_estimators=300, random_state=0, **params).fit(X, sample_weight=weights).score_samples(X)
    assert np.corrcoef(told, theirs)[0, 1] > 0.98
    assert abs(told.mean() - theirs.mean()) < 0.04
    plain = IsolationForest(n_estimators=300, random_state=0, **params).fit(X).score_samples(X)
    assert told[300:].mean() < plain[300:].mean() - 0.05


def test_rows_without_weight_are_never_drawn():
    X, weights = parted()
    weights[::3] = 0.0
    kept = weights > 0
    one = IsolationForest(random_state=0, max_samples=100).fit(X, sample_weight=weights)
    two = IsolationForest(random_state=0, max_samples=100).fit(X[kept], sample_weight=weights[kept])
    assert one.to_bytes() == two.to_bytes()


def test_rows_with_their_weights_in_another_order_give_the_same_forest():
    X, weights = parted()
    order = np.random.default_rng(3).permutation(len(X))
    one = IsolationForest(random_state=0, contamination=0.1).fit(X, sample_weight=weights)
    two = IsolationForest(random_state=0, contamination=0.1).fit(X[order], sample_weight=weights[order])
    assert one.to_bytes() == two.to_bytes() and one.offset_ == two.offset_
    assert np.isclose(np.percentile(one.score_samples(X), 10), one.offset_)


def test_all_rows_are_taken_where_a_tree_wants_as_many():
    X, weights = parted(20)
    forest = IsolationForest(random_state=0, max_samples=1.0).fit(X, sample_weight=weights)
    assert forest.max_samples_ == 40
    assert forest.to_bytes() == IsolationForest(random_state=0, max_samples=1.0).fit(X).to_bytes()


def test_whole_weights_are_copies_and_large_ones_chances():
    X, _ = parted(50)
    weights = np.random.default_rng(1).integers(0, 4, 100)
    one = IsolationForest(random_state=0).fit(X, sample_weight=weights)
    assert one.to_bytes() == IsolationForest(random_state=0).fit(np.repeat(X, weights, axis=0)).to_bytes()
    large = IsolationForest(random_state=0, max_samples=30).fit(X, sample_weight=weights * 1e12)
    assert large.max_samples_ == 30


def test_weights_of_trees_of_some_features_need_a_bootstrap():
    X, weights = parted(50)
    with pytest.raises(ValueError, match="bootstrap=True"):
        IsolationForest(max_features=2).fit(X, sample_weight=weights)


@pytest.mark.parametrize("kind", ["array", "F", "polars", "csr", "csc", "csr, no zero"])
def test_noise_is_constant_in_whatever_it_comes(kind):
    draws = np.random.default_rng(0)
    noise = draws.random(60) * 9e-8
    if "cs" in kind and "no" not in kind:
        noise[::3] = 0.0
    X = np.column_stack([noise + (0.0 if "cs" in kind and "no" not in kind else 1.0), draws.normal(size=60)])
    y = noise * 1e8
    given = {
        "array": np.ascontiguousarray(X),
        "F": np.asfortranarray(X),
        "polars": pl.DataFrame(X, schema=["a", "b"]),
        "csr": sp.csr_array(X),
        "csc": sp.csc_array(X),
        "csr, no zero": sp.csr_array(X),
    }[kind]
    tree = DecisionTreeRegressor(random_state=0).fit(given, y)
    assert tree.feature_importances_.tolist() == [0.0, 1.0]
    wider = X.copy()
    wider[0, 0] += 1e-6
    for other in (wider, sp.csr_array(wider), pl.DataFrame(wider, schema=["a", "b"])):
        assert DecisionTreeRegressor(random_state=0).fit(other, y).feature_importances_[0] > 0


def weighed(rows, weights):
    """How often rows were drawn as copies of weighed rows."""
    return np.bincount(rows, minlength=len(weights))


@pytest.mark.parametrize("params", [{}, {"max_samples": 0.4}, {"max_samples": 1.0}, {"bootstrap": True}, {"max_features": 0.5}, {"max_features": 0.5, "max_samples": 1.0}])
@pytest.mark.parametrize("kind", ["plain", "whole", "broken"])
def test_rows_of_each_tree_are_named_and_are_those_it_was_grown_from(params, kind):
    X, weights = parted(60)
    X = X + np.arange(120)[:, np.newaxis] * 1e-6  # no two rows are alike
    given = {"plain": None, "whole": np.arange(120) % 3, "broken": weights}[kind]
    if kind == "broken" and "max_features" in params:
        params = {**params, "bootstrap": True}
    forest = IsolationForest(n_estimators=5, random_state=0, **params).fit(X, sample_weight=given)
    samples = forest.estimators_samples_
    assert len(samples) == 5 and {len(rows) for rows in samples} == {forest.max_samples_} and samples[0].dtype == np.int32
    for tree, rows in zip(forest.estimators_, samples):
        # The rows of a tree, and no others, come to as many as its leaves have.
        leaves = tree.apply(X)
        assert (np.bincount(leaves[rows], minlength=tree.tree_.node_count) == np.where(tree.tree_.feature < 0, tree.tree_.n_node_samples, 0)).all()
        if kind == "whole":
            assert (weighed(rows, given) <= given).all() or params.get("bootstrap")
            assert given[rows].min() > 0
        elif not params.get("bootstrap"):
            assert len(np.unique(rows)) == len(rows)
    again = pickle.loads(pickle.dumps(forest)).estimators_samples_
    assert all((one == two).all() for one, two in zip(samples, again))
    all_of_them = forest.max_samples_ == (given.sum() if kind == "whole" else 120) and not params.get("bootstrap")
    assert all_of_them == all((np.sort(rows) == np.sort(samples[0])).all() for rows in samples)


def test_trees_take_the_features_that_they_are_said_to_take():
    X, _ = parted(60)
    forest = IsolationForest(n_estimators=20, max_features=2, random_state=0).fit(X)
    for tree, features in zip(forest.estimators_, forest.estimators_features_):
        assert (tree.apply(X[:, features]) == tree.apply(X)).all()
        assert len(set(tree.tree_.feature[tree.tree_.feature >= 0])) <= 2


def with_infinite():
    draws = np.random.default_rng(0)
    X = draws.normal(size=(200, 2))
    X[0, 1], X[1, 0] = np.inf, -np.inf
    return X


@pytest.mark.parametrize("params", [{}, {"bootstrap": True}, {"max_features": 1, "n_estimators": 200}])
def test_infinite_numbers_lie_beyond_all_others_and_are_learned(params):
    X = with_infinite()
    forest = IsolationForest(random_state=0, **params).fit(X)
    told = forest.score_samples(X)
    assert np.isfinite(told).all() and (told[:2].max() < told[2:]).all()
    assert (forest.predict(X[:2]) == -1).all()


@pytest.mark.parametrize("asked", [[[np.inf, 0.0]], [[0.0, -np.inf]], [[np.inf, -np.inf]], [[np.inf, np.nan]]])
def test_a_row_is_asked_with_infinite_numbers_as_with_large_ones(asked):
    X = with_infinite()[2:]
    forest = IsolationForest(random_state=0).fit(X)
    large = np.nan_to_num(np.array(asked), nan=np.nan, posinf=1e30, neginf=-1e30)
    assert forest.score_samples(asked) == forest.score_samples(large)
    many = np.repeat(asked, 40, axis=0)
    assert (forest.score_samples(many) == forest.score_samples(large)).all()
    assert (forest.score_samples(many.astype(np.float32)) == forest.score_samples(large)).all()
    theirs = sklearn.ensemble.IsolationForest(random_state=0).fit(X)
    assert theirs.predict(asked) == forest.predict(asked)


@pytest.mark.parametrize("shape", [list, np.asarray, np.asfortranarray, pd.DataFrame, pl.DataFrame, sp.csr_array, sp.csc_matrix, "objects", "nullable", "names", "rows", "array"])
def test_infinite_numbers_of_every_kind_of_table(shape):
    X = with_infinite()
    plain = IsolationForest(random_state=0).fit(X)
    if shape == "objects":
        given = X.astype(object)
    elif shape == "nullable":
        given = pd.DataFrame(X).astype("Float64")
    elif shape == "names":
        given = pd.DataFrame(X, columns=["a", "b"]).assign(c=["x", "y"] * 100)
    elif shape in ("rows", "array"):
        given = [[name, *row] for name, row in zip(["x", "y"] * 100, X.tolist())]
        given = np.array(given, dtype=object) if shape == "array" else given
    else:
        given = shape(X.tolist() if shape is list else X)
    held = copy.deepcopy(given)
    told = IsolationForest(random_state=0).fit(given).score_samples(given)
    assert np.isfinite(told).all() and told.argmin() in (0, 1)
    if shape not in ("names", "rows", "array"):
        assert np.allclose(told, plain.score_samples(X))
    before, after = (np.asarray(own.todense() if sp.issparse(own) else own, dtype=object) for own in (held, given))
    assert (before == after).all()  # what was handed over stays as it is
