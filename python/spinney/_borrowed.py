"""Fitted trees and forests of scikit-learn as ours: to ask, show and explain them."""

from __future__ import annotations

import json
from copy import deepcopy
from typing import Any

import numpy as np

from . import _core, _embedding, _forests, _isolation, _labels, _settings, _trees
from ._view import Told, Tree

#: What can be taken over, by its name.
KINDS = {
    **{name: getattr(_trees, name) for name in _trees.__all__},
    **{name: getattr(_forests, name) for name in _forests.__all__},
    "IsolationForest": _isolation.IsolationForest,
    "RandomTreesEmbedding": _embedding.RandomTreesEmbedding,
}

#: What trees tell of their nodes.
TOLD = ("impurity", "value", "n_node_samples", "weighted_n_node_samples")


def from_sklearn(model: Any) -> Any:
    """A fitted tree or forest of scikit-learn as one of ours, which answers the same.

    scikit-learn rounds features to 32 bits before it compares them; the cuts that are taken over lie where that rounding turns, so that rows of
    64 bits go the same way. Nodes keep their numbers and what they say of themselves, also where the best came first (``max_leaf_nodes``).

    Parameters
    ----------
    model : estimator
        A fitted DecisionTree, ExtraTree, RandomForest or ExtraTrees classifier or regressor, IsolationForest or RandomTreesEmbedding.

    Returns
    -------
    model : estimator
        Ours of the same name.

    Examples
    --------
    >>> import spinney
    >>> from sklearn.tree import DecisionTreeClassifier
    >>> theirs = DecisionTreeClassifier().fit([[1], [2], [4]], ["a", "a", "b"])
    >>> spinney.from_sklearn(theirs).predict([[1.5], [3.5]]).tolist()
    ['a', 'b']
    """
    from sklearn.utils.validation import check_is_fitted

    check_is_fitted(model)
    name = type(model).__name__
    if type(model).__module__.startswith("spinney."):
        raise TypeError(f"{name} is a model of this package already.")
    if name not in KINDS:
        raise ValueError(f"{name} is no tree or forest that can be taken over: these are {', '.join(KINDS)}")
    ours: Any = KINDS[name]()
    found = ours.set_params(**{name: value for name, value in model.get_params(deep=False).items() if name in ours.get_params()})
    found.n_features_in_ = model.n_features_in_
    if hasattr(model, "feature_names_in_"):
        found.feature_names_in_ = model.feature_names_in_
    classes: list[Any] = [None] * _outputs(model)
    if hasattr(model, "classes_"):
        told = [_labels.Classes(own) for own in (model.classes_ if model.n_outputs_ > 1 else [model.classes_])]
        found._name([own.labels for own in told])
        found._places = [own.places for own in told]
        classes = [own.names for own in told]
    texts = [_text(model, target, own, _how(found, model)) for target, own in enumerate(classes)]
    core = _core.Model.from_json(texts[0] if len(texts) == 1 else f'{{"models": [{", ".join(texts)}]}}')
    trees = [_told(tree, core.one(number), getattr(found, "_places", None)) for number, tree in enumerate(_trees_of(model))]
    if hasattr(model, "tree_"):
        found.max_features_ = model.max_features_
        found._adopt(core, told=trees[0])
        return found
    found._model, found._seed, found._told = core, 0, trees
    if name == "IsolationForest":
        found.offset_, found.max_samples_ = model.offset_, model.max_samples_
        found._max_samples, found._max_features = model.max_samples_, model._max_features
        found._lengths = [_isolation.lengths_of(tree)[_depth_first(tree)] for tree in _trees_of(model)]
    else:
        found.n_outputs_ = len(classes)
    if name == "RandomTreesEmbedding":
        found.one_hot_encoder_, found._n_features_out = deepcopy(model.one_hot_encoder_), model._n_features_out
        found._n_samples = int(_trees_of(model)[0].n_node_samples[0])
    return found


def _trees_of(model: Any) -> list[Any]:
    """The nodes of each tree."""
    return [model.tree_] if hasattr(model, "tree_") else [tree.tree_ for tree in model.estimators_]


def _outputs(model: Any) -> int:
    return int(getattr(model, "n_outputs_", 1))  # isolation forests have none


def _told(tree: Any, core: _core.Model, places: Any) -> Told:
    """What a tree says of its nodes where the engine would say something else, and their numbers."""
    numbers = _depth_first(tree)
    as_counted = bool((numbers == np.arange(len(numbers))).all())
    ours = Tree(core, places, told=Told({}, None if as_counted else numbers))
    arrays = {name: np.array(getattr(tree, name)) for name in TOLD}
    others = {name: own for name, own in arrays.items() if not np.allclose(own, getattr(ours, name), rtol=1e-9, atol=1e-12)}
    return Told(others, None if as_counted else numbers)


def _depth_first(tree: Any) -> Any:
    """The numbers of the nodes, depth first."""
    found, open_ = [], [0]
    while open_:
        at = open_.pop()
        found.append(at)
        if tree.children_left[at] >= 0:
            open_ += [int(tree.children_right[at]), int(tree.children_left[at])]
    return np.array(found, dtype=np.int64)


def _how(found: Any, model: Any) -> str:
    """What the nodes are measured by, as settings of a model: of absolute errors alone the nodes do not tell enough."""
    word = _settings.criterion_word(found.criterion)
    if word not in ("entropy", "gini", "mse"):
        return ""
    tree: dict[str, Any] = {"criterion": word}
    if not hasattr(model, "tree_"):
        sample = {"bootstrap": 1.0} if getattr(model, "bootstrap", False) else "all"
        tree = {"trees": len(model.estimators_), "sample": sample, "columns-per-tree": "all", "vote": "mean", "tree": tree}
    return f'"settings": {json.dumps(tree)}, '


def _text(model: Any, target: int, classes: list[str] | None, how: str) -> str:
    """The model of one target as JSON."""
    names = [f"x{place}" for place in range(model.n_features_in_)]
    if hasattr(model, "feature_names_in_"):
        names = [str(name) for name in model.feature_names_in_]
    trees = _trees_of(model)
    asked = getattr(model, "estimators_features_", None) or [range(len(names))] * len(trees)
    written = [_written(tree, [names[place] for place in own], target, classes) for tree, own in zip(trees, asked)]
    body = f'"tree": {written[0]}' if hasattr(model, "tree_") else f'"forest": {{"trees": [{", ".join(written)}]}}'
    name = "y" if _outputs(model) == 1 else f"y{target}"
    told: dict[str, Any] = {"name": _free(name, names)}
    told.update({"kind": "continuous"} if classes is None else {"kind": "nominal", "classes": _ordered(classes)})
    columns = [{"name": name, "kind": "continuous"} for name in names]
    return f'{{"target": {json.dumps(told)}, "columns": {json.dumps(columns)}, {how}{body}}}'


def _free(name: str, names: list[str]) -> str:
    while name in names:
        name += "_"
    return name


def _ordered(classes: list[str]) -> list[str]:
    return [classes[place] for place in _core.class_order(classes)]


def _written(tree: Any, names: list[str], target: int, classes: list[str] | None) -> str:
    """The nodes of a tree as JSON, written without recursion."""
    out: list[str] = []
    open_: list[Any] = [0]
    cuts = _turning(tree.threshold)
    while open_:
        at = open_.pop()
        if isinstance(at, str):
            out.append(at)
        elif tree.children_left[at] < 0:
            out.append(json.dumps(_leaf(tree, at, target, classes)))
        else:
            value: Any = float(cuts[at]) if np.isfinite(cuts[at]) else str(cuts[at])
            cut = value if isinstance(value, str) else repr(value)
            missing = 0 if tree.missing_go_to_left[at] else 1
            split = {"column": names[tree.feature[at]], "kind": "threshold", "cut": value, "missing": missing}
            out.append(f'{{"split": {json.dumps(split)}, "children": [{{"when": "<= {cut}", "node": ')
            open_ += ["}]}", int(tree.children_right[at]), f'}}, {{"when": "> {cut}", "node": ', int(tree.children_left[at])]
    return "".join(out)


def _leaf(tree: Any, at: int, target: int, classes: list[str] | None) -> dict[str, Any]:
    weight = float(tree.weighted_n_node_samples[at])
    shares = np.atleast_2d(tree.value[at])[target]
    if classes is None:
        return {"mean": float(shares[0]), "rows": weight, "squared_error": max(0.0, float(tree.impurity[at]) * weight)}
    return {"counts": {name: float(share) * weight for name, share in zip(classes, shares) if share > 0}}


def _turning(thresholds: Any) -> Any:
    """The largest numbers of 64 bits that are at most the thresholds once they are rounded to 32 bits."""
    thresholds = np.asarray(thresholds, dtype=np.float64)
    below = thresholds.astype(np.float32)
    below = np.where(below > thresholds, np.nextafter(below, np.float32(-np.inf)), below)
    above = np.nextafter(below, np.float32(np.inf))
    with np.errstate(invalid="ignore"):
        middle = below.astype(np.float64) + (above.astype(np.float64) - below.astype(np.float64)) / 2
    even = (below.view(np.uint32) & 1) == 0  # a tie goes to the even one
    turning = np.where(even, middle, np.nextafter(middle, -np.inf))
    return np.where(np.isinf(thresholds), thresholds, turning)  # known values against missing ones
