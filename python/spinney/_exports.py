"""scikit-learn's ways to draw a tree, for ours.

scikit-learn's own functions for Graphviz and matplotlib read nothing but the arrays of ``tree_``, so that they serve here as they are; trees that have no such arrays (names,
more than two branches) are written by the engine instead.
"""

from __future__ import annotations

from typing import Any

from ._as_text import check
from ._view import has_arrays


def _theirs(name: str) -> Any:
    """scikit-learn's function without its look at the class of the tree."""
    from sklearn.tree import _export

    found = getattr(_export, name)
    return getattr(found, "__wrapped__", found)


def export_graphviz(
    decision_tree: Any,
    out_file: Any = None,
    *,
    max_depth: int | None = None,
    feature_names: Any = None,
    class_names: Any = None,
    label: str = "all",
    filled: bool = False,
    leaves_parallel: bool = False,
    impurity: bool = True,
    node_ids: bool = False,
    proportion: bool = False,
    rotate: bool = False,
    rounded: bool = False,
    special_characters: bool = False,
    precision: int = 3,
    fontname: str = "helvetica",
) -> str | None:
    """A tree for Graphviz, as ``sklearn.tree.export_graphviz`` writes it.

    Trees that ask for names, or have more than two branches at a node, are written by the engine, with the names that they know; of the
    options these heed ``max_depth`` alone.

    Parameters
    ----------
    decision_tree : DecisionTreeClassifier or DecisionTreeRegressor
        A fitted tree.
    out_file : str or file, default=None
        Where to; None gives the text back.
    max_depth : int, default=None
        The depth below which branches are folded; None folds none.
    feature_names : array-like of str, default=None
        Names for the features; x[0], x[1], ... where there are none.
    class_names : array-like of str or bool, default=None
        Names for the classes; True writes their places.
    label : {"all", "root", "none"}, default="all"
        At which nodes figures are named.
    filled : bool, default=False
        Whether nodes have the colour of their answer.
    leaves_parallel : bool, default=False
        Whether all leaves stand at the bottom.
    impurity : bool, default=True
        Whether impurities are written.
    node_ids : bool, default=False
        Whether the numbers of nodes are written.
    proportion : bool, default=False
        Whether rows are told as shares.
    rotate : bool, default=False
        Whether the tree grows to the right.
    rounded : bool, default=False
        Whether boxes have round corners.
    special_characters : bool, default=False
        Whether signs such as ≤ are written.
    precision : int, default=3
        Digits behind the point.
    fontname : str, default="helvetica"
        The font.

    Returns
    -------
    dot : str or None
        The text, where there is no file.

    Examples
    --------
    >>> from spinney import DecisionTreeClassifier, export_graphviz
    >>> tree = DecisionTreeClassifier().fit([[1], [2], [4]], ["a", "a", "b"])
    >>> "size <= 3.0" in export_graphviz(tree, feature_names=["size"])
    True
    """
    options: dict[str, Any] = dict(
        max_depth=max_depth,
        feature_names=feature_names,
        class_names=class_names,
        label=label,
        filled=filled,
        leaves_parallel=leaves_parallel,
        impurity=impurity,
        node_ids=node_ids,
        proportion=proportion,
        rotate=rotate,
        rounded=rounded,
        special_characters=special_characters,
        precision=precision,
        fontname=fontname,
    )
    check("export_graphviz", out_file=out_file, **options)
    if has_arrays(decision_tree):
        found: str | None = _theirs("export_graphviz")(decision_tree, out_file, **options)
        return found
    dot: str = decision_tree._model.show("dot", max_depth)
    if out_file is None:
        return dot
    if isinstance(out_file, str):
        with open(out_file, "w", encoding="utf-8") as file:
            file.write(dot)
    else:
        out_file.write(dot)
    return None


def plot_tree(
    decision_tree: Any,
    *,
    max_depth: int | None = None,
    feature_names: Any = None,
    class_names: Any = None,
    label: str = "all",
    filled: bool = False,
    impurity: bool = True,
    node_ids: bool = False,
    proportion: bool = False,
    rounded: bool = False,
    precision: int = 3,
    ax: Any = None,
    fontsize: int | None = None,
) -> Any:
    """A tree drawn by matplotlib, as ``sklearn.tree.plot_tree`` does.

    Parameters
    ----------
    decision_tree : DecisionTreeClassifier or DecisionTreeRegressor
        A fitted tree of cuts; :meth:`DecisionTreeClassifier.plot` draws every tree.
    max_depth : int, default=None
        The depth below which branches are folded; None folds none.
    feature_names : array-like of str, default=None
        Names for the features; x[0], x[1], ... where there are none.
    class_names : array-like of str or bool, default=None
        Names for the classes; True writes their places.
    label : {"all", "root", "none"}, default="all"
        At which nodes figures are named.
    filled : bool, default=False
        Whether nodes have the colour of their answer.
    impurity : bool, default=True
        Whether impurities are written.
    node_ids : bool, default=False
        Whether the numbers of nodes are written.
    proportion : bool, default=False
        Whether rows are told as shares.
    rounded : bool, default=False
        Whether boxes have round corners.
    precision : int, default=3
        Digits behind the point.
    ax : matplotlib Axes, default=None
        What is drawn on; the current axes where there are none.
    fontsize : int, default=None
        The size of the letters; as fits where there is none.

    Returns
    -------
    annotations : list
        What matplotlib drew.
    """
    options: dict[str, Any] = dict(
        max_depth=max_depth,
        feature_names=feature_names,
        class_names=class_names,
        label=label,
        filled=filled,
        impurity=impurity,
        node_ids=node_ids,
        proportion=proportion,
        rounded=rounded,
        precision=precision,
        fontsize=fontsize,
    )
    check("plot_tree", **options)
    if not has_arrays(decision_tree):
        raise ValueError("plot_tree draws trees of cuts with two branches: .plot() draws this one")
    return _theirs("plot_tree")(decision_tree, ax=ax, **options)
