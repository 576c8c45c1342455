"""Models of files, and trees that are written by hand, as estimators."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from . import _core, _forests, _labels, _trees


def opened(model: _core.Model) -> Any:
    """The estimator that a model of the engine is; frames may have more columns than it asks for, in any order."""
    if model.kind == "blind":
        raise ValueError("a model without a target is kept by pickle or joblib")
    of_classes = bool(model.class_names[0])
    if model.kind == "tree":
        found: Any = _trees.DecisionTreeClassifier() if of_classes else _trees.DecisionTreeRegressor()
    else:
        found = _forests.RandomForestClassifier() if of_classes else _forests.RandomForestRegressor()
    adopt(found, model)
    found._by_name = list(model.columns)
    if model.kind == "forest":
        found.set_params(n_estimators=model.trees)
    return found


def adopt(found: Any, model: _core.Model) -> None:
    """Makes a model an estimator's own, with the names that it has."""
    found.n_features_in_ = len(model.columns)
    found.feature_names_in_ = np.array(model.columns, dtype=object)
    if model.class_names[0]:
        told = [_labels.Classes(np.array(names, dtype=object).astype(str)) for names in model.class_names]
        found._name([own.labels for own in told])
        found._places = [own.places for own in told]
    found.n_outputs_ = len(model.targets)
    if hasattr(found, "_adopt"):
        found.max_features_ = len(model.columns)
        found._adopt(model)
    else:
        found._model, found._seed = model, 0


def from_json(document: str | dict[str, Any]) -> Any:
    """A tree or a forest that is written as JSON, in the words of :doc:`the model file <model-file>`.

    Parameters
    ----------
    document : str or dict
        The text, or what it says: ``target`` with ``tree`` or ``forest``.

    Returns
    -------
    model : estimator
        A tree or a forest like any other: it answers, is scored, shown, explained and pruned.

    Raises
    ------
    ValueError
        Where something is wrong with it, with its place.

    Examples
    --------
    >>> import spinney
    >>> tree = spinney.from_json({"target": "play", "tree": {
    ...     "split": {"column": "humidity"},
    ...     "children": [{"when": "<= 75", "node": {"predict": "Yes"}}, {"when": "> 75", "node": {"predict": "No"}}],
    ... }})
    >>> tree.predict([[70], [80]]).tolist()
    ['Yes', 'No']
    """
    if isinstance(document, str):
        return opened(_core.Model.from_json(document))
    if not isinstance(document, Mapping):
        raise TypeError(f"a tree is written as JSON, or as a dict that says the same; got {type(document).__name__}.")
    text = json.dumps(_plain(document, ""))
    try:
        return opened(_core.Model.from_json(text))
    except ValueError as error:
        told = re.sub(r" \(line 1\)|^line 1: ", "", str(error))  # there are no lines in it
        raise ValueError(told) from None


def _plain(value: Any, place: str) -> Any:
    """What JSON can say of a value; numbers of numpy's are as good as Python's."""
    value = value.item() if isinstance(value, np.generic) else value
    if isinstance(value, Mapping):
        return {str(name): _plain(own, f"{place}.{name}" if place else str(name)) for name, own in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(own, f"{place}[{number}]") for number, own in enumerate(value)]
    if isinstance(value, float) and not math.isfinite(value):
        raise ValueError(f"{place}: a number must stand here, and {value} is none")
    if value is not None and not isinstance(value, (str, int, float, bool)):
        raise TypeError(f"{place}: a text or a number must stand here, and this is of type {type(value).__name__}")
    return value


def load(path: str | Path) -> Any:
    """The model of a file that the program, or ``to_bytes``, has made, or that is written as JSON.

    Parameters
    ----------
    path : str or Path
        A ``.spinney`` file, or one of JSON.

    Returns
    -------
    model : estimator
        A tree or a forest.

    Examples
    --------
    >>> import pandas as pd, spinney
    >>> tree = spinney.load("data/tennis_by_hand.json")
    >>> tennis = pd.read_csv("data/tennis.csv")
    >>> float(round(tree.score(tennis, tennis["play"]), 4))
    0.8571
    """
    held = Path(path).read_bytes()
    try:
        if held.lstrip()[:1] == b"{":
            return from_json(held.decode("utf-8"))
        return opened(_core.Model.from_bytes(held))
    except (UnicodeDecodeError, ValueError) as error:
        raise ValueError(f"{path}: {error}") from None
