"""Models are kept as the bytes of their file, and come back as they were; so does what came of asking them."""

import copy
import io
import pickle

import joblib
import numpy as np
import pandas as pd
import pytest
from sklearn.base import clone

import spinney
from conftest import make, table
from spinney import _core
from spinney._results import Result

PENGUINS = pd.read_csv("data/penguins.csv")
X, Y = PENGUINS.drop(columns="species"), PENGUINS["species"]


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


def whole():
    return spinney.DecisionTreeClassifier(random_state=0).fit(X, Y)


def of_numbers():
    known = PENGUINS.dropna()
    return spinney.DecisionTreeRegressor(max_depth=3).fit(known[["bill_length_mm"]], known["body_mass_g"]).evaluate(
        known[["bill_length_mm"]], known["body_mass_g"]
    )


def of_forest():
    weights = np.random.default_rng(0).uniform(0.5, 2, len(X))
    forest = spinney.RandomForestClassifier(5, max_depth=2, random_state=0).fit(X, Y)
    return forest.evaluate(X, Y.replace("Gentoo", "Emperor"), weights, intervals=True)


RESULTS = {
    "classes": lambda: whole().evaluate(X, Y),
    "a forest's, with weights and a class that it does not know": of_forest,
    "numbers": of_numbers,
    "worth": lambda: whole().importances(),
    "pruned by folds": lambda: whole().prune(X, Y, folds=3),
    "pruned by description length": lambda: whole().prune(X, Y, "mdl"),
    "pruned without rows": lambda: whole().prune(complexity=0.02),
    "compared": lambda: spinney.compare(PENGUINS, "species", ["baseline", "cart"], cv=3, shares=[0.5, 1.0]),
    "two columns": lambda: spinney.measure.joint(PENGUINS["island"], Y),
    "tuned": lambda: spinney.tune(PENGUINS, "species", depths=[2, 3], leaf_rows=[5]),
}


def pictures(result):
    """Everything that a result draws."""
    if not isinstance(result, spinney._judging.Evaluation):
        return [result.plot().svg] if hasattr(result, "plot") else []
    if result.data["task"] == "regression":
        return []
    classes = [None, *(own["class"] for own in result["classes"] if own["class"] != "Emperor")]
    kinds = ["roc", "pr", "calibration", "calibration-quantile"]
    return [(result.curve(kind, of), result.plot(kind, of).svg) for kind in kinds for of in classes if of != "Gentoo"]


@pytest.mark.parametrize("way", ["pickle", "deepcopy", "copy"])
@pytest.mark.parametrize("name", RESULTS)
def test_results_come_back(name, way):
    result = RESULTS[name]()
    again = pickle.loads(pickle.dumps(result)) if way == "pickle" else getattr(copy, way)(result)
    assert again.data == result.data and repr(again) == repr(result) and again._repr_html_() == result._repr_html_()
    assert pictures(again) == pictures(result)
    if hasattr(result, "model"):
        assert again.model.to_bytes() == result.model.to_bytes() and (again.model.predict(X) == result.model.predict(X)).all()
    if name == "pruned by folds":
        assert again.plot(X[:100], Y[:100]).svg == result.plot(X[:100], Y[:100]).svg != result.plot().svg


def test_every_kind_of_result_is_among_these():
    assert {type(make()) for make in RESULTS.values()} == set(Result.__subclasses__())


def test_results_that_are_damaged_are_refused():
    made, (target, text) = whole().evaluate(X, Y)._marks.__reduce__()
    assert made(target, text).target == "species"
    for damaged in ("", "{}", text[:-1], text.replace('"rows":', '"rows":9', 1), text.replace('"line_of":[', '"line_of":[999999,')):
        with pytest.raises(ValueError, match="no answers beside the truth"):
            made(target, damaged)
    pruned, other = whole().prune(X, Y, folds=3), whole().prune(complexity=0.02).model._model
    with pytest.raises(ValueError, match="of another tree"):
        _core.pruned_drawing(other, pruned._told)
    with pytest.raises(ValueError):
        _core.pruned_drawing(pruned._before, "{}")
