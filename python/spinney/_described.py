"""What parameters and fitted attributes mean: each said once, and written into the description of every estimator that has it."""

from __future__ import annotations

from collections.abc import Callable
from inspect import Parameter, signature
from textwrap import dedent, indent
from typing import Any, TypeVar

Kind = TypeVar("Kind", bound=type)

#: What a parameter may be, and what it does.
PARAMETERS = {
    "n_estimators": ("int", "How many trees there are."),
    "criterion": (
        '{"gini", "entropy", "log_loss", "gain_ratio"}',
        'What makes one split better than another; "log_loss" is another word for "entropy".',
    ),
    "splitter": ('{"best", "random"}', "Whether a feature is cut at its best place, or at one that is drawn."),
    "max_depth": ("int", "The greatest depth."),
    "min_samples_split": ("int or float", "The fewest rows of a node that is split; below 1 a share of all rows."),
    "min_samples_leaf": ("int or float", "The fewest rows of a leaf; below 1 a share of all rows."),
    "min_weight_fraction_leaf": ("float", "The least weight of a leaf as a share of all weights."),
    "max_features": ('int, float or {"sqrt", "log2"}', "How many features are drawn at each node; a float is a share of them, None is all."),
    "random_state": ("int, RandomState instance or None", "The seed. An integer gives what the program gives with ``--seed``."),
    "max_leaf_nodes": ("int", "The most leaves; the best split of the whole tree comes first."),
    "min_impurity_decrease": ("float", "The least that a split takes off the impurity of the tree."),
    "bootstrap": ("bool", "Whether each tree draws its rows, with replacement, or has all of them."),
    "oob_score": (
        "bool or callable",
        "Whether the forest is judged by the rows that its trees have not drawn: by its usual score, or by a function of the truth and the answers.",
    ),
    "n_jobs": ("int", "How many threads work; None is one, or what ``joblib.parallel_config`` says, and -1 is as many as there are processors."),
    "verbose": ("int", "Above 0, how many trees are done is told while they grow: by lines, in notebooks by a bar of tqdm."),
    "warm_start": ("bool", "Whether ``fit`` keeps the trees that are there, and grows those that are lacking."),
    "class_weight": ('dict, list of dict or "balanced"', "Factors for the rows of each class; a list has a dict for each target."),
    "ccp_alpha": ("float", "The price of a leaf by which trees are pruned."),
    "max_samples": ("int or float", "How many rows each tree draws where it draws any; a float is a share of all rows, None is as many as there are."),
    "monotonic_cst": (
        "array-like of int of shape (n_features,) or dict",
        "1 where the probability of the second class never falls along a feature, -1 where it never rises; a dict says so by names of features.",
    ),
    "interaction_cst": (
        '{"pairwise", "no_interactions"} or list of lists, tuples or sets',
        "Groups of features, by place or by name, that may meet on a path; features in no group make one more.",
    ),
    "categorical_features": (
        "array-like of bool, int or str",
        "Features that hold names though they look like numbers. Texts and categories of frames need not be told.",
    ),
    "ordinal_features": (
        "dict or list",
        """\
        Features whose names have an order: by name or by place, with a list of their levels, the lowest first. Of a feature with categories
        (pandas' Categorical, polars' Enum) the name alone says that their order counts; pandas' ordered ones need not be told.""",
    ),
    "hierarchies": (
        "dict",
        """\
        Features whose names form a tree: by name or by place, with a dict from each name to the one above it, or to a list of those
        above it, nearest first; or with a file that has such a row for each name.""",
    ),
    "missing": (
        '{"learned", "fractions", "surrogates", "own"}',
        """\
        Where rows without a value go: down the branch that is best for them, down all branches in parts (C4.5), where another feature
        says (rpart), or down a branch of their own.""",
    ),
    "nominal": ('{"subset", "values"}', "Whether a feature of names has two branches or one for each value."),
    "vote": (
        '{"mean", "majority"}',
        "How trees come to one answer: by the mean of their probabilities, or by the share of trees that answer a class.",
    ),
    "leaf": (
        '{"mean", "median", "linear"} or dict',
        """\
        What leaves answer: the mean of their rows, the median, a linear regression of them, or with ``{"quantile": q}`` the number that
        the share q of them lies below. None is the median where the criterion is "absolute_error", else the mean.""",
    ),
    "preset": (
        '{"id3", "c45", "j48", "cart", "rpart"}',
        "Whose tree is grown. Parameters that are other than their defaults win over the preset, and ``settings`` over all.",
    ),
    "pruning": (
        '{"none", "reduced_error", "pessimistic", "cost_complexity", "mdl"} or dict',
        """\
        How the tree is made smaller so that it does better on new rows; None is what the preset does, and nothing without one. A dict
        names the method and what is other than usual:

        - ``{"method": "reduced_error", "share": 1/3, "backfit": True}``: by a share of the rows that is held out; whether leaves take
          these rows in afterwards.
        - ``{"method": "pessimistic", "confidence": 0.25, "raising": True, "doubt": "c45"}``: by training errors with a surcharge, as
          C4.5 does or "j48"; whether branches may be raised into the place of their parent. Classes only.
        - ``{"method": "cost_complexity", "folds": 10, "rule": "best", "risk": "gini"}``: by a price of leaves that cross-validation
          finds; the rule may be "one_error", the risk "entropy" or "errors". ``"complexity"`` in place of folds is the price itself, as
          a share of the root's risk (rpart's cp).
        - ``{"method": "mdl"}``: by the bits that it takes to write down the tree and its exceptions. Classes only.""",
    ),
    "settings": ("dict", 'Further settings of the engine, by the names that the model file has for them: ``{"min-gain": 0.01}``.'),
    "contamination": ('"auto" or float', "The share of rows that are unlike the others; it sets where ``predict`` parts them."),
    "sparse_output": ("bool", "Whether leaves are told as a sparse matrix or as an array."),
}

#: Where targets are numbers.
NUMBERS = {
    "criterion": ('{"squared_error", "absolute_error", "poisson"}', "What makes one split better than another."),
    "monotonic_cst": (
        "array-like of int of shape (n_features,) or dict",
        "1 where the answer never falls along a feature, -1 where it never rises; a dict says so by names of features.",
    ),
}
#: Where each tree draws its rows.
DRAWN_CLASSES = {
    "class_weight": (
        'dict, list of dict, "balanced" or "balanced_subsample"',
        "Factors for the rows of each class; a list has a dict for each target. The last weighs the classes of the rows of each tree.",
    ),
}

#: What there is once an estimator is fitted.
ATTRIBUTES = {
    "classes_": ("ndarray of shape (n_classes,), or a list of such arrays", "The classes, sorted; an array for each target where there are several."),
    "n_classes_": ("int or list of int", "How many there are."),
    "estimators_": ("list of trees", "The trees, each as an estimator of its own. The list may be changed, and another assigned: the forest is then made of its trees."),
    "estimators_samples_": ("list of arrays", "The rows that each tree was grown from."),
    "estimators_features_": ("list of arrays", "The features that each tree takes: all. With ``max_features`` it asks some of them."),
    "feature_importances_": ("ndarray of shape (n_features,)", "What the splits of each feature take off the impurity, as shares that sum to 1."),
    "max_features_": ("int", "How many features are drawn at each node."),
    "max_samples_": ("int", "How many rows each tree has."),
    "n_features_in_": ("int", "How many features there are."),
    "feature_names_in_": ("ndarray of shape (n_features_in_,)", "Their names, where they are all texts."),
    "n_outputs_": ("int", "How many targets there are."),
    "offset_": ("float", "Rows that score less are unlike the others."),
    "one_hot_encoder_": ("OneHotEncoder", "What makes ones among zeros of leaves."),
    "oob_score_": ("float", "The score of rows out of bag, where ``oob_score`` asks for it."),
    "oob_decision_function_": ("ndarray of shape (n_samples, n_classes)", "What rows out of bag are answered; 0 where every tree has drawn a row."),
    "oob_prediction_": ("ndarray of shape (n_samples,)", "What rows out of bag are answered; 0 where every tree has drawn a row."),
    "tree_": ("Tree", "The nodes as arrays."),
}


def described(*attributes: str, **others: tuple[str, str]) -> Callable[[Kind], Kind]:
    """Writes what its parameters and these attributes mean into the description of a class; ``others`` say it where it is not the usual."""

    def write(kind: Kind) -> Kind:
        if kind.__doc__ is None:  # Python runs without descriptions
            return kind
        takes = signature(kind).parameters.values()
        said = {**PARAMETERS, **others}
        parameters = [_entry(own.name, f"{said[own.name][0]}, default={_text(own)}", said[own.name][1]) for own in takes]
        fitted = [_entry(name, *ATTRIBUTES[name]) for name in attributes]
        sections = {"Parameters": parameters, "Attributes": fitted}
        before, after = dedent("    " + kind.__doc__).split("Examples\n--------\n", 1)
        middle = "".join(f"{title}\n{'-' * len(title)}\n{''.join(entries)}\n" for title, entries in sections.items() if entries)
        kind.__doc__ = f"{before}{middle}Examples\n--------\n{after}"
        return kind

    return write


def _text(own: Parameter) -> str:
    default: Any = own.default
    return f'"{default}"' if isinstance(default, str) else repr(default)


def _entry(name: str, what: str, words: str) -> str:
    return f"{name} : {what}\n{indent(dedent(words), '    ')}\n"
