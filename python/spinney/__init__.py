"""Decision trees and random forests that drop in where scikit-learn's stand.

One engine, written in Rust, grows every tree here. Estimators have scikit-learn's parameters, methods and fitted attributes; beside these
they take columns of names as they are, missing values in several ways, splits with a branch for each value, and more.

Names are looked up when they are first used, so that ``import spinney`` costs next to nothing.

Examples
--------
>>> from spinney import DecisionTreeClassifier
>>> tree = DecisionTreeClassifier().fit([[1], [2], [4], [5]], ["small", "small", "large", "large"])
>>> tree.predict([[3.5]]).tolist()
['large']
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from ._core import __version__

if TYPE_CHECKING:
    from . import hand, measure
    from ._accounts import info, steps
    from ._borrowed import from_sklearn
    from ._as_text import export_text
    from ._exports import export_graphviz, plot_tree
    from ._embedding import RandomTreesEmbedding
    from ._forests import (
        ExtraTreesClassifier,
        ExtraTreesRegressor,
        RandomForestClassifier,
        RandomForestRegressor,
    )
    from ._contest import compare, evaluate, tune
    from ._isolation import IsolationForest
    from ._opened import from_json, load
    from ._trees import (
        DecisionTreeClassifier,
        DecisionTreeRegressor,
        ExtraTreeClassifier,
        ExtraTreeRegressor,
    )

__all__ = [
    "DecisionTreeClassifier",
    "DecisionTreeRegressor",
    "ExtraTreeClassifier",
    "ExtraTreeRegressor",
    "ExtraTreesClassifier",
    "ExtraTreesRegressor",
    "IsolationForest",
    "RandomForestClassifier",
    "RandomForestRegressor",
    "RandomTreesEmbedding",
    "__version__",
    "compare",
    "evaluate",
    "export_graphviz",
    "export_text",
    "from_json",
    "from_sklearn",
    "hand",
    "info",
    "load",
    "measure",
    "plot_tree",
    "steps",
    "tune",
]

_ROOMS = {
    "DecisionTreeClassifier": "_trees",
    "DecisionTreeRegressor": "_trees",
    "ExtraTreeClassifier": "_trees",
    "ExtraTreeRegressor": "_trees",
    "ExtraTreesClassifier": "_forests",
    "ExtraTreesRegressor": "_forests",
    "IsolationForest": "_isolation",
    "RandomForestClassifier": "_forests",
    "RandomForestRegressor": "_forests",
    "RandomTreesEmbedding": "_embedding",
    "compare": "_contest",
    "evaluate": "_contest",
    "export_graphviz": "_exports",
    "export_text": "_as_text",
    "from_json": "_opened",
    "from_sklearn": "_borrowed",
    "info": "_accounts",
    "load": "_opened",
    "plot_tree": "_exports",
    "steps": "_accounts",
    "tune": "_contest",
}


def __getattr__(name: str) -> Any:
    if name in ("hand", "measure"):
        return import_module(f".{name}", __name__)
    if name not in _ROOMS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = getattr(import_module(f".{_ROOMS[name]}", __name__), name)
    globals()[name] = found  # the next look finds it at once
    return found


def __dir__() -> list[str]:
    return sorted(__all__)
