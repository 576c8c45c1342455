"""Words, pictures, sums, and trees that are taken over."""

import inspect
import io

import numpy as np
import pandas as pd
import polars as pl
import pytest
import sklearn.ensemble
import sklearn.tree
from sklearn.datasets import load_diabetes, load_iris
from sklearn.utils._param_validation import InvalidParameterError

import spinney
from conftest import make, table
from spinney import DecisionTreeClassifier, measure

TENNIS = pd.DataFrame(
    {
        "outlook": "Sunny Sunny Overcast Rain Rain Rain Overcast Sunny Sunny Rain Sunny Overcast Overcast Rain".split(),
        "wind": "Weak Strong Weak Weak Weak Strong Strong Weak Weak Weak Strong Strong Weak Strong".split(),
        "play": "No No Yes Yes Yes No Yes No Yes Yes Yes Yes Yes No".split(),
    }
)


def test_a_tree_shows_itself():
    tree = DecisionTreeClassifier(nominal="values").fit(TENNIS[["outlook"]], TENNIS["play"])
    assert "outlook" in tree.text() and "Overcast" in tree.text()
    assert tree.rules().count("\n") >= 3
    assert tree.plot().svg.startswith("<svg") and tree._repr_html_().startswith("<svg")
    assert "play" in tree.plot(title="To play?").svg or "To play?" in tree.plot(title="To play?").svg
    assert "digraph" in spinney.export_graphviz(tree)
    with pytest.raises(ValueError, match="two branches"):
        spinney.plot_tree(tree)


def test_pictures_are_saved(tmp_path):
    X, y = table()
    make("DecisionTreeClassifier", max_depth=2).fit(X, y).plot().save(tmp_path / "tree.svg")
    assert (tmp_path / "tree.svg").read_text().startswith("<svg")
    with pytest.raises(ValueError, match="written as SVG, and tree.png does not end in .svg"):
        make("DecisionTreeClassifier", max_depth=2).fit(X, y).plot().save(str(tmp_path / "tree.png"))


def test_notebooks_draw_a_tree_that_is_fitted():
    tree = make("DecisionTreeClassifier", max_depth=2)
    assert "<svg" not in tree._repr_mimebundle_()["text/html"]  # scikit-learn's box of parameters
    tree.fit(*table())
    shown = tree._repr_mimebundle_(include=None, exclude=None)  # which notebooks ask for first
    assert shown["text/html"].startswith("<svg") and shown["text/html"] == tree._repr_html_() == tree.plot().svg
    assert shown["text/plain"] == repr(tree)
    with sklearn.config_context(display="text"):
        assert set(tree._repr_mimebundle_()) == {"text/plain"}


def test_notebooks_draw_the_top_of_a_large_tree():
    X, _ = table(2000)
    tree = make("DecisionTreeClassifier").fit(X, np.random.default_rng(0).integers(0, 2, 2000))
    assert tree.get_n_leaves() > 300
    assert tree._repr_html_() == tree.plot(max_depth=4).svg and len(tree._repr_html_()) < len(tree.plot().svg) / 4


def test_an_answer_is_explained():
    tree = DecisionTreeClassifier().fit([[1.0], [2.0], [4.0]], ["a", "a", "b"])
    why = tree.explain([1.5])
    assert "x0" in why and why.data["answer"]["class"] == "a"
    assert why.data["changes"]
    forest = make("RandomForestClassifier").fit(*table())
    assert "probability" in forest.explain(table()[0][0], tree=3)


def test_a_forest_says_what_all_of_its_trees_answer():
    X, y = table()
    forest = make("RandomForestClassifier").fit(X, y)
    assert forest.explain(X[0], tree=3).endswith(f"\nThis is tree 3 of {len(forest)}, counted from 0; all together answer {forest.predict(X[:1])[0]}.\n")
    both = make("RandomForestRegressor").fit(X, np.stack([y, 10.0 * y], axis=1))
    assert both.explain(X[0], target=1).endswith(f"all together answer {both.predict(X[:1])[0, 1]:.6g}.\n")
    assert "all together" not in make("DecisionTreeClassifier").fit(X, y).explain(X[0])


def test_a_figure_that_is_not_there_is_told():
    told = DecisionTreeClassifier().fit([[1], [2]], ["a", "a"]).evaluate([[1], [2]], ["a", "a"])
    with pytest.raises(KeyError, match="there is no 'roc_auc': it has no value for these rows, or is none of"):
        told["roc_auc"]


def test_every_sum_is_written_out():
    told = spinney.steps(TENNIS[["outlook", "wind"]], TENNIS["play"], criterion="entropy", nominal="values")
    assert "gain(outlook) = 0.9403 − 0.6935 = 0.2467" in told
    assert "<html" in spinney.steps(TENNIS[["wind"]], TENNIS["play"], kind="html")
    again = DecisionTreeClassifier(criterion="entropy", nominal="values").steps(TENNIS[["outlook", "wind"]], TENNIS["play"])
    assert again == told


def test_figures_of_a_frame():
    told = spinney.info(TENNIS, target="play")
    assert round(told["target"]["entropy_bits"], 4) == 0.9403
    assert [column["name"] for column in told["columns"]] == ["outlook", "wind"]
    assert round(told["columns"][0]["information_gain"], 4) == 0.2467
    assert spinney.info(pl.from_pandas(TENNIS) if False else pl.DataFrame(TENNIS.to_dict("list")), target="play") == told
    assert len(spinney.info(TENNIS)["columns"]) == 3
    with pytest.raises(ValueError, match="'plays'"):
        spinney.info(TENNIS, target="plays")


def test_sums_of_the_lectures():
    assert round(measure.entropy([9, 5]), 4) == 0.9403
    assert measure.gini([3, 1]) == 0.375
    assert round(measure.gain_ratio([[2, 3], [4, 0], [3, 2]]), 4) == 0.1564
    with pytest.raises(ValueError):
        measure.entropy([-1, 2])


@pytest.mark.parametrize("name", ["DecisionTreeClassifier", "ExtraTreeClassifier", "RandomForestClassifier", "ExtraTreesClassifier"])
@pytest.mark.parametrize("missing", [False, True])
def test_classifiers_of_scikit_learn_are_taken_over(name, missing):
    X, y = load_iris(return_X_y=True)
    if missing:
        X[::7, 2] = np.nan
    names = np.array(["setosa", "10", "9"])[y]
    home = sklearn.tree if hasattr(sklearn.tree, name) else sklearn.ensemble
    theirs = getattr(home, name)(random_state=0).fit(X, names)
    ours = spinney.from_sklearn(theirs)
    asked = np.concatenate([X, np.random.default_rng(0).uniform(0, 8, (500, 4))])
    assert np.allclose(ours.predict_proba(asked), theirs.predict_proba(asked))
    assert (ours.predict(X) == theirs.predict(X)).all()
    assert (ours.apply(asked) == theirs.apply(asked)).all()
    assert np.allclose(ours.feature_importances_, theirs.feature_importances_)
    other = getattr(home, name)(random_state=0, criterion="entropy").fit(X, names)
    assert np.allclose(spinney.from_sklearn(other).feature_importances_, other.feature_importances_)


@pytest.mark.parametrize("name", ["DecisionTreeRegressor", "RandomForestRegressor", "ExtraTreesRegressor"])
def test_regressors_of_scikit_learn_are_taken_over(name):
    X, y = load_diabetes(return_X_y=True)
    home = sklearn.tree if hasattr(sklearn.tree, name) else sklearn.ensemble
    params = {"n_estimators": 20} if home is sklearn.ensemble else {}
    theirs = getattr(home, name)(random_state=0, **params).fit(X, y)
    ours = spinney.from_sklearn(theirs)
    assert np.allclose(ours.predict(X), theirs.predict(X))
    assert ours.explain(X[0])


def test_cuts_turn_where_rounding_to_32_bits_does():
    X = np.array([[0.1], [0.3], [0.7]])
    theirs = sklearn.tree.DecisionTreeClassifier().fit(X, [0, 1, 2])
    ours = spinney.from_sklearn(theirs)
    near = [np.nextafter(cut, way) for cut in ours.tree_.threshold[ours.tree_.feature >= 0] for way in (-np.inf, np.inf)]
    near += list(ours.tree_.threshold[ours.tree_.feature >= 0])
    asked = np.array(near)[:, np.newaxis]
    assert (ours.predict(asked) == theirs.predict(asked)).all()


def test_exports_are_scikit_learns():
    X, y = load_iris(return_X_y=True)
    X = X.astype(np.float32).astype(float)
    theirs = sklearn.tree.DecisionTreeClassifier(max_depth=2, random_state=0).fit(X, y)
    ours = spinney.from_sklearn(theirs)
    deep = sklearn.tree.DecisionTreeClassifier(random_state=0).fit(X, y)
    for tree in (theirs, deep, sklearn.tree.DecisionTreeRegressor(random_state=0).fit(X, y * 1.5)):
        for options in ({}, {"max_depth": 1, "spacing": 5}, {"decimals": 4, "feature_names": list("abcd")}, {"show_weights": True}):
            if not (options.get("show_weights") and not hasattr(tree, "classes_")):
                assert spinney.export_text(spinney.from_sklearn(tree), **options) == sklearn.tree.export_text(tree, **options)
    assert spinney.export_graphviz(ours, filled=True) == sklearn.tree.export_graphviz(theirs, filled=True)
    file = io.StringIO()
    assert spinney.export_graphviz(ours, file) is None and "digraph" in file.getvalue()


@pytest.mark.parametrize("name", ["export_text", "export_graphviz", "plot_tree"])
def test_exports_have_scikit_learns_signatures(name):
    ours, theirs = (inspect.signature(getattr(home, name)).parameters.values() for home in (spinney, sklearn.tree))
    assert [(own.name, own.kind, own.default) for own in ours] == [(own.name, own.kind, own.default) for own in theirs]


def test_exports_of_several_targets():
    X, y = load_iris(return_X_y=True)
    both = np.stack([y, 2.0 * y], axis=1)
    theirs = sklearn.tree.DecisionTreeRegressor(max_depth=2).fit(X.astype(np.float32), both)
    assert spinney.export_text(spinney.from_sklearn(theirs)) == sklearn.tree.export_text(theirs)
    tree = DecisionTreeClassifier(max_depth=1).fit(X, np.stack([np.array(["a", "b", "c"])[y], np.array(["x", "y", "y"])[y]], axis=1))
    told = spinney.export_text(tree, show_weights=True)
    assert "weights: [[50.00, 0.00, 0.00], [50.00, 0.00]] class: [a, x]\n" in told and "class: [b, y]\n" in told
    with pytest.raises(ValueError, match="class_names is for one target"):
        spinney.export_text(tree, class_names=["a", "b"])


def test_options_of_exports_reach_what_they_are_for():
    X, y = load_iris(return_X_y=True)
    tree = make("DecisionTreeClassifier", max_depth=3).fit(X, y)
    assert spinney.export_text(tree, max_depth=None) == spinney.export_text(tree, max_depth=3)
    for wrong, said in (({"max_depth": -1}, "max_depth"), ({"spacing": 0}, "spacing"), ({"decimals": 0.5}, "decimals")):
        with pytest.raises(InvalidParameterError, match=f"The '{said}' parameter of export_text must be an int in the range"):
            spinney.export_text(tree, **wrong)
    usual = spinney.export_graphviz(tree)
    options = {
        "max_depth": 1, "feature_names": list("abcd"), "class_names": ["one", "two", "three"], "label": "root", "filled": True, "leaves_parallel": True,
        "impurity": False, "node_ids": True, "proportion": True, "rotate": True, "rounded": True, "special_characters": True, "precision": 1, "fontname": "serif",
    }  # fmt: skip
    assert [name for name, value in options.items() if spinney.export_graphviz(tree, **{name: value}) == usual] == []


SENSELESS = [("label", "some"), ("precision", -1), ("precision", 1.5), ("max_depth", -2), ("filled", "yes"), ("class_names", 3)]


@pytest.mark.parametrize(("option", "value"), SENSELESS)
@pytest.mark.parametrize("write", ["export_graphviz", "plot_tree"])
def test_senseless_options_are_refused_as_by_scikit_learn(option, value, write):
    X, y = load_iris(return_X_y=True)
    trees = make("DecisionTreeClassifier").fit(X, y), DecisionTreeClassifier().fit([["a"], ["b"]], [0, 1])  # this one is written by the engine
    with pytest.raises(InvalidParameterError) as theirs:
        getattr(sklearn.tree, write)(sklearn.tree.DecisionTreeClassifier().fit(X, y), **{option: value})
    for tree in trees:
        with pytest.raises(InvalidParameterError) as ours:
            getattr(spinney, write)(tree, **{option: value})
        if option != "label":  # a set, whose words come in any order
            assert str(ours.value) == str(theirs.value)


def test_plot_tree_draws():
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    pytest.importorskip("matplotlib.pyplot")
    X, y = table()
    tree = make("DecisionTreeClassifier", max_depth=2).fit(X, y)
    assert len(spinney.plot_tree(tree)) >= 7

    def drawn(**options):
        figure, ax = matplotlib.pyplot.subplots()
        spinney.plot_tree(tree, ax=ax, **options)
        box = [(text.get_bbox_patch().get_facecolor(), type(text.get_bbox_patch().get_boxstyle())) if text.get_bbox_patch() else None for text in ax.texts]
        matplotlib.pyplot.close(figure)
        return [(text.get_text(), text.get_fontsize()) for text in ax.texts], box

    usual = drawn()
    options = {
        "max_depth": 1, "feature_names": list("abcd"), "class_names": list("abc"), "label": "root", "filled": True, "impurity": False,
        "node_ids": True, "proportion": True, "rounded": True, "precision": 1, "fontsize": 3,
    }  # fmt: skip
    assert [name for name, value in options.items() if drawn(**{name: value}) == usual] == []
