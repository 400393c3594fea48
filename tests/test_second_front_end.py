"""C through clang and LLVM's text, beside the C front end: the verdicts of the corpus hold for both.

Each front end is the other's oracle: a verdict that differs is a bug in one of them. Where the LLVM front end does not
support what a program does it says so, and is no witness. The programs of `DIFFER` mean something else to a
compiler. A few programs of each kind are asked in the suite, all of them by `make nightly`; without a clang none.
"""

from __future__ import annotations

from collections.abc import Iterator
from zlib import crc32

import pytest

from tests.test_corpus import ALL, ORACLE, Case, agrees
from threadproof.errors import UserError
from threadproof.frontend.llvm import compiler, load_c
from threadproof.memory_models import is_weak
from threadproof.records import replace
from threadproof.run import pipeline
from threadproof.run.loading import SourceFile, load, reading

pytestmark = pytest.mark.skipif(compiler.find() is None, reason="no clang")

SECONDS = 5.0
SAMPLE = 40
ORDER = "C leaves the order of evaluation open, and clang takes another one"
PART = "an address is all that is left of a member at the start of an object, so its bounds are those of the object"
DIFFER = {
    "lang_order": ORDER,
    "memory_part_constant": PART,
    "memory_part_row": PART,
    "memory_part_text_formatted": PART,
    "memory_part_text_row": PART,
    "memory_part_text_written": PART,
    "library_stpncpy_member": PART,
}
CASES = [
    case
    for case in ALL
    if case.file.suffix == ".c"
    and case.config.engine == ORACLE
    and not is_weak(case.config.memory_model)
    and case.expected in ("TRUE", "FALSE")
]


def verdict(case: Case) -> str:
    """What is found out by the second front end."""
    config = replace(case.config, timeout=SECONDS)
    file = str(case.file)
    try:
        program = load_c(file, reading(file, config))
        if config.undefined != "report":
            program.stops = load(file, config).stops
        prepared = pipeline.prepare(file, config, pipeline.Clock(pipeline.quietly), SourceFile(file, {config.property: program}))
        outcome = pipeline.bundled(pipeline.answer(prepared, file, config, pipeline.Clock(pipeline.quietly)), config)
    except UserError as error:
        return f"ERROR({error})"
    return f"UNKNOWN({outcome.reason})" if outcome.verdict == "UNKNOWN" else outcome.verdict


def disagreement(case: Case) -> str:
    found = verdict(case)
    undecided = found.startswith(("UNKNOWN(", "ERROR("))
    return "" if undecided or agrees(case.expected, found) else f"{case.name}: expected {case.expected}, found {found}"


def sampled() -> Iterator[Case]:
    """The same programs in every run."""
    return (case for case in CASES if case.file.stem not in DIFFER and crc32(case.name.encode()) % SAMPLE == 1)


@pytest.mark.parametrize("case", list(sampled()), ids=lambda case: case.name)
def test_verdicts(case: Case) -> None:
    assert not disagreement(case)


def test_most_of_the_sample_is_decided() -> None:
    """Otherwise nothing would be compared."""
    cases = list(sampled())[:20]
    assert sum(verdict(case) in ("TRUE", "FALSE") for case in cases) > len(cases) * 3 / 4


@pytest.mark.nightly
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_all_verdicts(case: Case) -> None:
    """Those that differ do so still."""
    assert bool(disagreement(case)) == (case.file.stem in DIFFER)
