"""Dates and times of pandas and of Python are times, whatever unit they are counted in."""

import datetime

import numpy as np
import pandas as pd
import polars as pl
import pytest

from conftest import make
from spinney import DecisionTreeClassifier, IsolationForest

DAYS = pd.Series(pd.date_range("2020-01-01", periods=40))
LATE = [0] * 20 + [1] * 20
NOON = "2020-01-20T12:00:00"

FRAMES = {
    "microseconds": pd.DataFrame({"day": DAYS.astype("datetime64[us]")}),
    "nanoseconds": pd.DataFrame({"day": DAYS.astype("datetime64[ns]")}),
    "seconds": pd.DataFrame({"day": DAYS.astype("datetime64[s]")}),
    "with a zone": pd.DataFrame({"day": DAYS.dt.tz_localize("UTC")}),
    "Python's dates": pd.DataFrame({"day": [day.date() for day in DAYS]}, dtype=object),
    "Python's times": pd.DataFrame({"day": [day.to_pydatetime() for day in DAYS]}, dtype=object),
}


@pytest.mark.parametrize("name", FRAMES)
def test_times_are_cut_as_times(name):
    tree = DecisionTreeClassifier().fit(FRAMES[name], LATE)
    assert f"day ≤ {NOON}" in tree.rules()
    for other in FRAMES.values():  # units do not matter
        assert tree.predict(other).tolist() == LATE


def test_spans_and_times_of_day_of_polars_are_seconds():
    hours = [datetime.timedelta(hours=hour) for hour in range(40)]
    for unit in ("ms", "us", "ns"):
        frame = pl.DataFrame({"for": pl.Series(hours).cast(pl.Duration(unit))})
        tree = DecisionTreeClassifier().fit(frame, LATE)
        assert "for ≤ 70200 " in tree.rules()  # 19 hours and a half
        assert tree.predict(frame).tolist() == LATE
        assert tree.predict(pd.DataFrame({"for": hours})).tolist() == LATE
    day = pl.DataFrame({"at": [datetime.time(minute // 2, 30 * (minute % 2)) for minute in range(40)]})
    assert "at ≤ 35100 " in DecisionTreeClassifier().fit(day, LATE).rules()  # a quarter to ten


def test_columns_of_polars_that_arrow_has_no_word_for():
    wide = [2**70 + place * 2**60 for place in range(40)]
    frame = pl.DataFrame({"nothing": [None] * 40, "long": pl.Series(wide, dtype=pl.Int128)})
    tree = DecisionTreeClassifier().fit(frame, LATE)
    assert tree.predict(frame).tolist() == LATE and tree._model.kinds == ["continuous", "continuous"]


def test_times_in_lists_and_arrays_of_objects():
    rows = [[day.to_pydatetime()] for day in DAYS]
    for given in (rows, np.array(rows, dtype=object)):
        tree = DecisionTreeClassifier().fit(given, LATE)
        assert f"x0 ≤ {NOON}" in tree.rules() and tree.predict(given).tolist() == LATE


def test_times_beside_numbers_names_and_missing_values():
    frame = FRAMES["microseconds"].assign(size=np.arange(40.0) % 3, kind=["a", "b"] * 20)
    lacking = frame.assign(day=frame["day"].where(frame.index != 3))
    for given in (frame[["day", "size"]], frame, lacking):
        tree = DecisionTreeClassifier().fit(given, LATE)
        assert f"day ≤ {NOON}" in tree.rules() and tree.predict(given).tolist() == LATE
    assert "missing" in DecisionTreeClassifier().fit(lacking, LATE).rules()


def test_polars_and_pandas_are_asked_alike():
    days = [datetime.date(2020, 1, 1) + datetime.timedelta(at) for at in range(40)]
    ours, theirs = FRAMES["nanoseconds"], pl.DataFrame({"day": days})
    assert DecisionTreeClassifier().fit(theirs, LATE).predict(ours).tolist() == LATE
    assert DecisionTreeClassifier().fit(ours, LATE).predict(theirs).tolist() == LATE


def test_spans_are_seconds_and_arrays_of_times_are_times():
    spans = pd.DataFrame({"span": DAYS - DAYS[0]})
    for unit in ("ns", "s"):
        tree = DecisionTreeClassifier().fit(spans.astype(f"timedelta64[{unit}]"), LATE)
        assert f"span ≤ {19.5 * 86400:.0f}" in tree.rules() and tree.predict(spans).tolist() == LATE
    array = DAYS.to_numpy(dtype="datetime64[D]").reshape(-1, 1)
    assert f"x0 ≤ {NOON}" in DecisionTreeClassifier().fit(array, LATE).rules()


def test_numbers_are_no_times():
    tree = DecisionTreeClassifier().fit(FRAMES["nanoseconds"], LATE)
    with pytest.raises(ValueError, match='column "day": the column is numeric, and this needs a date one'):
        tree.predict(pd.DataFrame({"day": [1.0]}))


def test_every_estimator_takes_times(estimator):
    frame = FRAMES["nanoseconds"].assign(kind=["a", "b"] * 20)
    fitted = make(estimator).fit(frame, LATE)
    asked = fitted.apply if estimator == "RandomTreesEmbedding" else fitted.predict
    assert (asked(frame) == asked(frame.astype({"day": "datetime64[s]"}))).all()
    if estimator == "IsolationForest":  # weights are copies of rows
        assert IsolationForest(random_state=0).fit(frame, sample_weight=np.full(40, 2.0)).predict(frame).shape == (40,)
