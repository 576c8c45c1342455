"""Rows that are unlike the others."""

from __future__ import annotations

import json
import warnings
from numbers import Integral, Real
from typing import Any, Self

import numpy as np
from sklearn.base import OutlierMixin, _fit_context
from sklearn.utils._param_validation import Interval, RealNotInt, StrOptions

from . import _bounded, _columns, _core, _gathered, _labels
from ._described import described
from ._many import MANY, ManyTrees
from ._trees import ExtraTreeRegressor
from ._view import Tree

#: scikit-learn's share of rows that stands for "nobody said".
OFFSET = -0.5


@described(
    "estimators_", "estimators_samples_", "estimators_features_", "max_samples_", "n_features_in_", "feature_names_in_", "offset_",
    max_samples=('"auto", int or float', "How many rows each tree has; a float is a share of all rows, \"auto\" is 256, or all where there are fewer."),
    max_features=("int or float", "How many features each tree has; a float is a share of them."),
    bootstrap=("bool", "Whether rows are put back once they are drawn."),
)  # fmt: skip
class IsolationForest(OutlierMixin, ManyTrees):
    """Trees whose splits are drawn: rows that end early are unlike the others.

    Examples
    --------
    >>> from spinney import IsolationForest
    >>> forest = IsolationForest(random_state=0).fit([[1.0], [1.1], [0.9], [1.2], [90.0]])
    >>> forest.predict([[1.0], [90.0]]).tolist()
    [1, -1]
    """

    _kind = ExtraTreeRegressor
    _splitter = "random"
    criterion = "squared_error"
    #: What scikit-learn's bags can be told and its isolation forest leaves as it is: features are never drawn twice, nothing is out of bag, and
    #: no parameter is handed on to trees.
    bootstrap_features = False
    oob_score = False
    estimator_params: tuple[str, ...] = ()
    #: For each tree how deep the rows of each node lie; none where the engine reckons it.
    _lengths: list[Any] | None = None
    _parameter_constraints: dict[str, list[Any]] = {
        **MANY,
        "max_samples": [
            StrOptions({"auto"}),
            Interval(Integral, 1, None, closed="left"),
            Interval(RealNotInt, 0, 1, closed="right"),
        ],
        "contamination": [StrOptions({"auto"}), Interval(Real, 0, 0.5, closed="right")],
        "max_features": [Integral, Interval(Real, 0, 1, closed="right")],
        "bootstrap": ["boolean"],
        "random_state": ["random_state"],
    }

    def __init__(
        self,
        *,
        n_estimators: int = 100,
        max_samples: Any = "auto",
        contamination: Any = "auto",
        max_features: Any = 1.0,
        bootstrap: bool = False,
        n_jobs: int | None = None,
        random_state: Any = None,
        verbose: int = 0,
        warm_start: bool = False,
    ) -> None:
        self.n_estimators = n_estimators
        self.max_samples = max_samples
        self.contamination = contamination
        self.max_features = max_features
        self.bootstrap = bootstrap
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.verbose = verbose
        self.warm_start = warm_start

    @_fit_context(prefer_skip_nested_validation=True)
    def fit(self, X: Any, y: Any = None, sample_weight: Any = None) -> Self:
        """Grows the forest.

        Parameters
        ----------
        X : {array-like, frame, sparse matrix} of shape (n_samples, n_features)
            The rows to learn from; NaN is missing, infinite numbers lie beyond all others, texts and categories are names.
        y : None
            Not used.
        sample_weight : array-like of shape (n_samples,), default=None
            Whole weights are copies: a weight of 2 is two rows. Others are chances to be drawn.

        Returns
        -------
        self : IsolationForest
            The fitted forest.
        """
        features = _columns.read(self, _bounded.bounded(X), fitting=True)
        features, weights, copied = _copies(features, _labels.weights(sample_weight, features.rows))
        begun = self._begun()
        lacking = self._lacking(begun)
        many = features.rows if weights is None else int(np.count_nonzero(weights))
        self.max_samples_ = self._max_samples = self._rows(many)
        self._max_features = self._columns(len(features.names))
        if lacking:
            self._check_own(begun, "of an isolation forest, whose trees grow again")
            seed, self._copied = self._sow(begun), copied
            # Trees hang on their numbers: those that are there already grow again as they were.
            drawn = self.bootstrap or self._max_features < len(features.names)
            with self._progress(self.n_estimators) as told:
                (self._grow_drawn if drawn else self._grow_plain)(features, weights, seed, told)
        if self.contamination == "auto":
            self.offset_ = OFFSET
        elif self._lengths is None:
            self.offset_ = float(self._model.offset or OFFSET)
        else:
            self.offset_ = float(np.percentile(self._usual(features.asked(), 1), 100.0 * self.contamination))
        return self

    def _grow_plain(self, features: _columns.Features, weights: Any, seed: int, told: Any) -> None:
        """The engine's own isolation forest."""
        how = {
            "kind": "isolation",
            "trees": int(self.n_estimators),
            "sample": {"count": self.max_samples_},
            "max-depth": None,
            "seed": seed,
            "contamination": None if self.contamination == "auto" else float(self.contamination),
        }
        threads = self._threads()
        self._lengths = None
        self._model, self._urn = _core.grow_blind(features.table(threads), json.dumps(how), threads, told, weights)

    def _grow_drawn(self, features: _columns.Features, weights: Any, seed: int, told: Any) -> None:
        """The same with rows that are drawn with replacement, or with some of the features for each tree: extra trees whose splits leave nothing to choose.

        How deep rows lie is then reckoned from the nodes.
        """
        if weights is not None and not self.bootstrap:
            raise ValueError("sample_weight that is not whole needs bootstrap=True where trees have some of the features")
        share = self.max_samples_ / (features.rows if weights is None else np.count_nonzero(weights))
        tree = {
            "criterion": "mse",
            "threshold": "random",
            "columns-per-split": {"count": 1},
            "max-depth": _deepest(self.max_samples_),
            "min-rows-leaf": 0.0,
            "min-rows-split": 0.0,
            "seed": seed,
        }
        how = {
            "trees": int(self.n_estimators),
            "sample": {"bootstrap" if self.bootstrap else "part": share},
            "columns-per-tree": {"count": self._max_features},
            "tree": tree,
        }
        target = np.random.RandomState(seed % 2**32).uniform(size=features.rows)
        threads = self._threads()
        self._model, _, self._urn = _core.grow_forest(
            features.table(threads), ([("y", target)], weights), json.dumps(how), (None, False), threads, told
        )
        self._lengths = _lengths_of(self._model)

    def _asked(self, X: Any) -> tuple[Any, int]:
        return super()._asked(_bounded.bounded(X))

    def _usual(self, asked: Any, threads: int) -> Any:
        """How usual rows are."""
        if self._lengths is None:
            return -self._model.numbers(asked, threads)[0]
        leaves = self._model.leaves(asked, threads)
        depth = sum(lengths[leaves[:, tree]] for tree, lengths in enumerate(self._lengths)) / len(self._lengths)
        usual = _usual_depth(np.array([float(self.max_samples_)]))[0]
        return -np.exp2(-(depth / usual if usual > 0 else np.ones_like(depth)))

    def _columns(self, many: int) -> int:
        """How many features each tree is grown from."""
        wanted = self.max_features
        if isinstance(wanted, Integral):
            if not 1 <= int(wanted) <= many:
                raise ValueError(f"max_features must be from 1 to {many}, the number of features, got {wanted}")
            return int(wanted)
        return max(1, int(wanted * many))

    def _rows(self, many: int) -> int:
        """How many rows each tree is grown from."""
        wanted = self.max_samples
        if isinstance(wanted, str):
            return min(256, many)
        if not isinstance(wanted, Integral):
            return max(1, int(wanted * many))
        if int(wanted) > many:
            warnings.warn(
                f"max_samples ({wanted}) is greater than the total number of samples ({many}). max_samples will be set to "
                "n_samples for estimation.",
                stacklevel=3,
            )
        return min(int(wanted), many)

    def score_samples(self, X: Any) -> Any:
        """How usual each row is.

        Parameters
        ----------
        X : {array-like, frame, sparse matrix} of shape (n_samples, n_features)
            The rows.

        Returns
        -------
        scores : ndarray of shape (n_samples,)
            From -1, unlike all others, to 0.
        """
        self._fitted()
        return self._usual(*self._asked(X))

    def decision_function(self, X: Any) -> Any:
        """The same, so that rows below 0 are outlying.

        Parameters
        ----------
        X : {array-like, frame, sparse matrix} of shape (n_samples, n_features)
            The rows.

        Returns
        -------
        scores : ndarray of shape (n_samples,)
            ``score_samples`` less ``offset_``.
        """
        return self.score_samples(X) - self.offset_

    def predict(self, X: Any) -> Any:
        """Whether each row is like the others.

        Parameters
        ----------
        X : {array-like, frame, sparse matrix} of shape (n_samples, n_features)
            The rows.

        Returns
        -------
        is_inlier : ndarray of shape (n_samples,)
            1, or -1 for an outlying row.
        """
        return np.where(self.decision_function(X) < 0, -1, 1)

    def _tree(self, model: _core.Model, number: int) -> Any:
        tree = super()._tree(model, number)
        return tree.set_params(max_depth=_deepest(self.max_samples_), max_features=1)

    def _take(self, trees: list[Any], kept: _gathered.Trees) -> None:
        super()._take(trees, kept)
        if self._lengths is not None:
            self._lengths = [lengths_of(tree.tree_) for tree in trees]

    @property
    def estimators_features_(self) -> list[Any]:
        """The features that each tree takes: all, of which it asks no more than ``max_features``."""
        return [np.arange(self.n_features_in_)] * self._fitted().trees


def _deepest(rows: int) -> int:
    """The depth of a tree of so many rows where each split halves them."""
    return int(np.ceil(np.log2(max(rows, 2))))


def _lengths_of(model: _core.Model) -> list[Any]:
    """For each tree how deep the rows of each node lie."""
    return [lengths_of(Tree(model.one(number))) for number in range(model.trees)]


def lengths_of(tree: Any) -> Any:
    """How deep the rows of each node lie."""
    return tree.compute_node_depths() - 1 + _usual_depth(tree.n_node_samples.astype(np.float64))


def _usual_depth(rows: Any) -> Any:
    """How deep rows lie on average in a search tree of so many: 2·H(n − 1) − 2·(n − 1)/n, with the usual value for the harmonic number."""
    more = np.maximum(rows, 3.0)
    found = 2.0 * (np.log(more - 1.0) + np.euler_gamma) - 2.0 * (more - 1.0) / more
    return np.where(rows > 2, found, np.where(rows > 1, 1.0, 0.0))


def _copies(features: _columns.Features, weights: Any) -> tuple[_columns.Features, Any, Any]:
    """Rows as often as they weigh, and which these are; weights that are not whole, or are so many that copies would fill the memory, stay weights."""
    if weights is None:
        return features, None, None
    if not _labels.is_whole(weights) or weights.sum() > _labels.COPIES * features.rows:
        return features, _labels.in_range(weights)[0], None
    rows = np.repeat(np.arange(features.rows, dtype=np.int32), weights.astype(np.int64))
    return features.kept(rows), None, rows
