"""Proofs about an unrolled program as plain data (`encode`), and their check from scratch (`check`): of the `ordering` engine.

    unwind, static, threads  the limits of the unrolling
    questions                what has no answer, in the order of asking, each with a hash of its problem: clauses and order axioms
    choices                  write-order variables, `question: variable first second`: true means that node first comes first
    lemmas                   clauses about the order of nodes, `question: literals`

The check unrolls the program to those limits and asks for itself, whatever the file lists: is there an execution that violates
the property, one that does what is not defined, one that is cut off or exceeds a limit. Each question must be decided by
constants, or have the lemmas of the file: every single one is derived from the axioms, and with them a SAT solver of another
family finds no execution (`certify.order.clauses`). So nothing depends on what the file says: wrong limits leave a question
with an answer, wrong lemmas do not follow, missing ones do not suffice. The hash tells a file of another version from a wrong
one.

Shared with the engine: the unrolling, and the translation of events to clauses and axioms (tested against enumeration). Not
shared: the theory of orders, the search, the solver.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Iterator, Mapping
from typing import Any, assert_never

from threadproof.budget import Budget, OutOfBudget
from threadproof.certify.answer import ProofCheck, Rejected
from threadproof.certify.fields import as_list, as_numbers, as_text
from threadproof.certify.format import FormatError
from threadproof.certify.order import clauses as order
from threadproof.counters import Counters
from threadproof.events.deadlocks import DeadlockEncoding
from threadproof.events.encode import EventEncoder
from threadproof.events.problem import Problem
from threadproof.events.races import Races
from threadproof.events.unroll import sought, unroll
from threadproof.events.world import UnrollingLimits
from threadproof.evidence.refutation import EXCEEDED, UNDEFINED, VIOLATED, Lemmas, Refutation
from threadproof.ir.happens_before import is_weak
from threadproof.ir.program import Program
from threadproof.memory_models import SC, relaxed
from threadproof.passes import runner
from threadproof.properties import Shape, checks, named
from threadproof.smt.gates import FALSE, Literal

LARGEST = 1 << 32
ENTRIES = ("unwind", "static", "threads", "questions", "choices", "lemmas")


def encode(found: Refutation) -> dict[str, Any]:
    questions, choices, lemmas = [], [], []
    for number, refuted in enumerate(found.refuted):
        questions.append(f"{refuted.question} {fingerprint(refuted.problem)}")
        clauses = dict.fromkeys(" ".join(map(str, clause)) for clause in refuted.lemmas.clauses)
        used = {abs(literal) for clause in refuted.lemmas.clauses for literal in clause}
        choices += [f"{number}: {v} {a} {b}" for v, (a, b) in refuted.lemmas.choices.items() if v in used]
        lemmas += [f"{number}: {clause}" for clause in clauses]
    limits = {"unwind": found.limits.unwind, "static": found.limits.static, "threads": found.limits.threads}
    return {**limits, "questions": questions, "choices": choices, "lemmas": lemmas}


def fingerprint(problem: Problem) -> str:
    parts = (problem.variables, problem.clauses, problem.nodes, problem.fixed, problem.reads, problem.orders)
    return "sha256:" + hashlib.sha256(repr(parts).encode()).hexdigest()


def check(
    program: Program, property_: str, data: Mapping[str, Any], deadline: float = float("inf"), model: str = SC
) -> ProofCheck:
    """Raises Rejected or FormatError where the data does not show that the property holds under the memory model."""
    started = time.monotonic()
    if program.scheduler != "preemptive":
        raise FormatError("such a proof is about threads that run at any time")
    unwind, static, threads = (_number(data, name) for name in ENTRIES[:3])
    proofs = _read(data)
    counters: Counters = {"questions": 0, "lemmas": 0}
    open_ = ""
    try:
        for question, problem in asked(program, property_, UnrollingLimits(unwind, threads, static), deadline, model):
            stated, lemmas = next(proofs, ("", Lemmas()))
            if stated != f"{question} {fingerprint(problem)}":
                raise Rejected("a question is missing, or the file was made by another version")
            _understood(problem, lemmas)
            found = order.certify(problem, lemmas, Budget(deadline - time.monotonic()))
            if found.wrong is not None:
                raise Rejected(f"a clause about the order of events does not follow: {found.wrong}")
            if found.unsatisfiable is False:
                raise Rejected(f"there may be an execution after all: {question}")
            open_ = open_ or ("" if found.complete else "time")
            counters["questions"] += 1
            counters["lemmas"] += found.derived
    except OutOfBudget:
        open_ = "time"
    if not open_ and next(proofs, None) is not None:
        raise FormatError("it answers questions that are not asked")
    return ProofCheck(open_, {**counters, "seconds": time.monotonic() - started})


def asked(
    program: Program, property_: str, limits: UnrollingLimits, deadline: float, model: str = SC
) -> Iterator[tuple[str, Problem]]:
    """All that must be refuted, without what constants decide."""
    weak = relaxed(model)
    if weak is not None and (runner.FENCES.name not in program.passes or named(property_).interleavings):
        raise FormatError("it is not about the stated memory model")
    look = sought(program, property_)
    if look is Shape.RACE and is_weak(program):
        raise FormatError("two accesses at the same time are not all data races of this program")
    world = unroll(program, limits, Budget(deadline - time.monotonic()), look is Shape.RACE, weak)
    if world.long:
        raise Rejected("a loop is not unrolled completely")
    encoder = EventEncoder(world)
    violations = [failure.when for failure in world.failures if checks(property_, failure.kind)]
    others = [failure for failure in world.failures if not checks(property_, failure.kind)]
    goal: Literal
    match look:
        case Shape.STEP:
            goal = encoder.gates.any(violations)
        case Shape.RACE:
            goal = Races(encoder).goal
        case Shape.DEADLOCK:
            goal = DeadlockEncoding(encoder).goal
        case _:
            assert_never(look)
    if goal != FALSE:
        yield VIOLATED, encoder.question(goal)
    for question, bound in ((UNDEFINED, False), (EXCEEDED, True)):
        goal = encoder.gates.any([failure.when for failure in others if (failure.kind == "bound") == bound])
        if goal != FALSE:
            yield question, encoder.question(goal)


# -- reading -----------------------------------------------------------------------------------------------------------


def _number(data: Mapping[str, Any], name: str) -> int:
    return as_numbers([data.get(name)], 1, LARGEST)[0]


def _read(data: Mapping[str, Any]) -> Iterator[tuple[str, Lemmas]]:
    """The questions as they are stated, each with its lemmas."""
    texts = [as_text(text) for text in as_list(data.get("questions"), "questions")]
    found = [Lemmas() for _ in texts]
    for number, (variable, *ends) in _lines(data, "choices", len(texts)):
        if len(ends) != 2 or variable in found[number].choices:
            raise FormatError(f"not an order of two nodes: {variable} {ends}")
        found[number].choices[variable] = (ends[0], ends[1])
    for number, clause in _lines(data, "lemmas", len(texts)):
        found[number].clauses.append(clause)
    return iter(list(zip(texts, found, strict=True)))


def _lines(data: Mapping[str, Any], name: str, count: int) -> Iterator[tuple[int, list[int]]]:
    for line in as_list(data.get(name), name):
        number, colon, rest = as_text(line).partition(": ")
        try:
            words = [int(number), *map(int, rest.split())]
        except ValueError:
            raise FormatError(f"expected numbers in {name}, found {line!r:.80}") from None
        if not (colon and 0 <= words[0] < count and words[1:]):
            raise FormatError(f"not an entry of {name}: {line!r:.80}")
        yield words[0], words[1:]


def _understood(problem: Problem, lemmas: Lemmas) -> None:
    """FormatError if a number means nothing."""
    for variable, ends in lemmas.choices.items():
        if variable <= problem.variables or ends[0] == ends[1] or not all(0 <= end < problem.nodes for end in ends):
            raise FormatError(f"not an order of two nodes: {variable} {ends}")
    for clause in lemmas.clauses:
        for literal in clause:
            if not (0 < abs(literal) <= problem.variables or abs(literal) in lemmas.choices):
                raise FormatError(f"a clause with an unknown literal: {clause!r:.80}")
