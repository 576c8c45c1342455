"""Rows with their truth, as the engine takes them beside a fitted model, or to learn from."""

from __future__ import annotations

from typing import Any

import numpy as np

from sklearn.base import BaseEstimator

from . import _columns, _core, _labels
from ._refused import check_is_table

Learned = tuple[list[tuple[str, Any]], Any]


class Reader(BaseEstimator):
    """Stands for an estimator where a table is read and there is none; learns the table's names."""

    categorical_features: Any = None

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = True
        tags.input_tags.sparse = True
        return tags


def of_model(estimator: Any, X: Any, y: Any, sample_weight: Any = None) -> tuple[_core.Table, Learned]:
    """X and y in the terms of a fitted model: targets have its names, y is classes or numbers as it answers them."""
    model: _core.Model = estimator._fitted()
    features = _columns.read(estimator, X, fitting=False, categorical=getattr(estimator, "categorical_features", None))
    y = _labels.read(estimator, y)
    _labels.check_length(y, features.rows)
    of_classes = bool(model.class_names[0])
    found = [own.learned() for own in _labels.classes(y)] if of_classes else _labels.numbers(y, "")
    if len(found) != len(model.targets):
        raise ValueError(f"y has {len(found)} targets, and the model answers {len(model.targets)}")
    weights = _labels.weights(sample_weight, features.rows)
    return features.table(estimator._threads()), (list(zip(model.targets, found)), weights)


def parted(X: Any, y: Any) -> tuple[Any, Any]:
    """X and y, where y may be the name of a column of a frame."""
    if y is None:
        raise ValueError("y is None, and a value for each row is asked for, or the name of a column of X.")
    if not isinstance(y, str):
        return X, y
    check_is_table(X)
    if not _columns.is_frame(X):
        raise TypeError(f"y names a column, and X is of type {type(X).__name__}: frames of pandas and polars have names of columns.")
    if y not in list(X.columns):
        raise ValueError(f"there is no column {y!r}")
    rest = X.drop(columns=[y]) if hasattr(X, "iloc") else X.drop(y)
    return rest, X[y]


def is_classes(y: Any) -> bool:
    """As the program decides: texts, booleans, and whole numbers with at most 20 values are classes."""
    values = np.asarray(y.to_numpy() if hasattr(y, "to_numpy") else y)
    if values.dtype.kind in "iu":
        return len(np.unique(values)) <= 20
    if values.dtype.kind == "f":
        values = values[~np.isnan(values)]
        return bool((values == np.floor(values)).all()) and len(np.unique(values)) <= 20
    return True
