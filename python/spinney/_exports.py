"""scikit-learn's ways to write a tree down, for ours.

scikit-learn's own functions for Graphviz and matplotlib read nothing but the arrays of ``tree_``, so that they serve here as they are; trees that have no such arrays (names,
more than two branches) are written by the engine instead.
"""

from __future__ import annotations

from typing import Any


def _theirs(name: str) -> Any:
    """scikit-learn's function without its look at the class of the tree."""
    from sklearn.tree import _export

    found = getattr(_export, name)
    return getattr(found, "__wrapped__", found)


def _has_arrays(decision_tree: Any) -> bool:
    from sklearn.utils.validation import check_is_fitted

    check_is_fitted(decision_tree)
    return hasattr(decision_tree.tree_, "threshold")


def export_text(
    decision_tree: Any,
    *,
    feature_names: Any = None,
    class_names: Any = None,
    max_depth: int = 10,
    spacing: int = 3,
    decimals: int = 2,
    show_weights: bool = False,
) -> str:
    """A tree as text, as ``sklearn.tree.export_text`` writes it.

    Parameters
    ----------
    decision_tree : DecisionTreeClassifier or DecisionTreeRegressor
        A fitted tree.
    feature_names : array-like of str, default=None
        Names for the features; feature_0, feature_1, ... where there are none.
    class_names : array-like of str, default=None
        Names for the classes; the classes themselves where there are none.
    max_depth : int, default=10
        The depth below which branches are folded.
    spacing : int, default=3
        How far branches are set in.
    decimals : int, default=2
        Digits behind the point.
    show_weights : bool, default=False
        Whether leaves tell the weights of the classes.

    Returns
    -------
    text : str
        A line for each condition and each leaf.

    Examples
    --------
    >>> from spinney import DecisionTreeClassifier, export_text
    >>> tree = DecisionTreeClassifier().fit([[1], [2], [4]], ["a", "a", "b"])
    >>> print(export_text(tree, feature_names=["size"]))
    |--- size <= 3.00
    |   |--- class: a
    |--- size >  3.00
    |   |--- class: b
    <BLANKLINE>
    """
    if not _has_arrays(decision_tree):
        return str(decision_tree.text(max_depth=max_depth))
    tree = decision_tree.tree_
    names = [f"feature_{place}" for place in range(tree.n_features)] if feature_names is None else list(feature_names)
    if len(names) != tree.n_features:
        raise ValueError(f"feature_names must contain {tree.n_features} elements, got {len(names)}")
    classes = getattr(decision_tree, "classes_", None)
    labels = classes if class_names is None or classes is None else list(class_names)
    if classes is not None and labels is not None and len(labels) != len(classes):
        raise ValueError(
            "When `class_names` is an array, it should contain as many items as `decision_tree.classes_`. Got "
            f"{len(labels)} while the tree was fitted with {len(classes)} classes."
        )
    below = _depths_below(tree)
    lines: list[str] = []
    open_: list[tuple[int, int, str]] = [(0, 1, "")]
    while open_:
        node, depth, first = open_.pop()
        if first:
            lines.append(first)
        mark = ("|" + " " * spacing) * (depth - 1) + "|" + "-" * spacing
        if tree.children_left[node] < 0:
            lines.append(f"{mark} {_leaf(tree, node, labels, decimals, show_weights)}")
        elif depth > max_depth + 1:
            lines.append(f"{mark} truncated branch of depth {below[node]}")
        else:
            name, cut = names[tree.feature[node]], f"{tree.threshold[node]:.{decimals}f}"
            open_.append((int(tree.children_right[node]), depth + 1, f"{mark} {name} >  {cut}"))
            open_.append((int(tree.children_left[node]), depth + 1, f"{mark} {name} <= {cut}"))
    return "\n".join(lines) + "\n"


def _depths_below(tree: Any) -> Any:
    """How many levels of nodes each node begins; children come after their parents."""
    below = [1] * tree.node_count
    for node in reversed(range(tree.node_count)):
        if tree.children_left[node] >= 0:
            below[node] = 1 + max(below[tree.children_left[node]], below[tree.children_right[node]])
    return below


def _leaf(tree: Any, node: int, labels: Any, decimals: int, show_weights: bool) -> str:
    shares = tree.value[node][0]
    if labels is None:
        return f"value: [{shares[0]:.{decimals}f}]"
    told = f"class: {labels[shares.argmax()]}"
    if not show_weights:
        return told
    weights = ", ".join(f"{share * tree.weighted_n_node_samples[node]:.{decimals}f}" for share in shares)
    return f"weights: [{weights}] {told}"


def export_graphviz(decision_tree: Any, out_file: Any = None, **options: Any) -> str | None:
    """A tree for Graphviz, as ``sklearn.tree.export_graphviz`` writes it.

    Parameters
    ----------
    decision_tree : DecisionTreeClassifier or DecisionTreeRegressor
        A fitted tree.
    out_file : str or file, default=None
        Where to; None gives the text back.
    **options : dict
        Those of ``sklearn.tree.export_graphviz``.

    Returns
    -------
    dot : str or None
        The text, where there is no file.
    """
    if _has_arrays(decision_tree):
        found: str | None = _theirs("export_graphviz")(decision_tree, out_file, **options)
        return found
    dot: str = decision_tree._model.show("dot", options.get("max_depth"))
    if out_file is None:
        return dot
    if isinstance(out_file, str):
        with open(out_file, "w", encoding="utf-8") as file:
            file.write(dot)
    else:
        out_file.write(dot)
    return None


def plot_tree(decision_tree: Any, **options: Any) -> Any:
    """A tree drawn by matplotlib, as ``sklearn.tree.plot_tree`` does.

    Parameters
    ----------
    decision_tree : DecisionTreeClassifier or DecisionTreeRegressor
        A fitted tree of cuts; :meth:`DecisionTreeClassifier.plot` draws every tree.
    **options : dict
        Those of ``sklearn.tree.plot_tree``.

    Returns
    -------
    annotations : list
        What matplotlib drew.
    """
    if not _has_arrays(decision_tree):
        raise ValueError("plot_tree draws trees of cuts with two branches: .plot() draws this one")
    return _theirs("plot_tree")(decision_tree, **options)
