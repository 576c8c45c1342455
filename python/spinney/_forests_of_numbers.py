"""Random forests and extra trees that answer numbers."""

from __future__ import annotations

from typing import Any, Self

import numpy as np
from sklearn.base import RegressorMixin, _fit_context

from . import _labels
from ._described import NUMBERS, described
from ._estimator import Regressor
from ._many import Forest
from ._single import OF_NUMBERS
from ._trees import DecisionTreeRegressor, ExtraTreeRegressor


class ForestOfNumbers(Regressor, RegressorMixin, Forest):
    """What forests of numbers share."""

    _parameter_constraints: dict[str, list[Any]] = {**Forest._parameter_constraints, **OF_NUMBERS}

    def _learn(self, y: Any) -> list[Any]:
        return _labels.numbers(y, self.criterion, "strictly ")

    def _out_of_bag(self, said: list[Any], y: Any) -> None:
        self.oob_prediction_ = self._known(np.stack(said, axis=1) if len(said) > 1 else said[0])
        if callable(self.oob_score):
            self.oob_score_ = self.oob_score(y, self.oob_prediction_)
        else:
            from sklearn.metrics import r2_score

            self.oob_score_ = r2_score(y, self.oob_prediction_)

    @_fit_context(prefer_skip_nested_validation=True)
    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Grows the forest.

        Parameters
        ----------
        X : {array-like, frame, sparse matrix} of shape (n_samples, n_features)
            The rows to learn from; NaN is missing, texts and categories are names.
        y : array-like of shape (n_samples,) or (n_samples, n_outputs)
            The number of each row, for each target.
        sample_weight : array-like of shape (n_samples,), default=None
            The weights of the rows: a weight of 2 is two rows, also where rows are drawn.

        Returns
        -------
        self : object
            The fitted forest.
        """
        return self._grow(X, y, sample_weight)

    def predict(self, X: Any) -> Any:
        """The number that is answered for each row: the mean of what the trees say.

        Parameters
        ----------
        X : {array-like, frame, sparse matrix} of shape (n_samples, n_features)
            The rows.

        Returns
        -------
        y : ndarray of shape (n_samples,) or (n_samples, n_outputs)
            A number for each row.
        """
        self._fitted()
        return self._numbers(*self._asked(X))


@described(
    "estimators_", "estimators_samples_", "n_features_in_", "feature_names_in_", "n_outputs_", "feature_importances_", "oob_score_", "oob_prediction_",
    **NUMBERS,
)  # fmt: skip
class RandomForestRegressor(ForestOfNumbers):
    """A random forest of numbers: each tree from rows that are drawn.

    Examples
    --------
    >>> from spinney import RandomForestRegressor
    >>> forest = RandomForestRegressor(random_state=7).fit([[0], [1], [2], [3]] * 5, [0.0, 1.0, 2.0, 3.0] * 5)
    >>> bool(forest.predict([[3]])[0] > forest.predict([[0]])[0])
    True
    """

    _kind = DecisionTreeRegressor
    _splitter = "best"

    def __init__(
        self,
        n_estimators: int = 100,
        *,
        criterion: str = "squared_error",
        max_depth: int | None = None,
        min_samples_split: float = 2,
        min_samples_leaf: float = 1,
        min_weight_fraction_leaf: float = 0.0,
        max_features: Any = 1.0,
        max_leaf_nodes: int | None = None,
        min_impurity_decrease: float = 0.0,
        bootstrap: bool = True,
        oob_score: Any = False,
        n_jobs: int | None = None,
        random_state: Any = None,
        verbose: int = 0,
        warm_start: bool = False,
        ccp_alpha: float = 0.0,
        max_samples: Any = None,
        monotonic_cst: Any = None,
        interaction_cst: Any = None,
        categorical_features: Any = None,
        ordinal_features: Any = None,
        hierarchies: dict[Any, Any] | None = None,
        missing: str = "learned",
        nominal: str = "subset",
        leaf: Any = None,
        preset: str | None = None,
        settings: dict[str, Any] | None = None,
    ) -> None:
        self.n_estimators = n_estimators
        self.criterion = criterion
        self.max_depth = max_depth
        self.min_samples_split = min_samples_split
        self.min_samples_leaf = min_samples_leaf
        self.min_weight_fraction_leaf = min_weight_fraction_leaf
        self.max_features = max_features
        self.max_leaf_nodes = max_leaf_nodes
        self.min_impurity_decrease = min_impurity_decrease
        self.bootstrap = bootstrap
        self.oob_score = oob_score
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.verbose = verbose
        self.warm_start = warm_start
        self.ccp_alpha = ccp_alpha
        self.max_samples = max_samples
        self.monotonic_cst = monotonic_cst
        self.interaction_cst = interaction_cst
        self.categorical_features = categorical_features
        self.ordinal_features = ordinal_features
        self.hierarchies = hierarchies
        self.missing = missing
        self.nominal = nominal
        self.leaf = leaf
        self.preset = preset
        self.settings = settings


@described(
    "estimators_", "estimators_samples_", "n_features_in_", "feature_names_in_", "n_outputs_", "feature_importances_", "oob_score_", "oob_prediction_",
    **NUMBERS,
)  # fmt: skip
class ExtraTreesRegressor(ForestOfNumbers):
    """Extra trees of numbers: features and cuts are drawn.

    Examples
    --------
    >>> from spinney import ExtraTreesRegressor
    >>> forest = ExtraTreesRegressor(random_state=7).fit([[0], [1], [2], [3]] * 5, [0.0, 1.0, 2.0, 3.0] * 5)
    >>> bool(forest.predict([[3]])[0] > forest.predict([[0]])[0])
    True
    """

    _kind = ExtraTreeRegressor
    _splitter = "random"

    def __init__(
        self,
        n_estimators: int = 100,
        *,
        criterion: str = "squared_error",
        max_depth: int | None = None,
        min_samples_split: float = 2,
        min_samples_leaf: float = 1,
        min_weight_fraction_leaf: float = 0.0,
        max_features: Any = 1.0,
        max_leaf_nodes: int | None = None,
        min_impurity_decrease: float = 0.0,
        bootstrap: bool = False,
        oob_score: Any = False,
        n_jobs: int | None = None,
        random_state: Any = None,
        verbose: int = 0,
        warm_start: bool = False,
        ccp_alpha: float = 0.0,
        max_samples: Any = None,
        monotonic_cst: Any = None,
        interaction_cst: Any = None,
        categorical_features: Any = None,
        ordinal_features: Any = None,
        hierarchies: dict[Any, Any] | None = None,
        missing: str = "learned",
        nominal: str = "subset",
        leaf: Any = None,
        preset: str | None = None,
        settings: dict[str, Any] | None = None,
    ) -> None:
        self.n_estimators = n_estimators
        self.criterion = criterion
        self.max_depth = max_depth
        self.min_samples_split = min_samples_split
        self.min_samples_leaf = min_samples_leaf
        self.min_weight_fraction_leaf = min_weight_fraction_leaf
        self.max_features = max_features
        self.max_leaf_nodes = max_leaf_nodes
        self.min_impurity_decrease = min_impurity_decrease
        self.bootstrap = bootstrap
        self.oob_score = oob_score
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.verbose = verbose
        self.warm_start = warm_start
        self.ccp_alpha = ccp_alpha
        self.max_samples = max_samples
        self.monotonic_cst = monotonic_cst
        self.interaction_cst = interaction_cst
        self.categorical_features = categorical_features
        self.ordinal_features = ordinal_features
        self.hierarchies = hierarchies
        self.missing = missing
        self.nominal = nominal
        self.leaf = leaf
        self.preset = preset
        self.settings = settings
