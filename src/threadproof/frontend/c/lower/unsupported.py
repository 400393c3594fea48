"""What is not supported ends the executions that get there, and nothing else: the program is lowered around it.

Lowering a statement emits its operations in the order in which they are executed. Where that fails, what was emitted so far
is a prefix of what the statement does, so every execution of it is the beginning of one of the program. A `Cut` goes to the
point that was reached, and to every location that something leads to and nothing leaves (`Builder.finish`): joins of branches
that were not completed, ends of loops, labels that were not met. No execution can go on after any of them, so TRUE is
impossible exactly if some execution gets there, and violations in front of it stand. What follows in the text is lowered all
the same, since labels and cases lead there.

The cases of a `switch` are known only when its body was lowered. If one of them is lost, the whole statement is given up:
its head leads nowhere then.

For `doctor` (`COptions.collect`) the cut stands on one side of a free choice, so that what follows is looked at, too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from threadproof.errors import Pos, UnsupportedError
from threadproof.frontend.c.clang import kinds as k
from threadproof.frontend.c.clang.node import Node
from threadproof.ir.op import Cut, Origin
from threadproof.ir.program import Note, NoteKind
from threadproof.ir.types import BOOL
from threadproof.records import dataclass

if TYPE_CHECKING:
    from threadproof.frontend.c.lower.context import Context
    from threadproof.frontend.c.lower.link import Linker
    from threadproof.ir.expr import Expr

EFFECT = "not explored, so TRUE only if no execution gets there"
_STACKS = (
    "scopes", "cleanups", "break_scopes", "continue_scopes", "switch_scopes", "breaks", "continues", "cases", "defaults",
)  # fmt: skip


@dataclass(slots=True, eq=False)
class Nesting:
    """What is around a statement."""

    depths: tuple[int, ...]
    loops: int
    temporaries: list[Expr]
    alive: int
    first: int  # the next location


def around(context: Context) -> Nesting:
    depths = tuple([len(getattr(context, name)) for name in _STACKS])
    temporaries = context.temporaries
    return Nesting(depths, context.loops, temporaries, len(temporaries), context.builder.next)


def give_up(context: Context, node: Node, nesting: Nesting, error: UnsupportedError) -> None:
    """The statement could not be lowered: its executions end where it got to. Raises if cases of a `switch` around are
    lost."""
    for name, depth in zip(_STACKS, nesting.depths, strict=True):
        del getattr(context, name)[depth:]
    context.loops, context.temporaries = nesting.loops, nesting.temporaries
    del context.temporaries[nesting.alive :]
    if not error.pos.file:
        error.pos = context.pos
    if has_cases(node):
        raise error
    cut(context, error)
    context.builder.abandon(nesting.first, error.pos, Cut(error.message))


def has_cases(node: Node) -> bool:
    """Whether cases of a `switch` around it are in there."""
    work = [node]
    while work:
        each = work.pop()
        if each.kind in (k.CASE, k.DEFAULT):
            return True
        if each.kind != k.SWITCH:
            work.extend(each.children)
    return False


def cut(context: Context, error: UnsupportedError) -> None:
    """No execution goes on from here."""
    note(context.linker, error)
    builder = context.builder
    if not context.options.collect:
        builder.pos = error.pos
        builder.stop(Cut(error.message))
        return
    there, behind = builder.location(), builder.location()
    builder.branch(builder.havoc(BOOL, Origin.EXTERN), there, behind)
    builder.here, builder.pos = there, error.pos
    builder.stop(Cut(error.message))
    builder.here = behind


def note(linker: Linker, error: UnsupportedError, effect: str = EFFECT) -> None:
    """For the user, at each of its places."""
    advice = f" ({error.advice})" if error.advice else ""
    found = Note(NoteKind.UNSUPPORTED, error.pos, what(error.message), effect + advice)
    if found not in linker.notes:
        linker.notes.append(found)


def what(message: str) -> str:
    return message.removeprefix("unsupported: ")


def at(pos: Pos, error: UnsupportedError) -> UnsupportedError:
    """The same where it was met, unless it says where it is."""
    return error if error.pos.file else UnsupportedError(error.message, pos, error.advice)
