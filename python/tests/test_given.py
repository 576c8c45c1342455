"""What people hand over: tables and targets of every kind that there is, and what is none of them."""

import datetime as dt
import decimal
import warnings

import numpy as np
import pandas as pd
import polars as pl
import pytest

import spinney
from conftest import table
from spinney import _values, DecisionTreeClassifier, DecisionTreeRegressor, RandomForestClassifier

NUMBERS, LABELS = table(30)
TWO = (LABELS > 0).astype(int)


def fitted(X, y=TWO, **params):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        tree = DecisionTreeClassifier(random_state=0, **params).fit(X, y)
        assert len(tree.predict(X)) == len(y)
    return tree


@pytest.mark.parametrize(
    "values, kind, rule",
    [
        (["x", "y", None], "dictionary", "= x"),
        ([dt.datetime(2020, 1, 1), dt.datetime(2020, 1, 3), None], "timestamp", "≤ 2020-01-02"),
        ([dt.date(2020, 1, 1), dt.date(2020, 1, 3), None], "date32", "≤ 2020-01-02"),
        ([dt.timedelta(hours=1), dt.timedelta(hours=3), None], "duration", "≤ 7200"),
        ([dt.time(1), dt.time(3), None], "time64", "≤ 7200"),
        ([True, False, None], "bool", "≤ 0.5"),
        ([1, 2, None], "int64", "≤ 1.5"),
        ([decimal.Decimal(1), decimal.Decimal(2), None], "decimal", "≤ 1.5"),
    ],
)
def test_columns_of_arrow_in_frames_of_pandas(values, kind, rule):
    pa = pytest.importorskip("pyarrow")
    array = pa.array(values).dictionary_encode() if kind == "dictionary" else pa.array(values)
    frame = pd.DataFrame({"a": pd.Series(array, dtype=pd.ArrowDtype(array.type))})
    assert str(frame["a"].dtype).startswith(kind)
    tree = fitted(frame, [0, 1, 1] if kind != "bool" else [1, 0, 0])
    assert rule in tree.rules()


def test_tables_of_arrow_in_pieces():
    pa = pytest.importorskip("pyarrow")
    batch = pa.record_batch({"a": NUMBERS[:, 0], "b": ["x", "y", "z"] * 10})
    tree = fitted(batch)
    assert tree.feature_names_in_.tolist() == ["a", "b"]
    reader = pa.RecordBatchReader.from_batches(batch.schema, [batch])
    assert DecisionTreeClassifier().fit(reader, TWO).predict(batch).tolist() == tree.predict(batch).tolist()


@pytest.mark.parametrize(
    "values, rule",
    [
        ([dt.time(1), dt.time(3), None], "≤ 7200"),
        (pd.Series([dt.timedelta(hours=1), dt.timedelta(hours=3), None], dtype=object), "≤ 7200"),
        ([dt.date(2020, 1, 1), dt.date(2020, 1, 3), None], "≤ 2020-01-02"),
    ],
)
def test_clocks_of_python(values, rule):
    assert rule in fitted(pd.DataFrame({"a": values}, dtype=object), [0, 1, 1]).rules()
    assert rule in fitted(np.array(list(values), dtype=object)[:, np.newaxis], [0, 1, 1]).rules()


def test_masked_values_are_missing():
    hidden = NUMBERS[:, 1] > 0.5
    masked = np.ma.masked_array(NUMBERS, mask=np.column_stack([hidden] * 4))
    holes = np.where(hidden[:, np.newaxis], np.nan, NUMBERS)
    assert fitted(masked).to_bytes() == fitted(holes).to_bytes()
    names = np.ma.masked_array(np.where(NUMBERS > 0, "p", "q"), mask=masked.mask)
    assert "missing" in fitted(names).rules()
    with pytest.raises(ValueError, match="Input y contains NaN: row 2 has no value"):
        fitted(NUMBERS, np.ma.masked_array(TWO, mask=[False, True] + [False] * 28))


def test_texts_of_numpys_own_kind():
    kind = getattr(np.dtypes, "StringDType", None)
    if kind is None:
        pytest.skip("numpy 1 has no such kind")
    X = np.array([["x"], ["y"], ["y"]], dtype=kind())
    assert "= x" in fitted(X, [0, 1, 1]).rules()
    assert fitted([[1], [2], [3]], np.array(["a", "b", "b"], dtype=kind())).classes_.tolist() == ["a", "b"]


def test_bytes_are_texts_where_numpy_keeps_them_so_and_else_are_told():
    assert "= é" in fitted(np.array([["é".encode()], [b"a"], [b"a"]]), [0, 1, 1]).rules()
    with pytest.raises(ValueError, match="X holds bytes that are no text.*numpy.char.decode"):
        fitted(np.array([["é".encode("latin1")], [b"a"], [b"a"]]), [0, 1, 1])
    for X in (pd.DataFrame({"x0": [b"1", b"2"]}), pd.DataFrame({"x0": [b"1", "2"]}), np.array([[b"1"], [b"2"]], dtype=object), [[b"1"], [b"2"]]):
        for params in ({}, {"categorical_features": [0]}):
            with pytest.raises(TypeError, match="column x0: a table holds .* these are bytes; .*decode"):
                fitted(X, [0, 1], **params)


@pytest.mark.parametrize(
    "X, kind, words",
    [
        (pd.DataFrame(NUMBERS[:, :2], columns=["a", "a"]), ValueError, "two columns called 'a'"),
        (pd.DataFrame(index=range(30)), ValueError, r"0 feature\(s\) \(shape=\(30, 0\)\)"),
        (pd.DataFrame({"a": [10**400] * 30}), ValueError, "too large"),
        (pd.DataFrame({"a": [10**400] * 30, "b": ["x"] * 30}), ValueError, "column a: .* too large"),
        (pd.DataFrame({"a": [dt.date(2020, 1, 1), "x", None] * 10}), TypeError, "column a: 'x' stands among values of type date"),
        (pd.DataFrame({"a": [dt.date(2020, 1, 1), 3, None] * 10}), TypeError, "column a: 3 stands among values of type date"),
        (pd.DataFrame({"a": [np.array([1, 2])] * 30}), TypeError, "column a: .* of type ndarray"),
        (np.zeros(30, dtype=[("a", float), ("b", int)]), TypeError, r"records, with the fields a, b: pandas.DataFrame\(X\)"),
        ({"a": NUMBERS[:, 0]}, TypeError, r"of type dict.*pandas.DataFrame\(X\)"),
        ([{"a": 1}] * 30, TypeError, r"a list of dict.*pandas.DataFrame\(X\)"),
        ((row for row in NUMBERS), TypeError, r"of type generator.*list\(X\)"),
        ("data/tennis.csv", TypeError, "X is 'data/tennis.csv'.*pandas.read_csv"),
        ([["a", "b"], ["c"]] * 15, ValueError, "row 1 has 2, and row 2 has 1"),
    ],
)
def test_what_is_no_table_is_told_with_what_would_do(X, kind, words):
    with pytest.raises(kind, match=words):
        fitted(X)


def test_objects_that_are_all_of_one_kind_are_that_kind():
    assert fitted(NUMBERS, pd.Series(TWO > 0, dtype=object)).classes_.tolist() == [False, True]
    assert fitted(NUMBERS, TWO.astype(object)).classes_.dtype == np.int64
    with pytest.raises(ValueError, match="y holds texts and 1, which is of type int"):
        fitted(NUMBERS, np.array(["a", 1] * 15, dtype=object))


@pytest.mark.parametrize("y", [set(range(30)), {"a": 1}, (i for i in range(30))])
def test_what_is_no_target_is_told(y):
    with pytest.raises(TypeError, match=f"y is of type {type(y).__name__}.*list"):
        DecisionTreeRegressor().fit(NUMBERS, y)


@pytest.mark.parametrize("kind", [DecisionTreeClassifier, RandomForestClassifier])
def test_texts_and_numbers_are_learned_beside_each_other(kind):
    y = pd.DataFrame({"word": np.where(TWO, "u", "v"), "number": 3 - TWO})
    for given in (y, y.astype({"word": "category"}), pl.DataFrame(y.to_dict("list"))):
        model = kind(random_state=0).fit(NUMBERS, given)
        assert [own.tolist() for own in model.classes_] == [["u", "v"], [2, 3]]
        assert model.predict(NUMBERS)[0].tolist() == y.iloc[0].tolist()


def test_columns_that_rows_are_dealt_by_are_as_long_as_the_table():
    patients = pd.Categorical(["x", "y", "z"] * 10)
    told = [spinney.compare(NUMBERS, TWO, ["baseline"], cv=3, groups=groups).data for groups in (patients, list(patients), pl.Series(list(patients)))]
    assert told[0] == told[1] == told[2]
    for kind in ("groups", "order"):
        with pytest.raises(ValueError, match=rf"{kind} has shape \(1,\), and there are 30 rows"):
            spinney.compare(NUMBERS, TWO, ["baseline"], cv=2, **{kind: [1]})


@pytest.mark.parametrize("kind", [DecisionTreeClassifier, RandomForestClassifier])
def test_rows_without_any_value_are_answered(kind):
    names = pd.DataFrame({"a": ["x", "y"] * 15, "b": ["u", "v", "w"] * 10})
    model = kind(random_state=0).fit(names, TWO)
    hole = model.predict(pd.DataFrame({"a": [None], "b": [None]}, dtype="str")).tolist()
    for row in ([[None, None]], [[np.nan, np.nan]], np.full((1, 2), np.nan), np.full((40, 2), np.nan), pl.DataFrame({"a": [None], "b": [None]})):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # that lists have no names
            assert set(model.predict(row).tolist()) == set(hole)
            with pytest.raises(ValueError, match="holds names, and is asked with numbers"):
                model.predict([[1.0, 2.0]])


@pytest.mark.parametrize(
    "values",
    [
        ["b", "a", None, "a", float("nan"), "", pd.NA, pd.NaT, "nan"],
        ["b", np.str_("a"), None, "a"],
        ["1", 1, True, 1.0, "true"],
        ["a"] * 3,
        ["", None],
        [None, None],
    ],
)
def test_texts_that_are_counted_by_a_dict_are_those_that_are_compared(values, monkeypatch):
    objects = np.array(values, dtype=object)
    quick = _values.column_of("a", objects, False)
    monkeypatch.setattr(_values, "_texts", lambda objects: None)
    slow = _values.column_of("a", objects, False)
    assert list(map(str, quick)) == list(map(str, slow))


def test_texts_are_counted_by_a_dict():
    values = np.array(["b", "a", None, "a", "c"], dtype=object)
    name, codes, levels, ordered = _values.column_of("a", values, False)
    assert (codes.tolist(), levels, ordered) == ([1, 0, -1, 0, 2], ["a", "b", "c"], False)
