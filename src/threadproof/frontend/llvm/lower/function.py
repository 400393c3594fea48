"""Lowers one function: its blocks in an order in which what dominates comes first.

A block is lowered once something leads to it. What cannot be lowered ends the executions that get there (a `Cut`), and what
follows it in the block is left out; so a block that nothing else leads to is not lowered, and none that is reached is
forgotten: the walk goes on until there is no block left that was entered and not lowered.
"""

from __future__ import annotations

from collections.abc import Callable

from threadproof.errors import NOWHERE, InputError, UnsupportedError
from threadproof.frontend.c.lower.builder import Builder
from threadproof.frontend.c.lower.unsupported import EFFECT, what
from threadproof.frontend.llvm.lower import arithmetic, atomics, calls, command_line, lifetimes, memory, promotion, reserved
from threadproof.frontend.llvm.lower.frame import FunctionFrame, Tree
from threadproof.frontend.llvm.lower.linkage import Linkage, Signature, leaves
from threadproof.frontend.llvm.lower.terminators import TERMINATORS, reach
from threadproof.frontend.llvm.text.instructions import BINARY, CASTS, body
from threadproof.frontend.llvm.text.tree import BasicBlock, Declared, Instr, LocalName
from threadproof.ir import expr as e
from threadproof.ir.expr import Variable
from threadproof.ir.op import Alloc, Cut
from threadproof.ir.program import Note, NoteKind

Lower = Callable[[FunctionFrame, Instr], None]


def lower_function(linkage: Linkage, signature: Signature) -> None:
    builder = Builder(linkage.linker.options.data_model, signature.function.pos)
    frame = FunctionFrame(linkage, signature, builder)
    try:
        _lower(frame)
    except UnsupportedError as error:
        builder = Builder(linkage.linker.options.data_model, signature.function.pos)
        _cut(linkage, builder, error)
    builder.finish(signature.function)


def _lower(frame: FunctionFrame) -> None:
    text = frame.signature.text
    blocks = body(text, frame.unit.text.file)
    frame.blocks = {block.name: block for block in blocks}
    _count(frame)
    _parameters(frame)
    if text.name == "main":
        command_line.enter(frame, list(frame.signature.function.params))
    _variables(frame)
    if reserved.is_atomic_function(text.name):
        reserved.begin_block(frame)
    for block in blocks:
        frame.locations[block.name] = frame.builder.location()
        _registers_of_phis(frame, block)
    reach(frame, blocks[0].name)
    order = _order(blocks)
    done: set[str] = set()
    while frame.entered - done:
        for name in order:
            if name in frame.entered and name not in done:
                done.add(name)
                _block(frame, frame.blocks[name])


def _block(frame: FunctionFrame, block: BasicBlock) -> None:
    frame.builder.here, frame.block = frame.locations[block.name], block.name
    frame.pending.clear()
    for each in block.body:
        if isinstance(each, Declared) or each.op == "phi":
            continue
        if "dbg" in each.meta:
            found = frame.unit.debug.pos(each.meta["dbg"])
            frame.builder.pos = found if found is not NOWHERE else frame.builder.pos
        try:
            _instruction(frame, each)
        except UnsupportedError as error:
            _cut(frame.linkage, frame.builder, error)
            return


def _instruction(frame: FunctionFrame, each: Instr) -> None:
    lower = TERMINATORS.get(each.op) or _TABLE.get(each.op)
    if lower is None:
        raise UnsupportedError(f"unsupported: the instruction {' '.join(each.words) if each.op == 'unsupported' else each.op}")
    if each.orders and each.op in _ATOMIC:
        lower = _ATOMIC[each.op]
    lower(frame, each)


def _cut(linkage: Linkage, builder: Builder, error: UnsupportedError) -> None:
    """No execution goes on from here."""
    pos = error.pos if error.pos.file else builder.pos
    note = Note(NoteKind.UNSUPPORTED, pos, what(error.message), EFFECT)
    if note not in linkage.linker.notes:
        linkage.linker.notes.append(note)
    builder.pos = pos
    builder.stop(Cut(error.message))


# -- before the first block --------------------------------------------------------------------------------------------


def _count(frame: FunctionFrame) -> None:
    """How often each value is used, and which values other blocks use."""
    homes: dict[str, str] = {}
    for block in frame.blocks.values():
        for each in block.body:
            if each.result:
                homes[each.result] = block.name
            if each.op in ("alloca", "getelementptr"):
                frame.makers[each.result] = each
            elif each.op == "load":
                frame.loads[each.result] = each
    for block in frame.blocks.values():
        for each in block.body:
            if isinstance(each, Declared):
                continue
            places = [(value, block.name) for value in promotion.operands(each)] if not each.incoming else each.incoming
            for value, place in places:
                for name in promotion.used(value):
                    frame.uses[name] = frame.uses.get(name, 0) + 1
                    if homes.get(name, place) != place:
                        frame.shared.add(name)


def _parameters(frame: FunctionFrame) -> None:
    variables = list(frame.signature.function.params)
    if frame.signature.hidden_result:
        frame.result = e.var(variables.pop(0))
    if frame.signature.uses_varargs:
        frame.varargs = e.var(variables.pop())
    for param in frame.signature.text.params:
        count = len(leaves(frame.unit.target, param.type))
        frame.values[param.name] = _assembled(frame, param.type, variables[:count])
        del variables[:count]


def _assembled(frame: FunctionFrame, type_: object, variables: list[Variable]) -> Tree:
    from threadproof.frontend.llvm.text.types import LType

    assert isinstance(type_, LType)
    if frame.unit.target.value(type_) is not None:
        return e.var(variables.pop(0))
    return tuple(_assembled(frame, part, variables) for _, part in frame.unit.target.parts(type_))


def _variables(frame: FunctionFrame) -> None:
    """Registers and stack objects of the variables that the first block declares."""
    registers = promotion.promoted(frame)
    records = frame.records = promotion.declarations(frame)
    first = next(iter(frame.blocks.values()))
    for each in first.body:
        if each.op != "alloca" or each.operands:
            continue
        variable = records.get(each.result, "")
        name = (frame.unit.debug.name(variable) if variable else "") or each.result
        frame.builder.pos = frame.signature.function.pos
        if each.result in registers:
            type_ = promotion.register_type(frame, each.type, variable)
            frame.slots[each.result] = frame.builder.register(name if variable else f"%{name}", type_)
            continue
        size = frame.unit.target.size(each.type)
        layout = frame.unit.debug.layout(variable, size) or frame.unit.target.layout(each.type)
        frame.layouts[each.result] = layout
        lifetimes.declare(frame, each.result, name, size, layout)
    _take_parameters(frame, first)


def _take_parameters(frame: FunctionFrame, first: BasicBlock) -> None:
    """A parameter that is stored into its own variable at once is that variable."""
    for each in first.body:
        if each.op != "store":
            continue
        value, place = each.operands[0].value, each.operands[1].value
        if not isinstance(value, LocalName) or not isinstance(place, LocalName) or place.name not in frame.slots:
            continue
        found = frame.values.get(value.name)
        slot = frame.slots[place.name]
        if found is None or isinstance(found, tuple) or frame.uses.get(value.name) != 1 or found.type is not slot.type:
            continue
        if found.op == "var" and found.payload in frame.signature.function.params:
            frame.builder.locals.pop(slot, None)
            frame.slots[place.name] = found.payload
            each.op = "taken"


def _registers_of_phis(frame: FunctionFrame, block: BasicBlock) -> None:
    for each in block.body:
        if each.op == "phi":
            scalars = leaves(frame.unit.target, each.type)
            made = tuple(frame.builder.register(f"%{each.result}{path}", type_) for path, type_ in scalars)
            frame.phis[each.result] = made
            frame.values[each.result] = _assembled(frame, each.type, list(made))


def _order(blocks: list[BasicBlock]) -> list[str]:
    """Reverse postorder of a depth-first walk."""
    targets = {block.name: block.body[-1] if block.body else None for block in blocks}
    seen, finished = {blocks[0].name}, list[str]()
    stack = [(blocks[0].name, iter(_successors(targets[blocks[0].name])))]
    while stack:
        name, rest = stack[-1]
        following = next(rest, None)
        if following is None:
            stack.pop()
            finished.append(name)
        elif following not in seen:
            if following not in targets:
                raise InputError(f"LLVM's intermediate representation: there is no block %{following}")
            seen.add(following)
            stack.append((following, iter(_successors(targets[following]))))
    return finished[::-1]


def _successors(last: Instr | None) -> list[str]:
    return [] if last is None else [*last.targets, *(target for _, target in last.cases)]


# -- the other instructions --------------------------------------------------------------------------------------------


def _alloca(frame: FunctionFrame, each: Instr) -> None:
    """One of a size that is computed, or not in the first block: a new object each time."""
    if not each.operands and each.result in (frame.slots.keys() | frame.layouts.keys()):
        return
    size = e.const(frame.builder.data_model.size, frame.unit.target.size(each.type))
    if each.operands:
        count = e.cast(frame.builder.data_model.size, frame.value(each.operands[0]))
        size = e.mul(count, size)
    register = frame.builder.register(f"&{each.result}", frame.pointer)
    frame.builder.emit(Alloc(register, size, True, each.result, None))
    frame.define(each, e.var(register))


def _nothing(frame: FunctionFrame, each: Instr) -> None:
    pass


_TABLE: dict[str, Lower] = {
    **dict.fromkeys(BINARY, arithmetic.binary),
    **dict.fromkeys(CASTS, arithmetic.convert),
    **dict.fromkeys(("icmp", "fcmp"), arithmetic.compare),
    "fneg": arithmetic.negate,
    "freeze": arithmetic.freeze,
    "select": arithmetic.select,
    "extractvalue": arithmetic.extract,
    "insertvalue": arithmetic.insert,
    "alloca": _alloca,
    "load": memory.load,
    "store": memory.store,
    "getelementptr": memory.element_pointer,
    "call": calls.call,
    "fence": atomics.fence,
    "cmpxchg": atomics.compare_exchange,
    "atomicrmw": atomics.read_modify_write,
    "taken": _nothing,
}
_ATOMIC: dict[str, Lower] = {"load": atomics.load, "store": atomics.store}
