"""What forests share: how they are grown, and what can be asked of them."""

from __future__ import annotations

import json
import warnings
from numbers import Integral
from typing import Any, Self

import numpy as np
from scipy.sparse import issparse
from sklearn.utils._param_validation import Interval, RealNotInt

from . import _columns, _core, _labels, _settings
from ._estimator import Classifier, Estimator
from ._gathered import Gathered
from ._settings import beyond
from ._single import GROWTH, SingleTree
from ._view import Told, path_matrix

MANY: dict[str, list[Any]] = {
    "n_estimators": [Interval(Integral, 1, None, closed="left")],
    "n_jobs": [Integral, None],
    "verbose": ["verbose"],
    "warm_start": ["boolean"],
}

BAGS: dict[str, list[Any]] = {
    "bootstrap": ["boolean"],
    "oob_score": ["boolean", callable],
    "max_samples": [
        None,
        Interval(RealNotInt, 0.0, None, closed="neither"),
        Interval(Integral, 1, None, closed="left"),
    ],
}

#: Of more than ten values at a node, those of fewer rows go together: trees that are grown to the end would learn them by heart.
MIN_ROWS_VALUE = 10.0


class ManyTrees(Gathered, Estimator):
    """What all forests share."""

    #: The kind of tree that ``estimators_`` are, and how its cuts are found.
    _kind: type[SingleTree]
    _splitter: str
    n_estimators: int

    def _begun(self) -> _core.Model | None:
        """The trees that are there already and are kept."""
        return self._model if self.warm_start and "_model" in self.__dict__ else None

    def _lacking(self, begun: _core.Model | None) -> int:
        """How many trees are still to be grown."""
        there = self._stayed = 0 if begun is None else begun.trees
        if there > self.n_estimators:
            raise ValueError(
                f"n_estimators={self.n_estimators} must be larger or equal to len(estimators_)={there} when warm_start==True"
            )
        if there == self.n_estimators:
            warnings.warn("Warm-start fitting without increasing n_estimators does not fit new trees.", stacklevel=4)
        elif begun is not None and len(begun.columns) != self.n_features_in_:
            raise ValueError(
                f"warm_start goes on with trees of {len(begun.columns)} features, and X has {self.n_features_in_}: "
                "warm_start=False begins anew."
            )
        return self.n_estimators - there

    def _sow(self, begun: _core.Model | None) -> int:
        """The seed: that of the trees that are there, so that trees go on as if all had been grown at once."""
        if begun is None or "_seed" not in self.__dict__:
            self._seed = _settings.seed_of(self.random_state)
        if begun is None:
            self._origins = self._told = None
        return self._seed

    def _how(self, features: _columns.Features, weights: Any, seed: int, drawn: int | None = None) -> dict[str, Any]:
        """How the forest is grown, where each tree draws so many rows, or has all."""
        bootstrap = drawn is not None
        scale = _settings.weight_of_row(weights, features.rows, drawn)
        tree = _settings.tree(self, features.names, features.rows, seed, self._splitter, scale)
        tree["min-rows-value"] = MIN_ROWS_VALUE
        if bootstrap:  # draws are whole
            tree.update({limit: float(np.floor(tree[limit])) for limit in ("min-rows-leaf", "min-rows-split")})
        return {
            "trees": int(self.n_estimators),
            "sample": "all" if drawn is None else _settings.sample(drawn, weights, features.rows),
            "balance": bootstrap and isinstance(self._preset(), str) and self._preset() == "balanced_subsample",
            "prune-alpha": float(getattr(self, "ccp_alpha", 0.0)),
            "columns-per-tree": "all",
            "vote": getattr(self, "vote", "mean"),
            "tree": tree,
        }

    def _preset(self) -> Any:
        return getattr(self, "class_weight", None)

    def _tree(self, model: _core.Model, number: int) -> Any:
        """One tree as an estimator; its classes are numbers, as in scikit-learn."""
        tree, origin = self._kind(), self._origin_of(number)
        mine = self.get_params(deep=False)
        mine.update({"random_state": origin.seed, **{name: getattr(self, name) for name in ("max_features", "criterion")}})
        # From its own rows, and with this seed, the tree grows again as it is.
        usual = {} if mine.get("preset") else {"min-rows-value": MIN_ROWS_VALUE}
        mine["settings"] = {**usual, **(mine.get("settings") or {}), **origin.settings()}
        mine["pruning"] = "none" if mine.get("preset") else None  # trees of forests are left as they grow
        tree.set_params(**{name: mine[name] for name in tree.get_params(deep=False) if name in mine and name != "class_weight"})
        tree.n_features_in_ = self.n_features_in_
        tree.max_features_ = _settings.max_features_of(tree.max_features, self.n_features_in_)
        if isinstance(tree, Classifier):
            tree._name([np.arange(len(own), dtype=np.float64) for own in self._labels_of_targets()])
            tree._places = self._places
        told = self._told_of_all()
        tree._adopt(model.one(number), told=told[number] if told else None)
        tree._origin = origin
        return tree

    @property
    def estimator(self) -> Any:
        """A tree of the kind that all are of, as yet without rows."""
        return self._kind()

    @property
    def estimator_(self) -> Any:
        """The same, once there are trees."""
        self._fitted()
        return self._kind()

    @property
    def estimator_params(self) -> tuple[str, ...]:
        """The parameters that trees have of the forest."""
        own = self._kind().get_params(deep=False)
        return tuple(name for name in own if name not in ("class_weight", "settings", "pruning") and hasattr(self, name))

    def __len__(self) -> int:
        return self._fitted().trees

    def __getitem__(self, number: int) -> Any:
        return self.estimators_[number]

    def __iter__(self) -> Any:
        return iter(self.estimators_)

    def apply(self, X: Any) -> Any:
        """The leaf where each row ends, in each tree.

        Parameters
        ----------
        X : {array-like, frame, sparse matrix} of shape (n_samples, n_features)
            The rows.

        Returns
        -------
        leaves : ndarray of shape (n_samples, n_estimators)
            Nodes are counted depth first, as in ``tree_``.
        """
        leaves = self._fitted().leaves(*self._asked(X))
        for number, own in enumerate(self._told or []):
            leaves[:, number] = own.numbered(leaves[:, number])
        return leaves

    def decision_path(self, X: Any) -> tuple[Any, Any]:
        """The nodes that each row visits, in all trees.

        Parameters
        ----------
        X : {array-like, frame, sparse matrix} of shape (n_samples, n_features)
            The rows.

        Returns
        -------
        indicator : sparse matrix of shape (n_samples, n_nodes)
            1 where a row visits a node.
        n_nodes_ptr : ndarray of shape (n_estimators + 1,)
            Where the nodes of each tree begin.
        """
        return path_matrix(self._fitted(), *self._asked(X), self._told_of_all())

    @property
    def feature_importances_(self) -> Any:
        """What the splits of each feature take off the impurity, as shares that sum to 1."""
        model = self._fitted()
        if not any("impurity" in own.arrays for own in self._told or []):
            return model.importances(self._threads())
        found = np.sum([tree.feature_importances_ for tree in self.estimators_], axis=0)
        return found / found.sum() if found.sum() > 0 else found

    def to_bytes(self) -> bytes:
        """The bytes of the model's ``.spinney`` file, which the program reads.

        Returns
        -------
        bytes : bytes
            To be written to a file as they are.
        """
        return self._fitted().to_bytes()


class Forest(ManyTrees):
    """What forests of classes and of numbers share."""

    _parameter_constraints: dict[str, list[Any]] = {**MANY, **BAGS, **GROWTH}

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.target_tags.multi_output = True
        return tags

    def _learn(self, y: Any) -> list[Any]:
        raise NotImplementedError

    def _grow(self, X: Any, y: Any, sample_weight: Any) -> Self:
        if not self.bootstrap and self.max_samples is not None:
            raise ValueError(
                "`max_sample` cannot be set if `bootstrap=False`. Either switch to `bootstrap=True` or set `max_sample=None`."
            )
        if not self.bootstrap and self.oob_score:
            raise ValueError("Out of bag estimation only available if bootstrap=True")
        if issparse(y):
            raise ValueError("sparse multilabel-indicator for y is not supported.")
        features = _columns.read(self, X, fitting=True, categorical=self.categorical_features)
        given, y = y, _labels.read(self, y)
        _labels.warn_of_column(y)
        labels = self._learn(y)
        self.n_outputs_ = len(labels)
        _labels.check_length(y, features.rows)
        weights, drawn = self._weigh(y, _labels.weights(sample_weight, features.rows), features.rows)
        begun = self._begun()
        lacking = self._lacking(begun)
        if begun is not None and lacking:
            self._check_classes(begun, labels)
        if lacking == 0 and not (self.oob_score and not hasattr(self, "oob_score_")):
            return self
        if self.oob_score:
            self._check_out_of_bag(y)
            self._check_own(begun, "with oob_score, which asks which rows they have seen")
            begun = None  # rows out of bag are known of trees that are grown now; the same ones grow again
        how = self._how(features, weights, self._sow(begun if lacking else self._begun()), drawn)
        how["tree"].update(beyond(self))
        threads, learned = self._threads(), (list(zip(_labels.names_of(given, y), labels)), weights)
        asked = (begun, bool(self.oob_score))
        table = features.table(threads)
        with self._progress(lacking) as told:
            self._model, said, self._urn = _core.grow_forest(table, learned, json.dumps(how), asked, threads, told)
        if said is not None:
            self._out_of_bag(said, y)
        return self

    def _check_classes(self, begun: _core.Model, labels: list[Any]) -> None:
        """Whether trees that are kept answer as many classes of each target as there are now."""
        there = [len(names) for names in begun.class_names]
        now = [len(own[1]) if isinstance(own, tuple) else 0 for own in labels]
        if there != now:
            raise ValueError(f"warm_start goes on with trees of {there} classes, and y has {now}: warm_start=False begins anew.")

    def _weigh(self, y: Any, weights: Any, rows: int) -> tuple[Any, int | None]:
        """The weights of rows for the engine, and how many rows are drawn for each tree."""
        factors = self._by_class(y, weights)
        self._n_samples, self._n_samples_bootstrap = rows, None
        self._sample_weight = _labels.times(weights, factors)
        if not self.bootstrap:
            return _labels.in_range(self._sample_weight)[0], None
        weights, usual = _labels.for_bootstrap(_labels.in_range(weights)[0], factors, rows)
        self._n_samples_bootstrap = _settings.drawn(self.max_samples, usual)
        return weights, self._n_samples_bootstrap

    def _drawn_from(self) -> Any:
        return self._urn if self.bootstrap else getattr(self, "_n_samples", None)

    def _by_class(self, y: Any, weights: Any) -> Any:
        return None

    def _check_out_of_bag(self, y: Any) -> None:
        """Whether rows out of bag can be answered for such targets."""

    def _out_of_bag(self, said: list[Any], y: Any) -> None:
        raise NotImplementedError

    def _known(self, said: Any) -> Any:
        """What rows out of bag are answered; 0 for those that every tree has seen."""
        unknown = np.isnan(said)
        if unknown.any():
            warnings.warn(
                "Some inputs do not have OOB scores. This probably means too few trees were used to compute any reliable "
                "OOB estimates.",
                UserWarning,
                stacklevel=5,
            )
            said[unknown] = 0.0
        return said
