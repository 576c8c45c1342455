"""Single trees that answer classes."""

from __future__ import annotations

from typing import Any, Self

import numpy as np
from sklearn.base import ClassifierMixin, _fit_context
from sklearn.utils import metadata_routing
from sklearn.utils._param_validation import StrOptions

from ._described import described
from ._estimator import Classifier
from ._single import OF_CLASSES, SingleTree


@described("classes_", "n_classes_", "max_features_", "n_features_in_", "feature_names_in_", "n_outputs_", "feature_importances_", "tree_")
class DecisionTreeClassifier(Classifier, ClassifierMixin, SingleTree):
    """A tree that answers classes, with scikit-learn's parameters and more.

    Examples
    --------
    >>> from spinney import DecisionTreeClassifier
    >>> tree = DecisionTreeClassifier(max_depth=1).fit([[0, 1], [1, 1], [2, 0]], ["no", "no", "yes"])
    >>> tree.predict_proba([[1.9, 0]]).tolist()
    [[0.0, 1.0]]
    >>> tree.get_n_leaves()
    2
    """

    __metadata_request__predict_proba = {"check_input": metadata_routing.UNUSED}
    _parameter_constraints: dict[str, list[Any]] = {
        **SingleTree._parameter_constraints,
        **OF_CLASSES,
        "class_weight": [dict, list, StrOptions({"balanced"}), None],
    }

    def __init__(
        self,
        *,
        criterion: str = "gini",
        splitter: str = "best",
        max_depth: int | None = None,
        min_samples_split: float = 2,
        min_samples_leaf: float = 1,
        min_weight_fraction_leaf: float = 0.0,
        max_features: Any = None,
        random_state: Any = None,
        max_leaf_nodes: int | None = None,
        min_impurity_decrease: float = 0.0,
        class_weight: Any = None,
        ccp_alpha: float = 0.0,
        monotonic_cst: Any = None,
        interaction_cst: Any = None,
        categorical_features: Any = None,
        ordinal_features: Any = None,
        hierarchies: dict[Any, Any] | None = None,
        missing: str = "learned",
        nominal: str = "subset",
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
        self.class_weight = class_weight
        self.ccp_alpha = ccp_alpha
        self.monotonic_cst = monotonic_cst
        self.interaction_cst = interaction_cst
        self.categorical_features = categorical_features
        self.ordinal_features = ordinal_features
        self.hierarchies = hierarchies
        self.missing = missing
        self.nominal = nominal
        self.preset = preset
        self.pruning = pruning
        self.settings = settings
        self.n_jobs = n_jobs

    def _name(self, labels: list[Any]) -> None:
        super()._name(labels)
        if len(labels) > 1:
            self.n_classes_ = np.array(self.n_classes_, dtype=np.intp)  # forests have a list, as scikit-learn's do

    @_fit_context(prefer_skip_nested_validation=True)
    def fit(self, X: Any, y: Any, sample_weight: Any = None, check_input: bool = True) -> Self:
        """Grows the tree.

        Parameters
        ----------
        X : {array-like, frame, sparse matrix} of shape (n_samples, n_features)
            The rows to learn from; NaN is missing, texts and categories are names.
        y : array-like of shape (n_samples,) or (n_samples, n_outputs)
            The class of each row, for each target.
        sample_weight : array-like of shape (n_samples,), default=None
            The weights of the rows: a weight of 2 is two rows.
        check_input : bool, default=True
            For compatibility; rows are always looked at.

        Returns
        -------
        self : DecisionTreeClassifier
            The fitted tree.
        """
        return self._grow(X, y, sample_weight)

    def predict(self, X: Any, check_input: bool = True) -> Any:
        """The class of each row.

        Parameters
        ----------
        X : {array-like, frame, sparse matrix} of shape (n_samples, n_features)
            The rows.
        check_input : bool, default=True
            For compatibility; rows are always looked at.

        Returns
        -------
        y : ndarray of shape (n_samples,) or (n_samples, n_outputs)
            Labels as they were learned.
        """
        self._fitted()
        return self._named(*self._asked(X))

    def predict_proba(self, X: Any, check_input: bool = True) -> Any:
        """The probability of each class: its share of the leaf's rows.

        Parameters
        ----------
        X : {array-like, frame, sparse matrix} of shape (n_samples, n_features)
            The rows.
        check_input : bool, default=True
            For compatibility; rows are always looked at.

        Returns
        -------
        p : ndarray of shape (n_samples, n_classes), or a list of such arrays
            In the order of ``classes_``; an array for each target where there are several.
        """
        self._fitted()
        return self._shares(*self._asked(X))


@described("classes_", "n_classes_", "max_features_", "n_features_in_", "feature_names_in_", "n_outputs_", "feature_importances_", "tree_")
class ExtraTreeClassifier(DecisionTreeClassifier):
    """A tree of classes whose features and cuts are drawn.

    Examples
    --------
    >>> from spinney import ExtraTreeClassifier
    >>> tree = ExtraTreeClassifier(random_state=0).fit([[0], [1], [2], [3]], [0, 0, 1, 1])
    >>> tree.score([[0], [3]], [0, 1])
    1.0
    """

    def __init__(
        self,
        *,
        criterion: str = "gini",
        splitter: str = "random",
        max_depth: int | None = None,
        min_samples_split: float = 2,
        min_samples_leaf: float = 1,
        min_weight_fraction_leaf: float = 0.0,
        max_features: Any = "sqrt",
        random_state: Any = None,
        max_leaf_nodes: int | None = None,
        min_impurity_decrease: float = 0.0,
        class_weight: Any = None,
        ccp_alpha: float = 0.0,
        monotonic_cst: Any = None,
        interaction_cst: Any = None,
        categorical_features: Any = None,
        ordinal_features: Any = None,
        hierarchies: dict[Any, Any] | None = None,
        missing: str = "learned",
        nominal: str = "subset",
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
            class_weight=class_weight,
            ccp_alpha=ccp_alpha,
            monotonic_cst=monotonic_cst,
            interaction_cst=interaction_cst,
            categorical_features=categorical_features,
            ordinal_features=ordinal_features,
            hierarchies=hierarchies,
            missing=missing,
            nominal=nominal,
            preset=preset,
            pruning=pruning,
            settings=settings,
            n_jobs=n_jobs,
        )
