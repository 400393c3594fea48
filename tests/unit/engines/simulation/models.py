"""Models of the tests, and what the engine says about them."""

from __future__ import annotations

import re
from itertools import permutations
from pathlib import Path
from typing import Any

from bench.ivl.families import program as family

from tests.places import CORPUS
from threadproof.config.options import Config
from threadproof.config.validation import validate
from threadproof.report.outcome import RunOutcome
from threadproof.run.pipeline import verify

# the regression programs of the literature: each is wrong under some schedule that a careless reduction or matcher misses
UNSAFE = ("lost_notification", "enabler", "ignoring", "missing_dependency", "cyclic", "time_read", "time_limit")


def simulate(text: str, folder: Path, **options: Any) -> RunOutcome:
    file = folder / "model.ivl"
    file.write_text(text)
    return verify(str(file), validate(Config(engine="simulation", timeout=60, **options)))


def counts(name: str, folder: Path, **options: Any) -> tuple[str, int]:
    """Verdict and transitions of a benchmark."""
    outcome = simulate(family(name), folder, **options)
    return outcome.verdict, int(outcome.counters["transitions"])


def orders(name: str) -> list[str]:
    """A corpus program with its threads declared in every order."""
    text = (CORPUS / f"ivl_{name}.ivl").read_text()
    found = re.findall(r"^thread [^\n]*\}$|^thread .*?^\}$", text, re.M | re.S)
    rest = text
    for block in found:
        rest = rest.replace(block, "@", 1)
    parts = rest.split("@")
    return ["".join(part + block for part, block in zip(parts, [*chosen, ""], strict=True)) for chosen in permutations(found)]
