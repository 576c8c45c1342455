"""Infinite numbers as the largest ones, where they are no mistake."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.sparse import issparse

from . import _columns

#: The largest number whose distance to its negative is one too, so that a cut can be drawn between them.
LARGEST = float(np.finfo(np.float64).max) / 2


def bounded(X: Any) -> Any:
    """X with all numbers within `LARGEST`; the same object where they are."""
    if issparse(X):
        if X.format in ("csr", "csc", "coo", "bsr", "dia") and (data := _numbers(X.data)) is not X.data:
            X = X.astype(np.float64)  # a copy
            X.data = data
        return X
    if not _columns.is_frame(X):
        return _numbers(X if isinstance(X, np.ndarray) else _as_array(X))
    if hasattr(X, "iloc"):
        changed = {place: found for place in range(X.shape[1]) if (found := _changed(X.iloc[:, place])) is not None}
        X = X.copy(deep=False) if changed else X
        for place, values in changed.items():
            X.isetitem(place, values)
        return X
    infinite = [column for column in X.get_columns() if _changed(column) is not None]
    return X.with_columns([column.cast(float).clip(-LARGEST, LARGEST) for column in infinite]) if infinite else X


def _as_array(X: Any) -> Any:
    """Lists as an array where they hold numbers, some of them beside names."""
    if not isinstance(X, (list, tuple)):
        return X
    try:
        found = np.asarray(X)
        found = np.asarray(X, dtype=object) if found.dtype.kind == "U" else found
    except ValueError:  # rows of different lengths, of which others tell
        return X
    return found if found.dtype.kind == "f" or _numbers(found) is not found else X


def _changed(column: Any) -> Any:
    """The numbers of a column of a frame, where some are beyond what there may be; None where there are none."""
    if "float" not in str(column.dtype).lower():
        return None
    values = column.to_numpy(dtype=np.float64, na_value=np.nan) if hasattr(column, "iloc") else column.to_numpy()
    found = _numbers(values)
    return None if found is values else found


def _numbers(values: Any) -> Any:
    """The same for an array."""
    if not isinstance(values, np.ndarray) or values.dtype.kind not in "fO" or not values.size:
        return values
    if values.dtype.kind == "O":
        try:
            values = values.astype(np.float64)
        except (TypeError, ValueError):  # names are among them
            return _beside_names(values)
    with np.errstate(invalid="ignore"):  # NaN, which does not count
        least, most = float(np.fmin.reduce(values, axis=None)), float(np.fmax.reduce(values, axis=None))
    if not (least < -LARGEST or most > LARGEST):
        return values
    return np.clip(values.astype(np.float64), -LARGEST, LARGEST)


def _beside_names(values: Any) -> Any:
    """The same where names stand among the numbers."""
    infinite = [at for at, value in enumerate(values.flat) if isinstance(value, (float, np.floating)) and np.isinf(value)]
    if infinite:
        values = values.copy()
        for at in infinite:
            values.flat[at] = np.copysign(LARGEST, values.flat[at])
    return values
