"""The lectures' sums (A1 to A10), with the numbers that can be checked by hand, and against the program."""

import json
import os
import subprocess
from collections import Counter
from fractions import Fraction

import numpy as np
import pandas as pd
import polars as pl
import pytest

from spinney import info, measure
from spinney.measure import Space

PROGRAM = os.environ.get("SPINNEY", "")
needs_program = pytest.mark.skipif(not PROGRAM, reason="SPINNEY names no program")
DIE = Space(range(1, 7))


def told(*command):
    """What the program says, as JSON."""
    done = subprocess.run([PROGRAM, *command, "--json", "--quiet"], check=True, capture_output=True, text=True)
    return json.loads(done.stdout)


def near(found, wanted):
    assert np.allclose(found, wanted, rtol=0, atol=5e-5)


def test_the_rarer_an_outcome_the_more_it_tells():
    bits = [measure.information(p) for p in (0.75, 0.1, 0.05)]
    near(bits, [0.4150, 3.3219, 4.3219])
    with pytest.raises(ValueError, match="0 is not a probability above 0 and up to 1"):
        measure.information(0.0)


def test_entropies_of_the_lectures():
    near([measure.entropy(p) for p in ([0.5, 0.5], [0.99, 0.01], [0.8, 0.2], [9, 5])], [1, 0.0808, 0.7219, 0.9403])
    near([measure.questions(p) for p in ([8], [4, 2, 1, 1], [2, 2, 2, 2])], [0, 1.75, 2])
    near(measure.entropy_nats([1, 1]), np.log(2))


def test_a_gaussian_has_more_entropy_the_wider_it_is():
    near(measure.gaussian_entropy(2.0), 0.5 * (1 + np.log(2 * np.pi * 4)))
    for wrong in (0.0, -1.0, float("nan"), float("inf")):
        with pytest.raises(ValueError, match="not a standard deviation"):
            measure.gaussian_entropy(wrong)


def test_splits_of_the_lectures():
    near(measure.conditional_entropy([[0, 2], [4, 0], [2, 4]]), 0.4591)  # restaurant, pat
    near([measure.information_gain(b) for b in ([[3, 3], [2, 6]], [[2, 3], [4, 0], [3, 2]], [[3, 4], [6, 1]])], [0.0481, 0.2467, 0.1518])
    near(measure.gain_ratio([[1, 0]] * 9 + [[0, 1]] * 5), 0.2470)  # a value per row
    near([measure.gini_split(b) for b in ([[4, 0], [1, 3]], [[2, 2], [3, 1]])], [3 / 16, 7 / 16])  # two_bits
    near(measure.mse_reduction([[1, 2, 3], [7, 9]]), 8.64)
    with pytest.raises(ValueError):
        measure.information_gain([[1, -1], [2, 2]])


def test_a_die_and_two_dice():
    assert DIE.chance(lambda face: face % 2 == 0, given=lambda face: face > 4) == Fraction(1, 2)
    assert not DIE.independent({1, 2, 5}, {3, 4, 6})
    dice = DIE * DIE
    added = dice.map(sum)
    assert [added.chance({2}), added.chance({8})] == [Fraction(1, 36), Fraction(5, 36)]
    assert dice.chance(lambda d: sum(d) == 5 and d == (2, 3)) == Fraction(1, 36)
    assert dice.independent(lambda d: d[0] == 1, lambda d: d[1] == 6)
    assert dice.independent_variables(lambda d: d[0], lambda d: d[1]) and not dice.independent_variables(lambda d: d[0], sum)
    assert DIE.given({5, 6}).distribution() == {5: Fraction(1, 2), 6: Fraction(1, 2)}
    assert Space({"a": 1, "b": 3, "c": 0}).chance({"b"}) == Fraction(3, 4)
    with pytest.raises(ValueError, match="never happens"):
        DIE.chance({1}, given={7})


def test_events_of_rows():
    dice = pd.read_csv("data/two_dice.csv")
    assert measure.chance(dice["sum"] == 8) == Fraction(5, 36)
    assert measure.chance(dice["first"] == 1, given=dice["sum"] == 8) == 0
    assert measure.independent(dice["first"] == 1, dice["second"] == 6)
    with pytest.raises(TypeError, match="True or False"):
        measure.chance(dice["sum"])
    with pytest.raises(ValueError, match="2 marks for 3 outcomes"):
        measure.chance([True, False, True], given=[True, False])


def test_two_columns_as_random_variables():
    tennis = pd.read_csv("data/tennis.csv")
    found = measure.joint(tennis["outlook"], tennis["play"])
    assert found.values == [["Overcast", "Rain", "Sunny"], ["No", "Yes"]]
    near(found.conditional(), [[0, 1], [0.4, 0.6], [0.6, 0.4]])
    near(found.conditional(given=1)[0], [0, 0.4, 0.6])
    assert " Overcast  0.0000  0.2857  0.2857\n" in repr(found)
    assert "not independent" in repr(found) and "<table>" in found._repr_html_()
    assert measure.joint(pl.Series("outlook", tennis["outlook"].to_list()), pl.Series("play", tennis["play"].to_list())).data == found.data
    numbers = measure.joint([1, 2, 10, None], [0, 0, 0, 1])
    assert numbers.values == [["1", "2", "10"], ["0", "1"]] and numbers.data["rows_left_out"] == 1 and numbers.independent
    with pytest.raises(ValueError, match="3 rows, and play has 14"):
        measure.joint([1, 2, 3], tennis["play"])
    with pytest.raises(ValueError, match="no row has a value in both"):
        measure.joint(["a", None], [None, "b"])


@needs_program
@pytest.mark.parametrize("table, x, y", [("tennis", "outlook", "play"), ("two_dice", "first", "second"), ("restaurant", "type", "pat")])
def test_the_program_counts_the_same_pairs(table, x, y):
    frame = pd.read_csv(f"data/{table}.csv", keep_default_na=False)
    found = measure.joint(frame[x], frame[y])
    assert found.data == told("measure", "joint", f"data/{table}.csv", "--columns", f"{x},{y}")


@needs_program
@pytest.mark.parametrize("table, y", [("tennis", "play"), ("restaurant", "wait"), ("weekend", "decision"), ("party", "party")])
def test_the_program_tells_the_same_of_each_column(table, y):
    frame = pd.read_csv(f"data/{table}.csv", keep_default_na=False)
    y = y if y in frame else frame.columns[-1]
    theirs = {column["name"]: column for column in told("info", f"data/{table}.csv", "--target", y)["columns"]}
    for column in info(frame, target=y)["columns"]:
        joint = measure.joint(frame[column["name"]], frame[y])
        near(column["information_gain"], joint.information_gain)
        near(theirs[column["name"]]["information_gain"], joint.information_gain)
        branches = joint.data["counts"]
        near(column["gain_ratio"], measure.gain_ratio(branches))
        near(column["gini_split"], measure.gini_split(branches))


@needs_program
@pytest.mark.parametrize("y", ["sex", "body_mass_g", "species"])
def test_rows_without_a_target_are_left_out_and_counted_as_the_program_does(y):
    ours, theirs = info(pd.read_csv("data/penguins.csv"), target=y), told("info", "data/penguins.csv", "--target", y)
    assert ours["rows"] == theirs["rows"] and ours.get("rows_without_target") == theirs.get("rows_without_target")
    assert {name: ours["target"][name] for name in ("name", "task")} == {name: theirs["target"][name] for name in ("name", "task")}
    gain = "information_gain" if y != "body_mass_g" else "mse_reduction"
    worth = {column["name"]: column.get(gain) for column in theirs["columns"]}
    assert {column["name"]: column.get(gain) for column in ours["columns"]} == worth and any(worth.values())


def test_labels_are_counted_first():
    assert measure.entropy(Counter("aabb")) == measure.entropy({"a": 2, "b": 2}) == 1.0
    assert measure.gini(Counter("aaab")) == 0.375 and measure.code_lengths({"a": 2, "b": 1, "c": 1}) == [1, 2, 2]
    for wrong in (measure.entropy, measure.entropy_nats, measure.gini, measure.questions, measure.code_lengths):
        with pytest.raises(TypeError, match=r"these are texts: collections.Counter\(...\) counts them"):
            wrong(["a", "b"])


@pytest.mark.parametrize("weight", [2.5, -1, 0.5])
def test_weights_of_a_space_are_whole(weight):
    with pytest.raises(ValueError, match="whole numbers"):
        Space({"a": weight, "b": 1})
