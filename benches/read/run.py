"""Times pandas, polars and Spinney reading the same text files; see README.md beside this file."""

import argparse
import gzip
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]

# Each reader runs as a program of its own that prints one line of JSON.
PYTHON_READER = """
import json, sys, time
{imports}
start = time.perf_counter()
table = {call}
seconds = time.perf_counter() - start
rows, columns = table.shape
status = open("/proc/self/status").read()
peak = int(status.split("VmHWM:")[1].split()[0]) * 1024
print(json.dumps(dict(seconds=seconds, rows=rows, columns=columns, peak_bytes=peak)))
"""
PANDAS = PYTHON_READER.format(imports="import pandas", call="pandas.read_csv(sys.argv[1], engine='c')")
POLARS = PYTHON_READER.format(imports="import polars", call="polars.read_csv(sys.argv[1])")


def readers(threads: int) -> dict[str, tuple[list[str], dict[str, str]]]:
    """The command of each reader, without the file, and what its environment adds."""
    target = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
    spinney = target / "release" / "examples" / "read_time"
    if not spinney.exists():
        sys.exit("first: cargo build --release -p spinney-io --example read_time")
    return {
        "pandas": ([sys.executable, "-c", PANDAS], {}),
        "polars": ([sys.executable, "-c", POLARS], {"POLARS_MAX_THREADS": str(threads)}),
        "spinney": ([str(spinney)], {"RAYON_NUM_THREADS": str(threads)}),
    }


def one_turn(command: list[str], environment: dict[str, str], file: pathlib.Path, name: str) -> dict:
    once = ["1"] if name == "spinney" else []
    done = subprocess.run(
        [*command, str(file), *once], env={**os.environ, **environment}, capture_output=True, text=True, check=True
    )
    return json.loads(done.stdout)


def compare(file: pathlib.Path, turns: int, threads: int) -> dict[str, dict]:
    """The best turn of each reader, all of them taking turns."""
    best: dict[str, dict] = {}
    for _ in range(turns):
        for name, (command, environment) in readers(threads).items():
            figures = one_turn(command, environment, file, name)
            if name not in best or figures["seconds"] < best[name]["seconds"]:
                best[name] = figures
    shapes = {(figures["rows"], figures["columns"]) for figures in best.values()}
    if len(shapes) > 1:
        sys.exit(f"{file.name}: the readers do not agree on its shape: {shapes}")
    return best


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--turns", type=int, default=5)
    arguments.add_argument("--threads", type=int, default=2)
    arguments.add_argument("--tables", nargs="+", default=["covertype", "mnist"])
    chosen = arguments.parse_args()
    data = os.environ.get("SPINNEY_DATA") or sys.exit("SPINNEY_DATA must name the folder with the tables")
    print(f"| table | reader | seconds | ratio | peak | of typed |\n|{' --- |' * 2}{' --: |' * 4}")
    with tempfile.TemporaryDirectory() as folder:
        for table in chosen.tables:
            file = pathlib.Path(folder) / f"{table}.csv"
            with gzip.open(pathlib.Path(data) / f"{table}.csv.gz") as packed, file.open("wb") as plain:
                shutil.copyfileobj(packed, plain)
            best = compare(file, chosen.turns, chosen.threads)
            ours = best["spinney"]
            for name, figures in best.items():
                seconds, peak = figures["seconds"], figures["peak_bytes"]
                ratio, share = seconds / ours["seconds"], peak / ours["typed_bytes"]
                print(f"| {table} | {name} | {seconds:.2f} | {ratio:.2f} | {peak / 2**20:.0f} MiB | {share:.2f} |", flush=True)
            file.unlink()


if __name__ == "__main__":
    main()
