"""Several targets are learned by one tree or one forest, as scikit-learn does."""

import pickle

import numpy as np
import pandas as pd
import pytest
import sklearn.ensemble
import sklearn.tree
from sklearn.metrics import r2_score

import spinney
from conftest import CLASSIFIERS, REGRESSORS, make, table

FORESTS = [name for name in CLASSIFIERS if "Forest" in name or "Trees" in name]


def several(rows: int = 150):
    """Three targets: two of two classes, one of three."""
    X, y = table(rows)
    return X, np.column_stack([y > 0, y, X[:, 2] > 0.2]).astype(int)


def labels(rows: int = 300):
    """Three targets of two classes."""
    X, y = several(rows)
    return X, (y > 0).astype(int)


def test_attributes_and_answers_have_scikit_learns_shapes(classifier):
    X, y = several()
    ours = make(classifier).fit(X, y)
    theirs = getattr(sklearn.ensemble if classifier in FORESTS else sklearn.tree, classifier)(random_state=0).fit(X, y)
    assert ours.n_outputs_ == 3 and list(ours.n_classes_) == list(theirs.n_classes_) == [2, 3, 2]
    assert [own.tolist() for own in ours.classes_] == [own.tolist() for own in theirs.classes_]
    for ask in ("predict_proba", "predict_log_proba"):
        told, expected = getattr(ours, ask)(X), getattr(theirs, ask)(X)
        assert isinstance(told, list) and [own.shape for own in told] == [own.shape for own in expected]
    told = ours.predict(X)
    assert told.shape == (150, 3) and told.dtype == theirs.predict(X).dtype
    assert (told == y).mean() > 0.98
    for rows in (X[:3], X[:40]):  # few rows go another way
        shares = ours.predict_proba(rows)
        best = np.column_stack([labels[own.argmax(axis=1)] for labels, own in zip(ours.classes_, shares)])
        assert (ours.predict(rows) == best).all()
    assert (ours.predict(X[:5]) == told[:5]).all()


def test_numbers_come_in_columns(regressor):
    X, _ = table()
    y = np.column_stack([X[:, 0] ** 2, X[:, 1] - X[:, 2]])
    model = make(regressor).fit(X, y)
    assert model.n_outputs_ == 2 and model.predict(X).shape == (120, 2)
    assert (model.predict(X[:5]) == model.predict(X)[:5]).all()
    assert model.score(X, y) == r2_score(y, model.predict(X)) > 0.8


@pytest.mark.parametrize("criterion", ["gini", "entropy"])
def test_a_tree_without_ties_is_scikit_learns_node_by_node(criterion):
    draws = np.random.default_rng(4)
    X = draws.normal(size=(300, 5)).astype(np.float32).astype(float)
    y = np.column_stack([X[:, 0] + 0.3 * draws.normal(size=300) > 0, np.digitize(X[:, 1], [-1, 1])]).astype(int)
    params = {"criterion": criterion, "max_depth": 3, "min_samples_leaf": 5}
    ours = spinney.DecisionTreeClassifier(**params).fit(X, y)
    theirs = sklearn.tree.DecisionTreeClassifier(**params).fit(X, y)
    one, two = ours.tree_, theirs.tree_
    assert one.n_outputs == 2 and one.n_classes.tolist() == [2, 3] and one.max_n_classes == 3
    assert one.value.shape == two.value.shape
    for name in ("children_left", "feature", "threshold", "impurity", "value", "n_node_samples"):
        assert np.allclose(getattr(one, name), getattr(two, name)), name
    assert np.allclose(ours.feature_importances_, theirs.feature_importances_)
    assert np.allclose(one.predict(X.astype(np.float32)), two.predict(X.astype(np.float32)))


def test_pruning_is_scikit_learns():
    draws = np.random.default_rng(5)
    X = draws.normal(size=(200, 3)).astype(np.float32).astype(float)
    y = np.column_stack([X[:, 0] + draws.normal(size=200), X[:, 1] * 3])
    ours = spinney.DecisionTreeRegressor(max_depth=4).cost_complexity_pruning_path(X, y)
    theirs = sklearn.tree.DecisionTreeRegressor(max_depth=4, random_state=0).cost_complexity_pruning_path(X, y)
    assert np.allclose(ours.ccp_alphas, theirs.ccp_alphas) and np.allclose(ours.impurities, theirs.impurities)
    price = ours.ccp_alphas[4:6].mean()
    one = spinney.DecisionTreeRegressor(max_depth=4, ccp_alpha=price).fit(X, y)
    two = sklearn.tree.DecisionTreeRegressor(max_depth=4, ccp_alpha=price, random_state=0).fit(X, y)
    assert one.get_n_leaves() == two.get_n_leaves() > 1
    assert np.allclose(one.predict(X), two.predict(X))


@pytest.mark.parametrize("name", FORESTS)
def test_rows_out_of_bag_are_answered_for_every_target(name):
    X, y = labels()
    forest = make(name, bootstrap=True, oob_score=True, n_estimators=60).fit(X, y)
    assert forest.oob_decision_function_.shape == (300, 2, 3)
    answered = forest.oob_decision_function_.argmax(axis=1)
    assert forest.oob_score_ == (answered == y).all(axis=1).mean() > 0.6
    heard = []
    make(name, bootstrap=True, oob_score=lambda *told: heard.append(told) or 1.0).fit(X, y)
    assert heard[0][0].shape == heard[0][1].shape == (300, 3)
    with pytest.raises(ValueError, match="OOB"):
        make(name, bootstrap=True, oob_score=True).fit(*several())


@pytest.mark.parametrize("name", ["RandomForestRegressor", "ExtraTreesRegressor"])
def test_numbers_out_of_bag_come_in_columns(name):
    X, _ = table(300)
    y = np.column_stack([X[:, 0] * 2, X[:, 1]])
    forest = make(name, bootstrap=True, oob_score=True, n_estimators=60).fit(X, y)
    assert forest.oob_prediction_.shape == (300, 2)
    assert np.isclose(forest.oob_score_, r2_score(y, forest.oob_prediction_))


@pytest.mark.parametrize("name", CLASSIFIERS + REGRESSORS)
def test_models_of_several_targets_come_back(name):
    X, y = labels()
    model = make(name).fit(X, y)
    again = pickle.loads(pickle.dumps(model))
    assert (again.predict(X) == model.predict(X)).all() and again.to_bytes() == model.to_bytes()
    if "n_estimators" in model.get_params():
        trees = model.estimators_
        assert trees[0].n_outputs_ == 3
        if name in CLASSIFIERS:
            mean = np.mean([tree.predict_proba(X) for tree in trees], axis=0)
            assert np.allclose(mean, model.predict_proba(X))
        else:
            assert np.allclose(np.mean([tree.predict(X) for tree in trees], axis=0), model.predict(X))


def test_class_weights_of_several_targets_are_multiplied(classifier):
    X, y = labels()
    factors = [{0: 1, 1: 3}, {0: 2, 1: 1}, {0: 1, 1: 1}]
    weights = np.prod([[own[label] for label in column] for own, column in zip(factors, y.T)], axis=0).astype(float)
    params = {"max_depth": 3} if classifier not in FORESTS else {"max_depth": 3, "bootstrap": False}
    one = make(classifier, class_weight=factors, **params).fit(X, y)
    two = make(classifier, **params).fit(X, y, sample_weight=weights)
    assert all((own == other).all() for own, other in zip(one.predict_proba(X), two.predict_proba(X)))
    even = make(classifier, class_weight="balanced", **params).fit(X, y)
    from sklearn.utils.class_weight import compute_sample_weight

    same = make(classifier, **params).fit(X, y, sample_weight=compute_sample_weight("balanced", y))
    assert all(np.allclose(own, other) for own, other in zip(even.predict_proba(X), same.predict_proba(X)))
    with pytest.raises(ValueError):
        make(classifier, class_weight=factors[:2]).fit(X, y)


@pytest.mark.parametrize("name", ["RandomForestClassifier", "ExtraTreesClassifier"])
def test_the_classes_of_all_targets_weigh_the_same_in_each_bag(name):
    draws = np.random.default_rng(1)
    X = draws.normal(size=(400, 2))
    y = np.column_stack([X[:, 0] > 1.3, X[:, 1] > 1.3]).astype(int)  # one row in ten
    params = {"bootstrap": True, "max_depth": 1, "max_features": None, "n_estimators": 60}
    plain = make(name, **params).fit(X, y)
    even = make(name, **params, class_weight="balanced_subsample").fit(X, y)
    theirs = getattr(sklearn.ensemble, name)(**params, class_weight="balanced_subsample", random_state=0).fit(X, y)
    share = [np.mean([own[:, 1] for own in model.predict_proba(X)]) for model in (plain, even, theirs)]
    assert share[0] < 0.2 < share[1] and abs(share[1] - share[2]) < 0.04, share


def test_names_of_targets_are_kept_and_shown(tmp_path):
    X, y = labels()
    frame = pd.DataFrame(y, columns=["wet", "cold", "late"])
    tree = make("DecisionTreeClassifier", max_depth=2).fit(X, frame)
    assert tree._model.targets == ["wet", "cold", "late"]
    assert tree.rules(target=2).count("late") > 1 and "wet" in tree.rules()
    assert "cold" in tree.plot(target=1).svg
    assert tree.explain(X[0], target=1).data["answer"]["class"] in ("0", "1")
    with pytest.raises(IndexError, match="no target 3"):
        tree.text(target=3)


def test_models_of_scikit_learn_are_taken_over():
    X, y = several()
    for theirs in (
        sklearn.tree.DecisionTreeClassifier(random_state=0).fit(X, y),
        sklearn.ensemble.RandomForestClassifier(5, random_state=0).fit(X, y),
        sklearn.ensemble.RandomForestRegressor(5, random_state=0).fit(X, y),
    ):
        ours = spinney.from_sklearn(theirs)
        assert ours.n_outputs_ == 3 and np.allclose(ours.predict(X), theirs.predict(X))


def test_one_column_is_one_target():
    X, y = table()
    with pytest.warns(sklearn.exceptions.DataConversionWarning):
        forest = make("RandomForestClassifier").fit(X, y[:, np.newaxis])
    assert forest.predict(X).shape == (120,)
    assert make("DecisionTreeClassifier").fit(X, y[:, np.newaxis]).predict(X).shape == (120,)


def test_texts_of_several_targets_come_back(classifier):
    X, y = several()
    words = np.array(["ja", "nein", "so"])[y]
    told = make(classifier).fit(X, words).predict(X)
    assert told.dtype == words.dtype and (told == words).mean() > 0.98


def test_constraints_are_for_one_target(classifier):
    X, y = labels()
    with pytest.raises(ValueError, match="multiple outputs"):
        make(classifier, monotonic_cst=[1, 0, 0, 0]).fit(X, y)


def test_whole_weights_are_copies(classifier):
    X, y = several(60)
    weights = np.random.default_rng(2).integers(1, 4, 60)
    copies = np.repeat(np.arange(60), weights)
    one = make(classifier).fit(X, y, sample_weight=weights)
    two = make(classifier).fit(X[copies], y[copies])
    assert all(np.allclose(own, other) for own, other in zip(one.predict_proba(X), two.predict_proba(X)))


def test_names_of_many_levels_tell_several_targets_of_several_classes_apart():
    draws = np.random.default_rng(0)
    names = draws.integers(0, 20, 1000)
    X = pd.DataFrame({"name": [f"v{name:02}" for name in names]})
    Y = np.column_stack([names % 3, names % 4])
    tree = spinney.DecisionTreeClassifier().fit(X, Y)
    assert (tree.predict(X) == Y).all()
    assert (spinney.RandomForestClassifier(5, random_state=0).fit(X, Y).predict(X) == Y).mean() > 0.95
    assert isinstance(tree.n_classes_, np.ndarray) and tree.n_classes_.tolist() == [3, 4]


def test_targets_of_texts_and_of_numbers_stand_beside_each_other():
    X = np.arange(30.0)[:, None]
    y = pd.DataFrame({"town": ["Lyon", "Nice", "Bonn"] * 10, "sold": [0, 1] * 15})
    for name in ("DecisionTreeClassifier", "ExtraTreesClassifier"):
        for given in (y, y.to_numpy()):
            model = make(name).fit(X, given)
            assert [own.tolist() for own in model.classes_] == [["Bonn", "Lyon", "Nice"], [0, 1]]
            assert (model.predict(X) == y.to_numpy()).all() and model.predict(X)[0].tolist() == ["Lyon", 0]
    with pytest.raises(ValueError, match="The type of target cannot be used to compute OOB estimates. Got multiclass-multioutput"):
        make("RandomForestClassifier", oob_score=True).fit(X, y)
    with pytest.raises(ValueError, match="Unknown label type: continuous"):
        make("DecisionTreeClassifier").fit(X, y.assign(sold=np.arange(30) / 7))
