"""Trees by hand: written as JSON, or put together node by node, and then used like grown ones."""

import json
import pickle

import numpy as np
import pandas as pd
import polars as pl
import pytest

import spinney
from spinney import hand

TENNIS = pd.read_csv("data/tennis.csv")
WRITTEN = json.load(open("data/tennis_by_hand.json"))


def built():
    below = hand.branch("humidity", {"High": "No", "Normal": hand.leaf({"Yes": 5, "No": 1})})
    return hand.tree(hand.branch("outlook", {"Overcast": "Yes", ("Rain", "Sunny"): below}), target="play")


@pytest.mark.parametrize("make", [built, lambda: spinney.from_json(WRITTEN), lambda: spinney.load("data/tennis_by_hand.json")])
def test_a_tree_by_hand_is_a_tree(make):
    tree = make()
    assert tree.predict(TENNIS).tolist()[:5] == ["No", "No", "Yes", "No", "Yes"]
    assert round(tree.score(TENNIS, TENNIS["play"]), 4) == 0.8571
    assert tree.predict_proba(TENNIS)[4].tolist() == [1 / 6, 5 / 6] and tree.classes_.tolist() == ["No", "Yes"]
    assert tree.rules().count("THEN play = ") == 3 and "in {Rain, Sunny}: humidity" in tree.text()
    assert tree.plot().svg.startswith("<svg") and "Overcast" in tree.formula()
    assert tree.explain(TENNIS[:1]).data["answer"]["class"] == "No"
    assert tree.get_n_leaves() == 3 and tree.snip(2).get_n_leaves() == 2
    assert tree.snip(2).predict(TENNIS[:1]).tolist() == ["Yes"]
    assert tree.evaluate(TENNIS, "play")["confusion"]


def test_all_ways_give_the_same_model():
    assert built().to_bytes() == spinney.from_json(WRITTEN).to_bytes() == spinney.from_json(json.dumps(WRITTEN)).to_bytes()


def test_columns_are_found_by_name_in_every_kind_of_frame():
    tree = built()
    turned = TENNIS[["wind", "humidity", "play", "outlook"]]
    assert (tree.predict(turned) == tree.predict(TENNIS)).all()
    assert (tree.predict(pl.DataFrame(turned.to_dict("list"))) == tree.predict(TENNIS)).all()
    assert tree.predict(np.array([["Overcast", "High"]], dtype=object)).tolist() == ["Yes"]
    with pytest.raises(ValueError, match="no column 'humidity', which the model asks for"):
        tree.predict(TENNIS[["outlook"]])
    assert (pickle.loads(pickle.dumps(tree)).predict(turned) == tree.predict(TENNIS)).all()


def test_numbers_missing_values_and_forests():
    root = hand.branch("area", {"<= 60": 520.0, "> 60": hand.leaf(800.0, rows=3), hand.MISSING: 700.0})
    tree = hand.tree(root, target="rent")
    assert tree.predict([[50.0], [90.0], [np.nan]]).tolist() == [520.0, 800.0, 700.0]
    spread = hand.tree(hand.branch("area", {"<= 60": 500.0, "> 60": hand.leaf(900.0, rows=3)}, missing="spread"))
    assert spread.predict([[np.nan]]).tolist() == [800.0]
    stump = hand.branch("wind", {"Weak": "Yes", "Strong": "No"})
    forest = hand.forest([stump, stump, hand.leaf("Yes")], target="play", vote="majority")
    assert forest.predict(TENNIS[:2]).tolist() == ["Yes", "No"] and len(forest) == 3 and forest.n_estimators == 3


@pytest.mark.parametrize(
    "root, words",
    [
        (hand.branch("a", {"<= 1": "x"}), r"tree"),
        (hand.branch("a", {"<= 1": "x", "> 2": "y"}), r"tree"),
        (hand.branch("a", {"u": "x", "v": hand.branch("b", {"<= 1": "x", "> 2": "y"})}), r"tree\.children\[1\]\.node"),
        (hand.branch("a", {"u": "x", "v": "y"}, missing=7), r"tree"),
    ],
)
def test_mistakes_are_told_with_their_place(root, words):
    with pytest.raises(ValueError, match=words) as found:
        hand.tree(root)
    assert "line" not in str(found.value)


def test_mistakes_in_a_text_have_a_line(tmp_path):
    file = tmp_path / "tree.json"
    file.write_text('{\n"target": "play",\n"tree": {"split": {"column": "a"},\n"children": [{"when": "x", "nod": {}}]}}')
    with pytest.raises(ValueError, match=r"tree\.json: .*line 4"):
        spinney.load(file)
    (tmp_path / "model.spinney").write_bytes(b"\x89SPINNEY nothing")
    with pytest.raises(ValueError, match="model.spinney"):
        spinney.load(tmp_path / "model.spinney")
    with pytest.raises(FileNotFoundError):
        spinney.load(tmp_path / "nowhere.spinney")


def test_a_grown_model_comes_back_from_its_file(tmp_path):
    X, y = TENNIS[["outlook", "humidity", "wind"]], TENNIS["play"]
    for grown in (spinney.DecisionTreeClassifier(), spinney.RandomForestClassifier(5, random_state=0)):
        (tmp_path / "model.spinney").write_bytes(grown.fit(X, y).to_bytes())
        found = spinney.load(tmp_path / "model.spinney")
        assert type(found) is type(grown) and (found.predict_proba(TENNIS) == grown.predict_proba(X)).all()


def test_a_tree_by_hand_can_learn_anew():
    tree = built().fit(TENNIS[["wind"]], TENNIS["play"])
    assert tree.feature_names_in_.tolist() == ["wind"] and not hasattr(tree, "_by_name")


@pytest.mark.parametrize("when", ["<= foo", "<= inf", "≤ 40", "< 40", ">= 40"])
def test_what_looks_like_a_cut_and_is_none_is_no_name(when):
    with pytest.raises(ValueError, match=r"branch\('a'\): '.*' is no cut. Cuts are \"<= 40\" and \"> 40\"") as wrong:
        hand.branch("a", {when: "x", "> 40": "y"})
    assert f"({when!r},)" in str(wrong.value)
    assert hand.tree(hand.branch("a", {(when,): "x", "other": "y"})).predict(np.array([[when]], dtype=object)).tolist() == ["x"]


def test_cuts_of_dates_and_orders_stay():
    sizes = [{"name": "size", "kind": "ordinal", "levels": ["S", "M", "L"]}]
    root = hand.branch("size", {"<= S": "x", "> S": "y"}, kind="cut", cut="S")
    assert hand.tree(root, columns=sizes).predict(pd.DataFrame({"size": ["L"]})).tolist() == ["y"]
    assert repr(hand.branch("day", {"<= 2026-01-01": "x", "> 2026-01-01": "y"})) == "branch('day', 2 branches)"


def test_numbers_of_numpy_are_numbers_and_nan_is_none():
    tree = hand.tree(hand.branch("a", {"<= 1": np.float64(2.5), "> 1": np.int64(3)}))
    assert tree.predict([[0], [2]]).tolist() == [2.5, 3.0]
    with pytest.raises(ValueError, match=r"tree.children\[1\].node.predict: a number must stand here, and nan is none"):
        hand.tree(hand.branch("a", {"<= 1": 1.0, "> 1": float("nan")}))
    with pytest.raises(TypeError, match="tree.predict: a text or a number must stand here, and this is of type object"):
        hand.tree(hand.leaf(object()))


@pytest.mark.parametrize(
    "call, words",
    [
        (lambda: hand.branch("a", ["x", "y"]), "children are a dict"),
        (lambda: hand.forest(hand.leaf("x")), "a forest is made of a list of nodes"),
        (lambda: hand.tree(hand.leaf("x"), target=3), "target is the name of what is answered"),
        (lambda: spinney.from_json([]), "a tree is written as JSON, or as a dict"),
    ],
)
def test_what_no_tree_is_made_of(call, words):
    with pytest.raises(TypeError, match=words):
        call()
