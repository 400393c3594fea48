"""Lowers an `asm` statement: instruction by instruction if all of it is in the tables, otherwise as one that may do anything.

What is not understood forbids TRUE where it is reached (decisions 034 and 047). With outputs, executions end there. Without
any, that is one side of a free choice, and on the other nothing happens, as with functions without a body.
"""

from __future__ import annotations

import re

from threadproof.errors import InputError, UnsupportedError
from threadproof.frontend.c.assembly.instructions import find
from threadproof.frontend.c.assembly.notknown import NotKnown
from threadproof.frontend.c.assembly.operands import Operands, condition, is_condition, places, values
from threadproof.frontend.c.assembly.processor import Processor
from threadproof.frontend.c.assembly.registers import FLAGS, ProcessorState
from threadproof.frontend.c.assembly.statement import AsmStatement, parts
from threadproof.frontend.c.assembly.template import (
    Address,
    Hard,
    Immediate,
    Instruction,
    Item,
    Operand,
    Symbol,
    TemplateLabel,
    read,
)
from threadproof.frontend.c.clang import kinds as k
from threadproof.frontend.c.clang.node import Node
from threadproof.frontend.c.library import barriers
from threadproof.frontend.c.lower import lifetime, unsupported
from threadproof.frontend.c.lower.context import Context
from threadproof.frontend.c.lower.place import Place
from threadproof.ir import expr as e
from threadproof.ir.expr import Expr
from threadproof.ir.op import Cut, Origin
from threadproof.ir.program import NoteKind
from threadproof.ir.types import BOOL


def asm(context: Context, node: Node) -> None:
    statement = parts(context.rendering.assembly[node.cursor.second], node.expressions)
    strength = barriers.strength(statement.template)
    if strength is not None and not statement.outputs and not statement.goto:
        _barrier(context, node, statement, strength)
        return
    outputs, inputs = places(context, statement), values(context, statement)
    context.at(node)
    mark = context.builder.mark()
    departures = {key: len(jumps) for key, jumps in context.departures.items()}
    try:
        items = read(statement)
        _Run(context, node, statement, items, outputs, inputs).run()
    except NotKnown as problem:
        context.builder.reset(mark)
        for key, jumps in context.departures.items():
            del jumps[departures.get(key, 0) :]
        _anything(context, node, statement, str(problem))
        return
    names = [("lock " if item.locked else "") + item.name for item in items if isinstance(item, Instruction)]
    what = ", ".join(dict.fromkeys(names)) or "empty"
    context.linker.note(NoteKind.MODELLED, node.pos, f"inline assembly ({what})", "as the processor executes it")


def _barrier(context: Context, node: Node, statement: AsmStatement, strength: str) -> None:
    """Operands keep their values."""
    values(context, statement)  # for what evaluating them does
    if context.options.weak:
        barriers.emit(context, node, strength)
        return
    effect = f"a {'memory' if strength else 'compiler'} barrier, which sequential consistency implies"
    empty = "" if statement.template.strip() else "empty "
    context.linker.note(NoteKind.IGNORED, node.pos, f"{empty}inline assembly", effect)


def _anything(context: Context, node: Node, statement: AsmStatement, reason: str) -> None:
    """Nothing that follows would be true of the program if it has outputs, changes memory that it is handed, or leaves."""
    error = UnsupportedError(f"unsupported: inline assembly ({' '.join(reason.split())})", node.pos)
    if context.options.extern == "reject":
        raise InputError(error.message, node.pos, "--extern havoc accepts it")
    handed = statement.clobbers_memory and any(given.names_memory for given in statement.inputs)
    if statement.outputs or statement.goto or handed or _LEAVING.search(statement.template):
        raise error
    context.at(node)
    unsupported.note(context.linker, error)
    effect = "changes nothing that the program can notice; that it may do more forbids TRUE"
    context.linker.note(NoteKind.ASSUMED, node.pos, unsupported.what(error.message), effect)
    builder = context.builder
    more, less = builder.location(), builder.location()
    builder.branch(builder.havoc(BOOL, Origin.EXTERN), more, less)
    builder.here = more
    builder.stop(Cut(error.message))
    builder.here = less


_LEAVING = re.compile(r"(?m)(?:^|[;:\s])(?:l?call|l?jmp|l?ret|iret|int|syscall|sysenter|vmcall|hlt)[bwlq]?(?=[\s;]|$)")
"""Instructions after which something else runs, which may change anything or never come back."""


class _Run:
    """The instructions of a template, one after the other."""

    def __init__(
        self,
        context: Context,
        node: Node,
        statement: AsmStatement,
        items: list[Item],
        outputs: list[Place],
        inputs: list[Expr | Place | None],
    ) -> None:
        self.context, self.node = context, node
        self.builder = context.builder
        self.statement = statement
        self.items = items
        jumps = any(_target(item) is not None for item in items if isinstance(item, Instruction))
        self.state = ProcessorState(context, jumps, _asked(statement, items))
        self.operands = Operands(self.state, statement, outputs, inputs)
        self.processor = Processor(context, node, self.state, self.operands, statement.clobbers_memory)
        self.leaves = False
        self.locations = {index: self.builder.location() for index, item in enumerate(items) if isinstance(item, TemplateLabel)}

    def run(self) -> None:
        for index, item in enumerate(self.items):
            if isinstance(item, TemplateLabel):
                self.builder.jump(self.locations[index])
                self.builder.here = self.locations[index]
            else:
                self._execute(index, item)
        if self.statement.goto and not self.leaves:
            raise NotKnown("asm goto that jumps by a table")
        self.state.finish()
        self.operands.write_back()

    def _execute(self, index: int, item: Instruction) -> None:
        processor = self.processor
        processor.instruction = item
        if item.name[0] == "j":
            self._jump(index, item)
            return
        if _is_fence(item):
            if self.context.options.weak:
                barriers.emit(self.context, self.node, barriers.FULL)
            self.state.unknown_flags(*FLAGS)
            return
        meaning, processor.suffix = find(item.name)
        if item.locked and not {item.name, item.name[:-1]} & _LOCKABLE:
            raise NotKnown(f"lock {item.name}")
        if item.prefixes - {"lock"} and not item.name.startswith(("stos", "movs", "nop", "pause")):
            raise NotKnown(f"{', '.join(sorted(item.prefixes))} {item.name}")
        meaning(processor)
        self.operands.executed()

    def _jump(self, index: int, item: Instruction) -> None:
        code = item.name[1:]
        test = e.TRUE if code == "mp" else self.operands.condition(code)
        taken, onward = self.builder.location(), self.builder.location()
        target = _target(item)
        found = None if target is None else self._label(index, target)
        self.builder.branch(test, taken, onward)
        self.builder.here = taken
        if found is not None:
            self.builder.jump(self.locations[found])
        else:
            self._leave(item)
        self.operands.executed(back=found is not None and found < index)
        self.builder.here = onward

    def _label(self, index: int, name: str) -> int | None:
        """The position of a label: its number may stand for several."""
        numbered = re.fullmatch(r"(\d+)([bf])", name)
        wanted = numbered[1] if numbered else name
        every = [at for at, item in enumerate(self.items) if isinstance(item, TemplateLabel) and item.name == wanted]
        if numbered:
            before, after = [at for at in every if at < index], [at for at in every if at > index]
            every = before[-1:] if numbered[2] == "b" else after[:1]
        return every[0] if len(every) == 1 else None

    def _leave(self, item: Instruction) -> None:
        """To a label of the function, with what the outputs are by now."""
        argument = item.arguments[0] if len(item.arguments) == 1 else None
        number = (
            argument.number - len(self.statement.outputs) - len(self.statement.inputs) if isinstance(argument, Operand) else -1
        )
        if not isinstance(argument, Operand) or argument.modifier != "l" or not 0 <= number < len(self.statement.labels):
            raise NotKnown(f"{item.name} to another place")
        if any(given.constraint.startswith("+") for given in self.statement.outputs) and not argument.named:
            raise NotKnown("a label by its number")
        name = self.statement.labels[number]
        assert self.context.function is not None
        keys = {label.cursor.second for label in self.context.function.walk() if label.kind == k.LABEL and label.spelling == name}
        if len(keys) != 1:
            raise NotKnown(f"the label {name}")
        self.state.finish()
        self.operands.write_back()
        lifetime.goto(self.context, keys.pop())
        self.leaves = True


_LOCKABLE = frozenset([
    "add", "adc", "and", "btc", "btr", "bts", "cmpxchg", "cmpxchg8b", "cmpxchg16b", "dec", "inc", "neg", "not", "or", "sbb",
    "sub", "xor", "xadd", "xchg",
])  # fmt: skip


def _target(item: Instruction) -> str | None:
    """The label of the template that an instruction jumps to."""
    if item.name[0] != "j" or len(item.arguments) != 1 or not isinstance(item.arguments[0], Symbol):
        return None
    return item.arguments[0].name


def _asked(statement: AsmStatement, items: list[Item]) -> frozenset[str]:
    """The flags that something depends on."""
    codes = [given.constraint[4:] for given in statement.outputs if given.constraint.startswith("=@cc")]
    for item in items:
        if isinstance(item, Instruction):
            codes += [item.name.removeprefix(prefix).rstrip(end) for prefix in ("j", "set", "cmov") for end in ("", "bwlq")]
            codes += ["c"] if item.name.startswith(("adc", "sbb", "cmc")) else []
    return frozenset(condition(code)[0] for code in codes if is_condition(code))


def _is_fence(item: Instruction) -> bool:
    """`lock addl $0, 0(%esp)`: what is on the stack stays as it is."""
    match item.arguments:
        case (Immediate(value=0), Address(base=Hard(family="sp"))):
            return item.locked and item.name.rstrip("lq") in ("add", "or")
    return False
