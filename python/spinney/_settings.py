"""scikit-learn's parameters in the engine's words."""

from __future__ import annotations

import json
import warnings
from collections.abc import Mapping
from inspect import signature
from itertools import combinations
from math import ceil
from numbers import Integral
from typing import Any

import numpy as np
from joblib import effective_n_jobs
from sklearn.base import is_regressor
from sklearn.utils import check_random_state

from . import _core
from ._declared import is_number
from ._labels import is_whole

#: No tree is so deep, or has as many leaves.
NO_LIMIT = 2**31

CRITERIA = {
    "gini": "gini",
    "entropy": "entropy",
    "log_loss": "entropy",
    "gain_ratio": "gain-ratio",
    "squared_error": "mse",
    "friedman_mse": "mse",
    "absolute_error": "mae",
    "poisson": "poisson",
}


class _Lazily(type):
    """A class that scikit-learn's criteria are said to be of, without its trees being loaded for that."""

    def __instancecheck__(cls, found: Any) -> bool:
        return type(found).__module__ == "sklearn.tree._criterion" and type(found).__name__ in THEIR_CRITERIA


class TheirCriterion(metaclass=_Lazily):
    """One of scikit-learn's own criteria, as an object."""


THEIR_CRITERIA = {
    "Gini": "gini",
    "Entropy": "entropy",
    "MSE": "squared_error",
    "FriedmanMSE": "squared_error",
    "MAE": "absolute_error",
    "Poisson": "poisson",
}


def criterion_word(criterion: Any) -> str:
    """A criterion by its name; scikit-learn's own objects stand for theirs."""
    return criterion if isinstance(criterion, str) else THEIR_CRITERIA[type(criterion).__name__]


def seed_of(random_state: Any) -> int:
    """An integer is the seed itself, so that the program says the same with ``--seed``; anything else draws one."""
    if isinstance(random_state, Integral):
        return int(random_state)
    return int(check_random_state(random_state).randint(np.iinfo(np.int32).max))


def columns_per_split(max_features: Any, many: int) -> Any:
    """How many columns are drawn at a node."""
    if max_features is None:
        return "all"
    if isinstance(max_features, str):
        return max_features
    if isinstance(max_features, Integral):
        return "all" if int(max_features) >= many else {"count": int(max_features)}
    return "all" if max_features >= 1.0 else {"share": float(max_features)}


def max_features_of(max_features: Any, many: int) -> int:
    """The same as a number of columns."""
    if max_features is None:
        return many
    if isinstance(max_features, str):
        return max(1, int(np.sqrt(many) if max_features == "sqrt" else np.log2(many)))
    if isinstance(max_features, Integral):
        return int(max_features)
    return max(1, int(max_features * many))


def most(limit: int | None) -> int | None:
    """A limit as the engine counts it: what is beyond all trees is none."""
    return None if limit is None or limit >= NO_LIMIT else int(limit)


def tree(estimator: Any, names: list[str], rows: int, seed: int, splitter: str, scale: float = 1.0) -> dict[str, Any]:
    """How a tree is grown.

    scikit-learn's limits count rows, the engine's weigh them: ``scale`` is what a row weighs on average.
    """
    leaf, split = estimator.min_samples_leaf, estimator.min_samples_split
    leaf = int(leaf) if isinstance(leaf, Integral) else ceil(leaf * rows)
    split = int(split) if isinstance(split, Integral) else max(2, ceil(split * rows))
    drawn = columns_per_split(estimator.max_features, len(names))
    criterion = criterion_word(estimator.criterion)
    if criterion == "friedman_mse":
        warnings.warn(
            'Value `"friedman_mse"` for `criterion` is deprecated: it maps to `"squared_error"`, which is the same.',
            FutureWarning,
            stacklevel=5,
        )
    found: dict[str, Any] = {
        "criterion": CRITERIA[criterion],
        "threshold": "random" if splitter == "random" else "best",
        "columns-per-split": drawn,
        "count-constant": drawn != "all",
        "max-depth": most(estimator.max_depth),
        # One row, and two, are no limits, whatever they weigh.
        "min-rows-leaf": leaf * scale if leaf > 1 else 0.0,
        "min-rows-split": split * scale if split > 2 else 0.0,
        "min-share-leaf": float(estimator.min_weight_fraction_leaf),
        "min-tree-gain": float(estimator.min_impurity_decrease),
        "max-leaves": most(estimator.max_leaf_nodes),
        "missing-last": True,
        "leaf": leaf_of(getattr(estimator, "leaf", None), criterion),
        "monotone": monotone(getattr(estimator, "monotonic_cst", None), names),
        "interactions": interactions(getattr(estimator, "interaction_cst", None), names),
        "seed": seed,
    }
    return found


#: The engine's settings that each parameter says.
SAYS = {
    "criterion": ("criterion", "leaf"),
    "max_depth": ("max-depth",),
    "min_samples_leaf": ("min-rows-leaf",),
    "min_samples_split": ("min-rows-split",),
    "min_weight_fraction_leaf": ("min-share-leaf",),
    "min_impurity_decrease": ("min-tree-gain",),
    "max_leaf_nodes": ("max-leaves",),
    "missing": ("missing",),
    "nominal": ("nominal",),
    "leaf": ("leaf",),
}
#: What is drawn, and by which seed, is never a preset's.
DRAWN = ("threshold", "columns-per-split", "count-constant", "seed")


def is_said(estimator: Any, name: str) -> bool:
    """Whether a parameter is something else than by default."""
    known = signature(type(estimator).__init__).parameters
    default, value = known[name].default if name in known else None, getattr(estimator, name, None)
    return not (value is default or (isinstance(value, (str, int, float)) and value == default))


def of_preset(estimator: Any) -> dict[str, Any]:
    """What the estimator's preset sets: all that its parameters leave at their defaults."""
    found: dict[str, Any] = {"missing-last": False}
    found.update(json.loads(_core.preset(estimator.preset, is_regressor(estimator))[0]))
    said = [setting for name, settings in SAYS.items() if is_said(estimator, name) for setting in settings]
    return {setting: value for setting, value in found.items() if setting not in said and setting not in DRAWN}


def beyond(estimator: Any) -> dict[str, Any]:
    """What scikit-learn has no word for, in the engine's words: the ways with names and missing values, the preset, and last the settings themselves."""
    found = {"missing": estimator.missing, "nominal": estimator.nominal}
    if estimator.preset is not None:
        found.update(of_preset(estimator))
    return {**found, **{name: plain("settings", name, value) for name, value in (estimator.settings or {}).items()}}


def plain(where: str, name: Any, value: Any) -> Any:
    """What a setting is said to be, as JSON can say it."""
    value = value.item() if isinstance(value, np.generic) else value
    try:
        json.dumps({name: value}, allow_nan=False)
    except ValueError:
        raise ValueError(f"{where}: {name!r}: {value!r} is no number that can be asked for") from None
    except TypeError:
        raise TypeError(f"{where}: {name!r}: a number, a text, True, False, None, or lists and dicts of these are asked for; got {value!r}") from None
    return value


def whole(name: str, value: Any, least: int = 0) -> int:
    """A whole number that is asked for by name."""
    if not isinstance(value, Integral) or int(value) < least:
        raise ValueError(f"{name} must be a whole number from {least} up; got {value!r}.")
    return int(value)


def threads_of(n_jobs: Any) -> int:
    """How many threads ``n_jobs`` stands for, as joblib says."""
    if n_jobs is not None and (not isinstance(n_jobs, Integral) or n_jobs == 0):
        raise ValueError(f"n_jobs={n_jobs!r} is no number of threads: 1, 2, ... is so many, -1 as many as there are processors, None what joblib says.")
    return int(effective_n_jobs(n_jobs))


def monotone(constraints: Any, names: list[str]) -> dict[str, str]:
    """Which way answers go along which columns."""
    if constraints is None:
        return {}
    if isinstance(constraints, Mapping):
        unknown = [name for name in constraints if name not in names]
        if unknown:
            raise ValueError(f"monotonic_cst names {unknown[0]!r}, which is no feature: these are {', '.join(names[:20])}{', ...' if len(names) > 20 else ''}.")
        constraints = [constraints.get(name, 0) for name in names]
    signs = np.asarray(constraints)
    if signs.ndim != 1:
        raise ValueError(f"monotonic_cst must have an entry for each feature, in one row, but has {signs.ndim} dimensions.")
    if signs.shape[0] != len(names):
        raise ValueError(f"monotonic_cst has shape {signs.shape[0]} but the input data X has {len(names)} features.")
    if not np.isin(signs, (-1, 0, 1)).all():
        raise ValueError(f"monotonic_cst must be None or an array-like of -1, 0 or 1, but got {np.unique(signs)}")
    words = {1: "increasing", -1: "decreasing"}
    return {name: words[int(sign)] for name, sign in zip(names, signs) if sign != 0}


def interactions(groups: Any, names: list[str]) -> list[list[str]]:
    """Groups of columns that may meet on a path."""
    if groups is None:
        return []
    if isinstance(groups, str):
        return [list(pair) for pair in combinations(names, 1 if groups == "no_interactions" else 2)]
    places = {name: place for place, name in enumerate(names)}
    found = []
    for group in groups:
        if isinstance(group, str) or not hasattr(group, "__iter__"):
            raise ValueError(f"interaction_cst is a list of groups, each a list of features: [[0, 1], [2]]; {group!r} is no such list.")
        group = [places.get(column, column) for column in group]
        wrong = [column for column in group if not (isinstance(column, Integral) and 0 <= int(column) < len(names))]
        if wrong:
            raise ValueError(f"interaction_cst names {wrong[0]!r}, which is no feature.")
        found.append([names[int(place)] for place in sorted(group)])
    return found


def leaf_of(leaf: Any, criterion: str) -> Any:
    """What leaves answer where the target is a number."""
    if leaf is None:
        return "median" if criterion == "absolute_error" else "mean"
    if isinstance(leaf, str):
        return leaf
    if list(leaf) != ["quantile"] or not is_number(leaf["quantile"]) or not 0 < leaf["quantile"] < 1:
        raise ValueError(f"leaf must be a word, or {{'quantile': q}} with q above 0 and below 1; got {leaf!r}.")
    return {"quantile": float(leaf["quantile"])}


def weight_of_row(weights: Any, rows: int, drawn: int | None) -> float:
    """What a row weighs on average where limits count rows: its own weight, or how often a row that is drawn at all is drawn.

    Of N draws from T copies a copy is among them with the chance 1 − (1 − 1/T)^N.
    """
    if drawn is None:
        return 1.0 if weights is None else float(weights.sum() / np.count_nonzero(weights))
    if is_whole(weights):
        total = rows if weights is None else float(weights.sum())
        different = -total * np.expm1(drawn * np.log1p(-1.0 / total)) if total > 1 else 1.0
    else:
        different = float(-np.expm1(-drawn * weights / weights.sum()).sum())
    return float(drawn / different)


def drawn(max_samples: Any, usual: int) -> int:
    """How many rows each tree draws, where it would usually draw so many."""
    if max_samples is None:
        return usual
    if isinstance(max_samples, Integral):
        return int(max_samples)
    return max(int(max_samples * usual), 1)


def sample(many: int, weights: Any, rows: int) -> Any:
    """So many draws as the engine says it: a share of all copies, or of all rows where weights are chances."""
    total = rows if weights is None else float(weights.sum()) if is_whole(weights) else int(np.count_nonzero(weights))
    return {"bootstrap": many / total}
