"""How well forests answer rows that they have not seen: Spinney beside scikit-learn, on the real tables, over five seeds.

Each seed shuffles a table (20,000 rows at most) and holds a quarter out; both learn the same rows with as many trees. The score is
accuracy, or R² where the target is a number. A difference is noise where the 95 % interval of the mean difference (Student's t) holds 0.
See README.md in this folder.
"""

import os
import pathlib
import statistics
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from shared import ROOT, encoded, run

SOURCE = pathlib.Path(os.environ.get("SPINNEY_DATA", ""))
SEEDS, ROWS, TREES = int(os.environ.get("SEEDS", "5")), 20_000, int(os.environ.get("TREES", "50"))
KIND = os.environ.get("KIND", "forest")
NUMBERS = {"ames_housing", "bike_sharing_hour", "california_housing", "diamonds", "flights_arr_delay"}


def parts(name, seed):
    """The table's rows in an order of the seed: those to learn from, and those that are held out."""
    import pandas

    table = pandas.read_csv(SOURCE / f"{name}.csv.gz", keep_default_na=False, na_values=[""], low_memory=False)
    table = table.sample(n=min(len(table), ROWS), random_state=seed)
    target = table.columns[-1]
    if name not in NUMBERS:
        table[target] = ["t" + str(label) for label in table[target]]
        often = table[target].map(table[target].value_counts())
        table = table[often > 4]  # a class of a few rows may be in one part alone
    held = len(table) // 4
    return table[held:], table[:held], target


def scikit(train, test, target, seed):
    import pandas
    from sklearn import ensemble

    known, asked = encoded(train, test, target, True)
    number = pandas.api.types.is_numeric_dtype(train[target])
    kind = ensemble.RandomForestRegressor if number else ensemble.RandomForestClassifier
    model = kind(n_estimators=TREES, max_features=1 / 3 if number else "sqrt", n_jobs=2, random_state=seed)
    return model.fit(known, train[target]).score(asked, test[target])


def spinney(train, test, target, seed):
    program = ROOT / "target" / "release" / "examples" / "forest_time"
    with tempfile.TemporaryDirectory() as folder:
        paths = [str(pathlib.Path(folder) / f"{name}.parquet") for name in ("train", "test")]
        for table, path in zip((train, test), paths):
            table.to_parquet(path, index=False)
        return run([str(program), *paths, target, KIND, str(TREES), "1", str(seed)])["score"]


def main():
    from scipy.stats import t

    print("| table | scikit-learn | Spinney | difference | ± | |\n| --- | --: | --: | --: | --: | --- |")
    names = sorted(path.name.removesuffix(".csv.gz") for path in SOURCE.glob("*.csv.gz"))
    for name in [name for name in names if name in os.environ.get("ONLY", ",".join(names)).split(",")]:
        pairs = []
        for seed in range(SEEDS):
            train, test, target = parts(name, seed)
            pairs.append((scikit(train, test, target, seed), spinney(train, test, target, seed)))
        ours, theirs = (statistics.mean(pair[place] for pair in pairs) for place in (1, 0))
        error = float(t.ppf(0.975, SEEDS - 1)) * statistics.stdev(two - one for one, two in pairs) / SEEDS**0.5
        verdict = "below" if ours - theirs < -max(error, 1e-9) else "above" if ours - theirs > error else "the same"
        print(f"| {name} | {theirs:.4f} | {ours:.4f} | {ours - theirs:+.4f} | {error:.4f} | {verdict} |", flush=True)


main()
