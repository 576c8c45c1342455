"""What single trees share: how they are grown, and what can be asked of them."""

from __future__ import annotations

import json
import warnings
from numbers import Integral, Real
from typing import Any, NamedTuple, Self

import numpy as np
from sklearn import get_config
from sklearn.base import is_regressor
from sklearn.utils import metadata_routing
from sklearn.utils._param_validation import Hidden, Interval, RealNotInt, StrOptions

from . import _columns, _core, _labels, _rows, _settings, _smaller
from ._estimator import Estimator
from ._pruning import Prunable
from ._retold import parameters
from ._settings import beyond
from ._shown import Words
from ._view import ERRORS, Told, Tree, impurities, path_matrix

LIMITS: dict[str, list[Any]] = {
    "max_depth": [Interval(Integral, 1, None, closed="left"), None],
    "min_samples_split": [
        Interval(Integral, 2, None, closed="left"),
        Interval(RealNotInt, 0.0, 1.0, closed="right"),
    ],
    "min_samples_leaf": [
        Interval(Integral, 1, None, closed="left"),
        Interval(RealNotInt, 0.0, 1.0, closed="neither"),
    ],
    "min_weight_fraction_leaf": [Interval(Real, 0.0, 0.5, closed="both")],
    "max_leaf_nodes": [Interval(Integral, 2, None, closed="left"), None],
    "min_impurity_decrease": [Interval(Real, 0.0, None, closed="left")],
    "random_state": ["random_state"],
}

GROWTH: dict[str, list[Any]] = {
    **LIMITS,
    "max_features": [
        Interval(Integral, 1, None, closed="left"),
        Interval(RealNotInt, 0.0, 1.0, closed="right"),
        StrOptions({"sqrt", "log2"}),
        None,
    ],
    "ccp_alpha": [Interval(Real, 0.0, None, closed="left")],
    "monotonic_cst": ["array-like", dict, None],
    "interaction_cst": [list, tuple, StrOptions({"pairwise", "no_interactions"}), None],
    "categorical_features": ["array-like", None],
    "ordinal_features": [dict, list, tuple, None],
    "hierarchies": [dict, None],
    "missing": [StrOptions({"learned", "fractions", "surrogates", "own"})],
    "nominal": [StrOptions({"subset", "values"})],
    "preset": [StrOptions({"id3", "c45", "j48", "cart", "rpart"}), None],
    "settings": [dict, None],
}

#: A notebook draws a tree of more leaves to this depth; ``plot()`` draws all of it.
MOST_DRAWN, DEPTH_DRAWN = 100, 4

THEIRS = Hidden(_settings.TheirCriterion)
OF_CLASSES = {"criterion": [StrOptions({"gini", "entropy", "log_loss", "gain_ratio"}), THEIRS]}
OF_NUMBERS = {
    "criterion": [StrOptions({"squared_error", "absolute_error", "poisson"}), Hidden(StrOptions({"friedman_mse"})), THEIRS],
    "leaf": [StrOptions({"mean", "median", "linear"}), dict, None],
}


class _Lesson(NamedTuple):
    """What there is to learn, and how."""

    features: _columns.Features
    #: The name and the labels of each target, and the weights of the rows.
    learned: tuple[list[tuple[str, Any]], Any]
    #: What a weight of 1 stands for.
    unit: float
    how: str
    smaller: float | str


class SingleTree(Prunable, Estimator):
    """What trees of classes and of numbers share."""

    __metadata_request__fit = {"check_input": metadata_routing.UNUSED}
    __metadata_request__predict = {"check_input": metadata_routing.UNUSED}
    _parameter_constraints: dict[str, list[Any]] = {
        **GROWTH,
        "splitter": [StrOptions({"best", "random"})],
        "pruning": [StrOptions({"none", *_smaller.USUAL}), dict, None],
        "n_jobs": [Integral, None],
    }
    tree_: Tree

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.target_tags.multi_output = True
        return tags

    def _lesson(self, X: Any, y: Any, sample_weight: Any) -> _Lesson:
        """What there is to learn, and how, as the parameters say; notes names, classes and how many targets there are."""
        features = _columns.read(self, X, fitting=True, categorical=self.categorical_features)
        given, y = y, _labels.read(self, y)
        labels = self._learn(y)
        self.n_outputs_ = len(labels)
        _labels.check_length(y, features.rows)
        weights = _labels.weights(sample_weight, features.rows)
        weights = _labels.times(weights, _labels.by_class(getattr(self, "class_weight", None), y))
        weights, unit = _labels.in_range(weights)
        scale = 1.0 if weights is None else float(weights.sum() / np.count_nonzero(weights))
        how = _settings.tree(self, features.names, features.rows, _settings.seed_of(self.random_state), self.splitter, scale)
        how.update(beyond(self))
        learned = list(zip(_labels.names_of(given, y), labels)), weights
        return _Lesson(features, learned, unit, json.dumps(how), _smaller.smaller(self, is_regressor(self)))

    def _grow(self, X: Any, y: Any, sample_weight: Any) -> Self:
        features, learned, unit, how, smaller = self._lesson(X, y, sample_weight)
        (named, weights), threads = learned, self._threads()

        def grown(smaller: float | str) -> _core.Model:
            return _core.grow_tree(features.table(threads), learned, how, smaller, threads)

        criterion = _settings.criterion_word(self.criterion)
        labels = [own for _, own in named]
        price = smaller if criterion in ERRORS and isinstance(smaller, float) else 0.0
        model = grown(smaller if price == 0.0 else 0.0)
        rest = impurities(model, features, labels, weights, criterion) if criterion in ERRORS else None
        if price > 0.0 and rest is None:
            model = grown(price)  # by squared errors, which are all that nodes of names keep
        elif price > 0.0:
            model = _core.snip_nodes(model, _smaller.too_dear(Tree(model, rest=rest), price))
            rest = impurities(model, features, labels, weights, criterion)
        samples = None if weights is None else _rows_of_nodes(model, features, weights)
        self.max_features_ = _settings.max_features_of(self.max_features, len(features.names))
        self._adopt(model, samples, unit, rest)
        return self

    def _learn(self, y: Any) -> list[Any]:
        raise NotImplementedError

    def _adopt(
        self, model: _core.Model, samples: Any = None, unit: float = 1.0, rest: Any = None, told: Told | None = None
    ) -> None:
        """Makes a model its own."""
        self.__dict__.pop("_origin", None)  # of a tree of a forest that is grown anew by itself
        self._model = model
        self.n_outputs_ = len(model.targets)
        self.tree_ = Tree(model, getattr(self, "_places", None), samples, unit, rest, told)

    def get_depth(self) -> int:
        """The steps from the root down to the deepest leaf.

        Returns
        -------
        depth : int
            0 for a root alone.
        """
        return self._fitted().shape(0)[2]

    def get_n_leaves(self) -> int:
        """How many leaves there are.

        Returns
        -------
        n_leaves : int
            At least 1.
        """
        return self._fitted().shape(0)[1]

    def apply(self, X: Any, check_input: bool = True) -> Any:
        """The leaf where each row ends.

        Parameters
        ----------
        X : {array-like, frame, sparse matrix} of shape (n_samples, n_features)
            The rows.
        check_input : bool, default=True
            For compatibility; rows are always looked at.

        Returns
        -------
        leaves : ndarray of shape (n_samples,)
            Nodes are counted depth first, as in ``tree_``.
        """
        leaves = self._fitted().leaves(*self._asked(X))[:, 0]
        return self.tree_._told.numbered(leaves)

    def decision_path(self, X: Any, check_input: bool = True) -> Any:
        """The nodes that each row visits.

        Parameters
        ----------
        X : {array-like, frame, sparse matrix} of shape (n_samples, n_features)
            The rows.
        check_input : bool, default=True
            For compatibility; rows are always looked at.

        Returns
        -------
        indicator : sparse matrix of shape (n_samples, n_nodes)
            1 where a row visits a node.
        """
        return path_matrix(self._fitted(), *self._asked(X), [self.tree_._told])[0]

    @property
    def feature_importances_(self) -> Any:
        """What the splits of each feature take off the impurity, as shares that sum to 1."""
        self._fitted()
        return self.tree_.compute_feature_importances()

    def to_bytes(self) -> bytes:
        """The bytes of the model's ``.spinney`` file, which the program reads.

        Returns
        -------
        bytes : bytes
            To be written to a file as they are.
        """
        return self._fitted().to_bytes()

    @property
    def _repr_html_(self) -> Any:
        """A fitted tree is drawn; before that it shows as scikit-learn's estimators do."""
        return self._drawn if "_model" in self.__dict__ else super()._repr_html_

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, Any]:
        """The same for notebooks, which ask for this first."""
        if "_model" not in self.__dict__ or get_config()["display"] != "diagram":
            found: dict[str, Any] = super()._repr_mimebundle_(**kwargs)
            return found
        return {"text/plain": repr(self), "text/html": self._drawn()}

    def _drawn(self) -> str:
        few = self.get_n_leaves() <= MOST_DRAWN
        return self._model.show("svg", None if few else DEPTH_DRAWN)

    def steps(self, X: Any = None, y: Any = None, kind: str = "text", sample_weight: Any = None) -> Words:
        """Every calculation of every node of the tree that grows from these rows with these parameters, and what pruning makes of it.

        Parameters
        ----------
        X : {array-like, frame, sparse matrix} of shape (n_samples, n_features)
            The rows; for a fitted tree those that it was fitted to: a model keeps no rows.
        y : array-like of shape (n_samples,), or str
            The target, or the name of a column of X.
        kind : {"text", "markdown", "latex", "html", "json"}, default="text"
            How it is set.
        sample_weight : array-like of shape (n_samples,), default=None
            The weights of the rows, as ``fit`` takes them. What is counted are weights then, times those of classes.

        Returns
        -------
        steps : str
            The derivation. Where the tree is fitted and another one grows from these rows, a warning says so.
        """
        from sklearn.base import clone

        if X is None or y is None:
            raise TypeError(
                "steps are worked out from rows, and a model keeps none: steps(X, y), with sample_weight where fit had it. "
                "Without rows text(), rules() and explain(row) tell what a fitted tree does."
            )
        X, y = _rows.parted(X, y)
        fitted, tree = self.__dict__.get("_model"), clone(self)  # what is read of the rows is noted there
        if fitted is not None:
            tree.set_params(**self._as_grown(fitted, X))
        tree._validate_params()
        features, learned, unit, how, smaller = tree._lesson(X, y, sample_weight)
        if tree.n_outputs_ > 1:
            raise ValueError(f"steps are told of one target, and y has {tree.n_outputs_}: y[:, 0] is the first, or a column of a frame.")
        told, is_fitted = _core.derivation(features.table(), learned, (how, smaller, unit), kind, fitted)
        if fitted is not None and not is_fitted:
            words = "From these rows and parameters another tree grows than the one that is fitted: X, y, sample_weight and parameters must be those of fit."
            warnings.warn(words, UserWarning, stacklevel=2)
        return Words(told)

    def _as_grown(self, fitted: _core.Model, X: Any) -> dict[str, Any]:
        """The parameters by which a fitted tree grows again: those of a model of a file are in the model, of others the seed that was drawn."""
        said = json.loads(fitted.to_json()).get("settings")
        if said is None:
            return {}
        if getattr(self, "_by_name", None) is not None:
            return parameters(fitted, 0)
        return {} if isinstance(self.random_state, Integral) else {"random_state": said["seed"]}


def _rows_of_nodes(model: _core.Model, features: _columns.Features, weights: Any) -> Any:
    """How many rows of some weight reach each node: trees themselves keep weights."""
    return model.counts(features.kept(np.flatnonzero(weights)).asked(), 1)
