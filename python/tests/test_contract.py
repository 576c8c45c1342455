"""Every estimator keeps scikit-learn's contract, without a single exception."""

import warnings

import pytest
from sklearn.utils import get_tags
from sklearn.utils.estimator_checks import check_estimator

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
