"""How a tree is pruned, in the engine's words."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

import numpy as np

from . import _core
from ._settings import plain

#: The ways that can be asked for, and what they are where nothing more is said.
USUAL: dict[str, dict[str, Any]] = {
    "reduced_error": {"share": 1 / 3, "backfit": True},
    "pessimistic": {"confidence": 0.25, "raising": True, "doubt": "c45"},
    "cost_complexity": {"risk": "gini", "folds": 10, "rule": "best"},
    "mdl": {},
}
#: The price of a leaf as a share of the root's risk, in place of folds.
SHARE = "complexity"


def smaller(estimator: Any, numbers: bool) -> float | str:
    """The price of a leaf, or the way of pruning as JSON: what is said, else what the preset does, else nothing."""
    price, asked = float(estimator.ccp_alpha), estimator.pruning
    if price > 0.0:
        if asked not in (None, "none"):
            raise ValueError("ccp_alpha prunes by itself: say either ccp_alpha or pruning.")
        return price
    if asked == "none":
        return 0.0
    if asked is None:
        usual = None if estimator.preset is None else _core.preset(estimator.preset, numbers)[1]
        return 0.0 if usual is None else usual
    return json.dumps(way(asked, estimator.preset))


def way(asked: str | dict[str, Any], preset: str | None = None) -> dict[str, Any]:
    """A way of pruning as model files tell it."""
    said: dict[str, Any] = {"method": asked} if isinstance(asked, str) else dict(asked)
    method = said.pop("method", None)
    if method not in USUAL:
        raise ValueError(f"pruning needs a method, one of {', '.join(USUAL)}; got {method!r}.")
    usual = dict(USUAL[method])
    if method == "cost_complexity" and SHARE in said:
        usual = {"risk": usual["risk"], SHARE: None}
    if method == "pessimistic" and preset == "j48":
        usual["doubt"] = preset
    unknown = [name for name in said if name not in usual]
    if unknown:
        known = ", ".join(usual) or "no settings"
        raise ValueError(f"pruning by {method!r} has {known}; got {unknown[0]!r}.")
    return _in_words(method, {**usual, **{name: plain("pruning", name, value) for name, value in said.items()}})


def _in_words(method: str, how: dict[str, Any]) -> dict[str, Any]:
    found = {"method": method.replace("_", "-"), **how}
    if method != "cost_complexity":
        return found
    if SHARE in how:
        return {"method": found["method"], "risk": how["risk"], "price": {"by": "share", SHARE: how[SHARE]}}
    price = {"by": "folds", "folds": how["folds"], "rule": str(how["rule"]).replace("_", "-")}
    return {"method": found["method"], "risk": how["risk"], "price": price}


class Step(NamedTuple):
    """A node that becomes a leaf: the price at which it does, and the impurity of the leaves that are left then."""

    node: int
    price: float
    impurity: float


def steps(tree: Any) -> list[Step]:
    """How a tree becomes smaller as the price of a leaf rises, by the impurities that its arrays tell; node -1 is the whole tree.

    At each step the node becomes a leaf that saves the least impurity with each of its leaves: (its own − that of its leaves) / (leaves − 1).
    """
    left, right = tree.children_left, tree.children_right
    risk = tree.weighted_n_node_samples / tree.weighted_n_node_samples[0] * tree.impurity
    below, leaves, parent = risk.copy(), np.ones(len(risk)), np.full(len(risk), -1)
    ends = np.arange(len(risk)) + 1  # nodes are counted depth first: those below one stand up to its end
    inner = np.flatnonzero(left >= 0)
    for node in inner[::-1]:  # children come after their parents
        pair = [left[node], right[node]]
        parent[pair], below[node], leaves[node], ends[node] = node, below[pair].sum(), leaves[pair].sum(), ends[right[node]]
    worth = np.full(len(risk), np.inf)
    worth[inner] = (risk[inner] - below[inner]) / (leaves[inner] - 1)
    found = [Step(-1, 0.0, float(below[0]))]
    while worth[0] < np.inf:
        node = int(worth.argmin())
        price, saved, fewer = float(worth[node]), risk[node] - below[node], leaves[node] - 1
        worth[node : ends[node]] = np.inf
        at = node
        while at >= 0:
            below[at] += saved
            leaves[at] -= fewer
            worth[at] = (risk[at] - below[at]) / (leaves[at] - 1) if leaves[at] > 1 else np.inf
            at = parent[at]
        found.append(Step(node, price, float(below[0])))
    return found


def too_dear(tree: Any, price: float) -> list[int]:
    """The nodes that become leaves at such a price of a leaf."""
    return [step.node for step in steps(tree)[1:] if step.price <= price]
