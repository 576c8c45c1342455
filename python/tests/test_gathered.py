"""Trees of forests are taken from other forests, and left out."""

import copy
import functools
import pickle

import numpy as np
import pandas as pd
import pytest
import sklearn.ensemble
import sklearn.tree
from sklearn.base import clone

import spinney
from conftest import make, table

FORESTS = ["RandomForestClassifier", "ExtraTreesClassifier", "RandomForestRegressor", "ExtraTreesRegressor", "RandomTreesEmbedding", "IsolationForest"]


def two(name, **params):
    """Two forests of the same rows by different seeds."""
    X, y = table()
    return X, y, make(name, **params).fit(X, y), make(name, random_state=1, n_estimators=5, **params).fit(X, y)


@pytest.mark.parametrize("name", ["RandomForestClassifier", "ExtraTreesClassifier"])
def test_forests_are_merged_as_those_of_scikit_learn_are(name):
    X, y, one, other = two(name)

    def combine(one, other):
        one.estimators_ += other.estimators_
        one.n_estimators = len(one.estimators_)
        return one

    shares = [own.predict_proba(X) for own in (one, other)]
    both = functools.reduce(combine, [one, other])
    assert both is one and len(both) == len(both.estimators_) == 15
    assert np.allclose(both.predict_proba(X), (10 * shares[0] + 5 * shares[1]) / 15)
    assert np.allclose(both.feature_importances_, np.mean([tree.feature_importances_ for tree in both.estimators_], axis=0))
    assert both.apply(X).shape == (120, 15) and both.decision_path(X)[1][-1] == sum(tree.tree_.node_count for tree in both)
    assert len(clone(both).fit(X, y)) == 15


@pytest.mark.parametrize("name", FORESTS)
def test_what_is_taken_is_kept_by_pickle_and_copied(name):
    X, y, one, other = two(name)
    one.estimators_ += other.estimators_
    for again in (pickle.loads(pickle.dumps(one)), copy.deepcopy(one), copy.copy(one)):
        assert again.to_bytes() == one.to_bytes() and len(again.estimators_) == 15
        assert all((own == its).all() for own, its in zip(one.estimators_samples_, again.estimators_samples_))
    assert pickle.loads(pickle.dumps(one.estimators_))[14].get_n_leaves() == other.estimators_[4].get_n_leaves()


@pytest.mark.parametrize("name", FORESTS)
def test_every_tree_still_names_its_rows_and_its_seed(name):
    X, y, one, other = two(name)
    samples = one.estimators_samples_ + other.estimators_samples_
    seeds = [tree.settings["seed"] for tree in one.estimators_ + other.estimators_]
    one.estimators_ = one.estimators_[::-1] + other.estimators_
    order = [*range(9, -1, -1), *range(10, 15)]
    for forest in (one, pickle.loads(pickle.dumps(one))):
        assert all((rows == samples[place]).all() for rows, place in zip(forest.estimators_samples_, order))
        assert [tree.settings["seed"] for tree in forest.estimators_] == [seeds[place] for place in order]


def test_the_list_itself_may_be_changed():
    X, y, one, other = two("RandomForestRegressor")
    said = [tree.predict(X) for tree in one.estimators_]
    del one.estimators_[5:]
    assert len(one) == 5 and np.allclose(one.predict(X), np.mean(said[:5], axis=0))
    one.estimators_.append(other.estimators_[0])
    one.estimators_[0] = other.estimators_[1]
    last = one.estimators_.pop()
    assert last is other.estimators_[0] and len(one) == 5
    assert np.allclose(one.predict(X), np.mean([other.estimators_[1].predict(X), *said[1:5]], axis=0))
    kept = one.estimators_
    one.fit(X, y)
    kept.clear()  # the list of a forest that is no more
    assert len(one) == 10


def test_isolation_forests_take_trees_from_each_other():
    for params in ({}, {"bootstrap": True}, {"max_features": 2}):
        X, _, one, other = two("IsolationForest", **params)
        depths = [np.log2(-own.score_samples(X)) for own in (one, other)]
        one.estimators_ += other.estimators_
        assert np.allclose(one.score_samples(X), -np.exp2((10 * depths[0] + 5 * depths[1]) / 15))
    X, y = table()
    with pytest.raises(ValueError, match="tree 0 does not fit the forest: its leaves do not tell how deep rows lie"):
        make("IsolationForest").fit(X).estimators_ = make("ExtraTreesRegressor").fit(X, y).estimators_


def test_an_embedding_tells_the_leaves_of_the_trees_that_it_took():
    X, _, one, other = two("RandomTreesEmbedding", max_leaf_nodes=7)
    wide = one.transform(X).shape[1] + other.transform(X).shape[1]
    one.estimators_ += other.estimators_
    assert one.transform(X).shape == (120, wide) and (one.transform(X).sum(axis=1) == 15).all()
    assert len(one.get_feature_names_out()) == wide


def test_several_targets_are_taken_together():
    X, y = table()
    targets = np.column_stack([y, y > 0])
    one, other = (make("RandomForestClassifier", random_state=seed).fit(X, targets) for seed in (0, 1))
    told = [own.predict_proba(X) for own in (one, other)]
    one.estimators_ += other.estimators_
    for target in (0, 1):
        assert np.allclose(one.predict_proba(X)[target], (told[0][target] + told[1][target]) / 2)


def test_trees_that_do_not_fit_are_refused_and_change_nothing():
    X, y, forest, _ = two("RandomForestClassifier")
    before = forest.to_bytes()
    named = pd.DataFrame(X, columns=list("abcd"))
    for trees, told in [
        (make("RandomForestClassifier").fit(X[:, :3], y).estimators_, "tree 0 does not fit the forest: it asks for 3 features, and the forest for 4"),
        (make("RandomForestClassifier").fit(named, y).estimators_, 'it asks for "a" where the forest asks for "x0"'),
        (make("RandomForestClassifier").fit(X, y > 0).estimators_, 'it answers the classes "false", "true", and the forest the classes "0", "1", "2"'),
        (make("RandomForestRegressor").fit(X, y).estimators_, "it answers numbers, and the forest the classes"),
        (make("RandomForestClassifier").fit(X, np.column_stack([y, y])).estimators_, "it answers 2 targets, and the forest 1"),
        (sklearn.ensemble.RandomForestClassifier(2).fit(X, y).estimators_, "DecisionTreeClassifier is none: spinney.from_sklearn takes trees"),
        ([spinney.DecisionTreeClassifier()], "not fitted yet"),
        ([None], "NoneType is none"),
        ([], "it has no tree"),
    ]:
        for change in (lambda: setattr(forest, "estimators_", trees), lambda: forest.estimators_.__setitem__(slice(None), trees)):
            with pytest.raises(ValueError, match=told):
                change()
        assert len(forest.estimators_) == 10 and forest.to_bytes() == before
    words = pd.DataFrame({"a": ["x", "y", "z"] * 20}), pd.DataFrame({"a": ["x", "y"] * 30})
    one, other = (make("RandomForestClassifier").fit(own, np.arange(60) % 2) for own in words)
    with pytest.raises(ValueError, match='it knows "a" by other values'):
        one.estimators_ += other.estimators_


def test_single_trees_may_be_trees_of_a_forest():
    X, y, forest, _ = two("RandomForestClassifier")
    tree = spinney.DecisionTreeClassifier().fit(X, y)
    forest.estimators_ = [tree]
    assert (forest.predict_proba(X) == tree.predict_proba(X)).all() and forest.estimators_[0] is tree
    with pytest.raises(AttributeError, match="it is not known which rows the trees were grown from"):
        forest.estimators_samples_
    assert pickle.loads(pickle.dumps(forest)).estimators_[0].get_n_leaves() == tree.get_n_leaves()


def test_a_warm_start_goes_on_with_trees_that_were_taken():
    X, y, one, other = two("RandomForestClassifier", warm_start=True)
    taken = one.estimators_[5:] + other.estimators_
    one.estimators_ = taken
    one.set_params(n_estimators=15).fit(X, y)
    assert one.estimators_[:10] == taken
    seeds = [tree.settings["seed"] for tree in one.estimators_]
    assert len(set(seeds)) == 15  # no tree twice
    assert len(one.estimators_samples_) == 15
    with pytest.raises(ValueError, match="n_estimators=15 must be larger or equal to len.estimators_.=16"):
        one.estimators_.append(one.estimators_[0])
        one.fit(X, y)
    one.set_params(n_estimators=20, oob_score=True)
    with pytest.raises(ValueError, match="warm_start cannot go on with trees that were assigned to estimators_ with oob_score"):
        one.fit(X, y)
    one.set_params(warm_start=False).fit(X, y)
    assert one.to_bytes() == make("RandomForestClassifier", n_estimators=20, oob_score=True).fit(X, y).to_bytes()


def test_a_forest_that_was_thinned_grows_the_same_trees_again():
    X, y, one, _ = two("RandomForestRegressor", warm_start=True)
    before = one.to_bytes()
    del one.estimators_[4:]
    assert len(one) == 4 and one.to_bytes() != before
    assert one.fit(X, y).to_bytes() == before
