"""How far long work is: a bar of tqdm in notebooks where it is installed, else lines of text."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

Tell = Callable[[int], None]


def _in_notebook() -> bool:
    """Whether a notebook shows what is printed: a kernel runs, and this within it."""
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    return "ipykernel" in sys.modules and shell is not None


def _bar(total: int, unit: str) -> Any:
    """A bar of tqdm; none where there is no notebook, or no tqdm."""
    if not _in_notebook():
        return None
    try:
        from tqdm.auto import tqdm
    except ImportError:
        return None
    return tqdm(total=total, unit=unit)


@contextmanager
def progress(verbose: int, total: int, unit: str = "tree") -> Iterator[Tell | None]:
    """Who is told how much is done; nobody unless ``verbose``. At the end all is done, unless something went wrong."""
    if not verbose:
        yield None
        return
    bar, last = _bar(total, unit), 0

    def tell(done: int) -> None:
        nonlocal last
        if done == last:
            return
        if bar is not None:
            bar.update(done - last)
        else:
            print(f"[spinney] {done} %" if unit == "%" else f"[spinney] {done} of {total} {unit}s", flush=True)
        last = done

    try:
        yield tell
        tell(total)
    finally:
        if bar is not None:
            bar.close()
