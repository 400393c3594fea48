"""Re-checks invariants that a proof has assumed (`passes.invariants`): an outline shows that they hold.

    outline, always, ...   an outline (`certify.outline.document`) of the lowered program before the assumptions
    known                  at: a function and a location, `work:7`; facts: numbers of facts about registers of a thread that
                           rests there
    excluded               checks that never fail: function, number of the edge, number of the operation, `work:12:0`

Checked is, beside initiation, own moves and those of others (`certify.outline.proof`): in each set of a place every fact that
is assumed there holds, and no move fails a check that is said never to fail. Other checks may fail here: an execution ends there,
and what is told is about executions up to that point. That is what is needed: let an execution of the program have a failure,
and look at the first one. Up to there all facts hold, so the program with the assumptions has the same execution, and the check
that fails is one that is still in it. The proof that this program has no failure is about it.

A place that the outline does not mention is not reached, and whatever is assumed there is true."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping
from typing import Any

from threadproof.certify.answer import ProofCheck, Rejected
from threadproof.certify.fields import as_list, as_numbers, as_text
from threadproof.certify.format import FormatError
from threadproof.certify.implication import OutOfTime
from threadproof.certify.names import of_function
from threadproof.certify.outline import document
from threadproof.certify.outline.proof import OutlineChecker
from threadproof.evidence.outline import OutlinedInvariants
from threadproof.ir import op as ops
from threadproof.ir.expr import Expr
from threadproof.ir.program import Program
from threadproof.ir.uses import expr_variables
from threadproof.passes.invariants import CheckPlace, Location, ThreadInvariants, marked
from threadproof.sched.other_thread import OtherThread
from threadproof.sched.solo import NotModular, Solo, SoloMove

EXCLUDED = "excluded"  # kind of a check that never fails


def encode(found: OutlinedInvariants) -> dict[str, Any]:
    known = found.invariants
    stated = sorted(known.facts.items())
    data = document.encode(found.outline, [fact for _, facts in stated for fact in facts])
    numbers = iter(data.pop("told"))
    return {
        **data,
        "known": [{"at": f"{name}:{location}", "facts": [next(numbers) for _ in facts]} for (name, location), facts in stated],
        "excluded": [f"{name}:{edge}:{number}" for name, edge, number in sorted(known.excluded)],
    }


def decode(data: Mapping[str, Any], program: Program) -> ThreadInvariants:
    """What the program with assumptions is made of. Raises FormatError for whatever `encode` cannot have written."""
    facts = document.known_facts(data, Solo(program))
    known: dict[Location, tuple[Expr, ...]] = {}
    for entry in as_list(data.get("known"), "known"):
        if not isinstance(entry, dict) or entry.keys() != {"at", "facts"}:
            raise FormatError(f"not a place: {entry!r:.80}")
        name, (location,) = _place(entry["at"], program, 1)
        found = tuple(facts[i] for i in as_numbers(entry["facts"], 0, len(facts)))
        registers = {variable for variable in of_function(program.functions[name]) if not variable.shared}
        if (name, location) in known or any(not expr_variables(fact) <= registers for fact in found):
            raise FormatError(f"facts of {entry['at']} are about other variables than its registers")
        known[name, location] = found
    return ThreadInvariants(known, frozenset(_excluded(data, program)))


def check(program: Program, data: Mapping[str, Any], known: ThreadInvariants, deadline: float = float("inf")) -> ProofCheck:
    """Raises Rejected where the outline does not show that the invariants of the lowered program hold."""
    started = time.monotonic()
    try:
        solo = Solo(marked(program, dict.fromkeys(known.excluded, EXCLUDED)))
        other = OtherThread("'")
        checker = OutlineChecker(document.decode(data, solo, other), other, deadline, _must_not_fail)
        try:
            checker.run()
            _hold(checker, known)
        except OutOfTime:
            checker.open = "time"
    except (FormatError, NotModular) as error:
        raise Rejected(f"the invariants are not of this program: {error}") from None
    return ProofCheck(checker.open, {**checker.counters(), "seconds": time.monotonic() - started})


def _must_not_fail(move: SoloMove) -> bool:
    return move.failure is not None and move.failure.kind == EXCLUDED


def _hold(checker: OutlineChecker, known: ThreadInvariants) -> None:
    """What is assumed at a place holds in all of its sets."""
    for (template, location), cubes in checker.stated.places.items():
        name = checker.solo.functions[template].name
        facts = known.facts.get((name, location), ())
        for cube in cubes if facts else ():
            checker.in_time()
            checker.inside(
                checker.alone((template, location), cube), (), [facts], f"what is assumed at {name}:{location} does not follow"
            )


def _excluded(data: Mapping[str, Any], program: Program) -> Iterable[CheckPlace]:
    for text in as_list(data.get("excluded"), "excluded"):
        name, (edge, number) = _place(text, program, 2)
        edges = program.functions[name].edges
        if edge >= len(edges) or number >= len(edges[edge].ops) or not isinstance(edges[edge].ops[number], ops.Check):
            raise FormatError(f"not a check: {text!r:.80}")
        yield name, edge, number


def _place(text: object, program: Program, count: int) -> tuple[str, list[int]]:
    name, *numbers = as_text(text).rsplit(":", count)
    if name not in program.functions or len(numbers) != count or not all(n.isdecimal() and len(n) < 9 for n in numbers):
        raise FormatError(f"not a place: {text!r:.80}")
    return name, list(map(int, numbers))
