"""The command line as main gets it: what the C front end makes of it, always as texts.

Arguments are objects with any content, up to the number and length that options give, or those that were given.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from threadproof.errors import Pos
from threadproof.frontend.c.lower.command_line import Vector
from threadproof.frontend.llvm.lower.frame import FunctionFrame
from threadproof.frontend.llvm.lower.promotion import operands, used
from threadproof.ir import expr as e
from threadproof.ir.expr import Variable
from threadproof.ir.op import Assign, Assume, Cut, Havoc, Origin
from threadproof.ir.program import NoteKind
from threadproof.records import dataclass

if TYPE_CHECKING:
    from threadproof.frontend.c.lower.context import Context

WHAT = "arguments of main"


@dataclass(frozen=True, slots=True)
class _Main:
    pos: Pos


def enter(frame: FunctionFrame, variables: list[Variable]) -> None:
    """Give values to the parameters of main that it looks at."""
    looked_at = [_is_read(frame, param.name) for param in frame.signature.text.params] + [False] * 3
    if not any(looked_at):
        return
    builder, options = frame.builder, frame.options
    if "main" in frame.linker.image.mentioned:
        builder.stop(Cut("main is called by the program, and looks at its arguments"))
        return
    if looked_at[2]:
        builder.stop(Cut("the list of the environment is looked at"))
        return
    place = frame.signature.function.pos
    vector = Vector(cast("Context", _Surroundings(frame)), "argv")
    if options.arguments is not None:
        builder.emit(Assign(variables[0], e.const(variables[0].type, len(options.arguments))))
        builder.emit(Assign(variables[1], vector.of(options.arguments)))
        frame.linker.note(NoteKind.MODELLED, place, WHAT, "those of --argv")
        return
    count = builder.register("argc", variables[0].type)
    builder.emit(Havoc(count, Origin.INPUT, "argc"))
    builder.emit(Assume(e.le(e.const(count.type, 1), e.var(count)), branch=False))
    builder.emit(Assign(variables[0], e.var(count)))
    if not looked_at[1]:
        frame.linker.note(NoteKind.MODELLED, place, WHAT, "any positive number of arguments")
        return
    most, longest = options.max_args, options.max_arg_length
    effect = f"any texts of at most {longest} bytes, at most {most} of them; others are not explored (--argv gives them)"
    frame.linker.note(NoteKind.APPROXIMATED, place, WHAT, effect)
    vector.arbitrary(1, 1 + most, e.var(count), variables[1], variables[0])


class _Surroundings:
    """What vectors of texts need of the function that is being lowered."""

    def __init__(self, frame: FunctionFrame) -> None:
        self.builder, self.options, self.linker, self.pointer = frame.builder, frame.options, frame.linker, frame.pointer
        self.function = _Main(frame.signature.function.pos)


def _is_read(frame: FunctionFrame, name: str) -> bool:
    """Whether a parameter is used for more than to be stored in a variable that is never read."""
    for block in frame.blocks.values():
        for each in block.body:
            if each.op.startswith("dbg") or name not in (word for value in operands(each) for word in used(value)):
                continue
            place = next(iter(used(each.operands[-1].value)), "") if each.op == "store" else ""
            if not place or _is_loaded(frame, place):
                return True
    return False


def _is_loaded(frame: FunctionFrame, place: str) -> bool:
    mentions = [
        each
        for block in frame.blocks.values()
        for each in block.body
        if not each.op.startswith("dbg") and place in (word for value in operands(each) for word in used(value))
    ]
    return len(mentions) > 1
