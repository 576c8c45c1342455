"""What people hand over as y, as the engine takes it: codes of classes with their names, or numbers; and the weights of rows."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Mapping, Set
from typing import Any

import numpy as np
from scipy.sparse import issparse
from sklearn.exceptions import DataConversionWarning
from sklearn.utils.validation import _check_sample_weight, check_array, check_consistent_length

from . import _core
from ._declared import is_number
from ._declared import text as _text
from ._declared import spelled
from ._values import unmasked

#: So many copies of each row, on average, are still drawn one by one.
COPIES = 32

#: How values that are no values are written.
MARKS = ("nan", "NaT", "<NA>")

#: Numbers beyond this have squares beyond all numbers.
LARGEST = 1e150


def names_of(given: Any, y: Any) -> list[str]:
    """The names of the targets, given as people hand them over and as arrays: those of a series or a frame, else y, or y0, y1, ..."""
    columns = getattr(given, "columns", None)
    if columns is not None:
        return [spelled(str(name)) for name in columns]
    name = getattr(given, "name", None)
    if isinstance(name, str) and name:
        return [spelled(name)]
    return ["y"] if y.ndim == 1 or y.shape[1] == 1 else [f"y{place}" for place in range(y.shape[1])]


def read(estimator: Any, y: Any) -> Any:
    """A target as an array with an entry for each row; several targets have a column each."""
    if y is None:
        name = type(estimator).__name__
        raise ValueError(f"This {name} estimator requires y to be passed, but the target y is None.")
    if isinstance(y, str):
        raise TypeError(f"y is the text {y!r}, and a value for each row is asked for: of a frame, frame.drop(columns={y!r}) is X and frame[{y!r}] is y.")
    if type(y).__name__ == "LazyFrame":
        raise TypeError("y is a LazyFrame, which holds no rows yet: y.collect() is a frame.")
    if isinstance(y, (Mapping, Set, Iterator)) and not issparse(y):
        raise TypeError(f"y is of type {type(y).__name__}, and a value for each row is asked for, in their order: list(y) of what gives them so.")
    if hasattr(y, "to_numpy") and not isinstance(y, np.ndarray):
        y = y.to_numpy()
    if isinstance(y, np.ndarray):
        y = _unmasked(y)
    lacking = np.flatnonzero(missing(y))
    if lacking.size:
        raise ValueError(f"Input y contains NaN: row {lacking[0] + 1} has no value. Leave out the rows without one.")
    y = check_array(y, ensure_2d=False, dtype=None, input_name="y", estimator=estimator, accept_sparse=False)
    return np.atleast_1d(of_one_kind(y))


def _unmasked(y: Any) -> Any:
    """An array without a mask; a value that is masked is none. Texts of numpy's own kind are objects."""
    if isinstance(y, np.ma.MaskedArray):
        y = unmasked(y) if np.ma.is_masked(y) else y.data
    return y.astype(object) if y.dtype.kind == "T" else y


def of_one_kind(y: Any) -> Any:
    """Objects that are all booleans, or all numbers of Python's, as an array of these: so a column stands in a frame once its gaps are left out."""
    if y.dtype != object or y.ndim != 1:
        return y
    kinds = set(map(type, y.tolist()))
    if kinds <= {bool, np.bool_}:
        return y.astype(bool)
    if kinds <= {int, float} or all(issubclass(kind, (np.integer, np.floating)) for kind in kinds):
        return np.array(y.tolist())
    texts = [kind for kind in kinds if issubclass(kind, str)]
    if texts and len(texts) < len(kinds):
        other = next(value for value in y if not isinstance(value, str))
        raise ValueError(f"y holds texts and {other!r}, which is of type {type(other).__name__}: labels are of one kind. numpy.asarray(y).astype(str) makes texts of all.")
    return y


def missing(y: Any) -> Any:
    """Which rows of one target have no label: None, NaN, and pandas' marks."""
    of_texts = isinstance(y, (list, tuple)) and any(value is None or isinstance(value, str) for value in y)
    values = np.asarray(y, dtype=object) if of_texts else y
    if not isinstance(values, np.ndarray) or values.ndim != 1 or values.dtype.kind not in "Of":
        return np.zeros(0, dtype=bool)
    if values.dtype.kind == "f":
        return np.isnan(values)
    return np.array([value is None or (not isinstance(value, str) and str(value) in MARKS) for value in values], dtype=bool)


def columns(y: Any) -> list[Any]:
    """The targets one by one."""
    return [y] if y.ndim == 1 else [of_one_kind(y[:, place]) for place in range(y.shape[1])]


def warn_of_column(y: Any) -> None:
    """Says that one column is not what was expected, as scikit-learn's forests do."""
    if y.ndim == 2 and y.shape[1] == 1:
        words = "A column-vector y was passed when a 1d array was expected. Please change the shape of y to (n_samples,)."
        warnings.warn(words, DataConversionWarning, stacklevel=4)


def check_length(y: Any, rows: int) -> None:
    """Whether there is a label for each row."""
    if len(y) != rows:
        raise ValueError(f"Number of labels={len(y)} does not match number of samples={rows}")


class Classes:
    """The classes of a target: as people see them, sorted, and as the engine counts them, in its canonical order."""

    def __init__(self, y: Any, texts: tuple[Any, Any] | None = None) -> None:
        found: tuple[Any, Any] = texts or np.unique(y, return_inverse=True)
        self.labels, self.codes = found
        self.names = [_text(label) for label in self.labels]
        order = np.asarray(_core.class_order(self.names), dtype=np.intp)
        if len(set(self.names)) != len(self.names):
            raise ValueError("two classes have the same name when they are written as text")
        #: For each class as people see it its place with the engine; None where these are the same.
        self.places = None if (np.diff(order) == 1).all() else np.argsort(order)
        self._order = order

    def learned(self) -> tuple[Any, list[str]]:
        """Codes and names for the engine."""
        codes = self.codes if self.places is None else self.places[self.codes]
        return codes.astype(np.uint32), [self.names[place] for place in self._order]


def _texts(y: Any) -> tuple[Any, Any] | None:
    """The labels, sorted, and the place of each row's among them, where all are texts: compared one by one they would take longer than a forest."""
    if y.dtype != object or y.ndim != 1:
        return None
    values = y.tolist()
    if not all(type(value) is str for value in values):
        return None
    labels = sorted(set(values))
    places = dict(zip(labels, range(len(labels))))
    return np.array(labels, dtype=object), np.fromiter(map(places.__getitem__, values), dtype=np.intp, count=len(values))


def classes(y: Any) -> list[Classes]:
    """The classes of each target."""
    from sklearn.utils.multiclass import check_classification_targets

    texts = _texts(y)
    if texts is None or 2 * len(texts[0]) > len(y):  # else they are classes without doubt
        for column in columns(y) if y.dtype == object else [y]:
            if _texts(column) is None:
                check_classification_targets(column)
    return [Classes(y, texts)] if texts else [Classes(column, _texts(column)) for column in columns(y)]


def numbers(y: Any, criterion: Any, strictly: str = "") -> list[Any]:
    """Targets of numbers; scikit-learn's forests say ``strictly`` where its trees do not."""
    try:
        y = np.asarray(y, dtype=np.float64)
    except ValueError as error:
        raise ValueError(f"{error}. A regressor learns numbers; classes are learned by a classifier.") from None
    if y.size and np.abs(y).max() > LARGEST:
        raise ValueError(f"y holds a number beyond {LARGEST:g}, whose square is beyond all numbers.")
    if criterion == "poisson":
        if (y < 0).any():
            raise ValueError("Some value(s) of y are negative which is not allowed for Poisson regression.")
        if y.sum() <= 0:
            raise ValueError(f"Sum of y is not {strictly}positive which is necessary for Poisson regression.")
    return [np.ascontiguousarray(column) for column in columns(y)]


def weights(sample_weight: Any, rows: int) -> Any:
    """The weights of rows; None where all weigh 1."""
    if sample_weight is None:
        return None
    blank = np.empty((rows, 1))
    found = _check_sample_weight(sample_weight, blank, dtype=np.float64, ensure_non_negative=True)
    check_consistent_length(found, blank)
    if not found.any():
        raise ValueError("Sample weights must contain at least one non-zero number.")
    found = np.ascontiguousarray(found)
    return None if (found == 1).all() else found


def in_range(weights: Any) -> tuple[Any, float]:
    """Weights whose sums the engine keeps exactly, and what 1 of them stands for: far too large or too small ones are scaled by a power of 2."""
    if weights is None:
        return None, 1.0
    total, mean = float(weights.sum()), float(weights.sum() / np.count_nonzero(weights))
    if not np.isfinite(total):
        raise ValueError("sample_weight sums to more than any number")
    if total < 2.0**50 and mean >= 2.0**-10:
        return weights, 1.0
    unit = 2.0 ** np.floor(np.log2(mean))
    return weights / unit, unit


def is_whole(weights: Any) -> bool:
    """Whether weights are copies."""
    return weights is None or bool((weights == np.floor(weights)).all())


def for_bootstrap(weights: Any, factors: Any, rows: int) -> tuple[Any, int]:
    """Weights that rows are drawn by, and how many are drawn.

    Whole weights are copies, of which as many are drawn as there are. Where these would be more than `COPIES` for each row, weights are chances to be drawn, and so are the
    ``factors`` of classes: as many rows are drawn as there are, or copies of them.
    """
    mean = 1.0 if weights is None else float(weights.sum() / np.count_nonzero(weights))
    copies = is_whole(weights) and mean <= COPIES
    if factors is None and copies:
        return weights, rows if weights is None else int(weights.sum())
    chances = times(weights, factors)
    many = int(np.count_nonzero(chances))
    drawn = int(weights.sum()) if copies and weights is not None else many
    if factors is None and mean <= COPIES:
        return chances, drawn
    chances = chances / (chances.sum() / many)
    return None if (chances == 1).all() else chances, drawn


def by_class(class_weight: Any, y: Any, sample_weight: Any = None) -> Any:
    """The factor of each row by its classes; None where there is none. Those of several targets are multiplied."""
    if class_weight is None:
        return None
    from sklearn.utils.class_weight import compute_class_weight, compute_sample_weight

    if isinstance(class_weight, str) and sample_weight is not None:
        factors: list[Any] = []
        for column in columns(y):
            labels = np.unique(column)
            found = compute_class_weight(class_weight, classes=labels, y=column, sample_weight=sample_weight)
            factors.append(dict(zip(labels.tolist(), found)))
        class_weight = factors[0] if len(factors) == 1 else factors
    check_class_weight(class_weight)
    found = compute_sample_weight(class_weight, y)
    if not found.any():
        raise ValueError("class_weight is 0 for every class that there is: no row would have a weight. At least one class needs one above 0.")
    return found


def check_class_weight(class_weight: Any) -> None:
    """Whether the weights that are given for classes are numbers."""
    for given in class_weight if isinstance(class_weight, (list, tuple)) else [class_weight]:
        for label, weight in given.items() if isinstance(given, Mapping) else ():
            if not is_number(weight) or weight < 0:
                raise ValueError(f"class_weight: the weight of class {label!r} is {weight!r}, and must be a number from 0 up; 1 leaves a class as it is.")


def times(one: Any, two: Any) -> Any:
    """The product of weights, either of which may be none."""
    if one is None or two is None:
        return one if two is None else two
    found = one * two
    if not found.any():
        raise ValueError("class_weight is 0 for every class of the rows that sample_weight leaves: no row would have a weight.")
    return found
