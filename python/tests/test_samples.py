"""Which rows trees are grown from, what weights do to that, and what limits count."""

import pickle

import numpy as np
import pytest
import sklearn.ensemble
import sklearn.tree
from sklearn.base import clone

import spinney
from conftest import make, table

FORESTS = ["RandomForestClassifier", "ExtraTreesClassifier", "RandomForestRegressor", "ExtraTreesRegressor"]


@pytest.mark.parametrize("name", FORESTS)
@pytest.mark.parametrize("params", [{"bootstrap": True}, {"bootstrap": False}, {"bootstrap": True, "max_samples": 1.7}])
def test_every_tree_grows_again_from_its_own_rows(name, params):
    X, y = table(90)
    forest = make(name, **params).fit(X, y)
    samples = forest.estimators_samples_
    assert len(samples) == 10 and samples[0].dtype == np.int32
    assert len(samples[0]) == int(90 * params.get("max_samples", 1.0))
    for tree, rows in zip(forest.estimators_, samples):
        again = clone(tree).fit(X[rows], y[rows])
        assert (again.tree_.feature == tree.tree_.feature).all()
        assert (again.tree_.threshold == tree.tree_.threshold).all()
        assert np.allclose(again.tree_.value, tree.tree_.value)


def test_rows_of_trees_are_kept_by_pickle_and_follow_weights():
    X, y = table()
    weights = np.where(np.arange(120) % 2, 3, 0)
    forest = make("RandomForestClassifier").fit(X, y, sample_weight=weights)
    rows = forest.estimators_samples_
    assert all(len(own) == 180 and (own % 2 == 1).all() for own in rows)
    again = pickle.loads(pickle.dumps(forest)).estimators_samples_
    assert all((own == other).all() for own, other in zip(rows, again))


@pytest.mark.parametrize("alike", [False, True])
def test_rows_out_of_bag_are_those_that_were_not_drawn(alike):
    X, y = table()
    X = (X > np.median(X, axis=0)).astype(float)[:, :3] if alike else X
    forest = make("RandomForestRegressor", oob_score=True, n_estimators=30).fit(X, X[:, 0])
    told, seen = np.zeros(120), np.zeros(120)
    for tree, rows in zip(forest.estimators_, forest.estimators_samples_):
        out = np.setdiff1d(np.arange(120), rows)
        told[out] += tree.predict(X[out])
        seen[out] += 1
    assert np.allclose(told / seen, forest.oob_prediction_)


def test_the_score_out_of_bag_is_scikit_learns_where_rows_are_alike():
    draws = np.random.default_rng(0)
    X = draws.integers(0, 2, (1000, 8)).astype(float)
    y = (draws.random(1000) < np.where(X[:, 0] > 0, 0.85, 0.4)).astype(int)
    scores = [
        np.mean([kind(60, oob_score=True, random_state=seed).fit(X, y).oob_score_ for seed in range(5)])
        for kind in (spinney.RandomForestClassifier, sklearn.ensemble.RandomForestClassifier)
    ]
    assert abs(scores[0] - scores[1]) < 0.015


@pytest.mark.parametrize(("max_samples", "drawn"), [(None, 120), (0.5, 60), (2.5, 300), (7, 7), (500, 500), (1e-9, 1)])
def test_as_many_rows_are_drawn_as_are_asked_for(max_samples, drawn):
    X, y = table()
    forest = make("RandomForestClassifier", max_samples=max_samples).fit(X, y)
    assert {len(rows) for rows in forest.estimators_samples_} == {drawn}


def test_class_weights_are_chances_and_do_not_draw_more_rows():
    X, y = table()
    for weight in ({0: 4, 1: 4, 2: 4}, {0: 1, 1: 9, 2: 1}, "balanced"):
        forest = make("RandomForestClassifier", class_weight=weight).fit(X, y)
        assert {len(rows) for rows in forest.estimators_samples_} == {120}
    same = make("RandomForestClassifier").fit(X, y)
    assert make("RandomForestClassifier", class_weight={0: 4, 1: 4, 2: 4}).fit(X, y).to_bytes() == same.to_bytes()
    drawn = np.concatenate(make("RandomForestClassifier", class_weight={0: 1, 1: 9, 2: 1}).fit(X, y).estimators_samples_)
    assert (y[drawn] == 1).mean() > 2 * (y == 1).mean() or (y[drawn] == 1).mean() > 0.8


def test_limits_count_rows_that_were_drawn_twice_once_on_average():
    draws = np.random.default_rng(0)
    X, y = draws.normal(size=(1500, 5)), draws.integers(0, 2, 1500)
    for limit in ({"min_samples_leaf": 10}, {"min_samples_split": 40}, {"min_samples_leaf": 0.01}):
        ours = spinney.RandomForestClassifier(20, random_state=0, **limit).fit(X, y)
        theirs = sklearn.ensemble.RandomForestClassifier(20, random_state=0, **limit).fit(X, y)
        sizes = [np.mean([tree.get_n_leaves() for tree in forest.estimators_]) for forest in (ours, theirs)]
        assert 0.9 < sizes[0] / sizes[1] < 1.1, (limit, sizes)


def test_limits_of_weights_that_are_copies_are_limits_of_copies():
    X, y = table()
    twice = np.repeat(np.arange(120), 2)
    for limit in ({"min_samples_leaf": 3}, {"min_samples_split": 9}):
        one = make("RandomForestClassifier", **limit).fit(X, y, sample_weight=np.full(120, 2))
        two = make("RandomForestClassifier", **limit).fit(X[twice], y[twice])
        assert (one.predict_proba(X) == two.predict_proba(X)).all()


def test_classes_of_rows_without_weight_stay_classes(classifier):
    X, y = table()
    model = make(classifier).fit(X, y, sample_weight=(y != 2).astype(float))
    assert model.classes_.tolist() == [0, 1, 2]
    shares = model.predict_proba(X)
    assert shares.shape == (120, 3) and (shares[:, 2] == 0).all()
    assert set(model.predict(X)) <= {0, 1}


@pytest.mark.parametrize("criterion", ["absolute_error", "poisson"])
def test_impurities_are_those_of_the_criterion(criterion):
    draws = np.random.default_rng(3)
    X = draws.normal(size=(200, 3)).astype(np.float32).astype(float)
    y, weights = draws.poisson(3, 200) + 1.0, draws.integers(0, 4, 200)
    params = {"criterion": criterion, "max_depth": 4, "random_state": 0}
    ours = spinney.DecisionTreeRegressor(**params).fit(X, y, sample_weight=weights).tree_
    theirs = sklearn.tree.DecisionTreeRegressor(**params).fit(X, y, sample_weight=weights).tree_
    assert np.isclose(ours.impurity[0], theirs.impurity[0])
    same = (ours.node_count == theirs.node_count) and (ours.feature == theirs.feature).all()
    assert not same or np.allclose(ours.impurity, theirs.impurity)
    again = pickle.loads(pickle.dumps(ours))
    assert (again.impurity == ours.impurity).all()


def test_columns_of_rounding_noise_are_constant():
    y = np.resize([0, 1], 60)
    X = np.column_stack([0.1 + 0.2 * (y + 1) / (y + 1) + y * 1e-12, np.random.default_rng(0).normal(size=60)])
    assert make("DecisionTreeClassifier").fit(X, y).feature_importances_[0] == 0
    assert make("DecisionTreeClassifier").fit(X * [1e8, 1], y).feature_importances_[0] == 1


def test_missing_values_go_right_where_nothing_else_decides():
    X = np.array([[1.0], [2.0], [3.0], [4.0]])
    tree = make("DecisionTreeClassifier").fit(X, [0, 0, 1, 1])
    assert tree.predict([[np.nan]]).tolist() == [1] and tree.tree_.missing_go_to_left[0] == 0


def test_scikit_learns_criteria_are_taken_by_their_names():
    from sklearn.tree._criterion import MAE, MSE

    X, y = table()
    one = make("DecisionTreeRegressor", criterion=MSE(1, 120)).fit(X, y)
    assert one.to_bytes() == make("DecisionTreeRegressor").fit(X, y).to_bytes()
    two = make("DecisionTreeRegressor", criterion=MAE(1, 120)).fit(X, y)
    assert two.to_bytes() == make("DecisionTreeRegressor", criterion="absolute_error").fit(X, y).to_bytes()
