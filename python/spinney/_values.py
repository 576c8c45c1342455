"""One column of a table as the engine takes it: numbers, times, or codes of names."""

from __future__ import annotations

from datetime import date, time, timedelta
from itertools import repeat
from typing import Any

import numpy as np

from ._declared import text as _text

#: How kinds of columns begin that hold names, and times.
NAMES = ("category", "Categorical", "Enum", "String", "str", "dictionary")
TIMES = ("datetime64", "timedelta64", "timestamp", "date32", "date64", "time32", "time64", "duration")
#: Those of pandas that hold neither: their columns are named in what is said of them.
OTHERS = ("period", "interval", "list", "large_list", "fixed_size_list", "map", "binary", "large_binary", "fixed_size_binary")

#: Python's own.
CLOCKS = (date, timedelta, time)

NO_KIND = "column {}: a table holds numbers, texts, categories, dates and times, and these are {}; as texts they would be names."

#: Its name with its numbers, its seconds and the word "time", or its codes, their levels and whether these have an order.
Column = tuple[Any, ...]


def is_named(column: Any) -> bool:
    """Whether a column of a frame holds names: categories, or objects some of which are texts."""
    kind = str(column.dtype)
    if kind.startswith(NAMES):
        return True
    return kind in ("object", "Object") and any(isinstance(value, str) for value in column)


def is_time(column: Any) -> bool:
    """Whether a column of pandas, or of an array, holds times or spans of time, or Python's dates."""
    kind = str(getattr(column, "dtype", ""))
    if kind == "object":
        return isinstance(next((value for value in column if not _is_missing(value)), None), CLOCKS)
    return kind.startswith(TIMES)


def is_numbers(column: Any) -> bool:
    """Whether all values of a column of objects are numbers, or missing."""
    return all((hasattr(value, "__float__") and not isinstance(value, np.ndarray)) or _is_missing(value) for value in column)


def unmasked(values: Any) -> Any:
    """A masked array of numpy as one of objects, without what is masked."""
    objects = values.data.astype(object)
    objects[np.ma.getmaskarray(values)] = None
    return objects


def objects_of(values: Any) -> Any:
    """An array of any kind as one of objects; "nan" in an array of texts is None, for so numpy writes NaN among them."""
    objects = values.astype(object)
    if values.dtype.kind == "U":
        objects[values == "nan"] = None
    return objects


def column_of(name: str, column: Any, nominal: bool) -> Column:
    """One column: numbers, or codes with their levels and whether these have an order."""
    kind = str(getattr(column, "dtype", ""))
    if kind == "category":  # pandas
        own = getattr(column, "cat", column)  # of a series, or categories by themselves
        levels = [_text(level) for level in own.categories]
        return (name, np.ascontiguousarray(own.codes, dtype=np.int64), levels, bool(own.ordered))
    if is_time(column) and not nominal:
        return _times(name, column)
    values = column.to_numpy() if hasattr(column, "to_numpy") else np.asarray(column)
    if values.dtype.kind in "biuf" and not nominal:
        return (name, _numbers(values))
    objects = objects_of(values)
    if (coded := _texts(objects)) is not None:
        return (name, *coded, False)
    if any(isinstance(value, bytes) for value in objects):
        raise TypeError(NO_KIND.format(name, "bytes") + " column.str.decode('utf-8') makes texts of pandas' bytes.")
    missing = np.array([_is_missing(value) for value in objects], dtype=bool)
    if not nominal and not any(isinstance(value, str) for value in objects[~missing]):
        numbers = np.full(len(objects), np.nan)
        try:
            numbers[~missing] = [float(value) for value in objects[~missing]]
        except OverflowError:
            raise ValueError(f"column {name}: Input X contains infinity or a value too large for dtype('float64').") from None
        except (TypeError, ValueError):
            other = next((value for value in objects[~missing] if not hasattr(value, "__float__") or isinstance(value, np.ndarray)), None)
            raise TypeError(NO_KIND.format(name, f"of type {type(other).__name__}")) from None
        return (name, _numbers(numbers))
    texts = np.array([_text(value) for value in objects[~missing]], dtype=object)
    codes = np.full(len(objects), -1, dtype=np.int64)
    if not texts.size:
        return (name, codes, [], False)
    found, codes[~missing] = np.unique(texts, return_inverse=True)
    return (name, codes, found.tolist(), False)


def _texts(objects: Any) -> tuple[Any, list[str]] | None:
    """The codes and levels of a column that holds texts and gaps alone. Counted by a dict: values compared one by one take longer than a tree."""
    values = objects.tolist()
    kinds = set(map(type, values))
    if str not in kinds:
        return None
    try:
        distinct = set(values)
    except TypeError:  # a list, say
        return None
    texts = {value: _text(value) for value in distinct if type(value) is str and value}
    if not texts or not all(type(value) is str or _is_missing(value) for value in distinct):
        return None
    levels = sorted(set(texts.values()))
    numbers = dict(zip(levels, range(len(levels))))
    places = {value: numbers[level] for value, level in texts.items()}
    return np.fromiter(map(places.get, values, repeat(-1)), dtype=np.int64, count=len(values)), levels


def _times(name: str, column: Any) -> Column:
    """Seconds since 1970, in whatever unit the column counts, or the seconds of a span; NaT is missing."""
    kind = str(column.dtype)
    if kind == "object" or not kind.startswith(("datetime64", "timedelta64")):
        column = _of_objects(name, column)
    of_span = str(column.dtype).startswith("timedelta64")
    kind = "timedelta64[us]" if of_span else "datetime64[us]"
    values = column.to_numpy(dtype=kind) if hasattr(column, "to_numpy") else column.astype(kind)  # of a time zone: those of UTC
    seconds = np.where(np.isnat(values), np.nan, values.astype(np.int64) / 1e6)
    return (name, seconds) if of_span else (name, seconds, "time")


def _of_objects(name: str, column: Any) -> Any:
    """Python's dates, spans and times of day as numpy's; a time of day is the span since midnight."""
    values = [None if _is_missing(value) else value for value in column]
    first = next((value for value in values if value is not None), None)
    same = next((kind for kind in CLOCKS if isinstance(first, kind)), date)
    for value in values:
        if value is not None and not isinstance(value, same):
            raise TypeError(f"column {name}: {value!r} stands among values of type {type(first).__name__}; a column is of one kind.")
    if same is time:
        values = [None if value is None else _since_midnight(value) for value in values]
    return np.array(values, dtype="datetime64[us]" if same is date else "timedelta64[us]")


def _since_midnight(value: time) -> timedelta:
    return timedelta(hours=value.hour, minutes=value.minute, seconds=value.second, microseconds=value.microsecond)


def _numbers(values: Any) -> Any:
    numbers = np.ascontiguousarray(values, dtype=np.float64)
    if np.isinf(numbers).any():
        raise ValueError("Input X contains infinity or a value too large for dtype('float64').")
    return numbers


def _is_missing(value: Any) -> bool:
    """None, NaN, pandas' marks, and an empty text, as in a file. Other texts are names, whatever they say."""
    return value is None or (value == "" if isinstance(value, str) else str(value) in ("nan", "NaT", "<NA>"))
