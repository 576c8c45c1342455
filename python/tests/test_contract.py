"""Every estimator keeps scikit-learn's contract, without a single exception."""

import inspect
import re
import warnings

import pytest
import sklearn.ensemble
import sklearn.tree
from sklearn.datasets import load_iris
from sklearn.utils import get_tags
from sklearn.utils.estimator_checks import check_estimator

import spinney
from conftest import ALL, CLASSIFIERS, make


@pytest.mark.parametrize("name", ALL)
def test_check_estimator_passes_without_expected_failures(name):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = check_estimator(make(name), on_fail="raise", on_skip=None)
    skipped = {check["check_name"] for check in found if check["status"] != "passed"}
    # The first runs where SCIPY_ARRAY_API is set, the other is for classifiers with a decision function, which trees have not.
    assert skipped <= {"check_array_api_input", "check_classifiers_multilabel_output_format_decision_function"}
    assert len(found) > 50


#: What scikit-learn documents and is not there; docs/python.md tells of it.
LACKING = {"IsolationForest": ["estimators_samples_"]}


@pytest.mark.parametrize("name", ALL)
def test_parameters_methods_and_fitted_attributes_are_scikit_learns(name):
    theirs, ours = getattr(sklearn.tree, name, None) or getattr(sklearn.ensemble, name), getattr(spinney, name)
    usual, also = inspect.signature(theirs.__init__).parameters, inspect.signature(ours.__init__).parameters
    assert [(own.name, own.kind, own.default) for own in usual.values()] == [
        (own, also[own].kind, also[own].default) for own in usual
    ]
    public = {method for method in dir(theirs) if not method.startswith("_") and callable(getattr(theirs, method))}
    assert {method for method in public if not hasattr(ours, method)} == set()
    told = theirs.__doc__.split("Attributes\n", 1)[1].split("See Also", 1)[0]
    bags = {"bootstrap": True, "oob_score": True} if "oob_score" in usual else {}
    X, y = load_iris(return_X_y=True, as_frame=True)
    fitted, model = theirs(**bags).fit(X, y), ours(**bags).fit(X, y)
    known = [own for own in re.findall(r"^    (\w+_)\s*:", told, re.MULTILINE) if hasattr(fitted, own)]
    assert len(known) > 4 and [own for own in known if not hasattr(model, own)] == LACKING.get(name, [])


@pytest.mark.parametrize("name", ALL)
def test_weights_as_copies_are_among_the_checks(name):
    checks = check_estimator(make(name), on_fail=None, on_skip=None)
    by_name = {check["check_name"]: check["status"] for check in checks}
    assert by_name["check_sample_weight_equivalence_on_dense_data"] == "passed"


@pytest.mark.parametrize("name", ALL)
def test_no_tag_hides_a_check(name):
    tags = get_tags(make(name))
    assert not tags.non_deterministic and not tags._skip_test and not tags.no_validation
    if name in CLASSIFIERS:
        assert not tags.classifier_tags.poor_score
    elif tags.regressor_tags is not None:
        assert not tags.regressor_tags.poor_score
