"""The package and the program say the same: same data, settings and seed, same nodes and settings in the file."""

import json
import os
import subprocess

import numpy as np
import pandas as pd
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import spinney
from spinney._core import Model

PROGRAM = os.environ.get("SPINNEY", "")
pytestmark = pytest.mark.skipif(not PROGRAM, reason="SPINNEY names no program")

#: scikit-learn's limits of one and two rows are no limits, and pruning is not done unless it is asked for.
TREE = ["--prune", "none", "--missing-last", "true", "--min-rows-leaf", "0", "--min-rows-split", "0", "--min-rows-value", "1"]
FOREST = ["--missing-last", "true", "--min-rows-leaf", "0", "--min-rows-split", "0", "--trees", "5"]


def fitted(folder, frame, *flags):
    """The model that the program makes of a frame whose target is the column `y`."""
    frame.to_csv(folder / "table.csv", index=False)
    out = folder / "model.spinney"
    command = [PROGRAM, "fit", str(folder / "table.csv"), "--target", "y", "--out", str(out), "--quiet", *flags]
    subprocess.run(command, check=True, capture_output=True, text=True)
    return Model.from_bytes(out.read_bytes())


def same(one: Model, two: Model) -> None:
    """Nodes, names and settings are equal; what the program found out of bag beside them is its own."""
    left, right = json.loads(one.to_json()), json.loads(two.to_json())
    left.pop("findings", None), right.pop("findings", None)
    assert left == right


def frames(draw):
    rows = draw(st.integers(4, 40))
    draws = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    frame = pd.DataFrame(
        {
            "size": draws.integers(0, 6, rows) / 4,
            "wind": draws.choice(["weak", "strong", "none"], rows),
            "rain": draws.integers(0, 3, rows).astype(float),
        }
    )
    frame.loc[draws.random(rows) < 0.1, "rain"] = np.nan
    return frame, draws


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data(), seed=st.integers(0, 10**6))
def test_trees_of_classes(tmp_path, data, seed):
    frame, draws = frames(data.draw)
    frame["y"] = np.resize(["no", "yes"], len(frame))
    ours = spinney.DecisionTreeClassifier(random_state=seed).fit(frame.drop(columns="y"), frame["y"])
    same(ours._model, fitted(tmp_path, frame, "--keep", "size,wind,rain", "--seed", str(seed), *TREE))


@settings(max_examples=10, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data(), seed=st.integers(0, 10**6))
def test_trees_of_numbers(tmp_path, data, seed):
    frame, draws = frames(data.draw)
    frame["y"] = draws.normal(size=len(frame)).round(3)
    ours = spinney.DecisionTreeRegressor(random_state=seed).fit(frame.drop(columns="y"), frame["y"])
    same(ours._model, fitted(tmp_path, frame, "--keep", "size,wind,rain", "--task", "regression", "--seed", str(seed), *TREE))


@settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data(), seed=st.integers(0, 10**6), kind=st.sampled_from(["forest", "extra-trees"]))
def test_forests(tmp_path, data, seed, kind):
    frame, draws = frames(data.draw)
    frame["y"] = np.resize(["no", "yes", "so"], len(frame))
    name = {"forest": "RandomForestClassifier", "extra-trees": "ExtraTreesClassifier"}[kind]
    ours = getattr(spinney, name)(5, random_state=seed).fit(frame.drop(columns="y"), frame["y"])
    flags = ["--model", kind, "--keep", "size,wind,rain", "--seed", str(seed), "--count-constant", "true", *FOREST]
    same(ours._model, fitted(tmp_path, frame, *flags))


def test_the_program_answers_with_a_model_of_the_package(tmp_path):
    frame = pd.DataFrame({"size": [1, 2, 4, 5], "y": ["a", "a", "b", "b"]})
    tree = spinney.DecisionTreeClassifier().fit(frame[["size"]], frame["y"])
    (tmp_path / "model.spinney").write_bytes(tree.to_bytes())
    frame.to_csv(tmp_path / "table.csv", index=False)
    command = [PROGRAM, "predict", str(tmp_path / "model.spinney"), str(tmp_path / "table.csv"), "--quiet"]
    told = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    assert told.split()[-4:] == ["a", "a", "b", "b"]
