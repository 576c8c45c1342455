"""The ``tree_`` of a fitted tree: its nodes as arrays, under the names that scikit-learn documents."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from scipy.sparse import issparse

from . import _columns, _core

TREE_LEAF = -1
TREE_UNDEFINED = -2


class Told(NamedTuple):
    """What a tree says of its nodes that was taken over from elsewhere."""

    #: Arrays that the engine would fill otherwise, under scikit-learn's names, in the order of its numbers.
    arrays: dict[str, Any]
    #: For each node, counted depth first, the number that it has there; None where these are the same.
    numbers: Any = None

    def numbered(self, nodes: Any) -> Any:
        """Nodes by the numbers that they have there."""
        return nodes if self.numbers is None else self.numbers[nodes]

    def put(self, arrays: dict[str, Any]) -> None:
        """Brings arrays into the order of these numbers, and puts those in that are told."""
        if self.numbers is not None:
            for name, values in arrays.items():
                arrays[name] = np.empty_like(values)
                arrays[name][self.numbers] = values
            for name in ("children_left", "children_right"):
                arrays[name] = np.where(arrays[name] < 0, arrays[name], self.numbers[arrays[name]])
        arrays.update(self.arrays)


class Tree:
    """The nodes of a binary tree as arrays, counted depth first.

    Attributes are those of scikit-learn's ``tree_``. A tree that asks for names, or has more than two branches at a node, has no such
    arrays; how many nodes it has, and how deep it is, can be asked of every tree.
    """

    def __init__(
        self,
        model: _core.Model,
        places: Any = None,
        samples: Any = None,
        unit: float = 1.0,
        rest: Any = None,
        told: Told | None = None,
    ) -> None:
        self._model = model
        self._places = places
        self._samples = samples
        self._unit = unit
        self._rest = rest
        self._told = told or Told({})
        self._arrays: dict[str, Any] | None = None
        self.node_count, self.n_leaves, self.max_depth = model.shape(0)

    def __reduce__(self) -> Any:
        return Tree, (self._model, self._places, self._samples, self._unit, self._rest, self._told)

    @property
    def n_features(self) -> int:
        """How many features there are."""
        return len(self._model.columns)

    @property
    def n_outputs(self) -> int:
        """How many targets there are."""
        return len(self._model.targets)

    @property
    def n_classes(self) -> Any:
        """How many classes each target has; 1 for numbers."""
        return np.array([max(1, len(names)) for names in self._model.class_names], dtype=np.intp)

    @property
    def max_n_classes(self) -> int:
        """The most classes of a target."""
        return int(self.n_classes.max())

    @property
    def capacity(self) -> int:
        """How many nodes there is room for."""
        return int(self.node_count)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or name not in _ARRAYS:
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        if self._arrays is None:
            try:
                arrays = self._model.arrays()
            except ValueError as error:
                raise AttributeError(f"this tree has no {name}: {error}") from None
            for target, places in enumerate(self._places or []):
                if places is not None:
                    arrays["value"][:, target, : len(places)] = arrays["value"][:, target, places]
            if self._samples is not None:
                arrays["n_node_samples"] = self._samples
            if self._rest is not None:
                arrays["impurity"] = self._rest
            arrays["weighted_n_node_samples"] *= self._unit
            self._told.put(arrays)
            self._arrays = arrays
        return self._arrays[name]

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *(_ARRAYS if hasattr(self, "threshold") else ())})

    def apply(self, X: Any) -> Any:
        """The leaf where each row ends."""
        return self._told.numbered(self._model.leaves(self._plain(X), 1)[:, 0])

    def predict(self, X: Any) -> Any:
        """The shares of the classes, or the numbers, of the leaf where each row ends."""
        X = self._plain(X)
        if not self._model.class_names[0]:
            found = np.stack(self._model.numbers(X, 1), axis=1)[:, :, np.newaxis]
        else:
            told = self._model.proba(X, 1)
            found = np.zeros((len(told[0]), len(told), self.max_n_classes))
            for target, (own, places) in enumerate(zip(told, self._places)):
                found[:, target, : own.shape[1]] = own if places is None else own[:, places]
        return found[:, 0, :] if self.n_outputs == 1 else found

    def decision_path(self, X: Any) -> Any:
        """The nodes that each row visits, as a sparse matrix."""
        return path_matrix(self._model, self._plain(X), 1, [self._told])[0]

    def _plain(self, X: Any) -> Any:
        """Numbers as the engine takes them."""
        if issparse(X):
            return _columns.of_matrix(X, self._model.columns).asked()
        if not isinstance(X, np.ndarray):
            raise ValueError(f"X should be a np.ndarray, got {type(X)}")
        return np.require(X, requirements="A") if X.dtype in (np.float32, np.float64) else X.astype(np.float64)

    def compute_feature_importances(self, normalize: bool = True) -> Any:
        """What the splits of each feature take off the impurity."""
        if normalize and self._rest is None and "impurity" not in self._told.arrays:
            return self._model.importances(1)
        found = np.zeros(self.n_features)
        weight = self.weighted_n_node_samples
        rest = weight * self.impurity
        for node in np.flatnonzero(self.children_left != TREE_LEAF):
            left, right = self.children_left[node], self.children_right[node]
            found[self.feature[node]] += rest[node] - rest[left] - rest[right]
        if not normalize:
            return found / weight[0]
        return found / found.sum() if found.sum() > 0 else found

    def compute_partial_dependence(self, X: Any, target_features: Any, out: Any) -> None:
        """Adds to ``out`` what is answered where of each row these features alone are known, in the order in which ``X`` has them.

        At a node that asks another feature a row goes down both branches, in parts as large as those of the training rows. Values that are missing
        go where the tree sends them; with scikit-learn they go right. Of several targets the first is answered, of classes the share of the first
        (scikit-learn reckons it of numbers alone: of classes it reads other nodes' shares).
        """
        place = {int(feature): at for at, feature in enumerate(target_features)}
        X = np.asarray(X)
        weight, value = self.weighted_n_node_samples, self.value[:, 0, 0]
        open_ = [(0, np.ones(len(X)), np.arange(len(X)))]
        while open_:
            node, shares, rows = open_.pop()
            left, right = int(self.children_left[node]), int(self.children_right[node])
            if left == TREE_LEAF:
                out[rows] += shares * value[node]
            elif int(self.feature[node]) in place:
                known = X[rows, place[int(self.feature[node])]]
                first = np.where(np.isnan(known), bool(self.missing_go_to_left[node]), known <= self.threshold[node])
                open_ += [(child, shares[own], rows[own]) for child, own in ((right, ~first), (left, first)) if own.any()]
            else:
                open_ += [(child, shares * (weight[child] / weight[node]), rows) for child in (right, left)]

    def compute_node_depths(self) -> Any:
        """How deep each node lies, the root at 1."""
        depths = np.ones(self.node_count, dtype=np.int64)
        for node in np.flatnonzero(self.children_left != TREE_LEAF):
            depths[self.children_left[node]] = depths[self.children_right[node]] = depths[node] + 1
        return depths


_ARRAYS = frozenset(
    {
        "children_left",
        "children_right",
        "feature",
        "threshold",
        "impurity",
        "n_node_samples",
        "weighted_n_node_samples",
        "value",
        "missing_go_to_left",
    }
)


def has_arrays(decision_tree: Any) -> bool:
    """Whether the nodes of a fitted tree can be told as arrays: of cuts, with two branches each."""
    from sklearn.utils.validation import check_is_fitted

    check_is_fitted(decision_tree)
    if not hasattr(decision_tree, "tree_"):
        name = type(decision_tree).__name__
        raise TypeError(f"{name} is not a single tree: those of a forest are in estimators_, forest.estimators_[0] is the first.")
    return hasattr(decision_tree.tree_, "threshold")


def path_matrix(model: _core.Model, asked: Any, threads: int, told: list[Told] | None = None) -> tuple[Any, Any]:
    """The nodes that rows visit as a sparse matrix, and where those of each tree begin."""
    from scipy.sparse import csr_matrix

    starts, nodes, roots = model.paths(asked, threads)
    shape = (len(starts) - 1, int(roots[-1]))
    numbers = numbers_of(told, roots)
    found = csr_matrix((np.ones(len(nodes), dtype=np.int64), nodes if numbers is None else numbers[nodes], starts), shape=shape)
    found.sort_indices()
    return found, roots


def numbers_of(told: list[Told] | None, roots: Any) -> Any:
    """The numbers of the nodes of all trees, which are counted on from tree to tree; None where nodes are counted depth first in all."""
    if told is None or all(own.numbers is None for own in told):
        return None
    own = [root + own.numbered(np.arange(end - root)) for own, root, end in zip(told, roots, roots[1:])]
    return np.concatenate(own)


def _absolute(y: Any, told: Any) -> Any:
    away = np.abs(y - told)
    return np.where(away <= 1e-11 * np.abs(y), 0.0, away)  # answers are kept to some twelve digits


def _deviance(y: Any, told: Any) -> Any:
    from scipy.special import xlogy

    return xlogy(y, y / np.where(told > 0, told, 1.0))


#: What a row costs where a node answers a number, by criteria other than the squared error, which trees keep themselves.
ERRORS = {"absolute_error": _absolute, "poisson": _deviance}


def impurities(model: _core.Model, features: _columns.Features, targets: list[Any], weights: Any, criterion: str) -> Any:
    """What is left to be known at each node by such a criterion, per row: the mean over targets. None where a tree has no arrays."""
    tree = Tree(model)
    try:
        told = tree.value[:, :, 0]
    except AttributeError:
        return None
    parent = np.zeros(tree.node_count, dtype=np.intp)
    inner = np.flatnonzero(tree.children_left != TREE_LEAF)
    parent[tree.children_left[inner]] = parent[tree.children_right[inner]] = inner
    weights = np.ones(features.rows) if weights is None else weights
    leaves, y = model.leaves(features.asked(), 1)[:, 0], np.stack(targets, axis=1)

    def added(cost: Any) -> Any:
        """The sums of what rows cost, at their leaves and at every node above these."""
        found, at, rows = np.zeros((tree.node_count, y.shape[1])), leaves, np.arange(len(leaves))
        while len(at):
            costs = weights[rows, np.newaxis] * cost(rows, at)
            for target in range(y.shape[1]):
                found[:, target] += np.bincount(at, costs[:, target], minlength=tree.node_count)
            rows, at = rows[at > 0], parent[at[at > 0]]
        return found

    total = added(lambda rows, at: np.ones_like(y[rows]))
    if criterion == "poisson":  # the means to the last digit
        told = added(lambda rows, at: y[rows]) / np.where(total > 0, total, 1.0)
    rest = added(lambda rows, at: ERRORS[criterion](y[rows], told[at]))
    return np.maximum(rest / np.where(total > 0, total, 1.0), 0.0).mean(axis=1)
