"""Single trees that answer numbers."""

from __future__ import annotations

from typing import Any, Self

from sklearn.base import RegressorMixin, _fit_context

from . import _labels
from ._described import NUMBERS, described
from ._estimator import Regressor
from ._single import OF_NUMBERS, SingleTree


@described("max_features_", "n_features_in_", "feature_names_in_", "n_outputs_", "feature_importances_", "tree_", **NUMBERS)
class DecisionTreeRegressor(Regressor, RegressorMixin, SingleTree):
    """A tree that answers numbers, with scikit-learn's parameters and more.

    Examples
    --------
    >>> from spinney import DecisionTreeRegressor
    >>> tree = DecisionTreeRegressor(max_leaf_nodes=2).fit([[1], [2], [8], [9]], [10.0, 12.0, 30.0, 34.0])
    >>> tree.predict([[0], [10]]).tolist()
    [11.0, 32.0]
    """

    _parameter_constraints: dict[str, list[Any]] = {**SingleTree._parameter_constraints, **OF_NUMBERS}

    def __init__(
        self,
        *,
        criterion: str = "squared_error",
        splitter: str = "best",
        max_depth: int | None = None,
        min_samples_split: float = 2,
        min_samples_leaf: float = 1,
        min_weight_fraction_leaf: float = 0.0,
        max_features: Any = None,
        random_state: Any = None,
        max_leaf_nodes: int | None = None,
        min_impurity_decrease: float = 0.0,
        ccp_alpha: float = 0.0,
        monotonic_cst: Any = None,
        interaction_cst: Any = None,
        categorical_features: Any = None,
        ordinal_features: Any = None,
        hierarchies: dict[Any, Any] | None = None,
        missing: str = "learned",
        nominal: str = "subset",
        leaf: Any = None,
        preset: str | None = None,
        pruning: Any = None,
        settings: dict[str, Any] | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.criterion = criterion
        self.splitter = splitter
        self.max_depth = max_depth
        self.min_samples_split = min_samples_split
        self.min_samples_leaf = min_samples_leaf
        self.min_weight_fraction_leaf = min_weight_fraction_leaf
        self.max_features = max_features
        self.random_state = random_state
        self.max_leaf_nodes = max_leaf_nodes
        self.min_impurity_decrease = min_impurity_decrease
        self.ccp_alpha = ccp_alpha
        self.monotonic_cst = monotonic_cst
        self.interaction_cst = interaction_cst
        self.categorical_features = categorical_features
        self.ordinal_features = ordinal_features
        self.hierarchies = hierarchies
        self.missing = missing
        self.nominal = nominal
        self.leaf = leaf
        self.preset = preset
        self.pruning = pruning
        self.settings = settings
        self.n_jobs = n_jobs

    def _learn(self, y: Any) -> list[Any]:
        return _labels.numbers(y, self.criterion)

    @_fit_context(prefer_skip_nested_validation=True)
    def fit(self, X: Any, y: Any, sample_weight: Any = None, check_input: bool = True) -> Self:
        """Grows the tree.

        Parameters
        ----------
        X : {array-like, frame, sparse matrix} of shape (n_samples, n_features)
            The rows to learn from; NaN is missing, texts and categories are names.
        y : array-like of shape (n_samples,) or (n_samples, n_outputs)
            The number of each row, for each target.
        sample_weight : array-like of shape (n_samples,), default=None
            The weights of the rows: a weight of 2 is two rows.
        check_input : bool, default=True
            For compatibility; rows are always looked at.

        Returns
        -------
        self : DecisionTreeRegressor
            The fitted tree.
        """
        return self._grow(X, y, sample_weight)

    def predict(self, X: Any, check_input: bool = True) -> Any:
        """The number that is answered for each row.

        Parameters
        ----------
        X : {array-like, frame, sparse matrix} of shape (n_samples, n_features)
            The rows.
        check_input : bool, default=True
            For compatibility; rows are always looked at.

        Returns
        -------
        y : ndarray of shape (n_samples,) or (n_samples, n_outputs)
            What the leaf of each row says.
        """
        self._fitted()
        return self._numbers(*self._asked(X))


@described("max_features_", "n_features_in_", "feature_names_in_", "n_outputs_", "feature_importances_", "tree_", **NUMBERS)
class ExtraTreeRegressor(DecisionTreeRegressor):
    """A tree of numbers whose features and cuts are drawn.

    Examples
    --------
    >>> from spinney import ExtraTreeRegressor
    >>> tree = ExtraTreeRegressor(random_state=0).fit([[0], [1], [2], [3]], [0.0, 1.0, 2.0, 3.0])
    >>> tree.predict([[0], [3]]).tolist()
    [0.0, 3.0]
    """

    def __init__(
        self,
        *,
        criterion: str = "squared_error",
        splitter: str = "random",
        max_depth: int | None = None,
        min_samples_split: float = 2,
        min_samples_leaf: float = 1,
        min_weight_fraction_leaf: float = 0.0,
        max_features: Any = 1.0,
        random_state: Any = None,
        min_impurity_decrease: float = 0.0,
        max_leaf_nodes: int | None = None,
        ccp_alpha: float = 0.0,
        monotonic_cst: Any = None,
        interaction_cst: Any = None,
        categorical_features: Any = None,
        ordinal_features: Any = None,
        hierarchies: dict[Any, Any] | None = None,
        missing: str = "learned",
        nominal: str = "subset",
        leaf: Any = None,
        preset: str | None = None,
        pruning: Any = None,
        settings: dict[str, Any] | None = None,
        n_jobs: int | None = None,
    ) -> None:
        super().__init__(
            criterion=criterion,
            splitter=splitter,
            max_depth=max_depth,
            min_samples_split=min_samples_split,
            min_samples_leaf=min_samples_leaf,
            min_weight_fraction_leaf=min_weight_fraction_leaf,
            max_features=max_features,
            random_state=random_state,
            max_leaf_nodes=max_leaf_nodes,
            min_impurity_decrease=min_impurity_decrease,
            ccp_alpha=ccp_alpha,
            monotonic_cst=monotonic_cst,
            interaction_cst=interaction_cst,
            categorical_features=categorical_features,
            ordinal_features=ordinal_features,
            hierarchies=hierarchies,
            missing=missing,
            nominal=nominal,
            leaf=leaf,
            preset=preset,
            pruning=pruning,
            settings=settings,
            n_jobs=n_jobs,
        )
