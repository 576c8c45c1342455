"""How a tree is pruned, in the engine's words."""

from __future__ import annotations

import json
from typing import Any

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
