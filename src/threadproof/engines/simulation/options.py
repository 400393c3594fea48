"""The options of the engine, typed, and the parts that they stand for."""

from __future__ import annotations

from threadproof.budget import Budget
from threadproof.counters import Counters
from threadproof.engines.simulation.avpe import AvpeSearch, SearchNode
from threadproof.engines.simulation.cache import Cache, StateStore
from threadproof.engines.simulation.execute import TransitionExecutor
from threadproof.engines.simulation.feasibility import Feasibility
from threadproof.engines.simulation.matching.adaptive import Adaptive
from threadproof.engines.simulation.matching.entailment import Entailment
from threadproof.engines.simulation.matching.exact import Exact
from threadproof.engines.simulation.matching.mapping import Generator
from threadproof.engines.simulation.matching.structural import Identical, Renamed
from threadproof.engines.simulation.reduction import PersistentSets, SimulationReduction
from threadproof.engines.simulation.terms import SimplifiedTerms
from threadproof.ir.program import Program
from threadproof.passes.free_order import FIXED, FREE
from threadproof.records import dataclass
from threadproof.sched.por.stubborn import make as make_sets
from threadproof.sched.por.transitions import Transitions
from threadproof.smt.blasted import BlastedSolver
from threadproof.smt.quantified import QuantifiedSolver

MAPS = 6  # that `adaptive` tries
# Which thread goes first matters for ever after, and later there is no choice: nothing can be left out. What may be left out in
# any order is not known here.
FAIR = (FIXED, FREE)
LIMIT = 5.0  # seconds per question of a matcher


@dataclass(frozen=True, slots=True)
class SimulationOptions:
    match: str = "adaptive"
    por: str = "stub"
    hbr: bool = False
    mapping: str = "type"
    threads: int = 0
    unwind: int = 0
    commuting: bool = True  # whether updates by the same operator count as independent

    @property
    def determine(self) -> bool:
        """A renaming of inputs can identify an input that has only one value with another one, but not its value with it."""
        return self.match in ("pesm", "esm", "esmh", "ess", "adaptive")


@dataclass(frozen=True, slots=True)
class SearchParts:
    store: StateStore[SearchNode]
    solver: BlastedSolver | None = None
    quantified: QuantifiedSolver | None = None

    def seconds(self) -> float:
        return sum(solver.seconds for solver in (self.solver, self.quantified) if solver is not None)

    def calls(self) -> int:
        return sum(solver.calls for solver in (self.solver, self.quantified) if solver is not None)


def make_terms(options: SimulationOptions) -> SimplifiedTerms:
    return SimplifiedTerms(simplify=options.match != "ceq")


def make_store(options: SimulationOptions, executor: TransitionExecutor) -> SearchParts:
    """Where visited states are kept and matched, and the solvers that do it."""
    terms, name = executor.terms, options.match
    if name in ("ceq", "pesm"):
        return SearchParts(Cache(Identical(terms)))
    if name in ("esm", "esmh"):
        return SearchParts(Cache(Renamed(terms, name == "esmh")))
    feasibility = Feasibility(LIMIT)
    solver = feasibility.solver
    maps = None if name.startswith("psbc") else Generator(options.mapping, executor.literals.source)
    if name.startswith(("psbc", "sbc")):
        return SearchParts(Cache(Entailment(terms, feasibility, maps, name.endswith("cv"))), solver)
    quantified = QuantifiedSolver(LIMIT)
    exact = Exact(terms, feasibility, quantified)
    if name == "ess":
        return SearchParts(Cache(exact), solver, quantified)
    few = Generator(options.mapping, executor.literals.source, most=MAPS)
    store = Adaptive[SearchNode](Renamed(terms, True), exact, Entailment(terms, feasibility, few, True), quantified)
    return SearchParts(store, solver, quantified)


def make_reduction(options: SimulationOptions, program: Program) -> SimulationReduction | None:
    if options.por in ("none", "dynamic") or program.scheduler in FAIR or len(program.functions) == 1:
        return None  # with one thread there is nothing to leave out
    return PersistentSets(
        make_sets("stub" if options.por == "combined" else options.por, Transitions(program, options.commuting))
    )


def make_search(
    options: SimulationOptions, executor: TransitionExecutor, parts: SearchParts, budget: Budget, counters: Counters
) -> AvpeSearch:
    reduction = make_reduction(options, executor.program)
    if options.por not in ("dynamic", "combined") or executor.program.scheduler in FAIR:
        return AvpeSearch(executor, parts.store, reduction, budget, counters)
    from threadproof.engines.simulation.dynamic_reduction import Dynamic

    return Dynamic(executor, parts.store, reduction, options.hbr, budget, counters)
