"""Columns of names in an order and in a tree, what leaves answer, and which columns may meet."""

import json
import os
import pickle

import numpy as np
import pandas as pd
import polars as pl
import pytest

import spinney
from test_program import FOREST, TREE, fitted, same

SIZES = ["S", "M", "L", "XL"]
PLACES = {"Lyon": ["Rhône", "France"], "Nice": ["Var", "France"], "Bonn": "Germany", "Kiel": ("Germany",)}
by_program = pytest.mark.skipif(not os.environ.get("SPINNEY"), reason="SPINNEY names no program")
TREES = ["DecisionTreeClassifier", "ExtraTreeClassifier", "RandomForestClassifier", "ExtraTreesClassifier"]


def clothes(rows=120, seed=0):
    """Sizes whose order matters, towns whose country matters."""
    draws = np.random.default_rng(seed)
    frame = pd.DataFrame({"size": draws.choice(SIZES, rows), "town": draws.choice(list(PLACES), rows)})
    frame.loc[draws.random(rows) < 0.05, "size"] = None
    large = frame["size"].isin(["L", "XL"]).to_numpy()
    return frame, np.where(large ^ (frame["town"].isin(["Bonn", "Kiel"]).to_numpy()), "yes", "no")


def polars(frame):
    """The same frame of polars, without another package's help."""
    return pl.DataFrame({name: [value if isinstance(value, str) else None for value in frame[name]] for name in frame})


def declared(name, **params):
    kind = getattr(spinney, name)
    usual = {"ordinal_features": {"size": SIZES}, "hierarchies": {"town": PLACES}, "random_state": 0}
    few = {"n_estimators": 5} if "n_estimators" in kind().get_params() else {}
    return kind(**{**usual, **few, **params})


@pytest.mark.parametrize("name", TREES)
def test_an_order_and_a_tree_are_kept(name):
    X, y = clothes()
    model = declared(name).fit(X, y)
    assert model._model.kinds == ["ordinal", "hierarchical"]
    levels = json.loads(model._model.to_json())["columns"]
    assert levels[0]["levels"] == SIZES and ["Rhône", "France"] in levels[1]["above"]
    again = pickle.loads(pickle.dumps(model))
    assert (again.predict(X) == model.predict(X)).all() and model.score(X, y) > 0.9


def test_every_frame_and_array_gives_one_model():
    X, y = clothes()
    models = [declared("DecisionTreeClassifier").fit(frame, y) for frame in (X, polars(X), X.astype({"town": "category"}))]
    assert len({model.to_bytes() for model in models}) == 1
    by_place = declared("DecisionTreeClassifier", ordinal_features={0: SIZES}, hierarchies={1: PLACES})
    array = by_place.fit(X.to_numpy(dtype=object), y)
    assert array._model.kinds == ["ordinal", "hierarchical"]
    assert (array.predict(X.to_numpy(dtype=object)[:5]) == models[0].predict(X[:5])).all()


def test_the_order_of_a_column_itself_can_be_named():
    X, y = clothes()
    pandas = X.assign(size=pd.Categorical(X["size"], categories=SIZES))
    other = polars(X).with_columns(pl.col("size").cast(pl.Enum(SIZES)))
    told = [declared("DecisionTreeClassifier", ordinal_features=["size"]).fit(frame, y) for frame in (pandas, other)]
    plain = declared("DecisionTreeClassifier").fit(X, y)
    assert {model.to_bytes() for model in told} == {plain.to_bytes()}
    assert (told[1].predict(other[:4]) == plain.predict(X[:4])).all()
    untold = declared("DecisionTreeClassifier", ordinal_features=None).fit(other, y)
    assert untold._model.kinds[0] == "nominal"  # an Enum says which names there are, not that they have an order


def test_ordered_categories_have_their_order_by_themselves():
    X, y = clothes()
    ordered = X.assign(size=pd.Categorical(X["size"], categories=SIZES, ordered=True))
    tree = declared("DecisionTreeClassifier", ordinal_features=None).fit(ordered, y)
    assert tree.to_bytes() == declared("DecisionTreeClassifier").fit(X, y).to_bytes()


def test_numbers_can_have_a_declared_order():
    X = np.array([[3.0], [1.0], [2.0], [3.0], [1.0], [2.0]])
    y = ["low", "high", "high", "low", "high", "high"]
    tree = spinney.DecisionTreeClassifier(ordinal_features={0: [1, 2, 3]}, random_state=0).fit(X, y)
    assert tree._model.kinds == ["ordinal"]
    assert tree.predict(X).tolist() == y and tree.predict(X[:2]).tolist() == y[:2]
    codes = spinney.DecisionTreeClassifier(categorical_features=[0], random_state=0).fit(X, y)
    assert codes.predict(X[:3]).tolist() == y[:3]  # few rows of an array, though they are names


@pytest.mark.parametrize("name", TREES)
def test_names_that_training_has_not_seen_are_answered(name):
    X, y = clothes()
    model = declared(name).fit(X, y)
    rows = pd.DataFrame({"size": ["XXL", "S", None], "town": ["Paris", "Rom", "Bonn"]})
    assert len(model.predict(rows)) == 3
    assert np.isclose(model.predict_proba(polars(rows)).sum(axis=1), 1).all()


@by_program
@pytest.mark.parametrize("name, flags", [("DecisionTreeClassifier", TREE), ("RandomForestClassifier", FOREST)])
def test_the_program_makes_the_same_of_an_order_and_a_tree(tmp_path, name, flags):
    X, y = clothes()
    places = tmp_path / "places.csv"
    rows = [[value, *([up] if isinstance(up, str) else up)] for value, up in PLACES.items()]
    places.write_text("".join(",".join((row + [""])[:3]) + "\n" for row in rows), encoding="utf-8")
    ours = declared(name, hierarchies={"town": places}).fit(X, y)
    assert ours.to_bytes() == declared(name).fit(X, y).to_bytes()
    said = ["--ordinal", "size=S<M<L<XL", "--hierarchy", f"town={places}", "--keep", "size,town"]
    further = ["--model", "forest", "--count-constant", "true"] if "Forest" in name else []
    same(ours._model, fitted(tmp_path, X.assign(y=y), *said, *further, *flags))


@pytest.mark.parametrize(
    "params, words",
    [
        ({"ordinal_features": {"size": ["S", "M"]}}, "L"),
        ({"ordinal_features": {"size": ["S", "M", "L", "XL", "S"]}}, '"S"'),
        ({"ordinal_features": {"size": "S<M<L<XL"}}, "list of the levels"),
        ({"ordinal_features": ["size"]}, "no order of its own"),
        ({"ordinal_features": {"width": SIZES}}, "'width'"),
        ({"ordinal_features": ["width"]}, "'width'"),
        ({"ordinal_features": {7: SIZES}}, "7"),
        ({"hierarchies": {"town": {"Lyon": "France"}}}, "Bonn|Nice|Kiel"),
        ({"hierarchies": {"town": {}}}, "what is above"),
        ({"hierarchies": {"town": {"Lyon": ["France", "Lyon"]}}}, "Lyon"),
        ({"hierarchies": {"size": PLACES}}, "both"),
        ({"hierarchies": ["town"]}, "hierarchies"),
        ({"ordinal_features": "size"}, "ordinal_features"),
    ],
)
def test_orders_and_trees_that_do_not_fit_are_refused(params, words):
    X, y = clothes()
    with pytest.raises(ValueError, match=words):
        declared("DecisionTreeClassifier", **params).fit(X, y)


def test_a_tree_of_values_that_is_not_there_is_pythons_own_mistake():
    X, y = clothes()
    with pytest.raises(FileNotFoundError):
        declared("DecisionTreeClassifier", hierarchies={"town": "no/such/file.csv"}).fit(X, y)


def test_sparse_matrices_hold_no_names():
    from scipy.sparse import csr_array

    with pytest.raises(ValueError, match="dense"):
        spinney.DecisionTreeClassifier(ordinal_features={0: [0, 1]}).fit(csr_array(np.eye(3)), [0, 1, 1])
