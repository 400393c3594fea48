"""An access that is not valid: to which object, where that was made and ended, and how far outside the access is.

An address tells the object that it was derived from, also when that has ended or is not reached (`ir.zones`). What lies at a null
pointer is no object. A pointer that was displaced far out of its object has lost its distance; then no offset is said.
"""

from __future__ import annotations

from threadproof.certify.replay.follow import Replay
from threadproof.errors import Pos
from threadproof.ir.interp.outcome import Executed, FailedCheck
from threadproof.ir.interp.places import user_place
from threadproof.ir.layout import ArrayOf, Layout, Record, path_at, size_of
from threadproof.report.explanation.history import ExecutionHistory
from threadproof.report.explanation.model import ExplainedAccess, MemoryExplanation, ObjectEvent
from threadproof.report.explanation.objects import GLOBAL, HEAP, NamedObject

NULL_PAGE = 4096  # addresses below belong to members of what a null pointer points to
DEREF, FREE = "invalid-deref", "invalid-free"


def memory(past: ExecutionHistory, check: FailedCheck) -> MemoryExplanation | None:
    """None where the check is not about an address."""
    if check.kind not in (DEREF, FREE) or check.address < 0:
        return None
    stack = failing(past.run)
    found = None if check.address < NULL_PAGE or check.address in past.names.functions else past.names.find(check.address)
    freeing = check.kind == FREE
    if found is None:
        return MemoryExplanation(_nothing(past, check.address), _access(past, stack, freeing, ""), check.size)
    offset = check.address - found.address
    alive = found.freed is None and _exists(past, found, check)
    far = not -(1 << 30) < offset < 1 << 30
    name = past.names.title(found) if freeing and not offset else found.joined(beyond(found.layout, offset)) if not far else ""
    return MemoryExplanation(
        _problem(found, check, offset, alive),
        _access(past, stack, freeing, name),
        check.size,
        past.names.title(found),
        found.kind,
        found.spelling,
        found.size,
        0 if far else offset,
        ObjectEvent(found.thread, past.texts.place(user_place(found.stack)), past.texts.calls(found.stack))
        if found.stack and found.kind != GLOBAL
        else None,
        None if found.freed is None else _event(past, *found.freed),
    )


def failing(run: Replay) -> tuple[Pos, ...]:
    """Where the last operation was executed, and the calls that led there."""
    entries = [entry for entry in run.turns[-1].log if isinstance(entry, Executed)]
    return entries[-1].stack if entries else (run.pos,)


def beyond(layout: Layout | None, offset: int) -> str:
    """As `path_at`, also a little outside: the next element of the array that ends there."""
    match layout:
        case Record(size=size, fields=fields, is_union=False) if fields and offset >= 0:
            before = [field for field in fields if field.offset <= offset]
            last = max(before, key=lambda field: field.offset, default=None)
            if last is not None and offset < size + size_of(last.layout) and last.name:
                inside = offset - last.offset
                if inside < size_of(last.layout) or isinstance(last.layout, ArrayOf):
                    return f".{last.name}{beyond(last.layout, inside)}"
        case ArrayOf(element=element, stride=stride) if stride:
            return f"[{offset // stride}]{path_at(element, offset % stride)}"
    return path_at(layout, offset) if offset >= 0 else str(offset)


def _event(past: ExecutionHistory, thread: int, stack: tuple[Pos, ...]) -> ObjectEvent:
    return ObjectEvent(thread, past.texts.place(user_place(stack)), past.texts.calls(stack))


def _access(past: ExecutionHistory, stack: tuple[Pos, ...], freeing: bool, name: str) -> ExplainedAccess:
    thread, pos = past.run.turns[-1].turn.thread, user_place(stack)
    verb = "frees" if freeing else "reads" if "read" in past.run.found.message.split(":")[0] else "writes"
    expression = past.texts.expression(pos, whole=verb != "reads")
    held = tuple(past.locks.get(thread, {}).values())
    return ExplainedAccess(thread, verb, name, expression, past.texts.place(pos), False, past.texts.calls(stack), held)


def _nothing(past: ExecutionHistory, address: int) -> str:
    if address == 0:
        return "null pointer"
    if address in past.names.functions:
        return f"address of function {past.names.functions[address]}"
    return f"member at offset {address} of what a null pointer points to" if address < NULL_PAGE else "no object"


def _exists(past: ExecutionHistory, found: NamedObject, check: FailedCheck) -> bool:
    """A stack object that is accessed within its bounds and not valid has ended."""
    offset = check.address - found.address
    inside = 0 <= offset <= found.size - max(1, check.size)
    return found.kind in (GLOBAL, HEAP) or (not inside and check.kind == DEREF)


def _problem(found: NamedObject, check: FailedCheck, offset: int, alive: bool) -> str:
    if check.kind == FREE:
        if found.freed is not None:
            return "double free"
        if found.kind != HEAP:
            return f"free of a {found.kind} object"
        return "free of an address inside of an object" if offset else "invalid free"
    if found.freed is not None:
        return "use after free"
    if not alive:
        return "use of a local variable that has ended"
    constant = found.kind == GLOBAL and 0 <= offset <= found.size - check.size
    return "write to a constant" if constant else "out of bounds"
