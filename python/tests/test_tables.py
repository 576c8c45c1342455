"""The same values give the same model, whatever they come in."""

import numpy as np
import pandas as pd
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays

from conftest import ALL, make, table
from spinney import DecisionTreeClassifier, DecisionTreeRegressor, RandomForestClassifier, _columns

NAMES = ["a", "b", "c", "d"]


def mixed(rows=150, seed=1):
    draws = np.random.default_rng(seed)
    columns = {
        "size": draws.normal(size=rows).round(2),
        "wind": draws.choice(["weak", "strong", "none"], rows),
        "days": draws.integers(0, 5, rows),
        "rain": draws.random(rows) < 0.5,
    }
    y = np.where((columns["wind"] == "weak") | (columns["size"] > 0.3), "yes", "no")
    return columns, y


@pytest.mark.parametrize("change", ["C", "F", "float32", "list", "strided", "readonly"])
def test_arrays_of_every_layout_give_one_model(change):
    X, y = table()
    X = X.astype(np.float32).astype(np.float64)
    other = {
        "C": np.ascontiguousarray(X),
        "F": np.asfortranarray(X),
        "float32": X.astype(np.float32),
        "list": X.tolist(),
        "strided": np.repeat(X, 2, axis=0)[::2],
        "readonly": X.copy(),
    }[change]
    if change == "readonly":
        other.flags.writeable = False
    one, two = make("RandomForestClassifier").fit(X, y), make("RandomForestClassifier").fit(other, y)
    assert one.to_bytes() == two.to_bytes()
    assert (one.predict_proba(X) == one.predict_proba(other)).all()


@pytest.mark.parametrize("kind", [np.int8, np.uint16, np.int64, bool])
def test_whole_numbers_and_booleans_are_numbers(kind):
    X = (table()[0] > 0).astype(kind)
    y = table()[1]
    assert make("DecisionTreeClassifier").fit(X, y).to_bytes() == make("DecisionTreeClassifier").fit(X.astype(float), y).to_bytes()


def test_frames_of_pandas_and_polars_give_one_model():
    columns, y = mixed()
    frames = [
        pd.DataFrame(columns),
        pd.DataFrame(columns).astype({"wind": "category"}),
        pd.DataFrame(columns).astype({"wind": object}),
        pl.DataFrame(columns),
        pl.DataFrame(columns).with_columns(pl.col("wind").cast(pl.Categorical)),
        pl.DataFrame(columns).with_columns(pl.col("wind").cast(pl.Enum(["none", "strong", "weak"]))),
        pl.concat([pl.DataFrame(columns)[:60], pl.DataFrame(columns)[60:]], rechunk=False),
    ]
    models = [make("RandomForestClassifier").fit(frame, y) for frame in frames]
    assert len({model.to_bytes() for model in models}) == 1
    assert models[0]._model.kinds == ["continuous", "nominal", "continuous", "continuous"]
    answers = [model.predict_proba(other) for model, other in zip(models, frames[1:] + frames[:1])]
    assert all((answer == answers[0]).all() for answer in answers)
    assert models[0].score(frames[0], y) == 1.0


def test_older_scikit_learn_is_told_the_names_of_frames(monkeypatch):
    told = []
    monkeypatch.setattr(_columns, "KNOWS_FRAMES", False)
    monkeypatch.setattr(_columns, "_check_feature_names", lambda estimator, X, reset: told.append(X.__dataframe__().column_names()))
    DecisionTreeClassifier().fit(pl.DataFrame({"size": [1.0, 2.0], "wind": [0.0, 1.0]}), [0, 1])
    assert told == [["size", "wind"]]


def test_arrays_of_objects_hold_names():
    columns, y = mixed()
    X = np.array([list(row) for row in zip(*columns.values())], dtype=object)
    tree = make("DecisionTreeClassifier").fit(X, y)
    assert tree._model.kinds == ["continuous", "nominal", "continuous", "continuous"]
    assert (tree.predict(X) == y).all()
    assert (tree.predict(X.tolist()) == y).all()


def test_bytes_are_texts():
    X = np.array([[b"weak"], [b"strong"]] * 4)
    tree = make("DecisionTreeClassifier").fit(X, [0, 1] * 4)
    assert tree._model.kinds == ["nominal"] and tree.predict(X.astype(str)).tolist() == [0, 1] * 4


def test_numbers_of_a_model_of_names_are_refused_with_a_word():
    columns, y = mixed()
    tree = make("DecisionTreeClassifier").fit(np.array([columns["wind"]], dtype=object).T, y)
    with pytest.raises(ValueError, match="holds names"):
        tree.predict(np.zeros((3, 1)))


@pytest.mark.parametrize("declared", [["days"], [2], [False, False, True, False]])
def test_numbers_can_be_declared_to_be_names(declared):
    columns, y = mixed()
    tree = DecisionTreeClassifier(categorical_features=declared, random_state=0).fit(pd.DataFrame(columns), y)
    assert tree._model.kinds == ["continuous", "nominal", "nominal", "continuous"]
    assert (tree.predict(pd.DataFrame(columns)) == y).all()


def test_a_declared_name_that_is_not_there_is_refused():
    columns, y = mixed()
    with pytest.raises(ValueError, match="'speed'"):
        DecisionTreeClassifier(categorical_features=["speed"]).fit(pd.DataFrame(columns), y)


def test_ordered_categories_are_cut_in_their_order():
    sizes = pd.Categorical(["small", "middle", "large"] * 10, categories=["small", "middle", "large"], ordered=True)
    frame = pd.DataFrame({"size": sizes})
    tree = make("DecisionTreeRegressor").fit(frame, [1.0, 2.0, 3.0] * 10)
    assert tree._model.kinds == ["ordinal"]
    assert tree.predict(frame)[:3].tolist() == [1.0, 2.0, 3.0]
    assert tree.tree_.threshold[0] in (0.5, 1.5)


def test_unseen_names_are_answered():
    frame = pd.DataFrame({"wind": ["weak", "weak", "strong"] * 5})
    tree = make("DecisionTreeClassifier").fit(frame, ["yes", "yes", "no"] * 5)
    assert tree.predict(pd.DataFrame({"wind": ["gale"]})).tolist() == ["yes"]  # down the heaviest branch


def test_missing_values_have_a_way_of_their_own():
    X = np.array([[1.0], [2.0], [np.nan], [np.nan]])
    tree = make("DecisionTreeClassifier").fit(X, [0, 0, 1, 1])
    assert tree.predict([[np.nan], [1.5]]).tolist() == [1, 0]
    frame = pl.DataFrame({"x": [1, 2, None, None]})
    assert make("DecisionTreeClassifier").fit(frame, [0, 0, 1, 1]).predict(frame).tolist() == [0, 0, 1, 1]
    names = pd.DataFrame({"x": ["a", "b", None, None]})
    assert make("DecisionTreeClassifier").fit(names, [0, 0, 1, 1]).predict(names).tolist() == [0, 0, 1, 1]


@pytest.mark.parametrize("how", ["learned", "fractions", "surrogates", "own"])
def test_every_way_with_missing_values_learns(how):
    X, y = table()
    X = X.copy()
    X[::5, 0] = np.nan
    assert make("DecisionTreeClassifier", missing=how).fit(X, y).score(X, y) > 0.9


@pytest.mark.parametrize("wrong", [np.inf, -np.inf])
@pytest.mark.parametrize("frame", [np.asarray, pd.DataFrame, lambda X: pl.DataFrame(X, schema=NAMES)])
@pytest.mark.parametrize("estimator", [name for name in ALL if name != "IsolationForest"])  # which takes them
def test_infinite_numbers_are_refused(wrong, frame, estimator):
    X, y = table()
    X = X.copy()
    fitted = make(estimator).fit(frame(X), y)
    X[3, 2] = wrong
    with pytest.raises(ValueError, match="infinity"):
        make(estimator).fit(frame(X), y)
    ask = fitted.transform if estimator == "RandomTreesEmbedding" else fitted.predict
    for rows in (X, X[:5]):
        with pytest.raises(ValueError, match="infinity"):
            ask(frame(rows))


@pytest.mark.parametrize(
    "labels",
    [
        np.array(["10", "9", "b"]),
        np.array([True, False]),
        np.array([-3, 20, 100]),
        np.array([0.5, 1.5, -2.0]),
        np.array(["ü", "a", "Z"], dtype=object),
    ],
    ids=["digits", "booleans", "whole", "real", "objects"],
)
def test_classes_of_every_type_come_back_as_they_are(labels, classifier):
    X, y = table()
    y = labels[y % len(labels)]
    if y.dtype.kind == "f":
        y = y.astype(object).astype(str)  # real numbers are no classes to scikit-learn
    fitted = make(classifier).fit(X, y)
    assert fitted.classes_.tolist() == sorted(set(y.tolist()))
    assert fitted.predict(X).dtype.kind == y.dtype.kind
    assert fitted.score(X, y) > 0.9
    shares = fitted.predict_proba(X)
    assert (fitted.classes_[shares.argmax(axis=1)] == fitted.predict(X)).all()
    assert (fitted.predict_proba(X[:4]) == shares[:4]).all()  # few rows go another way


@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_any_table_is_learned_by_heart(data):
    shape = data.draw(array_shapes(min_dims=2, max_dims=2, min_side=1, max_side=12))
    X = data.draw(arrays(np.float64, shape, elements=st.integers(-4, 4) | st.just(float("nan"))))
    y = data.draw(arrays(np.int64, shape[0], elements=st.integers(0, 2)))
    tree = DecisionTreeClassifier(random_state=0).fit(X, y)
    seen: dict[bytes, list[int]] = {}
    for row, label in zip(X, y):
        seen.setdefault((row + 0.0).tobytes(), []).append(int(label))
    for row, label in zip(X, tree.predict(X)):
        counts = np.bincount(seen[(row + 0.0).tobytes()], minlength=3)
        assert counts[label] == counts.max()


@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_whole_weights_are_copies(data):
    rows = data.draw(st.integers(3, 25))
    X = data.draw(arrays(np.float64, (rows, 3), elements=st.integers(0, 6)))
    y = data.draw(arrays(np.float64, rows, elements=st.integers(0, 2)))
    weights = data.draw(arrays(np.int64, rows, elements=st.integers(0, 4)))
    y[:3], weights[:3] = [0, 1, 2], np.maximum(weights[:3], 1)  # a class without weight would still be a class
    copies = np.repeat(np.arange(rows), weights)
    for kind in (DecisionTreeRegressor, lambda **k: RandomForestClassifier(5, **k)):
        one = kind(random_state=3).fit(X, y.astype(int), sample_weight=weights)
        two = kind(random_state=3).fit(X[copies], y[copies].astype(int))
        assert np.allclose(one.predict(X), two.predict(X))


def test_rows_in_another_order_give_the_same_forest():
    X, y = table()
    order = np.random.default_rng(5).permutation(len(X))
    one, two = make("RandomForestClassifier").fit(X, y), make("RandomForestClassifier").fit(X[order], y[order])
    assert one.to_bytes() == two.to_bytes()


def test_threads_do_not_change_a_forest():
    X, y = table(400)
    one = make("RandomForestClassifier", n_jobs=1, oob_score=True, n_estimators=40).fit(X, y)
    two = make("RandomForestClassifier", n_jobs=3, oob_score=True, n_estimators=40).fit(X, y)
    assert one.to_bytes() == two.to_bytes()
    assert (one.oob_decision_function_ == two.oob_decision_function_).all()
    assert (one.predict_proba(X) == two.predict_proba(X)).all()


@pytest.mark.parametrize("target", [np.zeros((120, 2, 2)), np.random.default_rng(0).normal(size=(120, 2)), None])
def test_targets_that_cannot_be_learned_are_refused(target, classifier):
    X, _ = table()
    with pytest.raises(ValueError, match="y|dim"):
        make(classifier).fit(X, target)


def test_frames_of_numbers_are_not_looked_through_column_by_column(monkeypatch):
    frame = pd.DataFrame(np.arange(40.0).reshape(4, 10), columns=list("abcdefghij"))
    looked = []
    monkeypatch.setattr(_columns, "is_named", lambda column: looked.append(column.name))
    DecisionTreeClassifier().fit(frame, [0, 0, 1, 1])
    assert looked == []
    DecisionTreeClassifier().fit(frame.assign(j=frame["j"].astype(object)), [0, 0, 1, 1])
    assert looked == ["j"]  # the values of objects tell what they are


def test_numbers_that_lie_between_others_are_read_where_they_are():
    draws = np.random.default_rng(0)
    records = np.zeros(200, dtype=[("x", "f8", (3,)), ("flag", "u1")])
    records["x"] = draws.normal(size=(200, 3))
    X = records["x"]
    assert not X.flags.aligned  # steps of 25 bytes
    y = X[:, 0] > 0
    tree = DecisionTreeClassifier(random_state=0).fit(X, y)
    assert tree._model.to_bytes() == DecisionTreeClassifier(random_state=0).fit(X.copy(), y)._model.to_bytes()
    assert (tree.predict(X) == y).all() and (tree.predict(X[:5]) == y[:5]).all()
    slim = np.zeros(200, dtype=[("x", "f4", (3,)), ("flag", "u1")])
    slim["x"] = X
    assert (tree.tree_.predict(slim["x"]) == tree.tree_.predict(slim["x"].copy())).all()


@pytest.mark.parametrize("kind", ["f4", "f2", "i8", "u1", "?", ">f8"])
def test_few_rows_of_any_numbers_are_answered_as_many_are(kind):
    X, y = table(300, 4)
    X = np.abs(X * 3).astype(kind)
    tree = DecisionTreeClassifier(random_state=0).fit(X, y)
    assert (np.concatenate([tree.predict_proba(X[place : place + 3]) for place in range(0, 300, 3)]) == tree.predict_proba(X)).all()


def test_whole_numbers_beyond_floats_are_numbers_in_every_frame():
    long = 1_700_000_000_000_000_000 + np.random.default_rng(0).integers(0, 10**15, 200)
    y = long > np.median(long)
    models = [DecisionTreeClassifier(random_state=0).fit(frame({"t": long}), y)._model.to_bytes() for frame in (pd.DataFrame, pl.DataFrame)]
    assert models[0] == models[1]
    named = DecisionTreeClassifier(categorical_features=["t"]).fit(pl.DataFrame({"t": long}), y)
    assert (named.predict(pl.DataFrame({"t": long})) == y).all() and "nominal" in named._model.to_json()


def test_texts_are_names_whatever_they_say():
    bread = np.random.default_rng(0).choice(["nan", "pita", "NaT"], 90).astype(object)
    y = bread == "nan"
    frames = [pd.DataFrame({"bread": bread}), pl.DataFrame({"bread": list(bread)})]
    for known in frames:
        tree = DecisionTreeClassifier(random_state=0).fit(known, y)
        assert all((tree.predict(asked) == y).all() for asked in frames)
    # Among texts numpy writes NaN so.
    tree = DecisionTreeClassifier(random_state=0).fit(np.array([["a"], [np.nan], ["b"]] * 9), [0, 1, 1] * 9)
    assert "missing" in tree.rules()


def test_texts_in_an_array_of_objects_are_classes_as_others_are():
    X, y = table(120, 3)
    names = np.array(["no", "yes", "10", "9"])[y % 4]
    trees = [DecisionTreeClassifier(random_state=0).fit(X, given) for given in (names, names.astype(object), list(names))]
    assert len({tree._model.to_bytes() for tree in trees}) == 1
    assert all((tree.classes_ == trees[0].classes_).all() for tree in trees)
    with pytest.raises(ValueError, match="row 3"):
        DecisionTreeClassifier(random_state=0).fit(X[:4], np.array(["a", "b", None, "a"], dtype=object))
