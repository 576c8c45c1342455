"""Writes random small cases with scikit-learn's scores of them; see README.md beside this file.

    sklearn_scores.py          to crates/spinney/tests/facts/scores.json, which the test `metric_peers` reads

Numbers are kept as whole numbers over a divisor, so that both programs start from the same floats. A score that scikit-learn
refuses, or warns about as undefined, is written as null.
"""

import json
import math
import pathlib
import random
import warnings

import numpy
import sklearn
from sklearn import metrics
from sklearn.calibration import calibration_curve

ROOT = pathlib.Path(__file__).resolve().parents[2]
FACTS = ROOT / "crates" / "spinney" / "tests" / "facts" / "scores.json"


def fact(score, *args, **kwargs):
    """The score as a float; None where scikit-learn refuses, warns or has no number."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        try:
            value = float(score(*args, **kwargs))
        except (ValueError, UserWarning, RuntimeWarning):
            return None
    return value if math.isfinite(value) else None


def weights_of(draw, rows):
    """None, or eighths, some of them 0."""
    return None if draw.random() < 0.4 else [draw.choice([0, 1, 2, 5, 8, 8, 16, 24]) for _ in range(rows)]


def averages(truth, predicted, weight):
    """Precision, recall and F1, per class and averaged; what is undefined counts as 0."""
    found = {}
    for name in [None, "macro", "weighted", "micro"]:
        three = metrics.precision_recall_fscore_support(truth, predicted, average=name, sample_weight=weight, zero_division=0)[:3]
        found[name or "each"] = [list(map(float, of)) if name is None else float(of) for of in three]
    return found


def class_case(seed):
    draw = random.Random(f"classes {seed}")
    classes, rows = draw.randint(2, 5), draw.choice([3, 6, 10, 20])
    truth = [draw.randrange(classes) for _ in range(rows)]
    if draw.random() < 0.8:
        truth[:classes] = range(classes)  # all classes occur; else some may be missing
        truth = truth[:rows]
    predicted = [t if draw.random() < 0.6 else draw.randrange(classes) for t in truth]
    parts = [[draw.randint(0, 5) + 6 * (k == p) for k in range(classes)] for p in predicted]
    eighths = weights_of(draw, rows)
    weight = None if eighths is None else [w / 8 for w in eighths]
    chances = numpy.array([[part / sum(row) for part in row] for row in parts])
    labels = list(range(classes))
    # scikit-learn counts a class whose rows weigh nothing as one of the classes; such rows are left out beforehand.
    kept = [i for i in range(rows) if weight is None or weight[i] > 0]
    t, p, c = [truth[i] for i in kept], [predicted[i] for i in kept], chances[kept]
    w = None if weight is None else [weight[i] for i in kept]
    case = {"classes": classes, "truth": truth, "predicted": predicted, "parts": parts, "eighths": eighths}
    if not kept:
        return None
    case["facts"] = {
        "accuracy": fact(metrics.accuracy_score, t, p, sample_weight=w),
        # It warns of classes that are answered and never true, and leaves them out as we do.
        "balanced_accuracy": balanced(t, p, w),
        "matthews_corrcoef": fact(metrics.matthews_corrcoef, t, p, sample_weight=w),
        "cohen_kappa": fact(metrics.cohen_kappa_score, t, p, sample_weight=w),
        "log_loss": fact(metrics.log_loss, t, c, sample_weight=w, labels=labels),
        "brier_score_loss": fact(metrics.brier_score_loss, t, c if classes > 2 else c[:, 1], sample_weight=w, labels=labels, **({} if classes > 2 else {"pos_label": 1})),
        "roc_auc": fact(metrics.roc_auc_score, t, c if classes > 2 else c[:, 1], sample_weight=w, multi_class="ovr", **({"labels": labels} if classes > 2 else {})),
        "average_precision": fact(average_precision, t, c, classes, w),
        "averages": averages(t, p, w),
        "confusion": [list(map(float, row)) for row in metrics.confusion_matrix(t, p, labels=labels, sample_weight=w)],
    }
    if all(len(set(row)) == len(row) for row in parts):  # ties fall to other classes there than here
        case["facts"]["top_2_accuracy"] = fact(metrics.top_k_accuracy_score, t, c, k=2, sample_weight=w, labels=labels) if classes > 2 else None
    return case


def balanced(truth, predicted, weight):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return float(metrics.balanced_accuracy_score(truth, predicted, sample_weight=weight))


def average_precision(truth, chances, classes, weight):
    """The second of two classes; else the mean over all, each of which must occur."""
    asked = [1] if classes == 2 else range(classes)
    truth = numpy.array(truth)
    return numpy.mean([metrics.average_precision_score(truth == k, chances[:, k], sample_weight=weight) for k in asked])


def curve_case(seed):
    draw = random.Random(f"curves {seed}")
    rows = draw.choice([4, 8, 15, 30])
    positive = [draw.random() < 0.5 for _ in range(rows)]
    positive[:2] = [True, False]
    scores = [min(24, max(0, draw.randint(0, 14) + 8 * p)) for p in positive]  # of 24, with ties
    eighths = weights_of(draw, rows)
    if eighths is not None:
        eighths[:2] = [8, 8]
    weight = None if eighths is None else numpy.array([w / 8 for w in eighths])
    s, y = numpy.array([s / 24 for s in scores]), numpy.array(positive)
    kept = numpy.ones(rows, bool) if weight is None else weight > 0
    s, y, w = s[kept], y[kept], None if weight is None else weight[kept]
    false, true, at = metrics.roc_curve(y, s, sample_weight=w, drop_intermediate=False)
    precision, recall, cut = metrics.precision_recall_curve(y, s, sample_weight=w)
    bins = draw.choice([2, 4, 5, 8, 10])
    facts = {
        "roc_auc": fact(metrics.roc_auc_score, y, s, sample_weight=w),
        "average_precision": fact(metrics.average_precision_score, y, s, sample_weight=w),
        "roc": [list(map(float, of)) for of in (at[1:], false, true)],
        "recall": [list(map(float, of)) for of in (cut, precision, recall)],
    }
    if weight is None:
        facts["bins"] = bins
        for strategy in ["uniform", "quantile"]:
            facts[strategy] = [list(map(float, of)) for of in calibration_curve(y, s, n_bins=bins, strategy=strategy)]
    return {"scores": scores, "positive": positive, "eighths": eighths, "facts": facts}


def number_case(seed):
    draw = random.Random(f"numbers {seed}")
    rows = draw.choice([2, 5, 12, 25])
    counts = draw.random() < 0.5
    truth = [draw.randint(0, 40) if counts else draw.randint(-100, 100) for _ in range(rows)]
    truth[0], truth[1] = 3, 8  # they vary
    predicted = [max(1, t + draw.randint(-9, 9)) if counts else t + draw.randint(-60, 60) for t in truth]
    eighths = weights_of(draw, rows)
    if eighths is not None:
        eighths[:2] = [8, 5]
    y, z = [t / 8 for t in truth], [p / 3 for p in predicted]
    w = None if eighths is None else [e / 8 for e in eighths]
    names = ["r2_score", "explained_variance_score", "mean_squared_error", "root_mean_squared_error", "mean_absolute_error",
             "median_absolute_error", "mean_absolute_percentage_error", "mean_poisson_deviance"]
    facts = {name: fact(getattr(metrics, name), y, z, sample_weight=w) for name in names}
    if eighths is None:
        facts["max_error"] = fact(metrics.max_error, y, z)
    return {"truth": truth, "predicted": predicted, "eighths": eighths, "facts": facts}


def main():
    cases = {
        "from": f"scikit-learn {sklearn.__version__}",
        "classes": [case for case in map(class_case, range(150)) if case],
        "curves": [curve_case(seed) for seed in range(80)],
        "numbers": [number_case(seed) for seed in range(120)],
    }
    lists = [f'"{name}": [\n' + ",\n".join(json.dumps(case, separators=(",", ":")) for case in cases[name]) + "\n]"
             for name in ["classes", "curves", "numbers"]]
    FACTS.write_text("{\n" + f'"from": {json.dumps(cases["from"])},\n' + ",\n".join(lists) + "\n}\n")
    print(f"{FACTS.relative_to(ROOT)}: {FACTS.stat().st_size} bytes")


main()
