"""Every example states its verdict in its first line, and threadproof agrees. Libraries have none: `test_harness`."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.cli.command import ROOT, threadproof
from threadproof.properties import PROPERTIES

LIBRARIES = ROOT / "examples" / "library"
EXAMPLES = sorted(path for path in (ROOT / "examples").glob("*/*") if path.suffix in (".c", ".ivl") and path.parent != LIBRARIES)
HEADER = re.compile(r"// verdict: ((?:(?:, )?(?:TRUE|FALSE)\([a-z-]+\))+)\n// [A-Z].*\.\n")
VERDICT = re.compile(r"(TRUE|FALSE)\(([a-z-]+)\)")


def verdicts(path: Path) -> list[tuple[str, str]]:
    """With the property that each is about: the one that the example is made for comes first."""
    header = HEADER.match(path.read_text())
    assert header is not None, path
    return [(found[1], found[2]) for found in VERDICT.finditer(header[1])]


CASES = [(path, verdict, property_) for path in EXAMPLES for verdict, property_ in verdicts(path)]


def test_there_are_examples_of_everything() -> None:
    assert len(EXAMPLES) >= 18
    assert {property_ for _, verdict, property_ in CASES if verdict == "FALSE"} == set(PROPERTIES)


@pytest.mark.parametrize(("path", "verdict", "property_"), CASES, ids=lambda part: part.stem if isinstance(part, Path) else part)
def test_example(path: Path, verdict: str, property_: str) -> None:
    run = threadproof("verify", path.relative_to(ROOT), "--property", property_, "--timeout", "250")
    assert run.verdict == ("VERDICT: TRUE" if verdict == "TRUE" else f"VERDICT: FALSE({property_})")
    assert run.err == ""
