"""Models beside each other: the program's folds, test and race, to the last digit."""

import json
import os
import subprocess

import numpy as np
import pandas as pd
import pytest
from sklearn.base import clone
from sklearn.datasets import load_diabetes, load_iris

import spinney
from spinney import DecisionTreeClassifier, DecisionTreeRegressor, RandomForestClassifier

PROGRAM = os.environ.get("SPINNEY", "")
needs_program = pytest.mark.skipif(not PROGRAM, reason="SPINNEY names no program")
PENGUINS = pd.read_csv("data/penguins.csv")
#: Estimators have scikit-learn's settings.
TREE = "prune=none:missing-last=true:min-rows-leaf=0:min-rows-split=0:min-rows-value=1"


def program(*command):
    done = subprocess.run([PROGRAM, *command, "--json", "--quiet"], check=True, capture_output=True, text=True)
    return json.loads(done.stdout)


def same(ours, theirs):
    """All figures, but for warnings of the table, which the program looks at by itself."""
    assert {name: value for name, value in ours.items() if name != "warnings"} == {
        name: value for name, value in theirs.items() if name != "warnings"
    }


@needs_program
def test_the_program_compares_the_same():
    models = ["baseline", "tree", "id3", "j48", "cart", "rpart", "c45"]
    ours = spinney.compare(PENGUINS, "species", models, cv=4, random_state=7)
    same(ours.data, program("compare", "data/penguins.csv", "--target", "species", "--cv", "4", "--seed", "7", "--models", ",".join(models)))


@needs_program
def test_estimators_are_compared_as_the_program_does():
    models = {
        "plain": DecisionTreeClassifier(),
        "flat": DecisionTreeClassifier(max_depth=2, criterion="entropy", nominal="values"),
        "few": RandomForestClassifier(4, min_samples_leaf=3),
    }
    ours = spinney.compare(PENGUINS, "species", models, cv=3, repeats=2, by="accuracy", shares=[0.5, 1.0], random_state=1)
    named = [f"tree:{TREE}", f"tree:{TREE}:max-depth=2:criterion=entropy:nominal-split=values"]
    flags = ["--target", "species", "--cv", "3", "--cv-repeats", "2", "--by", "accuracy", "--shares", "0.5,1", "--seed", "1"]
    theirs = program("compare", "data/penguins.csv", *flags, "--models", ",".join(named))
    for own, other in zip(ours["models"], theirs["models"]):
        assert own["curve"] == other["curve"] and own["settings"] == other["settings"]
    assert len(ours.scores["few"]) == 6 and ours["models"][2]["settings"]["trees"] == 4


@needs_program
def test_estimators_are_pruned_in_a_comparison_as_they_are_by_themselves():
    models = {"j48": DecisionTreeClassifier(preset="j48"), "one-error": DecisionTreeClassifier(pruning={"method": "cost_complexity", "rule": "one_error"})}
    ours = spinney.compare(PENGUINS, "species", models, cv=4, by="accuracy", random_state=7)
    named = ["j48", f"tree:{TREE.replace('prune=none', 'prune-rule=one-error')}"]
    theirs = program("compare", "data/penguins.csv", "--target", "species", "--cv", "4", "--by", "accuracy", "--seed", "7", "--models", ",".join(named))
    for own, other in zip(ours["models"], theirs["models"]):
        assert all(own[part] == other[part] for part in ("curve", "settings", "pruning"))
    plain = spinney.compare(PENGUINS, "species", {"whole": DecisionTreeClassifier()}, cv=4, by="accuracy", random_state=7)
    assert plain["models"][0]["curve"] != ours["models"][1]["curve"]


@needs_program
def test_numbers_groups_and_order(tmp_path):
    numbers, y = load_diabetes(return_X_y=True, as_frame=True)
    frame = numbers.assign(target=y, who=np.arange(len(y)) % 17)
    frame.to_csv(tmp_path / "d.csv", index=False)
    rest = frame.drop(columns="who")
    for flag, how in (("--cv-groups", {"groups": frame["who"]}), ("--cv-order", {"order": frame["who"]})):
        ours = spinney.compare(rest, "target", ["baseline", "cart", "rpart"], cv=4, **how)
        same(ours.data, program("compare", str(tmp_path / "d.csv"), "--target", "target", "--cv", "4", flag, "who", "--models", "baseline,cart,rpart"))
    with pytest.raises(ValueError, match="not by both"):
        spinney.compare(rest, "target", groups=frame["who"], order=frame["who"])


@needs_program
@pytest.mark.parametrize("lists", [{}, {"criteria": ["gini"], "depths": [1, None], "leaf_rows": [2], "complexities": [0, 0.01]}])
def test_the_program_tunes_the_same(lists):
    ours = spinney.tune(PENGUINS, "species", cv=3, random_state=2, rule="one-error", **lists)
    flags = ["--criteria", "gini", "--depths", "1,none", "--leaf-rows", "2", "--complexities", "0,0.01"] if lists else []
    theirs = program("tune", "data/penguins.csv", "--target", "species", "--cv", "3", "--seed", "2", "--rule", "one-error", *flags)
    same(ours.data, theirs)
    assert ours.model.get_n_leaves() == theirs["winner"]["leaves"]
    assert ours.model.score(PENGUINS, PENGUINS["species"]) > 0.9


@needs_program
def test_the_program_tunes_the_same_forest():
    lists = {"depths": [2], "leaf_rows": [3], "split_columns": ["sqrt", 0.5, 7]}
    ours = spinney.tune(PENGUINS, "species", RandomForestClassifier(3), cv=3, keep_losers=True, **lists)
    assert [own["columns-per-split"] for own in ours["contenders"]] == ["sqrt", "0.5", "7"]
    assert all(len(own["scores"]) == 3 for own in ours["contenders"]) and len(ours.model) == 3
    theirs = program("tune", "data/penguins.csv", "--target", "species", "--cv", "3", "--model", "forest", "--depths", "2", "--leaf-rows", "3", "--trees", "3")
    assert [own["columns-per-split"] for own in spinney.tune(PENGUINS, "species", RandomForestClassifier(3), cv=3, depths=[2], leaf_rows=[3])["contenders"]] == [
        own["columns-per-split"] for own in theirs["contenders"]
    ]


def test_what_is_shown():
    told = spinney.compare(PENGUINS, "species", ["baseline", "cart"], cv=3, shares=True)
    assert told.best == "cart" and "worse" in repr(told) and "best" in repr(told) and "<table>" in told._repr_html_()
    mean = np.mean(told.scores["cart"])
    assert f"{mean:.4f}" in repr(told) and told["models"][1]["curve"][-1]["score"]["mean"] == pytest.approx(mean)
    assert "learning curves" in told.plot().svg
    with pytest.raises(ValueError, match="shares=True"):
        spinney.compare(PENGUINS, "species", ["cart"], cv=3).plot()
    tuned = spinney.tune(PENGUINS, "species", depths=[1, 4], criteria=["gini"], complexities=[0], cv=3)
    assert "the winner: criterion gini, max-depth 4" in repr(tuned) and "the best of each size" in tuned.plot().svg


def test_labels_stay_what_they_are():
    numbers, y = load_iris(return_X_y=True)
    found = spinney.tune(numbers, y * 100, depths=[2], leaf_rows=[1], complexities=[0])
    assert set(found.model.predict(numbers)) == {0, 100, 200} and not hasattr(found.model, "feature_names_in_")
    numbers, y = load_diabetes(return_X_y=True)
    found = spinney.tune(numbers, y, DecisionTreeRegressor(min_samples_leaf=20), depths=[2], leaf_rows=[5], complexities=[0])
    assert found.model.predict(numbers[:2]).dtype == float and found["by"] == "r2"


def test_weights_of_classes_and_a_budget():
    tree = DecisionTreeClassifier(max_depth=1, class_weight="balanced")
    told = spinney.compare(PENGUINS, "species", {"tree": tree}, cv=3, by="balanced_accuracy")
    plain = spinney.compare(PENGUINS, "species", {"tree": DecisionTreeClassifier(max_depth=1)}, cv=3, by="balanced_accuracy")
    assert told.scores != plain.scores
    given = DecisionTreeClassifier(max_depth=1, class_weight={"Adelie": 1, "Chinstrap": 9, "Gentoo": 1})
    assert spinney.compare(PENGUINS, "species", {"tree": given}, cv=3).data["rows"] == len(PENGUINS)
    with pytest.raises(ValueError, match="same for all"):
        spinney.compare(PENGUINS, "species", {"a": tree, "b": DecisionTreeClassifier()})
    assert spinney.tune(PENGUINS, "species", cv=3, budget=0)["out_of_time"]


def test_columns_that_are_declared_are_read_so():
    frame = PENGUINS.assign(code=np.resize([1, 2, 3, 4], len(PENGUINS)))[["code", "year", "species"]]
    frame["species"] = np.where(frame["code"].isin([1, 3]), "odd", "even")
    for names, leaves in ((None, 4), (["code"], 2)):
        tree = DecisionTreeClassifier(categorical_features=names)
        assert spinney.compare(frame, "species", [tree, "baseline"], cv=3)["models"][0]["curve"][0]["leaves"] == leaves
        assert spinney.tune(frame, "species", tree, depths=[None], leaf_rows=[1], complexities=[0], cv=3).model.get_n_leaves() == leaves
    with pytest.raises(ValueError, match="categorical_features must be the same"):
        spinney.compare(frame, "species", {"a": tree, "b": DecisionTreeClassifier()})


def test_progress_is_told(capsys):
    spinney.compare(PENGUINS, "species", ["cart"], cv=3, verbose=1)
    assert capsys.readouterr().out.strip().endswith("100 %")
    spinney.tune(PENGUINS, "species", depths=[1], cv=3, verbose=1)
    assert capsys.readouterr().out.strip().endswith("100 %")


def test_mistakes_are_told():
    for wrong, words in (
        ({"models": ["carrot"]}, 'no model "carrot"; did you mean "cart"'),
        ({"by": "acuracy"}, 'is no score of a classification; did you mean "accuracy"'),
        ({"cv": 1}, "fold"),
        ({"models": [DecisionTreeRegressor()]}, "does not learn classes"),
        ({"models": [DecisionTreeClassifier(), DecisionTreeClassifier(max_depth=1)]}, "two models are called"),
        ({"models": [DecisionTreeClassifier(ccp_alpha=0.1)]}, "ccp_alpha"),
    ):
        with pytest.raises(ValueError, match=words):
            spinney.compare(PENGUINS, "species", **wrong)
    with pytest.raises(TypeError, match="no tree or forest"):
        spinney.compare(PENGUINS, "species", [spinney.IsolationForest()])
    with pytest.raises(ValueError, match="no column 'kind'"):
        spinney.compare(PENGUINS, "kind")
    for wrong, words in (({"model": "cart"}, "none of tree, forest"), ({"split_columns": ["all"]}, "for forests"), ({"criteria": ["beauty"]}, "beauty"), ({"rule": "worst"}, "worst")):
        with pytest.raises(ValueError, match=words):
            spinney.tune(PENGUINS, "species", **wrong)


@pytest.mark.parametrize(
    "model, lists",
    [
        ("tree", {"criteria": ["entropy"], "depths": [3], "leaf_rows": [5], "complexities": [0]}),
        ("tree", {"depths": [4], "leaf_rows": [2], "complexities": [0.02]}),
        (spinney.DecisionTreeClassifier(preset="c45", n_jobs=2), {"depths": [4], "leaf_rows": [2], "complexities": [0]}),
        ("forest", {"depths": [3], "leaf_rows": [5], "split_columns": ["sqrt"]}),
        ("extra-trees", {"depths": [3], "leaf_rows": [5], "split_columns": [2]}),
        (spinney.RandomForestClassifier(5, max_samples=0.3, vote="majority", class_weight="balanced"), {"depths": [3], "leaf_rows": [1]}),
    ],
)
def test_a_clone_of_the_winner_grows_again_as_it_is(model, lists):
    frame = pd.read_csv("data/penguins.csv")
    X, y = frame.drop(columns="species"), frame["species"]
    won = spinney.tune(X, y, model, **lists, cv=3, random_state=5).model
    assert won.max_depth == lists["depths"][0]
    again = clone(won).fit(X, y)
    assert (again.apply(X) == won.apply(X)).all() and (again.predict_proba(X) == won.predict_proba(X)).all()
    if model == "extra-trees":
        assert all(len(rows) == len(X) for rows in won.estimators_samples_)
        tree = clone(won.estimators_[1]).fit(X, np.searchsorted(won.classes_, y).astype(float))
        assert (tree.apply(X) == won.apply(X)[:, 1]).all()  # by the seed of the search
    if not isinstance(model, str):
        assert won.n_jobs == model.n_jobs and getattr(won, "class_weight") == model.class_weight


def test_nothing_is_not_compared():
    for models in ([], {}):
        with pytest.raises(ValueError, match="models is empty"):
            spinney.compare(np.arange(40.0).reshape(-1, 1), np.arange(40) % 2, models)
