"""What people hand over as X and is no table: what it is, and what would do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from os import PathLike
from typing import Any

import numpy as np
from scipy.sparse import issparse

from ._values import unmasked


def plain(X: Any) -> Any:
    """What pyarrow reads in pieces as a table, and an array with masked values as one without them."""
    if type(X).__name__ == "RecordBatchReader":
        return X.read_all()
    if type(X).__name__ == "RecordBatch":
        from pyarrow import Table

        return Table.from_batches([X])
    if not isinstance(X, np.ma.MaskedArray):
        return X
    masked: Any = X
    return masked.astype(np.float64).filled(np.nan) if masked.dtype.kind in "biuf" else unmasked(masked)


def check_is_table(X: Any) -> None:
    """Says what would do where X is one column, or a table that is still to be made."""
    if type(X).__name__ == "LazyFrame":
        raise TypeError("X is a LazyFrame, which holds no rows yet: X.collect() is a frame.")
    if isinstance(X, (str, PathLike)):
        raise TypeError(f"X is {X!r}, and a table is asked for: pandas.read_csv(...) reads one from a file.")
    if (isinstance(X, (Mapping, Iterator)) and not issparse(X)) or (isinstance(X, (list, tuple)) and X and isinstance(X[0], (Mapping, set, frozenset))):
        what = f"a list of {type(X[0]).__name__}" if isinstance(X, (list, tuple)) else type(X).__name__
        raise TypeError(f"X is of type {what}, and a table of rows and columns is asked for: pandas.DataFrame(X) makes one of dicts, list(X) of what gives rows.")
    if getattr(getattr(X, "dtype", None), "names", None):
        raise TypeError(f"X is an array of records, with the fields {', '.join(X.dtype.names)}: pandas.DataFrame(X) makes a table of it.")
    if hasattr(X, "columns") and hasattr(X, "shape"):
        names = list(getattr(X, "column_names", X.columns))
        if len(set(map(str, names))) < len(names):
            twice = next(name for at, name in enumerate(names) if str(name) in map(str, names[:at]))
            raise ValueError(f"X has two columns called {str(twice)!r}: columns are told by their names. X.columns = [...] gives others.")
        check_shape(*X.shape)
    if isinstance(X, (list, tuple)):
        flat = bool(X) and isinstance(X[0], str)
    else:
        kind = str(getattr(X, "dtype", "")).lower()
        flat = len(getattr(X, "shape", (0, 0))) == 1 and kind.startswith(("object", "str", "<u", "category"))
    if flat:
        raise ValueError(
            "Expected 2D array, got 1D array instead: a table has rows and columns. One row is [row], or frame[:1]; one column is "
            "frame[['name']], or array.reshape(-1, 1)."
        )


def check_shape(rows: int, many: int) -> None:
    """Whether there are rows and columns."""
    if rows == 0 or many == 0:
        what = "sample(s)" if rows == 0 else "feature(s)"
        raise ValueError(f"Found array with 0 {what} (shape={(rows, many)}) while a minimum of 1 is required.")
