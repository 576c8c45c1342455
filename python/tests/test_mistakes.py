"""Mistakes that newcomers make are told in words that say what to do."""

import pickle
import warnings

import numpy as np
import pandas as pd
import polars as pl
import pytest
from sklearn.ensemble import IsolationForest
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import KFold

import spinney
from conftest import table
from spinney import DecisionTreeClassifier, DecisionTreeRegressor, RandomForestClassifier, RandomForestRegressor

PENGUINS = pd.read_csv("data/penguins.csv")
X, Y = PENGUINS.drop(columns="species"), PENGUINS["species"]
NUMBERS, LABELS = table()


@pytest.fixture(scope="module")
def tree():
    return DecisionTreeClassifier(random_state=0).fit(X, Y)


@pytest.mark.parametrize(
    "y",
    [
        ["a", None, "b"],
        np.array(["a", None, "b"], dtype=object),
        np.array(["a", np.nan, "b"], dtype=object),
        pd.Series(["a", pd.NA, "b"], dtype="string"),
        pd.Series(["a", None, "b"]),
        pd.Series([1.0, np.nan, 2.0]),
        pl.Series(["a", None, "b"]),
    ],
)
@pytest.mark.parametrize("kind", [DecisionTreeClassifier, RandomForestClassifier])
def test_a_target_without_a_value_is_named_by_its_row(kind, y):
    with pytest.raises(ValueError, match="Input y contains NaN: row 2 has no value. Leave out the rows without one."):
        kind().fit(NUMBERS[:3], y)


def test_what_is_no_target():
    with pytest.raises(TypeError, match=r"y is the text 'species'.*frame\['species'\] is y"):
        DecisionTreeClassifier().fit(PENGUINS, "species")
    with pytest.raises(ValueError, match="could not convert string to float.*classes are learned by a classifier"):
        DecisionTreeRegressor().fit(X, Y)
    with pytest.raises(ValueError, match="Input y contains NaN: row 4 has no value"):
        spinney.compare(PENGUINS, "sex", ["baseline"], cv=3)


@pytest.mark.parametrize("flat", [["a", "b"], np.array(["a", "b"]), pd.Series(["a", "b"]), pd.Series(["a", "b"], dtype="category"), pl.Series(["a", "b"])])
def test_one_column_is_no_table(flat):
    with pytest.raises(ValueError, match=r"Expected 2D array, got 1D array.*one column is frame\[\['name'\]\]"):
        DecisionTreeClassifier().fit(flat, [0, 1])


def test_what_is_no_table(tree):
    with pytest.raises(ValueError, match=r"got 1D array instead.*One row is \[row\]"):
        tree.predict(X.iloc[0])
    with pytest.raises(TypeError, match=r"X.collect\(\) is a frame"):
        DecisionTreeClassifier().fit(pl.DataFrame({"a": [1, 2]}).lazy(), [0, 1])
    with pytest.raises(TypeError, match=r"y.collect\(\) is a frame"):
        DecisionTreeClassifier().fit(NUMBERS[:2], pl.DataFrame({"a": [1, 2]}).lazy())


@pytest.mark.parametrize("more", [{}, {"k": ["a", "b"]}], ids=["alone", "beside names"])
@pytest.mark.parametrize("values", [pd.period_range("2020", periods=2), pd.interval_range(0, 2), [{"x": 1}, {"x": 2}]])
def test_columns_of_no_kind_are_named(values, more):
    kind = type(values[0]).__name__
    with pytest.raises(TypeError, match=f"column d: a table holds numbers, .* of type {kind}; as texts they would be names"):
        DecisionTreeClassifier().fit(pd.DataFrame({"d": values, **more}), [0, 1])


def test_objects_of_polars_are_named():
    with pytest.raises(TypeError, match="column d: .* objects of Python; as texts they would be names"):
        DecisionTreeClassifier().fit(pl.DataFrame({"d": pl.Series([object(), object()], dtype=pl.Object)}), [0, 1])


def test_trees_that_are_kept_are_of_as_many_features_and_classes():
    forest = RandomForestClassifier(2, warm_start=True).fit(NUMBERS, LABELS).set_params(n_estimators=4)
    with pytest.raises(ValueError, match="warm_start goes on with trees of 4 features, and X has 2: warm_start=False begins anew"):
        forest.fit(NUMBERS[:, :2], LABELS)
    with pytest.raises(ValueError, match=r"warm_start goes on with trees of \[3\] classes, and y has \[2\]: warm_start=False begins anew"):
        forest.fit(NUMBERS, LABELS > 0)
    assert len(forest.fit(NUMBERS, LABELS)) == 4


def test_what_is_no_single_tree():
    forest = RandomForestClassifier(2).fit(NUMBERS, LABELS)
    for write in (spinney.export_text, spinney.export_graphviz, spinney.plot_tree):
        with pytest.raises(TypeError, match=r"RandomForestClassifier is not a single tree.*forest.estimators_\[0\] is the first"):
            write(forest)
    with pytest.raises(TypeError, match="RandomForestClassifier is a model of this package already"):
        spinney.from_sklearn(forest)


def test_steps_are_of_one_target():
    with pytest.raises(ValueError, match=r"steps are told of one target, and y has 2: y\[:, 0\] is the first"):
        DecisionTreeClassifier().steps(NUMBERS, np.stack([LABELS, LABELS], axis=1))


def test_a_width_that_does_not_fit_names_the_estimator_for_few_rows_and_for_many():
    tree = DecisionTreeClassifier().fit(NUMBERS, LABELS)
    for rows in (NUMBERS[:1, :3], NUMBERS[:, :3]):
        with pytest.raises(ValueError, match="X has 3 features, but DecisionTreeClassifier is expecting 4 features as input."):
            tree.predict(rows)


@pytest.mark.parametrize(
    "said, told",
    [
        ({"min-gain": "x"}, 'settings: "min-gain": invalid type: string "x", expected a number$'),
        ({"max-depth": -2}, 'settings: "max-depth": invalid value: integer `-2`, expected a whole number$'),
        ({"criterion": "ginni"}, 'settings: "criterion": unknown variant `ginni`, expected one of `entropy`'),
        ({"min_gain": 0.1}, "settings: unknown field `min_gain`, expected one of"),
    ],
)
def test_settings_are_told_by_their_names(said, told):
    with pytest.raises(ValueError, match=told) as wrong:
        DecisionTreeClassifier(settings=said).fit(NUMBERS, LABELS)
    assert "at line" not in str(wrong.value)


def test_folds_are_counted():
    for cv in (1, -1, KFold(3), "five"):
        with pytest.raises(ValueError, match="cv is how many folds there are, 2 or more"):
            spinney.compare(NUMBERS, LABELS, ["baseline"], cv=cv)
    with pytest.raises(ValueError, match='settings: "rule": unknown variant `worst`, expected `best` or `one-error`$'):
        spinney.tune(NUMBERS, LABELS, depths=[2], rule="worst")


def test_models_of_others_are_not_compared():
    with pytest.raises(TypeError, match="theirs: sklearn.IsolationForest is no tree or forest of this package with a target"):
        spinney.compare(NUMBERS, LABELS, {"theirs": IsolationForest()}, cv=3)


def test_models_that_cannot_be_taken_over():
    with pytest.raises(ValueError, match="LogisticRegression is no tree or forest that can be taken over: these are DecisionTreeClassifier"):
        spinney.from_sklearn(LogisticRegression().fit(NUMBERS, LABELS))


def test_one_row_is_explained_and_trees_are_counted_from_0(tree):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        whole = tree.explain(X[:1])
        assert tree.explain(X.iloc[0]) == tree.explain(list(X.iloc[0])) == tree.explain(X.iloc[0][::-1].to_dict()) == whole
    with pytest.raises(ValueError, match="the row has no 'island': a row has a value for each of island, bill_length_mm, "):
        tree.explain({"sex": "male"})
    with pytest.raises(ValueError, match="explain takes one row, and there are 3"):
        tree.explain(X[:3])
    with pytest.raises(IndexError, match="no tree -1: trees are counted from 0"):
        tree.rules(-1)


def test_a_regressor_tells_its_own_steps_of_targets_that_could_be_classes():
    told = DecisionTreeRegressor(max_depth=1).steps(NUMBERS, LABELS)
    assert "mean" in told and "Gini" not in told
    assert "Gini" in DecisionTreeClassifier(max_depth=1).steps(NUMBERS, LABELS.astype(float))


def test_halves_of_characters_are_names_like_others():
    half = b"caf\xe9".decode("utf-8", "surrogateescape")  # as names of files come that are not UTF-8
    y = np.array([half, "tea"] * 10, dtype=object)
    words = pd.DataFrame({0: pd.Series(y, dtype=object), 1: 1.0})
    words.columns = pd.Index(["drink", half], dtype=object)  # pandas' own texts, where Arrow holds them, cannot say it
    for make in (DecisionTreeClassifier, RandomForestClassifier):
        tree = make(random_state=0).fit(words, y)
        assert tree.classes_.tolist() == [half, "tea"] and tree.predict(words).tolist() == y.tolist()
        assert "caf\\udce9" in tree.rules() and tree.plot().svg.encode()
        assert (pickle.loads(pickle.dumps(tree)).predict(words) == y).all()
    assert DecisionTreeRegressor().fit(words, pd.Series(np.arange(20.0), name=half)).predict(words).shape == (20,)
    with pytest.raises(ValueError, match="two classes have the same name when they are written as text"):
        DecisionTreeClassifier().fit([[1], [2]], np.array([half, "caf\\udce9"], dtype=object))


@pytest.mark.parametrize("y", [1e148 * np.arange(40.0), np.column_stack([2e147 * np.arange(40.0), 1e148 * np.arange(40.0)])])
def test_targets_whose_squares_in_parts_are_beyond_all_numbers(y):
    X, parts = np.arange(40.0)[:, None], np.full(40, 0.7)
    told = r"squares of numbers beyond 1e14\d, times what the rows weigh in the parts that they are counted in, are beyond the largest"
    for make in (DecisionTreeRegressor, RandomForestRegressor):
        with pytest.raises(ValueError, match=told):
            make(**({"bootstrap": False} if make is RandomForestRegressor else {})).fit(X, y, sample_weight=parts)
    holes = np.where(np.arange(40)[:, None] == 3, np.nan, X)
    with pytest.raises(ValueError, match=told):
        DecisionTreeRegressor(missing="fractions").fit(holes, y)
    assert DecisionTreeRegressor().fit(X, y).score(X, y) > 0.9  # whole rows
    assert np.isfinite(DecisionTreeRegressor(max_depth=2).fit(X, y / 1e4, sample_weight=parts).tree_.impurity).all()


def wrong_call(call, kind, words):
    with pytest.raises(kind, match=words):
        call()


@pytest.mark.parametrize("kind", [DecisionTreeClassifier, RandomForestClassifier])
@pytest.mark.parametrize(
    "weights, words",
    [
        ({0: np.nan, 1: 1, 2: 1}, "class_weight: the weight of class 0 is nan, and must be a number from 0 up"),
        ({0: 1, 1: np.inf, 2: 1}, "class_weight: the weight of class 1 is inf"),
        ({0: -1, 1: 1, 2: 1}, "class_weight: the weight of class 0 is -1"),
        ({0: "a", 1: 1, 2: 1}, "class_weight: the weight of class 0 is 'a'"),
        ({0: 0, 1: 0, 2: 0}, "class_weight is 0 for every class that there is"),
    ],
)
def test_weights_of_classes_are_told_as_such(kind, weights, words):
    wrong_call(lambda: kind(class_weight=weights).fit(NUMBERS, LABELS), ValueError, words)


def test_weights_of_classes_and_rows_that_leave_nothing():
    tree = DecisionTreeClassifier(class_weight={0: 0, 1: 1, 2: 1})
    wrong_call(lambda: tree.fit(NUMBERS, LABELS, LABELS == 0), ValueError, "class_weight is 0 for every class of the rows that sample_weight leaves")
    assert (tree.fit(NUMBERS, LABELS).predict_proba(NUMBERS)[:, 0] == 0).all()
    contest = {"one": DecisionTreeClassifier(class_weight={0: np.nan, 1: 1, 2: 1})}
    wrong_call(lambda: spinney.compare(NUMBERS, LABELS, contest, cv=2), ValueError, "class_weight: the weight of class 0 is nan")


def test_settings_that_no_text_can_say():
    wrong_call(lambda: DecisionTreeClassifier(settings={"min-gain": np.nan}).fit(NUMBERS, LABELS), ValueError, "settings: 'min-gain': nan is no number")
    wrong_call(lambda: DecisionTreeClassifier(settings={"max-depth": object()}).fit(NUMBERS, LABELS), TypeError, "settings: 'max-depth': a number, a text")
    assert DecisionTreeClassifier(settings={"max-depth": np.int64(1)}).fit(NUMBERS, LABELS).get_depth() == 1


@pytest.mark.parametrize("row", ["Rain", b"Rain", 5, None, np.array("Rain"), {"Rain"}, {"outlook": ["Rain"], "wind": ["Weak"]}])
def test_one_value_is_no_row(tree, row):
    wrong_call(lambda: tree.explain(row), TypeError, r"explain takes one row: a list of values, a dict by the names of the columns, or frame\[:1\]")


@pytest.mark.parametrize("kind", [DecisionTreeRegressor, RandomForestClassifier, DecisionTreeClassifier])
def test_directions_are_said_by_names_of_columns(kind):
    frame, two = pd.DataFrame(NUMBERS, columns=list("abcd")), LABELS > 0
    named = kind(random_state=0, monotonic_cst={"c": -1}).fit(frame, two)
    assert named.to_bytes() == kind(random_state=0, monotonic_cst=[0, 0, -1, 0]).fit(frame, two).to_bytes()
    assert kind(monotonic_cst={"x2": 1}).fit(NUMBERS, two)
    wrong_call(lambda: kind(monotonic_cst={"z": 1}).fit(frame, two), ValueError, "monotonic_cst names 'z', which is no feature: these are a, b, c, d")
    wrong_call(lambda: kind(monotonic_cst={"a": 2}).fit(frame, two), ValueError, "-1, 0 or 1")
    wrong_call(lambda: kind(monotonic_cst=[[1, 0, 0, 0]]).fit(frame, two), ValueError, "an entry for each feature, in one row")


@pytest.mark.parametrize(
    "call, words",
    [
        (lambda: spinney.measure.entropy(5), r"for each value is asked for, as a list: \[9, 5\]; got 5"),
        (lambda: spinney.measure.gini([[1, 2]]), r"a number for each value; got \[1, 2\]"),
        (lambda: spinney.measure.mean(5), r"a list of numbers is asked for: \[1, 2, 6\]; got 5"),
        (lambda: spinney.measure.variance([1, "a"]), "'a' is none"),
        (lambda: spinney.measure.information_gain(5), r"a list of branches is asked for.*got 5"),
        (lambda: spinney.measure.information_gain([1, 2]), "got 1"),
        (lambda: spinney.measure.histogram_entropy(5, 3), "a list of numbers is asked for.*got 5"),
    ],
)
def test_measures_are_of_lists(call, words):
    wrong_call(call, TypeError, words)


@pytest.mark.parametrize(
    "said, kind, words",
    [
        ({"depths": [2.7]}, ValueError, "depths must be a whole number from 0 up; got 2.7"),
        ({"depths": [-1]}, ValueError, "depths must be a whole number from 0 up; got -1"),
        ({"depths": 3}, TypeError, r"depths is a list of what is tried: depths=\[3\] tries one"),
        ({"criteria": "gini"}, TypeError, r"criteria=\['gini'\] tries one"),
        ({"leaf_rows": [np.nan]}, ValueError, "leaf_rows must be numbers from 0 up; got nan"),
        ({"complexities": [-1]}, ValueError, "complexities must be numbers from 0 up; got -1"),
        ({"depths": [2], "repeats": 2.5}, ValueError, "repeats must be a whole number from 1 up; got 2.5"),
        ({"depths": [2], "budget": "x"}, ValueError, "budget must be numbers from 0 up; got 'x'"),
        ({"depths": [2], "n_jobs": 0}, ValueError, "n_jobs=0 is no number of threads"),
        ({"depths": [2], "rule": 3}, ValueError, "unknown variant `3`"),
    ],
)
def test_what_is_tried_is_not_cut_to_what_is_known(said, kind, words):
    wrong_call(lambda: spinney.tune(NUMBERS, LABELS, cv=2, **said), kind, words)


def test_whole_numbers_are_not_made_of_others(tree):
    wrong_call(lambda: tree.snip(0.5), ValueError, "nodes must be a whole number from 0 up; got 0.5")
    wrong_call(lambda: tree.prune(X, Y, random_state=1.5), ValueError, "random_state must be a whole number")
    wrong_call(lambda: tree.importances(X, Y, repeats=2.5), ValueError, "repeats must be a whole number from 1 up")
    wrong_call(lambda: tree.evaluate(X, Y, intervals=True, random_state=2.5), ValueError, "random_state must be a whole number")
    wrong_call(lambda: tree.plot(max_depth=-1), ValueError, "max_depth must be a whole number from 0 up; got -1")
    wrong_call(lambda: tree.rules("a"), TypeError, "trees are counted from 0; got 'a'")
    wrong_call(lambda: spinney.compare(NUMBERS, LABELS, ["baseline"], cv=2, shares=0.5), TypeError, "shares is a list")


@pytest.mark.parametrize("kind", [DecisionTreeClassifier, RandomForestClassifier])
def test_no_threads_are_no_number_of_threads(kind):
    wrong_call(lambda: kind(n_jobs=0).fit(NUMBERS, LABELS), ValueError, "n_jobs=0 is no number of threads: 1, 2, ... is so many, -1 as many")


@pytest.mark.parametrize(
    "call, kind, words",
    [
        (lambda: DecisionTreeClassifier(pruning={"method": "pessimistic", "confidence": np.nan}).fit(X, Y), ValueError, "pruning: 'confidence': nan is no number"),
        (lambda: DecisionTreeClassifier(pruning={"method": "pessimistic", "confidence": object()}).fit(X, Y), TypeError, "pruning: 'confidence': a number"),
        (lambda: DecisionTreeRegressor(leaf={"quantile": "a"}).fit(NUMBERS, LABELS), ValueError, "with q above 0 and below 1"),
        (lambda: DecisionTreeClassifier(interaction_cst=[0, 1]).fit(X, Y), ValueError, "a list of groups, each a list of features.*0 is no such list"),
        (lambda: DecisionTreeClassifier(interaction_cst=["island"]).fit(X, Y), ValueError, "'island' is no such list"),
        (lambda: spinney.compare(NUMBERS, np.stack([LABELS, LABELS], axis=1), ["cart"], cv=2), ValueError, "one target, and y has 2"),
        (lambda: spinney.compare(NUMBERS, None), ValueError, "y is None, and a value for each row is asked for"),
        (lambda: spinney.compare(NUMBERS, "species"), TypeError, "y names a column, and X is of type ndarray"),
        (lambda: spinney.compare("data/tennis.csv", "play"), TypeError, "X is 'data/tennis.csv'.*pandas.read_csv"),
        (lambda: spinney.info(pl.DataFrame({"a": [1]}).lazy()), TypeError, r"X.collect\(\) is a frame"),
        (lambda: spinney.info(NUMBERS), TypeError, "of type ndarray: pandas.DataFrame"),
        (lambda: spinney.info(pd.DataFrame(NUMBERS[:, :2], columns=["a", "a"]), "a"), ValueError, "two columns called 'a'"),
        (lambda: spinney.info(pd.DataFrame({"a": []})), ValueError, r"0 sample\(s\) .* while a minimum of 1 is required\.$"),
        (lambda: spinney.measure.Space(5), TypeError, "a space is made of outcomes"),
        (lambda: spinney.measure.Space({"a": "b"}), ValueError, "weights are whole numbers"),
    ],
)
def test_what_is_asked_for_is_said(call, kind, words):
    wrong_call(call, kind, words)


def test_figures_of_a_target_with_gaps():
    frame = pd.DataFrame({"x": range(6), "y": pd.array([True, False, None] * 2, dtype="boolean")})
    assert spinney.info(frame, "y")["target"]["entropy_bits"] == 1.0
