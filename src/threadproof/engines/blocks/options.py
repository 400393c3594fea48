"""The options of the engines, typed, and the parts that they stand for."""

from __future__ import annotations

from threadproof.analyses.thread_bounds import thread_limit
from threadproof.counters import Counters
from threadproof.engines.blocks import merging, operators
from threadproof.engines.blocks.block import Abstract
from threadproof.engines.blocks.order import Places
from threadproof.engines.blocks.ranges import Ranges
from threadproof.engines.blocks.unwind import UnwindingParts
from threadproof.evidence.task import Task
from threadproof.ir.program import Program
from threadproof.passes import recipes
from threadproof.passes.recipes import lower
from threadproof.reach.dead_registers import Forgetting
from threadproof.reach.frontier import BreadthFirst, DepthFirst, FewestThreads, Frontier
from threadproof.reach.graph import ReachNode
from threadproof.records import dataclass
from threadproof.sched.base import scheduler_of
from threadproof.sched.por.static import StaticSourceSets
from threadproof.sched.system import System
from threadproof.smt.blasted import fast_solver
from threadproof.smt.oracle import Oracle


@dataclass(frozen=True, slots=True)
class BlockOptions:
    blocks: str = "loops"
    precision: str = "global"
    placement: str = "matching"
    refine: str = "auto"
    search: str = "bfs"
    bound: int = 0
    values: str = "on"
    factor: str = "off"
    por: str = "static"
    threads: int = 0
    unwind: int = 0


def make_system(program: Program, task: Task, options: BlockOptions, counters: Counters) -> System:
    lowered = lower(program, recipes.GATHERED, task.property, options.unwind, task.invariants())
    return System(lowered, scheduler_of(program), thread_limit(lowered, options.threads, counters))


def make_parts(system: System, options: BlockOptions, blocks: str) -> UnwindingParts:
    places = Places(system)
    reduction = StaticSourceSets(system, Oracle(fast_solver(), 10.0).satisfiable) if options.por != "none" else None
    operator = operators.make(blocks, system, places)
    return UnwindingParts(system, places, operator, merging.make(options.values), reduction, Forgetting(system), Ranges())


def make_frontier(search: str) -> Frontier[ReachNode[Abstract]]:
    match search:
        case "dfs":
            return DepthFirst()
        case "threads":
            return FewestThreads()
    return BreadthFirst()
