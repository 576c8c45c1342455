"""How a model was grown, as parameters of the estimator that it is: what is cloned grows again."""

from __future__ import annotations

import json
from typing import Any

from . import _core
from ._settings import CRITERIA

#: What the engine leaves unsaid, and estimators say otherwise.
UNSAID: dict[str, Any] = {
    "columns-per-split": "all",
    "count-constant": False,
    "missing-last": False,
    "min-share-leaf": 0.0,
    "min-tree-gain": 0.0,
    "monotone": {},
    "interactions": [],
}

#: Criteria in scikit-learn's words.
WORDS = {engine: word for word, engine in CRITERIA.items() if word not in ("log_loss", "friedman_mse")}


def parameters(model: _core.Model, rows: int) -> dict[str, Any]:
    """The parameters by which a model was grown from so many rows; what scikit-learn has no word for is among ``settings``."""
    told = json.loads(model.to_json())
    said = told["settings"]
    tree = {**UNSAID, **said.get("tree", said)}
    found: dict[str, Any] = {"random_state": tree.pop("seed"), "max_depth": tree.pop("max-depth")}
    if tree["criterion"] in WORDS:
        found["criterion"] = WORDS[tree.pop("criterion")]
    found["settings"] = tree
    if model.kind == "forest":
        found.update(_drawn(said["sample"], rows), n_estimators=said["trees"])
        return {**found, "vote": said["vote"]} if model.class_names[0] else found
    return {**found, **({"pruning": _way(told["pruning"][-1])} if told.get("pruning") else {})}


def _drawn(sample: Any, rows: int) -> dict[str, Any]:
    if sample == "all":
        return {"bootstrap": False, "max_samples": None}
    share = sample["bootstrap"]
    return {"bootstrap": True, "max_samples": None if share == 1.0 else round(share * rows)}


def _way(step: dict[str, Any]) -> dict[str, Any]:
    """A way of pruning as :class:`DecisionTreeClassifier` takes it."""
    price = {name: value for name, value in step.get("price", {}).items() if name != "by"}
    rest = {name: value for name, value in step.items() if name not in ("method", "price")}
    found = {"method": step["method"].replace("-", "_"), **rest, **price}
    return {**found, "rule": found["rule"].replace("-", "_")} if "rule" in found else found
