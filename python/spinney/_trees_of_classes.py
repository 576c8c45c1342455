"""Single trees that answer classes."""

from __future__ import annotations

from typing import Any, Self

from sklearn.base import ClassifierMixin, _fit_context
from sklearn.utils import metadata_routing
from sklearn.utils._param_validation import StrOptions

from ._estimator import Classifier
from ._single import OF_CLASSES, SingleTree


class DecisionTreeClassifier(Classifier, ClassifierMixin, SingleTree):
    """A tree that answers classes, with scikit-learn's parameters and more.

    Parameters
    ----------
    criterion : {"gini", "entropy", "log_loss", "gain_ratio"}, default="gini"
        What makes one split better than another; "log_loss" is another word for "entropy".
    splitter : {"best", "random"}, default="best"
        Whether a feature is cut at its best place, or at one that is drawn.
    max_depth : int, default=None
        The greatest depth.
    min_samples_split : int or float, default=2
        The fewest rows of a node that is split; below 1 a share of all rows.
    min_samples_leaf : int or float, default=1
        The fewest rows of a leaf; below 1 a share of all rows.
    min_weight_fraction_leaf : float, default=0.0
        The least weight of a leaf as a share of all weights.
    max_features : int, float or {"sqrt", "log2"}, default=None
        How many features are drawn at each node.
    random_state : int, RandomState instance or None, default=None
        The seed. An integer gives what the program gives with ``--seed``.
    max_leaf_nodes : int, default=None
        The most leaves; the best split of the whole tree comes first.
    min_impurity_decrease : float, default=0.0
        The least that a split takes off the impurity of the tree.
    class_weight : dict, list of dict or "balanced", default=None
        Factors for the rows of each class.
    ccp_alpha : float, default=0.0
        The price of a leaf by which the tree is pruned.
    monotonic_cst : array-like of int of shape (n_features,), default=None
        1 where the probability of the second class never falls along a feature, -1 where it never rises.
    interaction_cst : {"pairwise", "no_interactions"} or list of lists, tuples or sets, default=None
        Groups of features, by place or by name, that may meet on a path; features in no group make one more.
    categorical_features : array-like of bool, int or str, default=None
        Features that hold names though they look like numbers. Texts and categories of frames need not be told.
    ordinal_features : dict or list, default=None
        Features whose names have an order: by name or by place, with a list of their levels, the lowest first. Of a feature with categories
        (pandas' Categorical, polars' Enum) the name alone says that their order counts; pandas' ordered ones need not be told.
    hierarchies : dict, default=None
        Features whose names form a tree: by name or by place, with a dict from each name to the one above it, or to a list of those
        above it, nearest first; or with a file that has such a row for each name.
    missing : {"learned", "fractions", "surrogates", "own"}, default="learned"
        Where rows without a value go.
    nominal : {"subset", "values"}, default="subset"
        Whether a feature of names has two branches or one for each value.
    preset : {"id3", "c45", "j48", "cart", "rpart"}, default=None
        Whose tree is grown. Parameters that are other than their defaults win over the preset, and ``settings`` over all.
    pruning : {"none", "reduced_error", "pessimistic", "cost_complexity", "mdl"} or dict, default=None
        How the tree is made smaller so that it does better on new rows; None is what the preset does, and nothing without one. A dict
        names the method and what is other than usual:

        - ``{"method": "reduced_error", "share": 1/3, "backfit": True}``: by a share of the rows that is held out; whether leaves take
          these rows in afterwards.
        - ``{"method": "pessimistic", "confidence": 0.25, "raising": True, "doubt": "c45"}``: by training errors with a surcharge, as
          C4.5 does or "j48"; whether branches may be raised into the place of their parent. Classes only.
        - ``{"method": "cost_complexity", "folds": 10, "rule": "best", "risk": "gini"}``: by a price of leaves that cross-validation
          finds; the rule may be "one_error", the risk "entropy" or "errors". ``"complexity"`` in place of folds is the price itself, as
          a share of the root's risk (rpart's cp).
        - ``{"method": "mdl"}``: by the bits that it takes to write down the tree and its exceptions. Classes only.
    settings : dict, default=None
        Further settings of the engine, in its own words.
    n_jobs : int, default=None
        How many threads grow the tree; None is one.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,), or a list of such arrays
        The classes, sorted; an array for each target where there are several.
    n_classes_ : int or list of int
        How many there are.
    n_outputs_ : int
        How many targets there are.
    max_features_ : int
        How many features are drawn at each node.
    tree_ : Tree
        The nodes as arrays.

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


class ExtraTreeClassifier(DecisionTreeClassifier):
    """A tree of classes whose features and cuts are drawn.

    Parameters are those of :class:`DecisionTreeClassifier`, with other defaults.

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
