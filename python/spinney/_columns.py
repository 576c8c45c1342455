"""What people hand over as X, as the engine takes it: an array of numbers, or columns of numbers and names."""

from __future__ import annotations

import warnings
from typing import Any, NamedTuple

import numpy as np
from scipy.sparse import issparse
from sklearn import __version__
from sklearn.utils import assert_all_finite
from sklearn.utils.validation import _check_feature_names, _check_n_features, validate_data

from . import _core, _declared
from ._refused import check_is_table, check_shape, plain
from ._values import CLOCKS, NAMES, NO_KIND, OTHERS, TIMES, Column, column_of, is_named, is_numbers, is_time, objects_of

#: Up to so many rows of a plain array are looked at by the engine itself.
FEW = 16

#: Whether scikit-learn knows the names of every frame.
KNOWS_FRAMES = tuple(int(part) for part in __version__.split(".")[:2]) >= (1, 9)


class Features(NamedTuple):
    """The features of a table: numbers alone in an array, or one tuple for each column."""

    rows: int
    names: list[str]
    array: Any = None
    columns: list[Column] | None = None
    stream: Any = None
    matrix: Any = None
    declared: tuple[_declared.Kind, ...] = ()

    def table(self, threads: int = 1) -> _core.Table:
        """The engine's table of them."""
        table = self._undeclared(threads)
        if self.declared:
            table.declare(list(self.declared))
        return table

    def _undeclared(self, threads: int) -> _core.Table:
        if self.stream is not None:
            return _core.Table.from_arrow(self.stream, self.names)
        if self.columns is not None:
            return _core.Table.from_columns(self.columns)
        if self.matrix is not None:
            lines = (self.matrix.indptr, self.matrix.indices, self.matrix.data)
            return _core.Table.from_sparse(self.matrix.format == "csr", lines, self.names, self.rows)
        return _core.Table.from_array(self.array, self.names, threads)

    def asked(self) -> Any:
        """What a model is asked with."""
        return self.table() if self.array is None else self.array

    def kept(self, rows: Any) -> Features:
        """Some of the rows, each as often as it is named."""
        if self.stream is not None:
            some = self.stream.take(rows) if hasattr(self.stream, "take") else self.stream[rows]
            return self._replace(rows=len(rows), stream=some)
        if self.matrix is not None:
            return of_matrix(self.matrix.tocsr()[rows], self.names)
        if self.columns is None:
            return self._replace(rows=len(rows), array=self.array[rows])
        columns = [(name, np.ascontiguousarray(values[rows]), *rest) for name, values, *rest in self.columns]
        return self._replace(rows=len(rows), columns=columns)


def read(estimator: Any, X: Any, *, fitting: bool, categorical: Any = None) -> Features:
    """Looks at X as scikit-learn does, and notes, or compares, its names and how many there are."""
    if fitting:
        vars(estimator).pop("_by_name", None)
    elif getattr(estimator, "_by_name", None) is not None:
        return _read_by_name(estimator, X, categorical)
    return _read(estimator, X, fitting, categorical)


def _read_by_name(estimator: Any, X: Any, categorical: Any) -> Features:
    """The columns that a model of a file, or by hand, asks for, in its order; a frame may have others. Arrays have them in this order."""
    if not is_frame(X):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", UserWarning)  # that there are no names: they are not asked for
            return _read(estimator, X, False, categorical)
    lacking = [name for name in estimator._by_name if name not in list(X.columns)]
    if lacking:
        raise ValueError(f"there is no column {lacking[0]!r}, which the model asks for")
    return _read(estimator, X[estimator._by_name], False, categorical)


def _read(estimator: Any, X: Any, fitting: bool, categorical: Any) -> Features:
    X = plain(X)
    check_is_table(X)
    declared = _declared.is_any(estimator, categorical)
    if speaks_arrow(X):
        return _of_stream(estimator, X, fitting, categorical)
    if issparse(X) and declared:
        raise ValueError(f"{', '.join(_declared.WAYS)} are for dense tables: a sparse matrix holds numbers alone.")
    if not issparse(X) and (_has_more_than_numbers(X) or declared):
        return _of_columns(estimator, X, fitting, categorical)
    kinds: Any = {"accept_sparse": ["csr", "csc"], "dtype": [np.float64, np.float32], "ensure_all_finite": "allow-nan"}
    try:
        array = validate_data(estimator, X, reset=fitting, **kinds)
    except OverflowError:  # a whole number of Python's
        raise ValueError("Input X contains infinity or a value too large for dtype('float64').") from None
    names = names_of(estimator, array.shape[1])
    if issparse(array):
        if np.isnan(array.data).any():
            raise ValueError("Input X contains NaN: no value of a sparse matrix may be missing; those of arrays and frames may.")
        assert_all_finite(array, estimator_name=type(estimator).__name__, input_name="X")
        return of_matrix(array, names)
    array = np.require(array, requirements="A")  # fields of records may lie between others, by steps of any number of bytes
    return Features(len(array), names, array=array)


def of_matrix(matrix: Any, names: list[str]) -> Features:
    """A sparse matrix of numbers; entries of a place that is named twice are added up, as scipy does."""
    if matrix.format not in ("csr", "csc") or matrix.dtype not in (np.float64, np.float32):
        matrix = matrix.tocsr().astype(np.float64)
    if not matrix.has_canonical_format:
        matrix = matrix.copy()  # the one that was handed over stays as it is
        matrix.sum_duplicates()
    return Features(matrix.shape[0], names, matrix=matrix)


def speaks_arrow(X: Any) -> bool:
    """Whether X hands over its columns by Arrow's interface. pandas does so with another package's help alone, and is read by itself."""
    return hasattr(X, "__arrow_c_stream__") and hasattr(X, "columns") and not hasattr(X, "iloc")


class _Names:
    """The names of a frame, as scikit-learn asks for them before 1.9: it does not know polars by itself."""

    def __init__(self, names: list[str]) -> None:
        self._names = names

    def __dataframe__(self) -> _Names:
        return self

    def column_names(self) -> list[str]:
        return self._names


def _of_stream(estimator: Any, X: Any, fitting: bool, categorical: Any) -> Features:
    asked = X if KNOWS_FRAMES or hasattr(X, "__dataframe__") else _Names(list(X.columns))
    _check_feature_names(estimator, asked, reset=fitting)
    _check_n_features(estimator, X, reset=fitting)
    rows, many = X.shape
    check_shape(rows, many)
    declared = _declared.kinds(estimator, X, many, categorical, fitting)
    X = _spelled(X, {kind[0] for kind in declared})
    return Features(rows, names_of(estimator, many), stream=X, declared=tuple(declared))


def _spelled(X: Any, declared: set[int]) -> Any:
    """A frame whose columns of other kinds are numbers: of polars spans and times of day as seconds, columns without any value, and long integers; of Arrow these last."""
    if hasattr(X, "set_column"):
        for place, (name, column) in enumerate(zip(X.column_names, X.columns)):
            if str(column.type) in ("int64", "uint64") and place not in declared and _is_long(column.to_numpy()):
                X = X.set_column(place, name, column.cast("double", safe=False))
    changed = []
    for place, column in enumerate(X.get_columns() if hasattr(X, "get_columns") else []):
        kind = str(column.dtype)
        if kind in ("Int64", "UInt64"):
            if place not in declared and _is_long(column.drop_nulls().to_numpy()):
                changed.append(column.cast(float))
        elif kind.startswith("Duration"):
            changed.append(column.dt.total_microseconds() / 1e6)
        elif kind == "Time":
            changed.append(column.to_physical() / 1e9)
        elif kind in ("Null", "Int128", "UInt128"):
            changed.append(column.cast(float))
        elif kind == "Object":
            raise TypeError(NO_KIND.format(column.name, "objects of Python"))
    return X.with_columns(changed) if changed else X


def _is_long(numbers: Any) -> bool:
    """Whether some whole numbers are not exact in 64 bits of a float: the engine would take them for names, and numpy's are numbers."""
    return bool(numbers.size) and float(np.nanmax(np.abs(numbers.astype(float)))) > 2.0**53


def names_of(estimator: Any, many: int) -> list[str]:
    """The names of the features, each once: those of a frame, or x0, x1, ..."""
    names = getattr(estimator, "feature_names_in_", None)
    if names is None:
        return [f"x{place}" for place in range(many)]
    names = [_declared.spelled(str(name)) for name in names]
    return names if len(set(names)) == len(names) and "" not in names else [f"x{place}" for place in range(many)]


def is_frame(X: Any) -> bool:
    """Whether X is a pandas or polars frame."""
    return hasattr(X, "columns") and (hasattr(X, "iloc") or hasattr(X, "get_columns"))


def _has_more_than_numbers(X: Any) -> bool:
    """Whether some column holds names or times, or what no table holds: that is told by columns."""
    if is_frame(X):
        kinds = list(X.dtypes)
        words = {kind: str(kind) for kind in set(kinds)}
        if any(word.startswith(NAMES + TIMES + OTHERS) for word in words.values()):
            return True
        objects = (X.iloc[:, place] for place, kind in enumerate(kinds) if words[kind] == "object")  # their values tell
        return any(is_named(column) or is_time(column) or not is_numbers(column) for column in objects)
    if isinstance(X, np.ndarray):
        if X.dtype.kind in "USTMm":
            return True
        return X.dtype.kind == "O" and X.ndim == 2 and any(isinstance(value, (str, bytes, *CLOCKS)) for value in X.flat)
    return isinstance(X, (list, tuple)) and any(
        isinstance(value, (str, bytes, *CLOCKS)) for row in X if isinstance(row, (list, tuple)) for value in row
    )


def _columns_of(X: Any) -> list[tuple[str, Any]]:
    """The columns of a frame with their names."""
    if hasattr(X, "iloc"):
        return [(str(name), X.iloc[:, place]) for place, name in enumerate(X.columns)]
    return [(column.name, column) for column in X.get_columns()]


def _decoded(X: Any) -> Any:
    """An array of bytes as one of texts."""
    try:
        return np.char.decode(X, "utf-8")
    except UnicodeDecodeError as error:
        raise ValueError(f"X holds bytes that are no text: {error}. numpy.char.decode(X, encoding) makes texts of others.") from None


def _of_columns(estimator: Any, X: Any, fitting: bool, categorical: Any) -> Features:
    if is_frame(X):
        _check_feature_names(estimator, X, reset=fitting)
    else:
        X = _decoded(X) if getattr(X, "dtype", None) is not None and X.dtype.kind == "S" else X
        if not isinstance(X, np.ndarray):
            X = np.asarray(X, dtype=object)
        elif X.dtype.kind in "UT":
            X = objects_of(X)
        if X.ndim == 1 and all(isinstance(row, (list, tuple)) for row in X):
            many = [len(row) for row in X]
            other = next(place for place, own in enumerate(many) if own != many[0])
            raise ValueError(f"rows have as many values as there are columns: row 1 has {many[0]}, and row {other + 1} has {many[other]}.")
        if X.ndim != 2:
            raise ValueError(f"Expected 2D array, got {X.ndim}D array instead. Reshape your data.")
        _check_feature_names(estimator, X, reset=fitting)
    _check_n_features(estimator, X, reset=fitting)
    rows, many = X.shape
    check_shape(rows, many)
    names = names_of(estimator, many)
    found = [column for _, column in _columns_of(X)] if is_frame(X) else [X[:, place] for place in range(many)]
    kinds = {kind[0]: kind for kind in _declared.kinds(estimator, X, many, categorical, fitting)}
    columns = [column_of(name, column, place in kinds) for place, (name, column) in enumerate(zip(names, found))]
    further = tuple(kind for kind in kinds.values() if kind[1] != "nominal")
    return Features(rows, names, columns=columns, declared=further)
