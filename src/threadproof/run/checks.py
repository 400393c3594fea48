"""No answer goes unchecked: a counterexample is replayed, a proof is checked again, a certificate is checked from
scratch.

Replay runs the schedule on the reference interpreter; a proof is checked by independent code with another solver than the one
that found it (`certify`). What a check refuses is a bug, exit code 70, never a verdict. If a check needs more time than there
is, the verdict stands, and the report says that it was not checked.
"""

from __future__ import annotations

import time
import traceback
from collections.abc import Callable
from contextlib import AbstractContextManager, suppress
from typing import TYPE_CHECKING, Any

from threadproof.config.options import Config
from threadproof.counters import Counters, add_proof, plain
from threadproof.errors import InternalError
from threadproof.memory_models import is_weak
from threadproof.properties import STATES
from threadproof.records import asdict, dataclass, replace
from threadproof.report.outcome import EXAMINED, FALSE, NO_PROOF, RECHECKED, REPLAYED, TRUE, Certified
from threadproof.run import facts
from threadproof.run.evidence import checked, model_of, permitted

if TYPE_CHECKING:
    from threadproof.budget import Budget
    from threadproof.certify.replay.follow import Replay
    from threadproof.evidence.graph import PairProof, Proof
    from threadproof.evidence.outline import OutlinedInvariants, ProofOutline
    from threadproof.evidence.refutation import Refutation
    from threadproof.evidence.result import Result, Safe, Schedule, Unsafe
    from threadproof.evidence.state_set import StateSet
    from threadproof.ir.program import Program
    from threadproof.passes.options import PassOptions
    from threadproof.report.explanation.model import Explanation

DOUBT = f"not {RECHECKED} (reduction"  # how the status of a proof begins that leaves out threads by a rule of the engine
RESERVE = 0.95  # of the time that is left may be spent on a check, so that the answer can still be given


@dataclass(frozen=True, slots=True)
class CheckedAnswer:
    """What the check of an answer yields: its outcome, a certificate if one was asked for, and of a counterexample what
    happens in it, for scripts and for people."""

    status: str = ""
    certificate: str = ""
    steps: tuple[dict[str, Any], ...] = ()
    trace: str = ""
    found: Unsafe | None = None  # the counterexample that is shown
    passed: tuple[dict[str, Any], ...] = ()  # places where a fence would have made it impossible
    waits: tuple[dict[str, Any], ...] = ()  # of a deadlock: which thread waits for which
    explanation: Explanation | None = None
    unexplained: str = ""  # the traceback, where a confirmed counterexample could not be told


class Unconfirmed(InternalError):
    """An answer that our own check refuses: a bug, never a verdict."""

    def __init__(self, message: str, schedule: Schedule = (), certificate: str = "", violation: bool = False) -> None:
        super().__init__(message)
        self.violation = violation
        self.schedule = [asdict(turn) for turn in schedule]
        self.certificate = certificate


def replayed(program: Program, found: Unsafe, config: Config, width: int) -> CheckedAnswer:
    """Replay the schedule on the reference interpreter; only what it confirms is shown."""
    from threadproof.certify import certificate
    from threadproof.certify.replay.follow import recorder, replay
    from threadproof.certify.replay.shorten import shorten

    machine = recorder(program, found.property)
    try:
        run = replay(program, found, machine)
    except InternalError as error:
        raise Unconfirmed(str(error), found.schedule, violation=True) from error
    found = run.found  # of several properties, the one that is violated
    short = shorten(program, found)
    if short is not found:
        with suppress(InternalError):  # the longer one was replayed already
            run = replay(program, short, machine if machine.property == short.property else None)
    found = run.found
    text = ""
    if config.certificate:
        what = {"message": found.message, "place": str(found.pos), "schedule": certificate.encode_schedule(found.schedule)}
        text = certificate.write({"verdict": FALSE, **subject(program, config), **what})
    passed: tuple[dict[str, Any], ...] = ()
    if config.suggest_fences:
        from threadproof.report.store_buffers import buffered

        passed = tuple(buffered(run).passed.values())
    answer = CheckedAnswer(REPLAYED, text, found=found, passed=passed)
    unseen = config.quiet and not (config.json or config.report or config.junit)
    return answer if unseen else explained(answer, run, width, config.full_trace)


def explained(answer: CheckedAnswer, run: Replay, width: int, full: bool) -> CheckedAnswer:
    """With what happens, and why. That this fails is a bug, but the schedule was replayed: the verdict stands."""
    from threadproof.report.counterexample import told

    try:
        found = told(run, width, full)
    except Exception:
        return replace(answer, unexplained=traceback.format_exc())
    shown = replace(run.found, message=found.explanation.message)
    return replace(answer, steps=found.steps, trace=found.trace, waits=found.waits, explanation=found.explanation, found=shown)


def examined(found: Unsafe) -> CheckedAnswer:
    """Check an execution against the axioms of its memory model. No status: it is not confirmed, and the trace says
    why."""
    from threadproof.certify.weak.execution import check
    from threadproof.certify.weak.history import ExecutionRefused
    from threadproof.report.weak_execution import render, to_steps

    assert found.execution is not None
    try:
        events = check(found.execution, found.property)
    except ExecutionRefused as reason:
        return CheckedAnswer(trace=str(reason))
    atomic = found.execution.model.atomic
    return CheckedAnswer(EXAMINED, steps=to_steps(events, atomic), trace=render(events, found, atomic))


def proved(
    result: Safe,
    config: Config,
    budget: Budget,
    counters: Counters,
    stage: Callable[[str], AbstractContextManager[None]],
    known: OutlinedInvariants | None = None,
) -> CheckedAnswer:
    """What becomes of the evidence for TRUE. `known`: what the engine may have assumed."""
    checked = CheckedAnswer(result.caveat or NO_PROOF)
    if result.refutation is not None:
        with stage("proof"):
            return rederived(result.refutation, config, budget, counters, known)
    if result.proof is not None:
        with stage("proof"):
            checked = rechecked(result.proof, config, budget, counters, known)
    if result.plainer is not None and (checked.status.startswith(DOUBT) or (result.caveat and checked.status != RECHECKED)):
        with stage("plain search"):
            checked = searched_plainly(result.plainer, config, budget, counters, known) or checked
    return replace(checked, status=result.caveat) if result.caveat and checked.status != RECHECKED else checked


def rechecked(
    found: Proof | PairProof | StateSet | ProofOutline,
    config: Config,
    budget: Budget,
    counters: Counters,
    known: OutlinedInvariants | None = None,
) -> CheckedAnswer:
    """Check a proof with other code and another solver, in the time that is left."""
    from threadproof.certify import certificate
    from threadproof.certify.format import FormatError

    program, data = _encoded(found)
    data |= facts.of_proof(program, known)
    limit = RESERVE * budget.left()
    if "tentative" in data or "states" in data:
        limit = min(limit, budget.patience())

    def text() -> str:
        return certificate.write({"verdict": TRUE, **subject(program, config), **data})

    try:
        assumed = facts.read(known.outline.program, data) if known is not None and facts.ENTRY in data else None
        check = checked(program, config, {"verdict": TRUE, **data}, program.passes, time.monotonic() + limit, assumed)
    except (FormatError, InternalError) as error:
        raise Unconfirmed(f"the proof does not re-check: {error}", certificate=text()) from error
    add_proof(counters, check.counters)
    status = f"not {RECHECKED} ({check.open})" if check.open else RECHECKED
    return CheckedAnswer(status, text() if config.certificate else "")


def searched_plainly(
    plainer: Callable[[Budget], Result],
    config: Config,
    budget: Budget,
    counters: Counters,
    known: OutlinedInvariants | None = None,
) -> CheckedAnswer | None:
    """The proof of a second search, of an answer that rests on a reduction which the check does not know. None if it
    has none in the time, or is not confirmed either."""
    from threadproof.budget import Budget as Limit
    from threadproof.budget import OutOfBudget
    from threadproof.evidence.result import Safe, Unsafe

    try:
        found = plainer(Limit(min(RESERVE * budget.left(), budget.patience()), budget.memory_mib, progress=budget.progress))
    except OutOfBudget:
        return None
    if isinstance(found, Unsafe):
        raise Unconfirmed("there is a violation that the reduction has left out", found.schedule)
    if not isinstance(found, Safe) or found.proof is None:
        return None
    checked = rechecked(found.proof, config, budget, counters, known)
    return checked if checked.status == RECHECKED else None


def enumerated(program: Program, config: Config, budget: Budget, counters: Counters) -> CheckedAnswer | None:
    """All states of an analysed program as the proof of an answer that has no other; None if they are too many."""
    from threadproof.certify import certificate, states
    from threadproof.ir.interp import Limits
    from threadproof.passes import recipes

    if not recipes.permitted(program.passes, STATES, config.property, config.memory_model) or is_weak(model_of(config, program)):
        return None
    limits = Limits(threads=config.threads or Limits().threads, depth=config.unwind or Limits().depth)
    deadline = time.monotonic() + min(RESERVE * budget.left(), budget.patience())
    try:
        found, counts = states.explore(program, config.property, limits, deadline, config.memory)
    except InternalError as error:
        raise Unconfirmed(f"the property does not hold: {error}") from error
    if found is None:
        return None
    add_proof(counters, counts)
    text = certificate.write({"verdict": TRUE, **subject(program, config), **states.encode(found)}) if config.certificate else ""
    return CheckedAnswer(RECHECKED, text)


def rederived(
    found: Refutation, config: Config, budget: Budget, counters: Counters, known: OutlinedInvariants | None = None
) -> CheckedAnswer:
    """Derive the clauses about the order of events, on which a refutation rests, from the axioms once more."""
    from threadproof.budget import Budget as Limit
    from threadproof.certify.order.clauses import certify

    complete, derived = True, 0
    for refuted in found.refuted:
        check = certify(refuted.problem, refuted.lemmas, Limit(RESERVE * budget.left()))
        if check.wrong is not None or check.unsatisfiable is False:
            raise Unconfirmed("a clause about the order of events does not follow, or does not suffice")
        complete = complete and check.complete
        derived += check.derived
        add_proof(counters, {"lemmas": derived})
    data = facts.of_proof(found.program, known)
    if known is not None and data:
        shown = facts.read(known.outline.program, data).check(time.monotonic() + RESERVE * budget.left())
        complete = complete and not shown.open
    text = ""
    if config.certificate and found.plain:
        from threadproof.certify import certificate  # start-up counts
        from threadproof.certify.order import unrolled  # start-up counts

        text = certificate.write({"verdict": TRUE, **subject(found.program, config), **unrolled.encode(found), **data})
    return CheckedAnswer(f"order {RECHECKED}" if complete else f"order not {RECHECKED} (timeout)", text)


def _encoded(found: Proof | PairProof | StateSet | ProofOutline) -> tuple[Program, dict[str, Any]]:
    """What a proof is about, and the proof as data."""
    from threadproof.evidence.state_set import StateSet

    if isinstance(found, StateSet):
        from threadproof.certify import states

        return found.program, states.encode(found)
    from threadproof.evidence.outline import ProofOutline

    if isinstance(found, ProofOutline):
        from threadproof.certify.outline import document as outline_document

        return found.program, outline_document.encode(found)
    from threadproof.certify.graph import document
    from threadproof.certify.views import document as view_document
    from threadproof.evidence.graph import PairProof

    if isinstance(found, PairProof):
        return found.program, view_document.encode(found)
    return found.system.program, {"threads": found.system.thread_limit, **document.encode(found)}


def subject(program: Program, config: Config) -> dict[str, Any]:
    """What a certificate is about."""
    from threadproof.certify.certificate import fingerprint

    options = {name: list(value) if isinstance(value, tuple) else value for name, value in config.meaning().items()}
    return {
        "property": config.property,
        "options": {**options, "data_model": program.data_model.name},
        "passes": list(program.passes),
        "program": fingerprint(program),
    }


# -- certificates ---------------------------------------------------------------------------------------------------------


def confirm(program: Program, config: Config, content: dict[str, Any], deadline: float) -> Certified:
    """FormatError or InternalError if the content does not show what it claims."""
    if content.get("verdict") == FALSE:
        counterexample(program, config, content)
        return Certified(FALSE, property=config.property)
    program, assumed = _stated(program, config, content)
    check = checked(program, config, content, program.passes, deadline, assumed)
    return Certified(TRUE, "", check.open, config.property, plain(check.counters))


def counterexample(program: Program, config: Config, content: dict[str, Any]) -> Replay:
    """The schedule of a certificate, replayed. FormatError or InternalError if it does not violate the property."""
    from threadproof.certify import certificate
    from threadproof.certify.format import FormatError
    from threadproof.certify.replay.follow import replay
    from threadproof.evidence.result import Unsafe

    if content.get("verdict") != FALSE:
        raise FormatError("it has no schedule: it does not claim a violation")
    program, _ = _stated(program, config, content)
    return replay(program, Unsafe(config.property, "", certificate.decode_schedule(content.get("schedule"))))


def _stated(program: Program, config: Config, content: dict[str, Any]) -> tuple[Program, facts.Assumed | None]:
    """The program in the form that a certificate is about, and what that assumes."""
    from threadproof.certify import certificate
    from threadproof.certify.format import FormatError
    from threadproof.passes import recipes

    passes = content.get("passes")
    if not isinstance(passes, list) or not all(isinstance(name, str) for name in passes):
        raise FormatError("the passes are missing")
    permitted(content, passes, config)
    options = recipes.limits(pass_options(config), config.property)
    program, assumed = facts.lowered(program, passes, content, options)
    if content.get("program") != certificate.fingerprint(program):
        raise FormatError("it is about another program, or another version of it")
    return program, assumed


def pass_options(config: Config) -> PassOptions:
    from threadproof.passes.options import DEFAULTS

    return replace(
        DEFAULTS,
        recursion=config.unwind or DEFAULTS.recursion,
        memory_model=config.memory_model,
        buffer=config.buffer,
        fences=config.fence,
        marks=config.suggest_fences,
    )
