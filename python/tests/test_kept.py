"""Models are kept as the bytes of their file, and come back as they were."""

import copy
import io
import pickle

import joblib
import numpy as np
import pytest
from sklearn.base import clone

from conftest import make, table


def asked(fitted, X):
    return fitted.transform(X).toarray() if hasattr(fitted, "transform") else fitted.predict(X)


@pytest.mark.parametrize("way", ["pickle", "joblib", "deepcopy", "copy"])
def test_models_come_back(way, estimator):
    X, y = table()
    fitted = make(estimator).fit(X, y)
    if way == "pickle":
        again = pickle.loads(pickle.dumps(fitted))
    elif way == "joblib":
        file = io.BytesIO()
        joblib.dump(fitted, file)
        again = joblib.load(io.BytesIO(file.getvalue()))
    else:
        again = getattr(copy, way)(fitted)
    assert (asked(again, X) == asked(fitted, X)).all()
    assert again.get_params() == fitted.get_params()
    assert again._model.to_bytes() == fitted._model.to_bytes()


def test_a_pickle_holds_the_file_and_a_damaged_one_is_refused():
    X, y = table()
    tree = make("DecisionTreeClassifier").fit(X, y)
    bytes_ = tree.to_bytes()
    pickled = bytearray(pickle.dumps(tree))
    at = pickled.find(bytes_[:64])
    assert at >= 0
    pickled[at + len(bytes_) // 2] ^= 1
    with pytest.raises(ValueError):
        pickle.loads(bytes(pickled))


def test_the_trees_of_a_forest_are_not_pickled_twice():
    X, y = table()
    forest = make("RandomForestClassifier").fit(X, y)
    before = len(pickle.dumps(forest))
    assert len(forest.estimators_) == 10
    assert len(pickle.dumps(forest)) == before


def test_clones_are_not_fitted(estimator):
    X, y = table()
    assert not hasattr(clone(make(estimator).fit(X, y)), "n_features_in_")


def test_trees_of_a_forest_answer_as_the_forest_does():
    X, y = table()
    forest = make("RandomForestClassifier").fit(X, y)
    mean = np.mean([tree.predict_proba(X) for tree in forest.estimators_], axis=0)
    assert np.allclose(mean, forest.predict_proba(X))
    leaves = np.stack([tree.apply(X) for tree in forest.estimators_], axis=1)
    assert (leaves == forest.apply(X)).all()
    paths, starts = forest.decision_path(X)
    one = forest.estimators_[3].decision_path(X)
    assert (paths[:, starts[3] : starts[4]] != one).nnz == 0
