"""Compares the cost-complexity path of the `rpart` preset with rpart's own table: nsplit, rel error, xerror and xstd with the
same folds, and the tree pruned at a price; see README.md beside this file.

    rpart_path.py              compare, and fail where something differs
    rpart_path.py --facts      write rpart's tables to crates/spinney-io/tests/golden/rpart, for a test that needs no R
"""

import pathlib
import shutil
import subprocess
import sys
import tempfile

from rpart import close, head_of
from trees import ROOT, spinney

CASES = [
    ("iris", "species", "class", None),
    ("car_evaluation", "class", "class", None),
    ("letter", "class", "class", 5000),
    ("diamonds", "price", "anova", 5000),
    ("bike_sharing_hour", "cnt", "anova", None),
]
FACTS = ROOT / "crates" / "spinney-io" / "tests" / "golden" / "rpart"
TASKS = {"class": "classification", "anova": "regression"}


def main():
    if not shutil.which("Rscript"):
        print("skipped: R is not here (Debian's packages `r-base-core` and `r-cran-rpart`)")
        return False
    failed = False
    script = pathlib.Path(__file__).parent / "rpart_path.R"
    for name, target, method, rows in CASES:
        with tempfile.TemporaryDirectory() as folder:
            path = head_of(name, rows, folder)
            if path is None:
                print(f"{name}: skipped, SPINNEY_DATA names no folder with it")
                continue
            many = sum(1 for _ in open(path)) - 1
            folds, model = pathlib.Path(folder) / "folds.csv", pathlib.Path(folder) / "m.spinney"
            folds.write_text("fold\n" + "".join(f"{row * 7919 % 10 + 1}\n" for row in range(many)))
            told = subprocess.run(
                ["Rscript", str(script), str(path), target, method, str(folds)], capture_output=True, text=True, check=True
            ).stdout.splitlines()
            if "--facts" in sys.argv:
                FACTS.mkdir(parents=True, exist_ok=True)
                (FACTS / f"{name}.txt").write_text("".join(line.strip() + "\n" for line in told if line.strip()[0].isdigit()))
            theirs = [[float(word) for word in line.split()] for line in told if line.strip()[0].isdigit()]
            price, leaves = next(line.split()[1:3] for line in told if line.startswith("pruned"))
            spinney("fit", path, "--target", target, "--task", TASKS[method], "--preset", "rpart", "--out", model)
            found = spinney("prune", model, path, "--prune-risk", "errors", "--folds", folds, "--path")
            mine = [
                [line["complexity"], line["leaves"] - 1, line["risk"], line["crossed_risk"], line["deviation"]]
                for line in found["path"]
            ]
            # rpart's last line has the price that the tree was grown with.
            faults = [] if len(mine) == len(theirs) else [f"{len(mine)} lines here, {len(theirs)} there"]
            for at, (one, two) in enumerate(zip(mine, theirs)):
                names = ["CP", "nsplit", "rel error", "xerror", "xstd"]
                for which, a, b in zip(names, one, two):
                    if not close(a, b) and not (which == "CP" and at + 1 == len(theirs)):
                        faults.append(f"line {at + 1}, {which}: {a} here, {b} there")
            small = spinney("prune", model, path, "--prune-risk", "errors", "--prune-complexity", price)
            if small["after"]["leaves"] != int(leaves):
                faults.append(f"pruned at {price}: {small['after']['leaves']} leaves here, {leaves} there")
            failed |= bool(faults)
            print(f"{name}: {len(theirs)} lines of the table, {len(faults)} faults")
            for fault in faults[:10]:
                print(f"  FAULT: {fault}")
    return failed


if __name__ == "__main__":
    sys.exit(main())
