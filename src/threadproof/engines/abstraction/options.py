"""The options of the engine, typed, and the parts that they stand for."""

from __future__ import annotations

from threadproof.domains.base import Domain
from threadproof.domains.product import AbstractState, Product
from threadproof.ir import op as ops
from threadproof.ir.program import Edge
from threadproof.passes import recipes
from threadproof.passes.recipes import Recipe
from threadproof.properties import checks
from threadproof.reach.frontier import BreadthFirst, DepthFirst, ErrorDistance, Frontier
from threadproof.reach.graph import ReachNode
from threadproof.records import dataclass
from threadproof.refinement.refine import METHODS
from threadproof.sched.por.abstract import AbstractSourceSets
from threadproof.sched.por.static import StaticSourceSets
from threadproof.sched.por.turns import PersistentTurns
from threadproof.sched.system import System
from threadproof.smt.oracle import Oracle


@dataclass(frozen=True, slots=True)
class AbstractionOptions:
    domain: str = "product"
    precision: str = "global"
    refine: str = "auto"
    por: str = "abstract"
    coi: str = "both"
    search: str = "dfs"
    hunt: str = "on"
    restart: bool = False
    threads: int = 0
    unwind: int = 0

    @property
    def dynamic(self) -> bool:
        return self.coi in ("dynamic", "both")

    @property
    def hunts(self) -> bool:
        return self.hunt == "on"

    def methods(self) -> tuple[str, ...]:
        """How the precision may grow, best first."""
        if self.domain == "explicit":
            return ("values",)
        return METHODS[self.refine] if self.domain in ("predicate", "boolean") else ("values", *METHODS[self.refine])


def lowering(options: AbstractionOptions) -> Recipe:
    """From an analysed program to what the engine explores."""
    return recipes.SLICED if options.coi in ("static", "both") else recipes.MERGED


def make_domain(options: AbstractionOptions, oracle: Oracle) -> Domain:
    local = options.precision == "location"
    if options.domain == "boolean":
        from threadproof.domains.boolean import Boolean

        return Boolean(oracle, local)
    return Product(oracle, local)


def make_reduction(options: AbstractionOptions, system: System, oracle: Oracle) -> StaticSourceSets | PersistentTurns | None:
    """What the dynamic cone of influence skips touches nothing: with it, `static` sees no more than `abstract` does."""
    if options.por == "none":
        return None
    if system.kernel is not None:
        return PersistentTurns(system)
    static = options.por == "static" and not options.dynamic
    return (StaticSourceSets if static else AbstractSourceSets)(system, oracle.satisfiable)


def make_frontier(options: AbstractionOptions, system: System, property_: str) -> Frontier[ReachNode[AbstractState]]:
    match options.search:
        case "bfs":
            return BreadthFirst()
        case "error-distance":
            return ErrorDistance(system, lambda edge: _fails(edge, property_))
    return DepthFirst()


def _fails(edge: Edge, property_: str) -> bool:
    return any(isinstance(op, ops.Check) and checks(property_, op.kind) for op in edge.ops)
