"""What the tests share."""

from __future__ import annotations

import numpy as np
import pytest

import spinney

CLASSIFIERS = [
    "DecisionTreeClassifier",
    "ExtraTreeClassifier",
    "RandomForestClassifier",
    "ExtraTreesClassifier",
]
REGRESSORS = ["DecisionTreeRegressor", "ExtraTreeRegressor", "RandomForestRegressor", "ExtraTreesRegressor"]
OTHERS = ["RandomTreesEmbedding", "IsolationForest"]
ALL = CLASSIFIERS + REGRESSORS + OTHERS


def make(name: str, **params):
    """An estimator with a seed, and few trees where it has several."""
    kind = getattr(spinney, name)
    known = kind().get_params()
    usual = {"random_state": 0, **({"n_estimators": 10} if "n_estimators" in known else {})}
    return kind(**{**usual, **params})


@pytest.fixture(params=CLASSIFIERS)
def classifier(request):
    return request.param


@pytest.fixture(params=REGRESSORS)
def regressor(request):
    return request.param


@pytest.fixture(params=ALL)
def estimator(request):
    return request.param


def table(rows: int = 120, columns: int = 4, seed: int = 0):
    """Numbers, and a target of three classes that hangs on two of them."""
    draws = np.random.default_rng(seed)
    X = draws.normal(size=(rows, columns)).round(2)
    return X, (X[:, 0] > 0).astype(int) + (X[:, 1] > 0.5).astype(int)
