"""Sparse matrices give the models, and the answers, of the same tables in full."""

import subprocess
import sys

import numpy as np
import pandas as pd
import pytest
import scipy.sparse as sp
from hypothesis import given, settings
from hypothesis import strategies as st

import spinney
from conftest import CLASSIFIERS, REGRESSORS, make

FORMATS = ["csr", "csc", "coo", "lil", "dok", "bsr", "dia"]


def thin(rows: int = 150, columns: int = 12, seed: int = 0):
    draws = np.random.default_rng(seed)
    X = np.where(draws.random((rows, columns)) < 0.2, draws.integers(-2, 5, (rows, columns)), 0).astype(float)
    return X, (X[:, 0] > 0).astype(int) + (X[:, 1] + X[:, 2] > 0)


def asked(model, X):
    return model.transform(X).toarray() if hasattr(model, "transform") else model.predict(X)


@pytest.mark.parametrize("kind", FORMATS)
def test_every_format_gives_the_model_of_the_full_table(kind, estimator):
    X, y = thin()
    matrix = sp.csr_array(X).asformat(kind)
    full, other = make(estimator).fit(X, y), make(estimator).fit(matrix, y)
    assert other._model.to_bytes() == full._model.to_bytes()
    assert (asked(full, matrix) == asked(full, X)).all()
    assert (asked(other, X) == asked(full, X)).all()


@pytest.mark.parametrize("name", CLASSIFIERS + REGRESSORS + ["RandomTreesEmbedding"])
def test_leaves_and_paths_are_those_of_the_full_table(name):
    X, y = thin()
    model, matrix = make(name).fit(X, y), sp.csc_matrix(X)
    assert (model.apply(matrix) == model.apply(X)).all()
    one, two = model.decision_path(matrix), model.decision_path(X)
    one, two = (one[0], two[0]) if isinstance(one, tuple) else (one, two)
    assert (one != two).nnz == 0
    if hasattr(model, "score"):
        assert model.score(matrix, y) == model.score(X, y)
    if hasattr(model, "tree_"):
        assert (model.tree_.apply(sp.csr_matrix(X.astype(np.float32))) == model.apply(X)).all()


@pytest.mark.parametrize("name", ["RandomForestClassifier", "ExtraTreesClassifier"])
def test_rows_out_of_bag_are_those_of_the_full_table(name):
    X, y = thin()
    params = {"bootstrap": True, "oob_score": True, "n_estimators": 40}
    one, two = make(name, **params).fit(sp.csr_array(X), y), make(name, **params).fit(X, y)
    assert (one.oob_decision_function_ == two.oob_decision_function_).all() and one.oob_score_ == two.oob_score_
    assert all((rows == other).all() for rows, other in zip(one.estimators_samples_, two.estimators_samples_))


def test_weights_are_those_of_the_full_table(estimator):
    X, y = thin()
    weights = np.random.default_rng(0).integers(0, 3, len(X))
    one = make(estimator).fit(sp.csr_array(X), y, sample_weight=weights)
    two = make(estimator).fit(X, y, sample_weight=weights)
    assert one._model.to_bytes() == two._model.to_bytes()
    if hasattr(one, "tree_"):
        assert (one.tree_.n_node_samples == two.tree_.n_node_samples).all()


@pytest.mark.parametrize("params", [{"bootstrap": True}, {"max_features": 5}, {"contamination": 0.1}])
def test_isolation_forests_of_every_way(params):
    X, _ = thin()
    one, two = make("IsolationForest", **params).fit(sp.csc_array(X)), make("IsolationForest", **params).fit(X)
    assert (one.score_samples(sp.csr_array(X)) == two.score_samples(X)).all() and one.offset_ == two.offset_


def test_several_targets_are_learned_from_sparse_matrices(classifier):
    X, y = thin()
    y = np.column_stack([y > 0, y])
    assert make(classifier).fit(sp.csr_array(X), y).to_bytes() == make(classifier).fit(X, y).to_bytes()


@pytest.mark.parametrize("kind", [np.float32, np.int8, np.int64, bool])
def test_entries_of_every_type_are_numbers(kind):
    X, y = thin()
    X = (X > 0).astype(kind)
    one, two = make("DecisionTreeClassifier").fit(sp.csr_array(X), y), make("DecisionTreeClassifier").fit(X, y)
    assert one.to_bytes() == two.to_bytes()


def test_indices_of_64_bits_are_taken():
    X, y = thin()
    matrix = sp.csr_array(X)
    matrix.indices, matrix.indptr = matrix.indices.astype(np.int64), matrix.indptr.astype(np.int64)
    tree = make("DecisionTreeClassifier").fit(matrix, y)
    assert (tree.predict(matrix) == tree.predict(X)).all()


def test_zeros_that_are_named_entries_that_are_named_twice_and_any_order_are_understood():
    X, y = thin()
    matrix = sp.csr_array(X)
    named = matrix.copy()
    named.data = named.data.copy()
    row = np.repeat(np.arange(len(X)), np.diff(matrix.indptr))
    shuffled = np.random.default_rng(0).permutation(2 * matrix.nnz)
    twice = sp.coo_array(
        (
            np.concatenate([matrix.data / 2, matrix.data / 2])[shuffled],
            (np.concatenate([row, row])[shuffled], np.concatenate([matrix.indices] * 2)[shuffled]),
        ),
        shape=X.shape,
    )
    unsorted = sp.csr_array((matrix.data[::-1], matrix.indices[::-1], [0] + list(len(matrix.data) - matrix.indptr[-2::-1])), shape=X.shape)
    zeros = sp.csr_array((np.append(matrix.data, 0.0), np.append(matrix.indices, 0), [*matrix.indptr[:-1], matrix.nnz + 1]), shape=X.shape)
    expected = make("DecisionTreeClassifier").fit(X, y)
    for other, rows in ((twice, X), (unsorted, X[::-1]), (zeros, X)):
        before = other.data.copy()
        assert (expected.predict(other) == expected.predict(rows)).all()
        assert (other.data == before).all()  # what was handed over stays as it is


@pytest.mark.parametrize("wrong", [np.nan, np.inf])
def test_holes_are_refused_in_scikit_learns_words(wrong, estimator):
    X, y = thin()
    matrix = sp.csr_array(X)
    model = make(estimator).fit(matrix, y)
    matrix.data[3] = wrong
    if estimator == "IsolationForest" and np.isinf(wrong):  # this is no mistake there
        assert np.isfinite(make(estimator).fit(matrix).score_samples(matrix)).all()
        return
    words = "Input X contains NaN: no value of a sparse matrix may be missing; those of arrays and frames may" if np.isnan(wrong) else "infinity"
    with pytest.raises(ValueError, match=words):
        make(estimator).fit(matrix, y)
    with pytest.raises(ValueError, match=words):
        asked(model, matrix)


def test_sparse_targets_are_refused_as_scikit_learn_does():
    X, y = thin()
    labels = sp.csr_array(np.column_stack([y > 0, y > 1]).astype(int))
    with pytest.raises(ValueError, match="sparse multilabel-indicator for y is not supported"):
        make("RandomForestClassifier").fit(X, labels)
    with pytest.raises(TypeError):
        make("DecisionTreeClassifier").fit(X, labels)


def test_names_cannot_be_declared_of_sparse_matrices():
    X, y = thin()
    with pytest.raises(ValueError, match="dense"):
        make("DecisionTreeClassifier", categorical_features=[0]).fit(sp.csr_array(X), y)


def test_frames_of_sparse_columns_stay_sparse():
    X, y = thin()
    frame = pd.DataFrame.sparse.from_spmatrix(sp.csr_matrix(X), columns=[f"w{place}" for place in range(12)])
    tree = make("DecisionTreeClassifier").fit(frame, y)
    assert tree.feature_names_in_[3] == "w3" and tree._model.columns[3] == "w3"
    assert (tree.predict(frame) == tree.predict(pd.DataFrame(X, columns=frame.columns))).all()


def test_a_width_that_does_not_fit_is_refused():
    X, y = thin()
    tree = make("DecisionTreeClassifier").fit(X, y)
    with pytest.raises(ValueError, match="features"):
        tree.predict(sp.csr_array(X[:, :5]))


@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 10**6), rows=st.integers(1, 30), columns=st.integers(1, 6))
def test_any_matrix_is_the_table_in_full(seed, rows, columns):
    draws = np.random.default_rng(seed)
    X = np.where(draws.random((rows, columns)) < 0.4, draws.integers(-2, 3, (rows, columns)), 0).astype(float)
    y = draws.integers(0, 3, rows)
    for kind in (spinney.DecisionTreeClassifier, spinney.RandomForestClassifier, spinney.ExtraTreesClassifier):
        params = {"random_state": seed, **({"n_estimators": 3} if "Tree" not in kind.__name__[8:] else {})}
        assert kind(**params).fit(sp.csc_array(X), y).to_bytes() == kind(**params).fit(X, y).to_bytes()


WIDE = """
import resource, sys
import numpy as np, scipy.sparse as sp, spinney
draws = np.random.default_rng(0)
X = sp.random_array((20_000, 50_000), density=2e-4, rng=draws, format={kind!r})
y = draws.integers(0, 2, X.shape[0])
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
model = {model}.fit(X, y)
{ask}
print((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) // 1024)
"""


@pytest.mark.parametrize("kind", ["csr", "csc"])
@pytest.mark.parametrize(
    ("model", "ask"),
    [
        ("spinney.RandomForestClassifier(5, max_depth=8)", "model.predict(X); model.apply(X)"),
        ("spinney.DecisionTreeClassifier(max_depth=5)", "model.predict_proba(X)"),
    ],
)
def test_nothing_is_ever_written_out_in_full(model, ask, kind):
    code = WIDE.format(model=model, ask=ask, kind=kind)
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=300)
    assert int(told.stdout) < 800  # MB, where the table in full has 8,000
