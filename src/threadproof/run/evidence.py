"""The evidence of a certificate or an answer: what it may be about, and which check it is for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from threadproof import memory_models
from threadproof.config.options import Config
from threadproof.counters import Counters
from threadproof.memory_models import is_weak
from threadproof.properties import GRAPH, ORDER, OUTLINE, STATES, Shape, shape
from threadproof.run import facts

if TYPE_CHECKING:
    from threadproof.certify.answer import ProofCheck as ProofChecked
    from threadproof.ir.program import Program


def checked(
    program: Program,
    config: Config,
    content: Mapping[str, Any],
    passes: Sequence[str],
    deadline: float,
    assumed: facts.Assumed | None = None,
) -> ProofChecked:
    """The proof in a certificate, about the program as it is after these passes, and that what it assumes holds."""
    from threadproof.certify.answer import ProofCheck
    from threadproof.certify.format import FormatError

    if (assumed is not None) != (facts.ENTRY in passes):
        raise FormatError("the invariants that it assumes are missing")
    shown = None if assumed is None else assumed.check(deadline)
    check = _by_kind(program, config, content, passes, deadline)
    if shown is None:
        return check
    return ProofCheck(check.open or shown.open, _summed(check.counters, shown.counters))


def _summed(one: Counters, two: Counters) -> Counters:
    return {name: one.get(name, 0) + two.get(name, 0) for name in (*one, *two)}


def _by_kind(
    program: Program, config: Config, content: Mapping[str, Any], passes: Sequence[str], deadline: float
) -> ProofChecked:
    from threadproof.certify.format import FormatError

    kind = permitted(content, passes, config)
    if kind == ORDER:
        from threadproof.certify.order import unrolled  # each kind loads what it needs: start-up counts

        return unrolled.check(program, config.property, content, deadline, model_of(config, program))
    if kind == STATES and not is_weak(model_of(config, program)):
        from threadproof.certify import states

        return states.check(program, config.property, content, deadline, config.memory)
    if kind == OUTLINE and not is_weak(model_of(config, program)):
        from threadproof.certify.outline import proof as outline

        about = shape(config.property)
        return outline.check(program, content, about is Shape.RACE, deadline, about is Shape.DEADLOCK)
    if kind != GRAPH or is_weak(model_of(config, program)):
        raise FormatError("it claims nothing that can be checked")
    from threadproof.certify.graph import proof
    from threadproof.certify.views import proof as views

    if "views" in content:
        return views.check(program, content, deadline)
    threads = content.get("threads")
    if type(threads) is not int:
        raise FormatError("it claims nothing that can be checked")
    return proof.check(program, threads, content, deadline)


def permitted(content: Mapping[str, Any], passes: Sequence[str], config: Config) -> str:
    """The evidence of a certificate. FormatError if a program after these passes is not evidence for its claim."""
    from threadproof.certify.certificate import evidence
    from threadproof.certify.format import FormatError
    from threadproof.passes import recipes

    kind = evidence(content)
    if not recipes.permitted(passes, kind, config.property, config.memory_model):
        raise FormatError("the passes are not those with which such a claim is made")
    return kind


def model_of(config: Config, program: Program) -> str:
    """The memory model that the proof must take care of: with its store buffers in the program, it is sc."""
    from threadproof.passes import runner

    return memory_models.SC if runner.BUFFERS.name in program.passes else config.memory_model
