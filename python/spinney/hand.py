"""Trees by hand: tests that route and leaves that answer, put together node by node.

Examples
--------
>>> import pandas as pd
>>> from spinney import hand
>>> tree = hand.tree(
...     hand.branch("outlook", {
...         "Overcast": "Yes",
...         ("Rain", "Sunny"): hand.branch("humidity", {"High": "No", "Normal": hand.leaf({"Yes": 5, "No": 1})}),
...     }),
...     target="play",
... )
>>> tennis = pd.read_csv("data/tennis.csv")
>>> tree.predict(tennis[:3]).tolist()
['No', 'No', 'Yes']
>>> tree.get_n_leaves(), tree.get_depth()
(3, 2)
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from math import isfinite
from typing import Any

__all__ = ["MISSING", "Node", "branch", "forest", "leaf", "tree"]


class _Missing:
    """Stands for the branch of rows without a value."""

    def __repr__(self) -> str:
        return "MISSING"


#: The branch of rows without a value, among the children of a :func:`branch`.
MISSING = _Missing()


class Node:
    """A node of a tree: a leaf, or a test with its branches.

    Attributes
    ----------
    data : dict
        The node in the words of the model file.
    """

    def __init__(self, data: dict[str, Any]) -> None:
        self.data = data

    def __repr__(self) -> str:
        if "split" not in self.data:
            return f"leaf({self.data.get('counts', self.data.get('predict'))!r})"
        return f"branch({self.data['split']['column']!r}, {len(self.data['children'])} branches)"


def leaf(answer: Any, rows: float | None = None) -> Node:
    """A leaf.

    Parameters
    ----------
    answer : str, float or dict
        What it answers: a class, a number, or classes with how many rows of each it holds.
    rows : float, default=None
        How many rows it stands for; 1 where nothing is said.

    Returns
    -------
    node : Node
        To be put into a tree.

    Examples
    --------
    >>> leaf({"Yes": 5, "No": 1})
    leaf({'Yes': 5, 'No': 1})
    """
    data: dict[str, Any] = {"counts": dict(answer)} if isinstance(answer, Mapping) else {"predict": answer}
    return Node(data if rows is None else {**data, "rows": rows})


def branch(column: str, children: Mapping[Any, Any], missing: Any = None, **split: Any) -> Node:
    """A test of a column, with a branch for each thing that it may find.

    Parameters
    ----------
    column : str
        The column that is asked.
    children : dict
        What a branch is for (a value, a tuple of values, ``"<= 75"`` and ``"> 75"``, or :data:`MISSING`), and the node below it; what is no
        node is the answer of a leaf. A name that looks like a cut stands in a tuple: ``("<= foo",)``.
    missing : int or {"spread", "heaviest"}, default=None
        Where rows without a value go: the number of a branch, down all of them, or down the heaviest, which is meant where nothing is said.
    **split : dict
        Whatever else the model file says of a split: ``kind``, ``cut``, ``height``, ``surrogates``.

    Returns
    -------
    node : Node
        To be put into a tree.

    Examples
    --------
    >>> branch("age", {"<= 40": "young", "> 40": "old"}, missing=1)
    branch('age', 2 branches)
    """
    if not isinstance(children, Mapping):
        raise TypeError(f"branch({column!r}): children are a dict, from what a branch is for to the node below it; got {type(children).__name__}.")
    if "kind" not in split:
        _check_cuts(column, children)
    found = {"column": column, **split} if missing is None else {"column": column, "missing": missing, **split}
    below = [{"when": _when(when), "node": _node(node)} for when, node in children.items()]
    return Node({"split": found, "children": below})


def _check_cuts(column: str, children: Mapping[Any, Any]) -> None:
    """Whether texts that look like cuts are some: else they would be names."""
    for when in children:
        looks = isinstance(when, str) and re.match(r"\s*(<=|>=|<|>|≤|≥)(.*)", when, re.DOTALL)
        if looks and not (looks[1] in ("<=", ">") and _is_cut(looks[2].strip())):
            raise ValueError(
                f'branch({column!r}): {when!r} is no cut. Cuts are "<= 40" and "> 40", of numbers and dates; of names in an order with kind="cut". '
                f"A name that is written so stands in a tuple: ({when!r},)."
            )


def _is_cut(text: str) -> bool:
    """Whether a text is a number, or begins as a date does."""
    try:
        return isfinite(float(text))
    except ValueError:
        return re.match(r"-?\d{4,}-\d\d|\d{1,2}:\d\d", text) is not None


def _when(when: Any) -> Any:
    if isinstance(when, _Missing):
        return {"missing": True}
    return [str(value) for value in when] if isinstance(when, (tuple, frozenset)) else str(when)


def _node(node: Any) -> dict[str, Any]:
    return (node if isinstance(node, Node) else leaf(node)).data


def _document(target: str, columns: Any, body: dict[str, Any]) -> dict[str, Any]:
    if not isinstance(target, str):
        raise TypeError(f"target is the name of what is answered, a text; got {target!r}.")
    return {"target": target, **({} if columns is None else {"columns": list(columns)}), **body}


def tree(root: Any, target: str = "y", columns: Iterable[dict[str, Any]] | None = None) -> Any:
    """The tree of a node, checked, as an estimator.

    Parameters
    ----------
    root : Node
        What :func:`branch` or :func:`leaf` made.
    target : str, default="y"
        The name of what is answered.
    columns : list of dict, default=None
        All columns in the words of the model file, where some are ordinal, hierarchical or dates; else they follow from the tests.

    Returns
    -------
    tree : DecisionTreeClassifier or DecisionTreeRegressor
        It answers, is scored, shown, explained and pruned like one that was grown. Frames may have more columns than it asks for.

    Examples
    --------
    >>> tree(branch("area", {"<= 60": 520.0, "> 60": leaf(800.0, rows=3)}), target="rent").predict([[50.0], [90.0]]).tolist()
    [520.0, 800.0]
    """
    from ._opened import from_json

    return from_json(_document(target, columns, {"tree": _node(root)}))


def forest(
    roots: Iterable[Any], target: str = "y", columns: Iterable[dict[str, Any]] | None = None, vote: str = "mean"
) -> Any:
    """The forest of several nodes, checked, as an estimator.

    Parameters
    ----------
    roots : list of Node
        A node for each tree.
    target : str, default="y"
        The name of what is answered.
    columns : list of dict, default=None
        As in :func:`tree`.
    vote : {"mean", "majority"}, default="mean"
        Whether trees add up their probabilities, or each has a vote.

    Returns
    -------
    forest : RandomForestClassifier or RandomForestRegressor
        It answers like one that was grown.

    Examples
    --------
    >>> stump = branch("wind", {"Weak": "Yes", "Strong": "No"})
    >>> len(forest([stump, stump, leaf("Yes")], target="play"))
    3
    """
    from ._opened import from_json

    if isinstance(roots, (str, Node, Mapping)) or not hasattr(roots, "__iter__"):
        raise TypeError(f"a forest is made of a list of nodes, one for each tree; got {roots!r}.")
    body = {"forest": {"trees": [_node(root) for root in roots], "vote": vote}}
    return from_json(_document(target, columns, body))
