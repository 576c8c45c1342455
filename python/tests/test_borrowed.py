"""Models of scikit-learn that are taken over: their nodes keep their numbers, and what they say of themselves."""

import pickle

import numpy as np
import pytest
import sklearn.ensemble
import sklearn.tree
from sklearn.datasets import load_diabetes, load_iris

import spinney

ARRAYS = ["children_left", "children_right", "feature", "impurity", "n_node_samples", "weighted_n_node_samples", "value"]


def same_nodes(ours, theirs):
    assert ours.node_count == theirs.node_count
    for name in ARRAYS:
        assert np.allclose(getattr(ours, name), getattr(theirs, name)), name
    assert np.allclose(ours.threshold, theirs.threshold, atol=1e-6)


@pytest.mark.parametrize("criterion", ["absolute_error", "poisson", "squared_error", "friedman_mse"])
@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.filterwarnings("ignore:Value")
def test_nodes_of_every_criterion_say_what_theirs_say(criterion, weighted):
    X, y = load_diabetes(return_X_y=True)
    weights = 1.0 + np.arange(len(y)) % 3 if weighted else None
    theirs = sklearn.tree.DecisionTreeRegressor(criterion=criterion, max_depth=5).fit(X, y, sample_weight=weights)
    for ours in (spinney.from_sklearn(theirs), pickle.loads(pickle.dumps(spinney.from_sklearn(theirs)))):
        same_nodes(ours.tree_, theirs.tree_)
        assert np.allclose(ours.feature_importances_, theirs.feature_importances_)
        assert np.allclose(ours.predict(X), theirs.predict(X))
    assert spinney.export_graphviz(ours, precision=2).count("->") == theirs.tree_.node_count - 1


@pytest.mark.parametrize("criterion", ["absolute_error", "poisson"])
def test_forests_of_every_criterion_say_what_theirs_say(criterion):
    X, y = load_diabetes(return_X_y=True)
    theirs = sklearn.ensemble.RandomForestRegressor(5, criterion=criterion, max_depth=4, random_state=0).fit(X, y)
    ours = spinney.from_sklearn(theirs)
    assert np.allclose(ours.feature_importances_, theirs.feature_importances_)
    for own, its in zip(ours.estimators_, theirs.estimators_):
        same_nodes(own.tree_, its.tree_)
    ours.estimators_ += [spinney.from_sklearn(its) for its in theirs.estimators_[:2]]
    assert len(ours) == 7 and np.allclose(ours.estimators_[6].tree_.impurity, theirs.estimators_[1].tree_.impurity)


@pytest.mark.parametrize("several", [False, True])
def test_nodes_keep_their_numbers_where_the_best_came_first(several):
    X, y = load_iris(return_X_y=True)
    y = np.column_stack([y, y == 1]) if several else y
    theirs = sklearn.tree.DecisionTreeClassifier(max_leaf_nodes=7, random_state=0).fit(X, y)
    assert (theirs.tree_.children_left[theirs.tree_.children_left > 0] != np.flatnonzero(theirs.tree_.children_left > 0) + 1).any()
    ours = spinney.from_sklearn(theirs)
    same_nodes(ours.tree_, theirs.tree_)
    assert (ours.apply(X) == theirs.apply(X)).all()
    assert (ours.tree_.apply(X) == theirs.apply(X)).all()
    assert (ours.decision_path(X) != theirs.decision_path(X)).nnz == 0
    assert (ours.tree_.compute_node_depths() == theirs.tree_.compute_node_depths()).all()
    node = int(theirs.tree_.children_left[0]) if theirs.tree_.children_left[theirs.tree_.children_left[0]] > 0 else int(theirs.tree_.children_right[0])
    smaller = ours.snip(node)
    below = np.asarray(theirs.decision_path(X)[:, [node]].todense()).ravel() > 0
    assert len(np.unique(smaller.apply(X)[below])) == 1 and (smaller.predict(X)[~below] == theirs.predict(X)[~below]).all()


def test_forests_keep_their_numbers_too():
    X, y = load_iris(return_X_y=True)
    theirs = sklearn.ensemble.RandomForestClassifier(4, max_leaf_nodes=6, random_state=0, warm_start=True).fit(X, y)
    ours = spinney.from_sklearn(theirs)
    assert (ours.apply(X) == theirs.apply(X)).all()
    told, roots = ours.decision_path(X)
    its, ends = theirs.decision_path(X)
    assert (told != its).nnz == 0 and (roots == ends).all()
    ours.set_params(n_estimators=6).fit(X, y)  # a warm start
    assert (ours.apply(X)[:, :4] == theirs.apply(X)).all() and ours.decision_path(X)[0].shape[0] == 150
    assert [tree.tree_.node_count for tree in ours.estimators_[:4]] == [tree.tree_.node_count for tree in theirs.estimators_]
    again = ours.set_params(warm_start=False).fit(X, y)
    assert (again.apply(X) == np.stack([tree.apply(X) for tree in again], axis=1)).all()


@pytest.mark.parametrize("params", [{}, {"bootstrap": True}, {"max_features": 2}, {"max_samples": 40, "contamination": 0.1}])
def test_isolation_forests_score_as_theirs_do(params):
    X, _ = load_diabetes(return_X_y=True)
    X = np.where(np.random.default_rng(0).random(X.shape) < 0.05, np.nan, X)
    theirs = sklearn.ensemble.IsolationForest(n_estimators=30, random_state=0, **params).fit(X)
    ours = spinney.from_sklearn(theirs)
    for asked in (X, X[:3], np.vstack([X * 3, np.full((1, 10), np.inf)])):
        assert np.allclose(ours.score_samples(asked), theirs.score_samples(asked))
        assert (ours.predict(asked) == theirs.predict(asked)).all()
        assert np.allclose(ours.decision_function(asked), theirs.decision_function(asked))
    assert (ours.apply(X[:5]) >= 0).all() and len(ours.estimators_) == 30
    assert (pickle.loads(pickle.dumps(ours)).score_samples(X) == ours.score_samples(X)).all()
    ours.estimators_ = ours.estimators_[:10]
    assert ours.score_samples(X).shape == (442,)


@pytest.mark.parametrize("params", [{}, {"sparse_output": False}, {"max_leaf_nodes": 6}])
def test_embeddings_tell_the_leaves_that_theirs_tell(params):
    X, _ = load_iris(return_X_y=True)
    theirs = sklearn.ensemble.RandomTreesEmbedding(12, random_state=0, **params).fit(X)
    ours = spinney.from_sklearn(theirs)
    told, its = ours.transform(X), theirs.transform(X)
    assert type(told) is type(its) and (told != its).sum() == 0
    assert len(ours.get_feature_names_out()) == told.shape[1] and ours.n_outputs_ == 1
