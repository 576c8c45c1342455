"""Random forests and extra trees that answer classes."""

from __future__ import annotations

import warnings
from typing import Any, Self

import numpy as np
from sklearn.base import ClassifierMixin, _fit_context
from sklearn.utils._param_validation import StrOptions

from . import _labels
from ._described import DRAWN_CLASSES, described
from ._estimator import Classifier
from ._many import Forest
from ._single import OF_CLASSES
from ._trees import DecisionTreeClassifier, ExtraTreeClassifier


class ForestOfClasses(Classifier, ClassifierMixin, Forest):
    """What forests of classes share."""

    _parameter_constraints: dict[str, list[Any]] = {
        **Forest._parameter_constraints,
        **OF_CLASSES,
        "class_weight": [StrOptions({"balanced_subsample", "balanced"}), dict, list, None],
        "vote": [StrOptions({"mean", "majority"})],
    }

    def _by_class(self, y: Any, weights: Any) -> Any:
        preset = self.class_weight
        if isinstance(preset, str):
            if self.warm_start:
                warnings.warn(
                    f"class_weight {preset!r} weighs the classes of the rows of each call by themselves: with warm_start, say the "
                    "weights of the classes as a dict where rows differ from call to call.",
                    stacklevel=4,
                )
            if preset == "balanced_subsample":
                if self.bootstrap:
                    return None  # the classes of each bag
                preset = "balanced"
        return _labels.by_class(preset, y, weights)

    def _out_of_bag(self, said: list[Any], y: Any) -> None:
        labels = self._labels_of_targets()
        told = [
            own.reshape(len(y), len(names))[:, slice(None) if places is None else places]
            for own, names, places in zip(said, labels, self._places)
        ]
        shares = self._known(np.stack(told, axis=-1) if len(told) > 1 else told[0])
        self.oob_decision_function_ = shares
        found = [np.searchsorted(names, column) for names, column in zip(labels, _labels.columns(y))]
        codes, answered = np.stack(found, axis=1), np.argmax(shares, axis=1)
        if callable(self.oob_score):
            self.oob_score_ = self.oob_score(codes, answered)
        else:
            self.oob_score_ = float(np.mean((codes == answered.reshape(codes.shape)).all(axis=1)))

    def _check_out_of_bag(self, y: Any) -> None:
        from sklearn.utils.multiclass import type_of_target

        mixed = y.ndim > 1 and y.dtype == object and any(isinstance(value, str) for value in y[0])
        kind = "multiclass-multioutput" if mixed else type_of_target(y)
        if kind == "multiclass-multioutput":
            raise ValueError(
                f"The type of target cannot be used to compute OOB estimates. Got {kind} while only the following are supported: "
                "continuous, continuous-multioutput, binary, multiclass, multilabel-indicator."
            )

    @_fit_context(prefer_skip_nested_validation=True)
    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Grows the forest.

        Parameters
        ----------
        X : {array-like, frame, sparse matrix} of shape (n_samples, n_features)
            The rows to learn from; NaN is missing, texts and categories are names.
        y : array-like of shape (n_samples,) or (n_samples, n_outputs)
            The class of each row, for each target.
        sample_weight : array-like of shape (n_samples,), default=None
            The weights of the rows: a weight of 2 is two rows, also where rows are drawn.

        Returns
        -------
        self : object
            The fitted forest.
        """
        return self._grow(X, y, sample_weight)

    def predict(self, X: Any) -> Any:
        """The class of each row: the one that trees hold for likeliest on average.

        Parameters
        ----------
        X : {array-like, frame, sparse matrix} of shape (n_samples, n_features)
            The rows.

        Returns
        -------
        y : ndarray of shape (n_samples,) or (n_samples, n_outputs)
            Labels as they were learned.
        """
        self._fitted()
        return self._named(*self._asked(X))

    def predict_proba(self, X: Any) -> Any:
        """The probability of each class: the mean of what the trees say.

        Parameters
        ----------
        X : {array-like, frame, sparse matrix} of shape (n_samples, n_features)
            The rows.

        Returns
        -------
        p : ndarray of shape (n_samples, n_classes), or a list of such arrays
            In the order of ``classes_``; an array for each target where there are several.
        """
        self._fitted()
        return self._shares(*self._asked(X))


@described(
    "estimators_", "estimators_samples_", "classes_", "n_classes_", "n_features_in_", "feature_names_in_", "n_outputs_", "feature_importances_", "oob_score_", "oob_decision_function_",
    **DRAWN_CLASSES,
)  # fmt: skip
class RandomForestClassifier(ForestOfClasses):
    """A random forest of classes: each tree from rows that are drawn, each node from features that are drawn.

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


@described(
    "estimators_", "estimators_samples_", "classes_", "n_classes_", "n_features_in_", "feature_names_in_", "n_outputs_", "feature_importances_", "oob_score_", "oob_decision_function_",
    **DRAWN_CLASSES,
)  # fmt: skip
class ExtraTreesClassifier(ForestOfClasses):
    """Extra trees of classes: features and cuts are drawn.

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
