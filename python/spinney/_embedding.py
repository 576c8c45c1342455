"""Rows by the leaves where they end."""

from __future__ import annotations

import json
from typing import Any, Self

import numpy as np
from sklearn.base import TransformerMixin, _fit_context
from sklearn.utils import check_random_state
from sklearn.utils.validation import _check_feature_names_in

from . import _columns, _core, _gathered, _labels
from ._described import described
from ._many import MANY, ManyTrees
from ._single import LIMITS
from ._trees import ExtraTreeRegressor


@described("estimators_", "estimators_samples_", "n_features_in_", "feature_names_in_", "n_outputs_", "feature_importances_", "one_hot_encoder_")
class RandomTreesEmbedding(TransformerMixin, ManyTrees):
    """Rows as ones among zeros, by the leaves of trees whose splits are all drawn.

    Examples
    --------
    >>> from spinney import RandomTreesEmbedding
    >>> embedding = RandomTreesEmbedding(n_estimators=2, max_depth=1, random_state=0)
    >>> embedding.fit_transform([[0], [1], [2]]).sum(axis=1).tolist()
    [[2.0], [2.0], [2.0]]
    """

    _kind = ExtraTreeRegressor
    _splitter = "random"
    criterion = "squared_error"
    max_features = 1
    #: What scikit-learn's forests can be told, and this one leaves as it is: each tree has all rows, and nothing is out of bag.
    bootstrap = False
    class_weight = None
    max_samples = None
    oob_score = False
    _parameter_constraints: dict[str, list[Any]] = {**MANY, **LIMITS, "sparse_output": ["boolean"]}

    def __init__(
        self,
        n_estimators: int = 100,
        *,
        max_depth: int | None = 5,
        min_samples_split: float = 2,
        min_samples_leaf: float = 1,
        min_weight_fraction_leaf: float = 0.0,
        max_leaf_nodes: int | None = None,
        min_impurity_decrease: float = 0.0,
        sparse_output: bool = True,
        n_jobs: int | None = None,
        random_state: Any = None,
        verbose: int = 0,
        warm_start: bool = False,
    ) -> None:
        self.n_estimators = n_estimators
        self.max_depth = max_depth
        self.min_samples_split = min_samples_split
        self.min_samples_leaf = min_samples_leaf
        self.min_weight_fraction_leaf = min_weight_fraction_leaf
        self.max_leaf_nodes = max_leaf_nodes
        self.min_impurity_decrease = min_impurity_decrease
        self.sparse_output = sparse_output
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.verbose = verbose
        self.warm_start = warm_start

    def fit(self, X: Any, y: Any = None, sample_weight: Any = None) -> Self:
        """Grows the trees.

        Parameters
        ----------
        X : {array-like, frame, sparse matrix} of shape (n_samples, n_features)
            The rows to learn from.
        y : None
            Not used.
        sample_weight : array-like of shape (n_samples,), default=None
            The weights of the rows; those of weight 0 do not count.

        Returns
        -------
        self : RandomTreesEmbedding
            The fitted trees.
        """
        self.fit_transform(X, y, sample_weight=sample_weight)
        return self

    @_fit_context(prefer_skip_nested_validation=True)
    def fit_transform(self, X: Any, y: Any = None, sample_weight: Any = None) -> Any:
        """Grows the trees, and tells the leaves of the rows that they were grown from.

        Parameters
        ----------
        X : {array-like, frame, sparse matrix} of shape (n_samples, n_features)
            The rows to learn from.
        y : None
            Not used.
        sample_weight : array-like of shape (n_samples,), default=None
            The weights of the rows; those of weight 0 do not count.

        Returns
        -------
        ones : sparse matrix of shape (n_samples, n_leaves)
            A one for each tree.
        """
        from sklearn.preprocessing import OneHotEncoder

        features = _columns.read(self, X, fitting=True)
        weights, _ = _labels.in_range(_labels.weights(sample_weight, features.rows))
        begun = self._begun()
        lacking, threads = self._lacking(begun), self._threads()
        if lacking:
            how = self._how(features, weights, self._sow(begun))
            # With one column at a node and one cut of it there is nothing to choose, so that the target does not matter.
            target = check_random_state(self._seed).uniform(size=features.rows)
            learned = ([("y", target)], weights)
            table = features.table(threads)
            with self._progress(lacking) as told:
                self._model, *_ = _core.grow_forest(table, learned, json.dumps(how), (begun, False), threads, told)
        self.n_outputs_, self._n_samples = 1, features.rows
        self.one_hot_encoder_ = OneHotEncoder(sparse_output=self.sparse_output)
        leaves = self._model.leaves(features.asked(), threads)
        ones = self.one_hot_encoder_.fit_transform(leaves)
        self._n_features_out = ones.shape[1]
        return ones

    def transform(self, X: Any) -> Any:
        """The leaves of rows.

        Parameters
        ----------
        X : {array-like, frame, sparse matrix} of shape (n_samples, n_features)
            The rows.

        Returns
        -------
        ones : sparse matrix of shape (n_samples, n_leaves)
            A one for each tree.
        """
        return self.one_hot_encoder_.transform(self.apply(X)) if "_model" in self.__dict__ else self._fitted()

    def _take(self, trees: list[Any], kept: _gathered.Trees) -> None:
        from sklearn.preprocessing import OneHotEncoder

        super()._take(trees, kept)
        leaves = [self._model.ends(number) for number in range(self._model.trees)]
        longest = max(len(own) for own in leaves)
        named = np.stack([np.resize(own, longest) for own in leaves], axis=1)  # each leaf of each tree at least once, as training rows have them
        self.one_hot_encoder_ = OneHotEncoder(sparse_output=self.sparse_output).fit(named)
        self._n_features_out = sum(len(own) for own in leaves)

    def _drawn_from(self) -> Any:
        return self._n_samples  # all

    def get_feature_names_out(self, input_features: Any = None) -> Any:
        """The names of the columns of what is told: tree and leaf.

        Parameters
        ----------
        input_features : array-like of str, default=None
            Compared with the names of the features.

        Returns
        -------
        names : ndarray of str
            ``randomtreesembedding_TREE_LEAF``.
        """
        self._fitted()
        _check_feature_names_in(self, input_features=input_features, generate_names=False)
        leaves = self.one_hot_encoder_.categories_
        names = [f"randomtreesembedding_{tree}_{leaf}" for tree, own in enumerate(leaves) for leaf in own]
        return np.asarray(names, dtype=object)
