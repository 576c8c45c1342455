"""Everything public is described as numpydoc asks for: parameters in their order, with what they are, and what comes back."""

import inspect

import pandas as pd
import pytest
from numpydoc.validate import validate

import spinney
from conftest import ALL

#: What descriptions need not have: more than a summary, an example, other functions to see, or a word for what the summary says comes back.
LEFT_OUT = {"ES01", "EX01", "SA01", "RT02", "SS05"}
#: Made by functions of this package, which say what they are made of.
MADE = {"spinney.hand.Node", "spinney.measure.Joint"}


def public():
    """The names of all functions and classes, and of their own methods."""
    for name in spinney.__all__:
        found = getattr(spinney, name)
        if inspect.ismodule(found):
            yield from (f"spinney.{name}.{own}" for own in found.__all__ if callable(getattr(found, own)))
        elif callable(found):
            yield f"spinney.{name}"
        if inspect.isclass(found):
            own = (method for method in dir(found) if not method.startswith("_") and inspect.isfunction(getattr(found, method)))
            yield from (f"spinney.{name}.{method}" for method in own if getattr(found, method).__module__.startswith("spinney"))


@pytest.mark.parametrize("name", sorted(public()))
def test_what_is_public_is_described(name):
    left_out = LEFT_OUT | ({"PR01"} if name in MADE else set())
    assert [error for error in validate(name)["errors"] if error[0] not in left_out] == []


@pytest.mark.parametrize("name", ALL)
def test_parameters_are_described_with_their_defaults(name):
    kind = getattr(spinney, name)
    told = [line for line in kind.__doc__.split("Attributes\n", 1)[0].splitlines() if ", default=" in line]
    defaults = [(own.name, f'"{own.default}"' if isinstance(own.default, str) else str(own.default)) for own in inspect.signature(kind).parameters.values()]
    assert [(line.split(" : ")[0], line.rsplit(", default=", 1)[1]) for line in told] == defaults


@pytest.mark.parametrize("name", ALL)
def test_attributes_that_are_described_are_there(name):
    kind = getattr(spinney, name)
    bags = {"bootstrap": True, "oob_score": True} if "oob_score" in inspect.signature(kind).parameters else {}
    frame = pd.DataFrame({"a": range(40), "b": [0, 1] * 20})
    fitted = kind(**bags).fit(frame, frame["b"])
    told = [line.split(" : ")[0] for line in kind.__doc__.split("Attributes\n", 1)[1].split("Examples\n")[0].splitlines() if " : " in line[:40] and line[0] != " "]
    assert len(told) > 5 and [own for own in told if not hasattr(fitted, own)] == []
