"""Models that take part in a comparison or a search, in the engine's words."""

from __future__ import annotations

import json
from numbers import Integral
from typing import Any

from . import _columns, _labels, _settings, _smaller
from ._declared import is_number
from ._many import ManyTrees
from ._settings import beyond
from ._single import SingleTree

#: Parameters that declare columns; a table is read once for all models.
DECLARING = ("categorical_features", "ordinal_features", "hierarchies")

#: What is compared where nobody names anything.
USUAL = {True: ["baseline", "tree", "cart", "rpart", "c45", "forest"], False: ["baseline", "tree", "cart", "rpart", "forest"]}


def named(models: Any, classes: bool) -> dict[str, Any]:
    """The models that take part, by name; those without one are called by what they are."""
    if models is None:
        return {name: name for name in USUAL[classes]}
    if isinstance(models, dict):
        return {str(name): model for name, model in models.items()}
    found: dict[str, Any] = {}
    for model in [models] if isinstance(models, str) or not hasattr(models, "__iter__") or hasattr(models, "get_params") else models:
        name = model if isinstance(model, str) else type(model).__name__
        if name in found:
            raise ValueError(f"two models are called {name!r}: give them names in a dict")
        found[name] = model
    return found


def spec(name: str, model: Any, features: _columns.Features, seed: int, classes: bool) -> dict[str, Any]:
    """One model: a name that the program knows, or an estimator with its parameters.

    An estimator keeps its own seed where it has one; limits that are shares of the rows are of all rows, not of those of a fold.
    """
    if isinstance(model, str):
        return {"name": name, "known": model}
    if not isinstance(model, (SingleTree, ManyTrees)) or not hasattr(model, "_learn"):
        other = f"{type(model).__module__.partition('.')[0]}.{type(model).__name__}"
        raise TypeError(f"{name}: {other} is no tree or forest of this package with a target")
    model._validate_params()
    if hasattr(model, "predict_proba") != classes:
        raise ValueError(f"{name}: {type(model).__name__} does not learn {'classes' if classes else 'numbers'}")
    own = seed if model.random_state is None else _settings.seed_of(model.random_state)
    if isinstance(model, SingleTree):
        smaller = _smaller.smaller(model, not classes)
        if isinstance(smaller, float) and smaller > 0.0:
            raise ValueError(f"{name}: ccp_alpha is a price in units of one table; tune(..., complexities=) tries shares of the root's risk")
        how = _settings.tree(model, features.names, features.rows, own, model.splitter)
        found = {"name": name, "tree": {**how, **beyond(model)}}
        return {**found, "pruning": json.loads(smaller)} if isinstance(smaller, str) else found
    drawn = _settings.drawn(model.max_samples, features.rows) if model.bootstrap else None
    forest = model._how(features, None, own, drawn)
    forest["tree"].update(beyond(model))
    return {"name": name, "forest": forest}


def shared(models: Any, name: str) -> Any:
    """A parameter that says something of the rows or columns, which all models have in common: its value for the estimators that have it."""
    asked: list[Any] = [getattr(model, name) for model in models if hasattr(model, name)]
    if any(str(own) != str(asked[0]) for own in asked):
        raise ValueError(f"{name} must be the same for all models: they learn from the same table")
    return asked[0] if asked else None


def class_weight(models: dict[str, Any], labels: Any) -> Any:
    """The factors of classes, which all models share: a word, or a factor for each class as the engine counts them."""
    asked = shared(models.values(), "class_weight")
    if asked is None:
        return None
    if any(isinstance(model, str) for model in models.values()):
        raise ValueError("class_weight must be the same for all models: those that are named have none")
    if isinstance(asked, str):
        return asked
    if not isinstance(asked, dict):
        raise ValueError("class_weight is a dict, or \"balanced\", where models are compared: they learn one target.")
    _labels.check_class_weight(asked)
    factors = [float(asked.get(label, 1.0)) for label in labels.labels]
    return {"given": [factors[place] for place in labels._order]}


def listed(name: str, values: Any) -> list[Any]:
    """What is to be tried of one setting; a single value is not taken for a list."""
    if isinstance(values, (str, bytes)) or not hasattr(values, "__iter__"):
        raise TypeError(f"{name} is a list of what is tried: {name}=[{values!r}] tries one.")
    return list(values)


def number(name: str, value: Any) -> float:
    """A number that is asked for by name."""
    if not is_number(value) or value < 0:
        raise ValueError(f"{name} must be numbers from 0 up; got {value!r}.")
    return float(value)


def drawn(columns: Any) -> Any:
    """How many columns are drawn at a node of a forest."""
    if isinstance(columns, str):
        return columns
    return {"count": int(columns)} if isinstance(columns, Integral) else {"share": number("split_columns", columns)}
