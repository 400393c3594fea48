"""Every example states its verdict in its first line, and threadproof agrees."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.cli.command import ROOT, threadproof
from threadproof.properties import PROPERTIES

EXAMPLES = sorted(path for path in (ROOT / "examples").rglob("*") if path.suffix in (".c", ".ivl"))
HEADER = re.compile(r"// verdict: (TRUE|FALSE)\(([a-z-]+)\)\n// [A-Z].*\.\n")


def test_there_are_examples_of_everything() -> None:
    headers = [HEADER.match(path.read_text()) for path in EXAMPLES]
    assert len(EXAMPLES) >= 18 and all(headers)
    assert {match[2] for match in headers if match and match[1] == "FALSE"} == set(PROPERTIES)


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_example(path: Path) -> None:
    header = HEADER.match(path.read_text())
    assert header is not None
    verdict, property_ = header.groups()
    run = threadproof("verify", path.relative_to(ROOT), "--property", property_, "--timeout", "60")
    assert run.verdict == ("VERDICT: TRUE" if verdict == "TRUE" else f"VERDICT: FALSE({property_})")
    assert run.err == ""
