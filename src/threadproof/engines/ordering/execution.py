"""From a model of the order solver to an execution under a memory model, as data (`evidence.execution`)."""

from __future__ import annotations

from threadproof.engines.ordering.schedule import Path
from threadproof.events.encode import EventEncoder
from threadproof.events.event import EventNode, Instance, PossibleFailure, Ran
from threadproof.events.problem import EventModel
from threadproof.events.world import THREADS
from threadproof.evidence.execution import Execution, Place, ThreadRun
from threadproof.ir.arith import Value
from threadproof.ir.expr import Variable
from threadproof.ir.program import Program
from threadproof.ir.types import ArrayType
from threadproof.smt.bitblast import cooked


def execution(program: Program, encoder: EventEncoder, model: EventModel, failure: PossibleFailure) -> Execution | None:
    """None: threads that create threads, or arrays that start with anything, are not handed on."""
    world = encoder.world
    if THREADS in world.observable or world.model is None:
        return None
    path = Path(world, encoder.nodes, model)
    place = {encoder.nodes[i]: n for n, i in enumerate(model.sequence)}
    runs, order = [], []
    for thread in world.threads:
        if not path.all(thread.guard):
            continue
        steps, nodes = _taken(path, thread, failure)
        number = path.number(thread.number)
        order += [(place[node], number, i) for i, node in enumerate(nodes)]
        inputs = [drawn for ran in steps for drawn in ran.inputs]
        edges = [(ran.edge, len(ran.edge.ops)) for ran in steps]
        if thread is failure.thread:
            edges.append((failure.edge, failure.upto))
            inputs += failure.inputs
        runs.append(
            ThreadRun(
                number,
                thread.function.name,
                tuple(edges),
                tuple(cooked(drawn.variable.type, path.number(drawn.value)) for drawn in inputs),
                tuple(path.number(child.number) for ran in steps for child in ran.spawned),
                tuple(_found(path, node) for node in nodes),
            )
        )
    initial: dict[Variable, Value] = {}
    for variable, value in world.initials().items():
        if isinstance(variable.type, ArrayType):
            return None
        initial[variable] = cooked(variable.type, path.number(value))  # type: ignore[arg-type]
    number = path.number(failure.thread.number)
    return Execution(program, world.model, tuple(runs), tuple(key[1:] for key in sorted(order)), number, initial)


def _taken(path: Path, thread: Instance, failure: PossibleFailure) -> tuple[list[Ran], list[EventNode]]:
    """What a thread executes, and its steps with accesses; what main does while it is alone is none."""
    steps = path.runs[thread]
    nodes = [node for node in thread.nodes if path.all(node.guard) and (node.reads or node.writes or node.block)]
    if thread is failure.thread:
        steps = [ran for ran in thread.ran[: failure.steps] if path.all(ran.guard)]
    taken = {ran.node for ran in steps} | ({failure.node} if thread is failure.thread else set())
    return steps, [node for node in nodes if node in taken]


def _found(path: Path, node: EventNode) -> dict[Place, Value]:
    found: dict[Place, Value] = {}
    for (variable, index), read in node.reads.items():
        type_ = variable.type.element if isinstance(variable.type, ArrayType) else variable.type
        found[variable, None if index is None else path.number(index)] = cooked(type_, path.number(read.value))
    return found
