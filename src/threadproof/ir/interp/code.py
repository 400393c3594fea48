"""Functions prepared for execution: registers get slots, every location its transitions, translated when first visited.

A location with a single edge has one transition. One with several picks by their guards, the leading `Assume`s; guards g and
not g are evaluated once. A transition is *visible* if one of its operations is (docs/architecture.md, Steps); it then is where
threads rest.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from threadproof.errors import InternalError, Pos
from threadproof.ir import op as ops
from threadproof.ir.arith import from_bytes, to_bytes
from threadproof.ir.expr import Expr, Variable, lnot
from threadproof.ir.interp.evaluate import Closure, Compiler
from threadproof.ir.interp.execute import Execute, Receive, Translator
from threadproof.ir.interp.liveness import deciding_registers, live_registers
from threadproof.ir.interp.state import Array, Frame
from threadproof.ir.interp.values import UNINIT
from threadproof.ir.program import Edge, Function
from threadproof.ir.types import ArrayType, FloatType
from threadproof.ir.uses import op_target, op_variables
from threadproof.ir.walk import variables
from threadproof.records import dataclass

if TYPE_CHECKING:
    from threadproof.ir.interp.machine import Machine

MEMORY = ops.Touching
ALWAYS_VISIBLE = ops.Ordering


@dataclass(slots=True, eq=False)
class Transition:
    edge: Edge
    target: int
    back: bool
    visible: bool
    guard: Closure | None
    operations: tuple[Execute, ...]
    single: Execute | None  # the only operation, if there is only one
    receive: Receive | None = None  # of a call: takes the result
    dead: tuple[int, ...] = ()  # of a call: the slots that do not matter after it


@dataclass(slots=True, eq=False)
class Node:
    """A location. `only` is set unless there is a choice; `pair` where there are two transitions, one with the negated guard."""

    transitions: tuple[Transition, ...]
    only: Transition | None
    pair: tuple[Closure, Transition, Transition] | None
    rests: bool  # choosing among the transitions is itself a visible access
    dead: tuple[int, ...]  # slots that do not matter here


@dataclass(slots=True, eq=False)
class Activation:
    """The running frame."""

    code: Code
    location: int
    registers: list[Any]
    objects: tuple[int, ...]


class Code:
    """A function prepared for execution. Compared by identity; there is one per function and machine."""

    def __init__(self, function: Function, machine: Machine) -> None:
        self.function = function
        self.machine = machine
        found = [v for edge in function.edges for op in edge.ops for v in op_variables(op) if not v.shared]
        names = list(dict.fromkeys([*function.params, *function.locals, *found]))
        self.slots: dict[Variable, int] = {variable: n for n, variable in enumerate(names)}
        self.blank = tuple(Array(UNINIT) if isinstance(v.type, ArrayType) else UNINIT for v in names)
        self.floats = tuple((n, v.type) for v, n in self.slots.items() if isinstance(v.type, FloatType))
        self.edges = function.successors()
        self.live = live_registers(function, self.slots)
        self.deciding: dict[int, int] | None = None
        self.compiler = Compiler(self.slots, machine.shared, machine.space.of, machine.locals)
        self.translator = Translator(self.compiler, machine)
        self.nodes: dict[int, Node] = {}

    def __repr__(self) -> str:
        return self.function.name

    def node(self, location: int) -> Node:
        node = self.nodes.get(location)
        if node is None:
            node = self.nodes[location] = self.prepare(location)
        return node

    def place(self, location: int) -> Pos:
        return self.node(location).transitions[0].edge.pos

    def prepare(self, location: int) -> Node:
        edges = self.edges.get(location, [])
        if not edges:
            raise InternalError(f"{self.function.name}: location {location} leads nowhere")
        transitions = tuple(self.transition(edge) for edge in edges)
        first = transitions[0]
        conditions = [e.ops[0].condition for e in edges if e.ops and isinstance(e.ops[0], ops.Assume) and e.ops[0].branch]
        pair = None
        if len(transitions) == len(conditions) == 2 and lnot(conditions[0]) is conditions[1] and first.guard is not None:
            pair = (first.guard, first, transitions[1])
        rests = any(v.shared for condition in conditions for v in variables(condition))
        only = first if len(edges) == 1 and first.guard is None else None
        return Node(transitions, only, pair, rests, self.dead(self.live.get(location, 0)))

    def dead(self, live: int) -> tuple[int, ...]:
        return tuple(slot for slot in range(len(self.blank)) if not live >> slot & 1)

    def transition(self, edge: Edge) -> Transition:
        first = edge.ops[0] if edge.ops else None
        guard: Expr | None = first.condition if isinstance(first, ops.Assume) and first.branch else None
        rest = edge.ops if guard is None else edge.ops[1:]
        translated = tuple(self.translator.translate(op, edge) for op in rest)
        visible = any(self.is_visible(op, edge) for op in edge.ops)
        receive: Receive | None = None
        dead: tuple[int, ...] = ()
        if isinstance(first, ops.Call):
            receive = self.translator.receiver(first)
            target = op_target(first)
            after = self.live.get(edge.target, 0)
            dead = self.dead(after & ~(1 << self.slots[target]) if target is not None and not target.shared else after)
        return Transition(
            edge,
            edge.target,
            edge.back,
            visible,
            None if guard is None else self.compiler.compile(guard),
            translated,
            translated[0] if len(translated) == 1 else None,
            receive,
            dead,
        )

    def is_visible(self, op: ops.Op, edge: Edge) -> bool:
        if isinstance(op, MEMORY):
            return edge not in self.machine.program.private
        return isinstance(op, ALWAYS_VISIBLE) or any(variable.shared for variable in op_variables(op))

    # -- frames ----------------------------------------------------------------------------------------------------------

    def enter(self, arguments: list[Any]) -> Activation:
        """A new activation; arguments beyond the parameters are dropped, missing ones are arbitrary."""
        registers = list(self.blank)
        count = min(len(arguments), len(self.function.params))
        registers[:count] = arguments[:count]
        return Activation(self, self.function.entry, registers, ())

    def freeze(self, frame: Activation, dead: tuple[int, ...]) -> Frame:
        registers, blank = frame.registers, self.blank
        for slot in dead:
            registers[slot] = blank[slot]
        return self.pack(frame.location, registers, frame.objects)

    def pack(self, location: int, registers: list[Any], objects: tuple[int, ...]) -> Frame:
        if self.floats:
            registers = list(registers)
            for slot, type_ in self.floats:
                if registers[slot].__class__ is float:
                    registers[slot] = to_bytes(type_, registers[slot])
        return Frame(self, location, tuple(registers), objects)

    def essence(self, frame: Activation) -> Frame:
        """The frame without registers that decide nothing: two with the same essence go on in the same way."""
        if self.deciding is None:
            self.deciding = deciding_registers(self.function, self.slots)
        mask = self.deciding.get(frame.location, 0)
        registers = [value if mask >> slot & 1 else self.blank[slot] for slot, value in enumerate(frame.registers)]
        return self.pack(frame.location, registers, frame.objects)

    def thaw(self, frame: Frame) -> Activation:
        registers = list(frame.registers)
        for slot, type_ in self.floats:
            if registers[slot].__class__ is bytes:
                registers[slot] = from_bytes(type_, registers[slot])
        return Activation(self, frame.location, registers, frame.objects)
