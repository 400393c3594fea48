"""Every stage of lowering gives the same verdict as the program it came from."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.unit.passes.c import STAGES, source, stage, verdict
from tests.unit.passes.pointers import pointer_program
from threadproof.evidence.result import Safe, Unknown, Unsafe
from threadproof.passes.options import PassOptions
from threadproof.properties import MEMSAFETY, UNREACH

PROGRAMS = sorted((Path(__file__).parent / "programs").glob("*.c"))
MANY = PassOptions(heap_limit=32)
# Between `inline` and `memory` nothing ends the stack objects of a copied function: see passes/inline.py.
FRAMES = {"stale_frame", "thread_frame"}
CASES = [
    pytest.param(file, property_, expected, name, id=f"{file.stem}-{property_}-{name}")
    for file in PROGRAMS
    for property_, expected in re.findall(r"^// ([\w-]+): (TRUE|FALSE)", file.read_text(), re.M)
    for name in STAGES
    if not (file.stem in FRAMES and name.startswith("inlined"))
]


@pytest.mark.parametrize(("file", "property_", "expected", "name"), CASES)
def test_verdict_at_every_stage(file: Path, property_: str, expected: str, name: str) -> None:
    result = verdict(stage(file.read_text(), name, MANY), property_)
    assert isinstance(result, Safe if expected == "TRUE" else Unsafe), result


@pytest.mark.parametrize("wide", [False, True], ids=["ILP32", "LP64"])
@pytest.mark.parametrize("file", PROGRAMS, ids=lambda file: file.stem)
def test_both_data_models(file: Path, wide: bool) -> None:
    for property_, expected in re.findall(r"^// ([\w-]+): (TRUE|FALSE)", file.read_text(), re.M):
        result = verdict(stage(file.read_text(), "lowered", MANY, wide), property_)
        assert isinstance(result, Safe if expected == "TRUE" else Unsafe), result


@pytest.mark.parametrize("seed", range(24))
def test_random_pointers(seed: int) -> None:
    """Wrong before lowering is wrong after it, and the other way round; a cut is allowed."""
    text = pointer_program(seed, threads=seed % 3 == 2)
    for property_ in (MEMSAFETY, UNREACH):
        before, analysed, after = (verdict(p, property_, 8) for p in (source(text), stage(text, "analysed"), stage(text)))
        if not isinstance(before, Unknown) and not isinstance(analysed, Unknown):
            assert type(before) is type(analysed), (property_, before, analysed)
        if isinstance(before, Unknown):
            assert before.reason == "timeout" or not isinstance(after, Safe), (property_, before, after)
        elif not isinstance(after, Unknown):
            assert type(before) is type(after), (property_, before, after)
