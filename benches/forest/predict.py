"""Answers of a forest of 100 trees: Spinney beside scikit-learn, oneDAL, YDF, ONNX Runtime and treelite, in one run, as ratios.

Probabilities for 100,000 rows of covertype at once, and one row at a time. See README.md in this folder.
"""

import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from shared import DATA, ROOT, ROUNDS, THREADS, best, make_tables, run

TREES, ROWS, ONES = 100, 100_000, 200
PEERS = ["scikit-learn", "oneDAL", "YDF", "ONNX Runtime", "treelite"]


def peer(learner):
    """Fits one peer in this process, asks it, and prints its figures."""
    import numpy
    import pandas

    train = pandas.read_parquet(DATA / "covertype_train.parquet")[:ROWS]
    test = pandas.read_parquet(DATA / "covertype_test.parquet")[:ROWS]
    known, asked = (table.drop(columns="cover_type").to_numpy("float32") for table in (train, test))
    labels = numpy.unique(train["cover_type"].astype(str), return_inverse=True)[1]
    if learner == "YDF":
        import ydf

        ydf.verbose(0)
        model = ydf.RandomForestLearner(
            label="cover_type", num_trees=TREES, max_depth=-1, min_examples=1, winner_take_all=False,
            compute_oob_performances=False, num_threads=int(THREADS),
        ).train(train.astype({"cover_type": str}))
        rows = test.drop(columns="cover_type")
        answer, one = (lambda: model.predict(rows, num_threads=int(THREADS))), (lambda place: model.predict(rows[place : place + 1]))
    else:
        if learner == "oneDAL":
            from sklearnex.ensemble import RandomForestClassifier
        else:
            from sklearn.ensemble import RandomForestClassifier
        forest = RandomForestClassifier(n_estimators=TREES, n_jobs=int(THREADS), random_state=0).fit(known, labels)
        answer, one = answers(learner, forest, asked)
    answer()
    batch = best(answer) / len(asked)
    one(0)
    single = best(lambda: [one(place) for place in range(ONES)]) / ONES
    print(json.dumps({"batch": batch * 1e6, "one": single * 1e6}))


def answers(learner, forest, asked):
    """How a fitted forest answers all rows, and one."""
    if learner == "ONNX Runtime":
        import onnxruntime
        from skl2onnx import to_onnx

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = int(THREADS)
        text = to_onnx(forest, asked[:1], options={"zipmap": False}).SerializeToString()
        session = onnxruntime.InferenceSession(text, options)
        name = session.get_inputs()[0].name
        return (lambda: session.run(None, {name: asked})), (lambda place: session.run(None, {name: asked[place : place + 1]}))
    if learner == "treelite":
        import treelite

        model = treelite.sklearn.import_model(forest)
        return (
            lambda: treelite.gtil.predict(model, asked, nthread=int(THREADS)),
            lambda place: treelite.gtil.predict(model, asked[place : place + 1], nthread=1),
        )
    alone = forest
    if learner == "scikit-learn":
        import copy

        alone = copy.copy(forest).set_params(n_jobs=1)
    return (lambda: forest.predict_proba(asked)), (lambda place: alone.predict_proba(asked[place : place + 1]))


def spinney():
    program = ROOT / "target" / "release" / "examples" / "predict_time"
    tables = [str(DATA / f"covertype_{part}.parquet") for part in ("train", "test")]
    found = run([str(program), *tables, "cover_type", str(TREES), str(ROWS), str(ROUNDS)])
    return {"batch": found["batch_us_per_row"], "one": found["one_us"]}


def main():
    if len(sys.argv) == 2:
        peer(sys.argv[1])
        return
    if not (DATA / "covertype_test.parquet").is_file():
        make_tables()
    found = {}
    for learner in [*PEERS, "spinney"]:
        found[learner] = spinney() if learner == "spinney" else run([sys.executable, __file__, learner])
    print("| | 100,000 rows, µs a row | ratio | one row, µs | ratio |\n| --- | --: | --: | --: | --: |")
    for learner, figures in found.items():
        ratios = [figures[what] / found["spinney"][what] for what in ("batch", "one")]
        print(f"| {learner} | {figures['batch']:.2f} | {ratios[0]:.2f} | {figures['one']:.1f} | {ratios[1]:.2f} |")


main()
