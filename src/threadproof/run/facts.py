"""Facts of one engine for the others: what `modular` finds in a moment is assumed by an engine that explores (docs/engines.md).

The engine gets the program with the facts as assumptions (`passes.invariants`), and an outline that shows them is checked beside
the proof (`certify.outline.invariants`), as a part of the same certificate: a proof about a program with assumptions is worth
nothing without. Violations need none: a schedule is replayed on the program itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from threadproof.config.options import Config
from threadproof.errors import InternalError
from threadproof.memory_models import named
from threadproof.properties import PREEMPTIVE, Shape, shape
from threadproof.records import dataclass, replace

if TYPE_CHECKING:
    from threadproof.budget import Budget
    from threadproof.certify.answer import ProofCheck
    from threadproof.evidence.outline import OutlinedInvariants
    from threadproof.ir.program import Program
    from threadproof.passes.invariants import ThreadInvariants
    from threadproof.passes.options import PassOptions

PAYS = ("abstraction",)  # engines that prove more with facts than the time for finding them takes away (bench/facts.md)
ENTRY = "invariants"  # of a certificate; the name of the pass, too
SHARE = 0.1  # of the time that is left may pass, should the processor be busy


@dataclass(frozen=True, slots=True)
class Assumed:
    """`program`: as it was before the assumptions; `data`: the outline that shows them."""

    program: Program
    known: ThreadInvariants
    data: Mapping[str, Any]

    def check(self, deadline: float) -> ProofCheck:
        """Rejected if the invariants are not shown."""
        from threadproof.certify.outline import invariants

        return invariants.check(self.program, self.data, self.known, deadline)


def wanted(program: Program, config: Config) -> bool:
    """Whether an engine is told facts."""
    from threadproof.config.options import OPTIONS

    engines = next(option.engines for option in OPTIONS if option.name == "facts")
    asked = config.facts == "always" or (config.facts == "auto" and config.engine in PAYS)
    told = asked and config.engine in engines and shape(config.property) is not Shape.DEADLOCK
    return told and not named(config.memory_model).weak and program.scheduler == PREEMPTIVE


def found(program: Program, config: Config, budget: Budget) -> OutlinedInvariants | None:
    """What may be assumed of an analysed program; None where nothing is known, or does not pay: with a known number of threads,
    an engine that follows them one by one finds as much by itself, and orders of fewer registers are not always fewer."""
    from threadproof.analyses.thread_bounds import created
    from threadproof.engines.modular.facts import ProcessorBudget, invariants
    from threadproof.passes import recipes

    lowered = recipes.lower(program, recipes.OUTLINED, config.property, config.unwind)
    if config.facts == "auto" and created(lowered) is not None:
        return None
    return invariants(lowered, ProcessorBudget(SHARE * budget.left(), budget.memory_mib))


def of_proof(program: Program, facts: OutlinedInvariants | None) -> dict[str, Any]:
    """What a certificate about the program says of its assumptions."""
    if ENTRY not in program.passes:
        return {}
    if facts is None:
        raise InternalError("a proof assumes invariants that nobody has found")
    from threadproof.certify.certificate import fingerprint
    from threadproof.certify.outline import invariants

    return {ENTRY: {"program": fingerprint(facts.outline.program), **invariants.encode(facts)}}


def read(program: Program, content: Mapping[str, Any]) -> Assumed:
    """The invariants of a certificate, of the program before they are assumed. FormatError where there are none."""
    from threadproof.certify.certificate import fingerprint
    from threadproof.certify.format import FormatError
    from threadproof.certify.outline import invariants

    data = content.get(ENTRY)
    if not isinstance(data, dict):
        raise FormatError("the invariants that it assumes are missing")
    if data.get("program") != fingerprint(program):
        raise FormatError("it is about another program, or another version of it")
    return Assumed(program, invariants.decode(data, program), data)


def lowered(
    program: Program, passes: Sequence[str], content: Mapping[str, Any], options: PassOptions
) -> tuple[Program, Assumed | None]:
    """The program after these passes, and what it assumes."""
    from threadproof.certify.format import FormatError
    from threadproof.passes import runner

    if ENTRY not in passes:
        if ENTRY in content:
            raise FormatError("it has invariants and assumes none")
        return runner.run(program, runner.named(passes), options), None
    at = list(passes).index(ENTRY)
    before = runner.run(program, runner.named(passes[:at]), options)
    assumed = read(before, content)
    return runner.run(before, runner.named(passes[at:]), replace(options, invariants=assumed.known)), assumed
