"""What a table holds, and how a tree is grown from it."""

from __future__ import annotations

import json
from typing import Any

import numpy as np

from . import _columns, _core, _labels
from ._refused import check_is_table
from ._rows import Reader, is_classes, parted
from ._shown import Words
from ._trees import DecisionTreeClassifier, DecisionTreeRegressor


def _parted(frame: Any, target: Any) -> tuple[Any, Any]:
    """A frame without a column, and that column."""
    check_is_table(frame)
    if not _columns.is_frame(frame):
        raise TypeError(f"a frame of pandas or polars is asked for, and this is of type {type(frame).__name__}: pandas.DataFrame(X) makes one.")
    if target is None:
        return frame, None
    if target not in list(frame.columns):
        raise ValueError(f"there is no column {target!r}")
    rest = frame.drop(columns=[target]) if hasattr(frame, "iloc") else frame.drop(target)
    return rest, frame[target]


def _learned(y: Any, classes: bool) -> tuple[list[tuple[str, Any]], None]:
    """The labels of a column, some of which may be missing."""
    values = np.asarray(y.to_numpy() if hasattr(y, "to_numpy") else y)
    name = _labels.names_of(y, values)[0]
    if not classes:
        return [(name, _labels.numbers(values, "")[0])], None
    lacking = _labels.missing(values)
    if not lacking.any():
        return [(name, _labels.classes(values)[0].learned())], None
    known, names = _labels.classes(_labels.of_one_kind(values[~lacking]))[0].learned()
    codes = np.full(len(values), np.iinfo(np.uint32).max, dtype=np.uint32)
    codes[~lacking] = known
    return [(name, (codes, names))], None


def info(frame: Any, target: str | None = None) -> dict[str, Any]:
    """What a frame holds, and how much each column tells about the target.

    Parameters
    ----------
    frame : DataFrame
        A frame of pandas or polars.
    target : str, default=None
        The column that is to be learned.

    Returns
    -------
    info : dict
        The figures that ``spinney info --json`` prints.

    Examples
    --------
    >>> import pandas as pd, spinney
    >>> bits = pd.DataFrame({"x": ["T", "T", "F", "F"], "y": ["T", "T", "T", "F"]})
    >>> round(spinney.info(bits, target="y")["columns"][0]["information_gain"], 4)
    0.3113
    """
    rest, y = _parted(frame, target)
    features = _columns.read(Reader(), rest, fitting=True)
    learned = None if y is None else _learned(y, is_classes(y))
    found: dict[str, Any] = json.loads(_core.account(features.table(), learned))
    return found


def steps(X: Any, y: Any, kind: str = "text", *, sample_weight: Any = None, **params: Any) -> Words:
    """Every calculation of every node of a tree, written out.

    Parameters
    ----------
    X : array-like or frame of shape (n_samples, n_features)
        The rows.
    y : array-like of shape (n_samples,), or str
        The target, or the name of a column of X.
    kind : {"text", "markdown", "latex", "html", "json"}, default="text"
        How it is set.
    sample_weight : array-like of shape (n_samples,), default=None
        The weights of the rows.
    **params : dict
        Parameters of :class:`DecisionTreeClassifier` or :class:`DecisionTreeRegressor`.

    Returns
    -------
    steps : str
        The derivation; where the parameters say how the tree is pruned, also what pruning took back.

    Examples
    --------
    >>> import pandas as pd, spinney
    >>> table = pd.DataFrame({"size": ["small", "small", "large"]})
    >>> "gain(size) = 0.9183" in spinney.steps(table, ["yes", "yes", "no"], criterion="entropy", nominal="values")
    True
    """
    X, y = parted(X, y)
    kind_of = DecisionTreeClassifier if is_classes(y) else DecisionTreeRegressor
    return kind_of(**{"random_state": 0, **params}).steps(X, y, kind, sample_weight)
