"""Lifetimes of the stack objects of variables.

Clang marks where the block of a variable is entered and left (`llvm.lifetime.start` and `end`), unless a jump may lead past its
declaration. As in the C front end, an object that is marked ends with its block; if control may come to the block again, it is a
new object each time that the block is entered, and otherwise it is made when its function is entered. Variables in registers have
no address to tell the difference by: where their block is entered again, they hold anything.
"""

from __future__ import annotations

from threadproof.errors import UnsupportedError
from threadproof.frontend.llvm.lower.frame import FunctionFrame
from threadproof.frontend.llvm.lower.promotion import operands, used
from threadproof.frontend.llvm.text.tree import GlobalName, Instr, LocalName
from threadproof.ir import expr as e
from threadproof.ir.layout import Layout
from threadproof.ir.op import Alloc, Havoc, Lifetime, Origin

START, END = "llvm.lifetime.start", "llvm.lifetime.end"


def declare(frame: FunctionFrame, name: str, shown: str, size: int, layout: Layout) -> None:
    """The object of a variable whose address is used."""
    if frame.options.bounds and _may_end(frame, name):
        raise UnsupportedError(
            f"unsupported: the lifetime of {shown}, whose block clang does not mark, where memory safety is verified"
        )
    if name in _marked(frame) and _in_cycle(frame, name):
        register = frame.builder.register(f"&{shown}", frame.pointer)
        frame.makers_of_objects[name] = Alloc(register, e.const(frame.builder.data_model.size, size), True, shown, layout)
        frame.values[name] = e.var(register)
    else:
        frame.values[name] = frame.builder.stack_object(shown, size, layout)


def _may_end(frame: FunctionFrame, name: str) -> bool:
    """Whether it belongs to a block of which nothing says where it ends: jumps lead past its declaration, or it has no name."""
    if name in _marked(frame):
        return False
    variable = frame.unit.debug.node(frame.records.get(name, ""))
    inner = frame.unit.debug.node(variable.text("scope")).kind == "DILexicalBlock"
    hidden = name not in frame.records and "." not in name and name.rstrip("0123456789") not in _TEMPORARIES
    return (inner or hidden or name.startswith(".compoundliteral")) and _is_kept(frame, name)


_TEMPORARIES = frozenset({"tmp", "coerce", "retval"})
"""Allocas without a debug record that clang names so; others belong to variables that control never declares."""


def _is_kept(frame: FunctionFrame, name: str) -> bool:
    """Whether its address is stored, handed over or returned, itself or after it was moved."""
    names, before = {name}, 0
    while before != len(names):
        before = len(names)
        for block in frame.blocks.values():
            for each in block.body:
                if each.result and each.op in _MOVING and not names.isdisjoint(_mentioned(each)):
                    names.add(each.result)
    return any(not names.isdisjoint(_kept_by(each)) for block in frame.blocks.values() for each in block.body)


_MOVING = frozenset({"getelementptr", "phi", "select", "bitcast", "ptrtoint", "insertvalue", "freeze"})


def _mentioned(each: Instr) -> set[str]:
    return {name for value in operands(each) for name in used(value)}


def _kept_by(each: Instr) -> set[str]:
    if each.op == "store":
        return set(used(each.operands[0].value))
    if each.op in ("call", "invoke", "ret", "cmpxchg", "atomicrmw"):
        callee = each.callee
        harmless = isinstance(callee, GlobalName) and callee.name.startswith(("llvm.mem", "llvm.lifetime", "llvm.dbg"))
        return set() if harmless else _mentioned(each)
    return set()


def _marked(frame: FunctionFrame) -> set[str]:
    if frame.marked is None:
        frame.marked = {name for block in frame.blocks.values() for each in block.body if (name := _subject(each, START))}
    return frame.marked


def _subject(each: Instr, which: str) -> str:
    callee = each.callee
    if not isinstance(callee, GlobalName) or not callee.name.startswith(which):
        return ""
    value = each.operands[-1].value
    return value.name if isinstance(value, LocalName) else ""


def _in_cycle(frame: FunctionFrame, name: str) -> bool:
    """Whether control may come to a block that begins the lifetime more than once."""
    homes = [block.name for block in frame.blocks.values() if any(_subject(each, START) == name for each in block.body)]
    return len(homes) > 1 or any(_reaches_itself(frame, home) for home in homes)


def _reaches_itself(frame: FunctionFrame, home: str) -> bool:
    if home in frame.cyclic:
        return frame.cyclic[home]
    seen: set[str] = set()
    work = [home]
    while work:
        last = frame.blocks[work.pop()].body[-1]
        for target in (*last.targets, *(target for _, target in last.cases)):
            if target not in seen:
                seen.add(target)
                work.append(target)
    frame.cyclic[home] = home in seen
    return home in seen


def start(frame: FunctionFrame, each: Instr) -> None:
    name = _subject(each, START)
    if name in frame.slots:
        if _reaches_itself(frame, frame.block) and not _written_first(frame, name):
            register = frame.slots[name]
            frame.save(register)
            frame.builder.emit(Havoc(register, Origin.UNINIT))
    elif name in frame.makers_of_objects:
        frame.save(frame.makers_of_objects[name].target)
        frame.builder.emit(frame.makers_of_objects[name])


def _written_first(frame: FunctionFrame, name: str) -> bool:
    """Whether the rest of the block assigns the variable before it reads it: then what it holds does not matter."""
    after = False
    for each in frame.blocks[frame.block].body:
        if _subject(each, START) == name:
            after = True
        elif after and each.op in ("store", "load"):
            place = each.operands[-1].value
            if isinstance(place, LocalName) and place.name == name:
                return each.op == "store"
    return False


def end(frame: FunctionFrame, each: Instr) -> None:
    name = _subject(each, END)
    value = frame.values.get(name)
    if name in frame.layouts and not isinstance(value, tuple) and value is not None:
        frame.builder.emit(Lifetime(value, False))
