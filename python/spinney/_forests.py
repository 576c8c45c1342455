"""Random forests and extra trees: the names under which pickles, and other rooms, know them."""

from ._forests_of_classes import ExtraTreesClassifier, RandomForestClassifier
from ._forests_of_numbers import ExtraTreesRegressor, RandomForestRegressor

__all__ = ["ExtraTreesClassifier", "ExtraTreesRegressor", "RandomForestClassifier", "RandomForestRegressor"]
