"""A tree as text, as scikit-learn writes it."""

from __future__ import annotations

from numbers import Integral
from typing import Any

from sklearn.utils._param_validation import HasMethods, Interval, StrOptions, validate_parameter_constraints

from ._view import has_arrays


#: What the options of all ways to write a tree may be.
OPTIONS: dict[str, list[Any]] = {
    "max_depth": [Interval(Integral, 0, None, closed="left"), None],
    "feature_names": ["array-like", None],
    "class_names": ["array-like", "boolean", None],
    "label": [StrOptions({"all", "root", "none"})],
    "precision": [Interval(Integral, 0, None, closed="left"), None],
    "spacing": [Interval(Integral, 1, None, closed="left")],
    "decimals": [Interval(Integral, 0, None, closed="left")],
    "fontsize": [Interval(Integral, 0, None, closed="left"), None],
    "fontname": [str],
    "out_file": [str, None, HasMethods("write")],
    **dict.fromkeys(
        ("filled", "leaves_parallel", "impurity", "node_ids", "proportion", "rotate", "rounded", "special_characters", "show_weights"),
        ["boolean"],
    ),
}


def check(caller: str, **said: Any) -> None:
    """Whether options are what they may be, in scikit-learn's words."""
    validate_parameter_constraints({name: OPTIONS[name] for name in said}, said, caller_name=caller)


def export_text(
    decision_tree: Any,
    *,
    feature_names: Any = None,
    class_names: Any = None,
    max_depth: int | None = 10,
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
        The depth below which branches are folded; None folds none.
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
    said = {"feature_names": feature_names, "max_depth": max_depth, "spacing": spacing, "decimals": decimals, "show_weights": show_weights}
    check("export_text", **said)
    if not has_arrays(decision_tree):
        return str(decision_tree.text(max_depth=max_depth))
    tree = decision_tree.tree_
    names = [f"feature_{place}" for place in range(tree.n_features)] if feature_names is None else list(feature_names)
    if len(names) != tree.n_features:
        raise ValueError(f"feature_names must contain {tree.n_features} elements, got {len(names)}")
    labels = _labels_of(decision_tree, class_names)
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
        elif max_depth is not None and depth > max_depth + 1:
            lines.append(f"{mark} truncated branch of depth {below[node]}")
        else:
            name, cut = names[tree.feature[node]], f"{tree.threshold[node]:.{decimals}f}"
            open_.append((int(tree.children_right[node]), depth + 1, f"{mark} {name} >  {cut}"))
            open_.append((int(tree.children_left[node]), depth + 1, f"{mark} {name} <= {cut}"))
    return "\n".join(lines) + "\n"


def _labels_of(decision_tree: Any, class_names: Any) -> list[Any] | None:
    """What the classes of each target are called; None where answers are numbers."""
    classes = getattr(decision_tree, "classes_", None)
    if classes is None:
        return None
    if isinstance(classes, list):
        if class_names is not None:
            raise ValueError("class_names is for one target: of several the classes themselves are written")
        return classes
    labels = classes if class_names is None else list(class_names)
    if len(labels) != len(classes):
        raise ValueError(
            "When `class_names` is an array, it should contain as many items as `decision_tree.classes_`. Got "
            f"{len(labels)} while the tree was fitted with {len(classes)} classes."
        )
    return [labels]


def _depths_below(tree: Any) -> Any:
    """How many levels of nodes each node begins; children come after their parents."""
    below = [1] * tree.node_count
    for node in reversed(range(tree.node_count)):
        if tree.children_left[node] >= 0:
            below[node] = 1 + max(below[tree.children_left[node]], below[tree.children_right[node]])
    return below


def _leaf(tree: Any, node: int, labels: list[Any] | None, decimals: int, show_weights: bool) -> str:
    """What a leaf answers; an entry for each target where there are several."""
    values = tree.value[node]
    if labels is None:
        return f"value: [{_digits(values[:, 0], decimals)}]"
    answers = [str(own[shares[: len(own)].argmax()]) for own, shares in zip(labels, values)]
    told = f"class: {answers[0]}" if len(labels) == 1 else f"class: [{', '.join(answers)}]"
    if not show_weights:
        return told
    all_ = tree.weighted_n_node_samples[node]
    weights = [f"[{_digits(shares[: len(own)] * all_, decimals)}]" for own, shares in zip(labels, values)]
    return f"weights: {weights[0] if len(labels) == 1 else '[' + ', '.join(weights) + ']'} {told}"


def _digits(numbers: Any, decimals: int) -> str:
    return ", ".join(f"{number:.{decimals}f}" for number in numbers)
