"""The options of the engine, typed, and the parts that they stand for."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace

from threadproof.engines.base import Task
from threadproof.engines.simulation.cache import Matcher
from threadproof.engines.simulation.execute import Executor
from threadproof.engines.simulation.matching.entailment import Entailment
from threadproof.engines.simulation.matching.exact import Exact
from threadproof.engines.simulation.matching.mapping import Generator
from threadproof.engines.simulation.matching.structural import Identical, Renamed
from threadproof.engines.simulation.reduction import Everything, PersistentSets, Reduction
from threadproof.engines.simulation.terms import Terms
from threadproof.ir.op import Spawn
from threadproof.ir.program import Program
from threadproof.passes.options import DEFAULTS, PassOptions
from threadproof.sched.por.stubborn import make as make_sets
from threadproof.sched.por.transitions import Transitions
from threadproof.smt.blasted import fast_solver
from threadproof.smt.oracle import Oracle

LIMIT = 5.0  # seconds per question of a matcher


@dataclass(frozen=True, slots=True)
class Options:
    match: str = "esmh"
    por: str = "stub"
    mapping: str = "type"
    threads: int = 64
    unwind: int = 0

    @classmethod
    def of(cls, task: Task) -> Options:
        given = {field.name: task.options[field.name] for field in fields(cls) if task.options.get(field.name, "") != ""}
        return cls(**given)  # type: ignore[arg-type]

    def limits(self) -> PassOptions:
        return replace(DEFAULTS, recursion=self.unwind or DEFAULTS.recursion)

    def thread_limit(self, program: Program) -> int:
        """The threads of a model are known beforehand."""
        if program.scheduler == "preemptive":
            return self.threads
        written = sum(isinstance(op, Spawn) for edge in program.entry.edges for op in edge.ops)
        return max(self.threads, written + 1)


def make_terms(options: Options) -> Terms:
    return Terms(simplify=options.match != "ceq")


def make_matcher(options: Options, executor: Executor) -> Matcher:
    match options.match:
        case "ceq" | "pesm":
            return Identical(executor.terms)
        case "esm" | "esmh":
            return Renamed(executor.terms, options.match == "esmh")
        case "psbc-eq" | "psbc-cv" | "sbc-eq" | "sbc-cv":
            maps = Generator(options.mapping, executor.literals.source) if options.match.startswith("sbc") else None
            return Entailment(executor.terms, Oracle(fast_solver(), LIMIT), maps, options.match.endswith("cv"))
        case "ess":
            from threadproof.smt.quantified import QuantifiedSolver

            return Exact(executor.terms, Oracle(fast_solver(), LIMIT), QuantifiedSolver(LIMIT))
    raise AssertionError(options.match)


def make_reduction(options: Options, program: Program) -> Reduction:
    if options.por == "none":
        return Everything()
    return PersistentSets(make_sets(options.por, Transitions(program)))
