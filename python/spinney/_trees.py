"""Single trees: the names under which pickles, and other rooms, know them."""

from ._trees_of_classes import DecisionTreeClassifier, ExtraTreeClassifier
from ._trees_of_numbers import DecisionTreeRegressor, ExtraTreeRegressor

__all__ = ["DecisionTreeClassifier", "DecisionTreeRegressor", "ExtraTreeClassifier", "ExtraTreeRegressor"]
