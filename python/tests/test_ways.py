"""Estimators work in scikit-learn's machinery."""

import numpy as np
import pandas as pd
import pytest
import sklearn
import sklearn.ensemble
from sklearn.datasets import load_breast_cancer, load_diabetes, load_iris
from sklearn.ensemble import RandomForestClassifier as Theirs
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier as TheirTree
from sklearn.tree import DecisionTreeRegressor as TheirRegressor

from conftest import make, table
from spinney import DecisionTreeClassifier, DecisionTreeRegressor, IsolationForest, RandomForestClassifier, RandomTreesEmbedding


def test_pipelines_and_grids():
    X, y = load_iris(return_X_y=True)
    pipe = make_pipeline(StandardScaler(), DecisionTreeClassifier(random_state=0))
    grid = GridSearchCV(pipe, {"decisiontreeclassifier__max_depth": [1, 3]}, cv=3).fit(X, y)
    assert grid.best_params_ == {"decisiontreeclassifier__max_depth": 3}
    assert grid.best_score_ > 0.9


def test_forests_score_as_scikit_learns_do():
    X, y = load_breast_cancer(return_X_y=True)
    ours = cross_val_score(RandomForestClassifier(50, random_state=0), X, y, cv=3).mean()
    theirs = cross_val_score(Theirs(50, random_state=0), X, y, cv=3).mean()
    assert abs(ours - theirs) < 0.02


@pytest.mark.parametrize("criterion", ["gini", "entropy"])
def test_a_tree_without_ties_is_scikit_learns_node_by_node(criterion):
    draws = np.random.default_rng(2)
    X = draws.normal(size=(300, 5)).astype(np.float32).astype(float)
    y = (X[:, 0] + 0.3 * draws.normal(size=300) > 0).astype(int)
    params = {"criterion": criterion, "max_depth": 3, "min_samples_leaf": 5}
    ours, theirs = DecisionTreeClassifier(**params).fit(X, y).tree_, TheirTree(**params).fit(X, y).tree_
    for name in ("children_left", "children_right", "feature", "n_node_samples"):
        assert (getattr(ours, name) == getattr(theirs, name)).all(), name
    for name in ("threshold", "impurity", "value", "weighted_n_node_samples"):
        assert np.allclose(getattr(ours, name), getattr(theirs, name)), name
    assert np.allclose(ours.compute_feature_importances(), theirs.compute_feature_importances())
    assert np.allclose(ours.compute_feature_importances(False), theirs.compute_feature_importances(False))


def test_the_pruning_path_is_scikit_learns():
    X, y = load_diabetes(return_X_y=True)
    X = X.astype(np.float32).astype(float)
    ours = DecisionTreeRegressor(max_depth=4).cost_complexity_pruning_path(X, y)
    theirs = TheirRegressor(max_depth=4, random_state=0).cost_complexity_pruning_path(X, y)
    assert np.allclose(ours.ccp_alphas, theirs.ccp_alphas)
    assert np.allclose(ours.impurities, theirs.impurities)
    half = ours.ccp_alphas[5:7].mean()  # not at a price where a tree is as good as the next
    one = DecisionTreeRegressor(max_depth=4, ccp_alpha=half).fit(X, y)
    two = TheirRegressor(max_depth=4, ccp_alpha=half, random_state=0).fit(X, y)
    assert one.get_n_leaves() == two.get_n_leaves()


def test_weights_are_routed():
    X, y = table()
    with sklearn.config_context(enable_metadata_routing=True):
        pipe = make_pipeline(DecisionTreeClassifier(random_state=0).set_fit_request(sample_weight=True))
        pipe.fit(X, y, sample_weight=np.arange(len(X)))
    assert pipe[0].tree_.weighted_n_node_samples[0] == np.arange(len(X)).sum()
    assert pipe[0].tree_.n_node_samples[0] == len(X) - 1  # one weighs nothing


def test_output_can_be_a_frame():
    X, y = table()
    frame = pd.DataFrame(X, columns=list("abcd"))
    made = make("RandomTreesEmbedding", sparse_output=False, n_estimators=2).set_output(transform="pandas").fit_transform(frame)
    assert isinstance(made, pd.DataFrame)
    assert made.columns[0].startswith("randomtreesembedding_0_")


def test_a_warm_start_goes_on_as_if_all_had_been_grown_at_once():
    X, y = table()
    grown = RandomForestClassifier(4, warm_start=True, random_state=3).fit(X, y)
    first = grown.estimators_[0]
    grown.set_params(n_estimators=9).fit(X, y)
    assert grown.to_bytes() == RandomForestClassifier(9, random_state=3).fit(X, y).to_bytes()
    assert grown.estimators_[0] is first and len(grown) == 9
    with pytest.warns(UserWarning, match="without increasing"):
        grown.fit(X, y)
    with pytest.raises(ValueError, match="larger or equal"):
        grown.set_params(n_estimators=2).fit(X, y)


def test_rows_out_of_bag_are_told(classifier):
    X, y = table(300)
    if "Trees" not in classifier and "Forest" not in classifier:
        return
    forest = make(classifier, bootstrap=True, oob_score=True, n_estimators=60).fit(X, y)
    assert forest.oob_decision_function_.shape == (300, 3)
    assert 0.8 < forest.oob_score_ < 1
    mine = make(classifier, bootstrap=True, oob_score=lambda truth, told: 7.0).fit(X, y)
    assert mine.oob_score_ == 7.0


def test_seeds_may_be_numbers_states_or_none():
    X, y = table()
    state = np.random.RandomState(1)
    one = RandomForestClassifier(5, random_state=state).fit(X, y)
    two = RandomForestClassifier(5, random_state=state).fit(X, y)
    again = RandomForestClassifier(5, random_state=np.random.RandomState(1)).fit(X, y)
    assert one.to_bytes() == again.to_bytes() != two.to_bytes()
    assert RandomForestClassifier(5).fit(X, y).to_bytes() != RandomForestClassifier(5).fit(X, y).to_bytes()


@pytest.mark.parametrize("weights", [{0: 1, 1: 5, 2: 1}, "balanced", "balanced_subsample"])
def test_class_weights_of_every_form_learn(weights):
    X, y = table()
    assert make("RandomForestClassifier", class_weight=weights).fit(X, y).score(X, y) > 0.9


def test_class_weights_are_weights():
    X, y = table()
    one = make("DecisionTreeClassifier", class_weight={0: 1, 1: 5, 2: 2}, max_depth=2).fit(X, y)
    two = make("DecisionTreeClassifier", max_depth=2).fit(X, y, sample_weight=np.array([1, 5, 2])[y])
    assert np.allclose(one.tree_.value, two.tree_.value)


def test_monotone_constraints_hold():
    draws = np.random.default_rng(0)
    X = draws.random((400, 2))
    y = X[:, 0] + draws.normal(size=400)
    tree = DecisionTreeRegressor(monotonic_cst=[1, -1], min_samples_leaf=5).fit(X, y)
    line = np.linspace(0, 1, 60)
    up = tree.predict(np.column_stack([line, np.full(60, 0.5)]))
    down = tree.predict(np.column_stack([np.full(60, 0.5), line]))
    assert (np.diff(up) >= 0).all() and (np.diff(down) <= 0).all()
    with pytest.raises(ValueError, match="has shape 1"):
        DecisionTreeRegressor(monotonic_cst=[1]).fit(X, y)


def test_nodes_under_constraints_keep_what_their_rows_say():
    draws = np.random.default_rng(3)
    X = draws.random((400, 3))
    y = (X[:, 0] - X[:, 1] + draws.normal(0, 0.6, 400) > 0).astype(int)
    params = {"monotonic_cst": [1, 1, 0], "max_depth": 4, "random_state": 0}  # the second against what rows say
    ours, theirs = DecisionTreeClassifier(**params).fit(X, y), sklearn.tree.DecisionTreeClassifier(**params).fit(X, y)
    assert ours.predict_proba(X) == pytest.approx(theirs.predict_proba(X))
    assert ours.tree_.value[0] == pytest.approx(theirs.tree_.value[0])
    held = 0
    for rows in {tuple(column) for column in ours.decision_path(X).toarray().T}:
        own = next(node for node, column in enumerate(ours.decision_path(X).toarray().T) if tuple(column) == rows)
        peer = [node for node, column in enumerate(theirs.decision_path(X).toarray().T) if tuple(column) == rows]
        if peer:  # scikit-learn splits on where there is room for one answer alone
            assert ours.tree_.impurity[own] == pytest.approx(theirs.tree_.impurity[peer[0]])
            assert ours.tree_.value[own] == pytest.approx(theirs.tree_.value[peer[0]])
            share = y[np.array(rows, dtype=bool)].mean()
            held += abs(share - ours.tree_.value[own, 0, 1]) > 1e-9
    assert held > 0


def test_outlying_rows_are_found():
    X = np.concatenate([np.random.default_rng(0).normal(size=(200, 3)), np.full((5, 3), 9.0)])
    forest = IsolationForest(random_state=0, contamination=5 / 205).fit(X)
    assert (forest.predict(X)[-5:] == -1).all()
    assert (forest.predict(X) == -1).sum() <= 6
    assert np.isclose(np.percentile(forest.score_samples(X), 100 * 5 / 205), forest.offset_)


@pytest.mark.parametrize("params", [{"bootstrap": True}, {"max_features": 2}, {"max_features": 0.5, "contamination": 5 / 205}])
def test_outlying_rows_are_found_by_trees_of_some_rows_and_features(params):
    X = np.concatenate([np.random.default_rng(0).normal(size=(200, 3)), np.full((5, 3), 9.0)])
    ours = IsolationForest(random_state=0, **params).fit(X)
    theirs = sklearn.ensemble.IsolationForest(random_state=0, **params).fit(X)
    assert (ours.predict(X)[-5:] == -1).all()
    assert np.corrcoef(ours.score_samples(X), theirs.score_samples(X))[0, 1] > 0.97
    # scikit-learn counts a row that was drawn twice once where it reckons how deep rows would lie.
    assert abs(ours.score_samples(X).mean() - theirs.score_samples(X).mean()) < 0.04


def test_branches_for_each_value_and_the_gain_ratio():
    frame = pd.DataFrame({"sky": ["sun", "rain", "snow"] * 6, "wind": ["weak", "strong"] * 9})
    y = ["walk", "read", "ski"] * 6
    tree = DecisionTreeClassifier(criterion="gain_ratio", nominal="values").fit(frame, y)
    assert (tree.get_n_leaves(), tree.get_depth(), tree.tree_.node_count) == (3, 1, 4)
    assert (tree.predict(frame) == y).all()
    assert tree.apply(frame)[:3].tolist() == [3, 1, 2]  # rain, snow, sun
    with pytest.raises(AttributeError, match="asks for names|branches"):
        tree.tree_.threshold


def test_settings_of_the_engine_can_be_said():
    X, y = table()
    tree = DecisionTreeRegressor(settings={"leaf": "median"}, max_depth=1).fit(X, X[:, 2] ** 2)
    left = X[:, tree.tree_.feature[0]] <= tree.tree_.threshold[0]
    assert np.isclose(tree.predict(X)[left][0], np.median(X[left, 2] ** 2))
    with pytest.raises(ValueError, match="unknown field"):
        DecisionTreeRegressor(settings={"leaves": 3}).fit(X, y)


@pytest.mark.parametrize("scale", [1e-300, 1e-9, 1e9, 1e200])
def test_weights_of_every_size_are_weights(scale):
    X, y = table()
    weights = np.random.default_rng(3).integers(1, 5, len(X)) / 4
    one = make("DecisionTreeClassifier", max_depth=3).fit(X, y, sample_weight=weights)
    two = make("DecisionTreeClassifier", max_depth=3).fit(X, y, sample_weight=weights * scale)
    assert np.allclose(one.tree_.value, two.tree_.value) and (one.tree_.feature == two.tree_.feature).all()
    assert np.allclose(two.tree_.weighted_n_node_samples, one.tree_.weighted_n_node_samples * scale)
    assert (one.tree_.n_node_samples == two.tree_.n_node_samples).all()
    assert make("RandomForestClassifier").fit(X, y, sample_weight=weights * scale).score(X, y) > 0.9


@pytest.mark.parametrize("weight", [1e14, 1e-14])
def test_embeddings_take_weights_of_any_size(weight):
    X, _ = table(60)
    known = RandomTreesEmbedding(5, random_state=0).fit(X).transform(X).toarray()
    assert (RandomTreesEmbedding(5, random_state=0).fit(X, sample_weight=np.full(60, weight)).transform(X).toarray() == known).all()
