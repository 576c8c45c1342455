"""Random forests and extra trees."""

from __future__ import annotations

from typing import Any

from ._many import ForestOfClasses, ForestOfNumbers
from ._trees import DecisionTreeClassifier, DecisionTreeRegressor, ExtraTreeClassifier, ExtraTreeRegressor


class RandomForestClassifier(ForestOfClasses):
    """A random forest of classes: each tree from rows that are drawn, each node from features that are drawn.

    Parameters are scikit-learn's; ``interaction_cst``, ``categorical_features``, ``ordinal_features``, ``hierarchies``, ``missing``,
    ``nominal``, ``preset`` and ``settings`` are those of :class:`DecisionTreeClassifier`. One is the forest's own:

    Parameters
    ----------
    vote : {"mean", "majority"}, default="mean"
        How trees come to one answer: by the mean of their probabilities, or by the share of trees that answer a class.

    Examples
    --------
    >>> from spinney import RandomForestClassifier
    >>> forest = RandomForestClassifier(random_state=7).fit([[0], [1], [2], [3]] * 5, ["a", "a", "b", "b"] * 5)
    >>> forest.predict([[0], [3]]).tolist()
    ['a', 'b']
    """

    _kind = DecisionTreeClassifier
    _splitter = "best"

    def __init__(
        self,
        n_estimators: int = 100,
        *,
        criterion: str = "gini",
        max_depth: int | None = None,
        min_samples_split: float = 2,
        min_samples_leaf: float = 1,
        min_weight_fraction_leaf: float = 0.0,
        max_features: Any = "sqrt",
        max_leaf_nodes: int | None = None,
        min_impurity_decrease: float = 0.0,
        bootstrap: bool = True,
        oob_score: Any = False,
        n_jobs: int | None = None,
        random_state: Any = None,
        verbose: int = 0,
        warm_start: bool = False,
        class_weight: Any = None,
        ccp_alpha: float = 0.0,
        max_samples: Any = None,
        monotonic_cst: Any = None,
        interaction_cst: Any = None,
        categorical_features: Any = None,
        ordinal_features: Any = None,
        hierarchies: dict[Any, Any] | None = None,
        missing: str = "learned",
        nominal: str = "subset",
        vote: str = "mean",
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
        self.class_weight = class_weight
        self.ccp_alpha = ccp_alpha
        self.max_samples = max_samples
        self.monotonic_cst = monotonic_cst
        self.interaction_cst = interaction_cst
        self.categorical_features = categorical_features
        self.ordinal_features = ordinal_features
        self.hierarchies = hierarchies
        self.missing = missing
        self.nominal = nominal
        self.vote = vote
        self.preset = preset
        self.settings = settings


class RandomForestRegressor(ForestOfNumbers):
    """A random forest of numbers: each tree from rows that are drawn.

    Parameters are scikit-learn's; ``interaction_cst``, ``categorical_features``, ``ordinal_features``, ``hierarchies``, ``missing``,
    ``nominal``, ``leaf``, ``preset`` and ``settings`` are those of :class:`DecisionTreeRegressor`.

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


class ExtraTreesClassifier(ForestOfClasses):
    """Extra trees of classes: features and cuts are drawn.

    Parameters are scikit-learn's; ``interaction_cst``, ``categorical_features``, ``ordinal_features``, ``hierarchies``, ``missing``,
    ``nominal``, ``preset`` and ``settings`` are those of :class:`ExtraTreeClassifier`, ``vote`` that of :class:`RandomForestClassifier`.

    Examples
    --------
    >>> from spinney import ExtraTreesClassifier
    >>> forest = ExtraTreesClassifier(random_state=7).fit([[0], [1], [2], [3]] * 5, ["a", "a", "b", "b"] * 5)
    >>> forest.predict([[0], [3]]).tolist()
    ['a', 'b']
    """

    _kind = ExtraTreeClassifier
    _splitter = "random"

    def __init__(
        self,
        n_estimators: int = 100,
        *,
        criterion: str = "gini",
        max_depth: int | None = None,
        min_samples_split: float = 2,
        min_samples_leaf: float = 1,
        min_weight_fraction_leaf: float = 0.0,
        max_features: Any = "sqrt",
        max_leaf_nodes: int | None = None,
        min_impurity_decrease: float = 0.0,
        bootstrap: bool = False,
        oob_score: Any = False,
        n_jobs: int | None = None,
        random_state: Any = None,
        verbose: int = 0,
        warm_start: bool = False,
        class_weight: Any = None,
        ccp_alpha: float = 0.0,
        max_samples: Any = None,
        monotonic_cst: Any = None,
        interaction_cst: Any = None,
        categorical_features: Any = None,
        ordinal_features: Any = None,
        hierarchies: dict[Any, Any] | None = None,
        missing: str = "learned",
        nominal: str = "subset",
        vote: str = "mean",
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
        self.class_weight = class_weight
        self.ccp_alpha = ccp_alpha
        self.max_samples = max_samples
        self.monotonic_cst = monotonic_cst
        self.interaction_cst = interaction_cst
        self.categorical_features = categorical_features
        self.ordinal_features = ordinal_features
        self.hierarchies = hierarchies
        self.missing = missing
        self.nominal = nominal
        self.vote = vote
        self.preset = preset
        self.settings = settings


class ExtraTreesRegressor(ForestOfNumbers):
    """Extra trees of numbers: features and cuts are drawn.

    Parameters are scikit-learn's; ``interaction_cst``, ``categorical_features``, ``ordinal_features``, ``hierarchies``, ``missing``,
    ``nominal``, ``leaf``, ``preset`` and ``settings`` are those of :class:`ExtraTreeRegressor`.

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
