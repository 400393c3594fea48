"""Proofs for any number of threads: those of the engine hold, and nothing is accepted that a few threads refute."""

from __future__ import annotations

import json
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.unit.certify.views.few_threads import FewThreads
from tests.unit.certify.views.many_threads import SAFE, UNSAFE
from threadproof.budget import Budget, OutOfBudget
from threadproof.certify.answer import ProofCheck, Rejected
from threadproof.certify.views.document import encode
from threadproof.certify.views.proof import check
from threadproof.engines.abstraction.engine import AbstractionEngine
from threadproof.evidence.graph import PairProof
from threadproof.evidence.result import Result, Safe
from threadproof.evidence.task import Task
from threadproof.frontend.c import COptions, load
from threadproof.ir.program import Program
from threadproof.ir.types import LP64
from threadproof.passes import runner

LOWER = [*(step for step in runner.LOWER if step is not runner.REACHABLE), runner.MERGE, runner.LOOPS]


def analysed(folder: Path, text: str) -> Program:
    path = folder / "program.c"
    path.write_text(text)
    return runner.run(load(str(path), COptions(data_model=LP64)), runner.ANALYSE)


def lowered(folder: Path, text: str) -> Program:
    return runner.run(analysed(folder, text), LOWER)


def verified(program: Program, seconds: float) -> Result | None:
    try:
        return AbstractionEngine().check(program, Task("unreach-call", {}), Budget(seconds), {})
    except OutOfBudget:
        return None


class Proved:
    """The proof of a program, as data."""

    def __init__(self, folder: Path, text: str) -> None:
        result = verified(analysed(folder, text), 60)
        assert isinstance(result, Safe) and isinstance(result.proof, PairProof), result
        self.program = result.proof.program
        self.data: dict[str, Any] = json.loads(json.dumps(encode(result.proof)))

    def check(self, data: Any = None) -> ProofCheck:
        return check(self.program, self.data if data is None else data)

    @cache  # noqa: B019 (there are few)
    def few(self, threads: int) -> FewThreads:
        return FewThreads(self.program, threads)


class Proofs(dict[str, Proved]):
    """Each is found when somebody asks for it, and then for all tests of this process."""

    def __missing__(self, name: str) -> Proved:
        with tempfile.TemporaryDirectory() as folder:
            self[name] = Proved(Path(folder), SAFE[name])
        return self[name]


PROOFS = Proofs()


@pytest.fixture
def proofs() -> dict[str, Proved]:
    return PROOFS


@pytest.mark.parametrize("name", SAFE)
def test_proofs_hold(proofs: dict[str, Proved], name: str) -> None:
    assert proofs[name].check().open == ""


@pytest.mark.parametrize("name", SAFE)
@pytest.mark.parametrize("threads", [1, 2, 3])
def test_few_threads_agree(proofs: dict[str, Proved], name: str, threads: int) -> None:
    """The enumeration that the tests below rely on finds nothing outside of a right proof."""
    few = proofs[name].few(threads)
    assert not few.fails and len(few.found) > threads
    assert few.outside(proofs[name].data) == ""


# -- programs with errors ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", UNSAFE)
def test_programs_with_errors_get_no_proof(tmp_path: Path, name: str) -> None:
    assert not isinstance(verified(analysed(tmp_path, UNSAFE[name]), 1.5), Safe)


@pytest.mark.parametrize("name", UNSAFE)
def test_the_proof_of_the_other_version(tmp_path: Path, proofs: dict[str, Proved], name: str) -> None:
    with pytest.raises(Rejected):
        check(lowered(tmp_path, UNSAFE[name]), proofs[name].data)


@pytest.mark.parametrize("name", UNSAFE)
@pytest.mark.parametrize("threads", [0, 1, 2, 3])
def test_what_few_threads_do(tmp_path: Path, name: str, threads: int) -> None:
    """The sets of a bounded number of threads are no proof, also where the bounded number does nothing wrong."""
    few = FewThreads(lowered(tmp_path, UNSAFE[name]), threads)
    data = encode(PairProof(few.system.program, few.system, few.claims()))
    with pytest.raises(Rejected):
        check(lowered(tmp_path, UNSAFE[name]), data)
