"""What all estimators share: how they are asked, kept and copied."""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.base import BaseEstimator
from sklearn.exceptions import NotFittedError

from . import _columns, _core, _declared, _labels
from ._columns import FEW
from ._judging import Judged
from ._progress import progress
from ._settings import threads_of
from ._shown import Shown

_LONG = np.dtype(np.float64)


class Estimator(Judged, Shown, BaseEstimator):
    """An estimator that is one of the engine's models once it is fitted."""

    _model: _core.Model
    n_features_in_: int

    def __sklearn_is_fitted__(self) -> bool:
        return "_model" in self.__dict__

    def __getstate__(self) -> dict[str, Any]:
        state = dict(super().__getstate__())
        state.pop("_kept", None)  # made again when it is asked for
        state.pop("_origin", None)  # the rows of a whole forest, which know their trees themselves
        return state

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = True
        tags.input_tags.sparse = True
        return tags

    def _fitted(self) -> _core.Model:
        """The model; an exception before there is one."""
        try:
            return self._model
        except AttributeError:
            name = type(self).__name__
            words = f"This {name} instance is not fitted yet. Call 'fit' with appropriate arguments before using this estimator."
            raise NotFittedError(words) from None

    def _asked(self, X: Any) -> tuple[Any, int]:
        """X as the model is asked with it, and how many threads may work on it.

        Few rows of a plain array go to the engine as they are, which looks at them itself: that takes microseconds.
        """
        if (
            type(X) is np.ndarray
            and X.ndim == 2
            and 0 < X.shape[0] <= FEW
            and X.shape[1] == self.n_features_in_
            and X.dtype.kind in "fiub"
            and X.dtype.itemsize <= _LONG.itemsize
            and X.flags.aligned
            and "feature_names_in_" not in self.__dict__
            and not _declared.is_any(self)
        ):
            return X if X.dtype is _LONG else X.astype(_LONG), 1
        categorical = getattr(self, "categorical_features", None)
        features = _columns.read(self, X, fitting=False, categorical=categorical)
        return features.asked(), self._threads()

    def _threads(self) -> int:
        """How many threads ``n_jobs`` stands for, as joblib says."""
        return threads_of(getattr(self, "n_jobs", None))

    def _progress(self, total: int) -> Any:
        """Who is told how many trees are done; nobody unless ``verbose``."""
        return progress(getattr(self, "verbose", 0), total)


class Classifier:
    """What classifiers add: classes, in scikit-learn's order."""

    #: For each target, for each of its classes its place with the engine; None where these are the same.
    _places: list[Any]
    classes_: Any
    n_classes_: Any

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()  # type: ignore[misc]
        tags.classifier_tags.multi_label = True
        return tags

    def _learn(self, y: Any) -> list[Any]:
        """The classes of each target for the engine; notes them."""
        found = _labels.classes(y)
        if self.monotonic_cst is not None:  # type: ignore[attr-defined]
            if len(found) > 1:
                raise ValueError("Monotonicity constraints are not supported with multiple outputs.")
            if len(found[0].labels) > 2:
                raise ValueError("Monotonicity constraints are not supported with multiclass classification")
        self._name([classes.labels for classes in found])
        self._places = [classes.places for classes in found]
        return [classes.learned() for classes in found]

    def _name(self, labels: list[Any]) -> None:
        """Notes the classes of each target: one by itself, several in lists."""
        many = [len(own) for own in labels]
        self.classes_, self.n_classes_ = (labels[0], many[0]) if len(labels) == 1 else (labels, many)

    def _labels_of_targets(self) -> list[Any]:
        """The classes of each target."""
        return self.classes_ if isinstance(self.classes_, list) else [self.classes_]

    def _shares(self, asked: Any, threads: int) -> Any:
        told = self._model.proba(asked, threads)  # type: ignore[attr-defined]
        told = [own if places is None else own[:, places] for own, places in zip(told, self._places)]
        return told[0] if len(told) == 1 else told

    def _named(self, asked: Any, threads: int) -> Any:
        codes = self._model.codes(asked, threads)  # type: ignore[attr-defined]
        told = [
            labels.take(own if places is None else np.argsort(places)[own], axis=0)
            for own, places, labels in zip(codes, self._places, self._labels_of_targets())
        ]
        if len({own.dtype.kind for own in told}) > 1:  # texts and numbers beside each other stay what they are
            told = [own.astype(object) for own in told]
        return told[0] if len(told) == 1 else np.stack(told, axis=1)

    def predict_log_proba(self, X: Any) -> Any:
        """The logarithms of the probabilities.

        Parameters
        ----------
        X : {array-like, frame, sparse matrix} of shape (n_samples, n_features)
            The rows.

        Returns
        -------
        p : ndarray of shape (n_samples, n_classes), or a list of such arrays
            In the order of ``classes_``; an array for each target where there are several.
        """
        told = self.predict_proba(X)  # type: ignore[attr-defined]
        with np.errstate(divide="ignore"):
            return [np.log(own) for own in told] if isinstance(told, list) else np.log(told)


class Regressor:
    """What answers numbers: those of one target in a row, those of several in columns."""

    #: There are no classes to be weighed; scikit-learn's regressors say so.
    class_weight = None

    def _numbers(self, asked: Any, threads: int) -> Any:
        told = self._model.numbers(asked, threads)  # type: ignore[attr-defined]
        return told[0] if len(told) == 1 else np.stack(told, axis=1)
