"""Columns that are declared to hold names, names in an order, or names in a tree."""

from __future__ import annotations

from collections.abc import Mapping
from math import isfinite
from numbers import Integral, Real
from os import PathLike, fspath
from typing import Any

import numpy as np

from . import _core

#: The place of a column, its kind, and its levels in their order or the paths of its values.
Kind = tuple[int, str, list[list[str]]]

WAYS = ("categorical_features", "ordinal_features", "hierarchies")


def is_any(estimator: Any, categorical: Any = None) -> bool:
    """Whether some column is declared."""
    return categorical is not None or any(getattr(estimator, way, None) is not None for way in WAYS)


def kinds(estimator: Any, X: Any, many: int, categorical: Any, fitting: bool) -> list[Kind]:
    """The columns that are declared, by their places.

    Where a model is asked, all of them hold names: one that was not there in training is no mistake then.
    """
    names = _names(estimator, X)
    found: dict[int, Kind] = {place: (place, "nominal", []) for place in _nominal(categorical, names, many)}
    orders, trees = (getattr(estimator, way, None) or {} for way in WAYS[1:])
    ordered = {_place(key, names, many, "ordinal_features"): key for key in orders}
    treed = {_place(key, names, many, "hierarchies"): key for key in trees}
    if both := ordered.keys() & treed.keys():
        raise ValueError(f"ordinal_features and hierarchies both name {ordered[min(both)]!r}.")
    for place in [*ordered, *treed]:
        found[place] = (place, "nominal", [])
    if fitting:
        found.update({place: (place, "ordinal", [_order(orders, key, X)]) for place, key in ordered.items()})
        found.update({place: (place, "hierarchical", _paths(trees[key])) for place, key in treed.items()})
    return [found[place] for place in sorted(found)]


def _names(estimator: Any, X: Any) -> list[str]:
    """The names of the columns; none where they have none."""
    for who, what in ((estimator, "feature_names_in_"), (X, "column_names"), (X, "columns")):
        if hasattr(who, what):
            return [name for name in getattr(who, what) if isinstance(name, str)]
    return []


def _place(key: Any, names: list[str], many: int, where: str) -> int:
    """The place of a column that is named, or given by its place."""
    if isinstance(key, str) and key in names:
        return names.index(key)
    if isinstance(key, Integral) and 0 <= int(key) < many:
        return int(key)
    raise ValueError(f"{where} names {key!r}, which is no feature.")


def _nominal(categorical: Any, names: list[str], many: int) -> set[int]:
    """The places of the columns that are declared to hold names."""
    if categorical is None or (isinstance(categorical, str) and categorical == "from_dtype"):
        return set()
    declared = np.asarray(categorical)
    if declared.dtype.kind == "b":
        if len(declared) != many:
            raise ValueError(f"categorical_features has {len(declared)} marks for {many} features.")
        return set(np.flatnonzero(declared).tolist())
    if declared.dtype.kind in "iu":
        if declared.size and not (-1 < declared.min() and declared.max() < many):
            raise ValueError(f"categorical_features names a feature beyond the {many} that there are.")
        return set(declared.tolist())
    return {_place(name, names, many, "categorical_features") for name in declared.tolist()}


def _order(orders: Any, key: Any, X: Any) -> list[str]:
    """The levels of a column, lowest first."""
    levels = orders[key] if isinstance(orders, Mapping) else _own_order(X, key)
    if isinstance(levels, (str, bytes)):
        raise ValueError(f"ordinal_features needs a list of the levels of {key!r}, lowest first; got {levels!r}.")
    return [text(level) for level in levels]


def _own_order(X: Any, key: Any) -> Any:
    """The categories of a column of a frame, in their order."""
    column: Any = None
    if hasattr(X, "columns"):
        column = X[X.columns[int(key)] if isinstance(key, Integral) else key]
    kind = str(getattr(column, "dtype", ""))
    if kind == "category":
        return column.cat.categories
    if kind.startswith("Enum"):
        return column.dtype.categories.to_list()
    raise ValueError(
        f"ordinal_features names {key!r}, which has no order of its own: say {{{key!r}: [...]}}, the levels lowest first."
    )


def _paths(tree: Any) -> list[list[str]]:
    """A tree of values as paths: the value, what is above it, what is above that. A file has a row for each."""
    if isinstance(tree, (str, PathLike)):
        with open(tree, "rb"):  # Python's own exception where there is none
            return _core.read_paths(fspath(tree))
    if not isinstance(tree, Mapping) or not tree:
        raise ValueError("hierarchies needs, for each column, a file or a dict from each value to what is above it, nearest first.")
    above = [(value, [up] if isinstance(up, str) else list(up)) for value, up in tree.items()]
    return [[text(value), *(text(up) for up in ups)] for value, ups in above]


def spelled(name: str) -> str:
    """A name as it can be written down: halves of characters, as names of files may hold them, stand as ``\\udcff``."""
    return name if name.isascii() else name.encode("utf-8", "backslashreplace").decode("utf-8")


def is_number(value: Any) -> bool:
    """Whether a value is a finite number."""
    return isinstance(value, Real) and isfinite(float(value))


def text(value: Any) -> str:
    """A value as the engine writes it: whole numbers without a point, booleans in small letters."""
    if isinstance(value, (bool, np.bool_)):
        return "true" if value else "false"
    if isinstance(value, (float, np.floating)):
        number = float(value)
        return str(int(number)) if number.is_integer() and abs(number) < 1e15 else repr(number)
    return spelled(str(value))
