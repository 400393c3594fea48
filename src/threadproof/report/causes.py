"""Why a counterexample fails, in two or three sentences: the orders of accesses that its context switches bring about.

A thread that is interrupted has looked at something, or is about to change something, that others touch in the meantime. For each
interruption those are the last access before it that conflicts with what happens in between, and the first one after it. In a
schedule with as few switches as possible each of them matters.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from threadproof.certify.replay.follow import Replay
from threadproof.errors import Pos
from threadproof.ir.interp.outcome import Access, Executed, ThreadEvent
from threadproof.ir.interp.places import in_model, user_place
from threadproof.records import dataclass, field

MOST = 3


@dataclass(frozen=True, slots=True, eq=False)
class SeenAccess:
    """An access of the user's program, and where it is."""

    access: Access
    pos: Pos
    name: str

    def words(self) -> str:
        return f"thread {self.access.thread} {self.access.verb} {self.name} at line {self.pos.line}"

    def short(self, other: SeenAccess) -> str:
        """After another access to the same thing."""
        name = "it" if self.name == other.name else self.name
        return f"thread {self.access.thread} {self.access.verb} {name} at line {self.pos.line}"


@dataclass(slots=True, eq=False)
class UninterruptedRun:
    """What a thread did without another one in between."""

    thread: int
    seen: list[SeenAccess] = field(default_factory=list)
    joins: bool = False  # before anything else: it had to wait for what came before
    ends: bool = False


def causes(run: Replay, name: Callable[[Access], str] = lambda access: access.name) -> tuple[str, ...]:
    """`name`: of what is accessed."""
    found: dict[tuple[int, int], str] = {}
    blocks = _blocks(run, name)
    for i, block in enumerate(blocks):
        goes_on = next((j for j in range(i + 1, len(blocks)) if blocks[j].thread == block.thread), len(blocks))
        if goes_on == len(blocks) and block.ends:
            continue
        between = [seen for other in blocks[i + 1 : goes_on] for seen in other.seen]
        rest = blocks[goes_on].seen if goes_on < len(blocks) and not blocks[goes_on].joins else []
        for first, second in _orders(block.seen, between, rest):
            found.setdefault((id(first), id(second)), f"{first.words()} before {second.short(first)}")
    return tuple(found.values())[:MOST]


def _orders(
    before: Sequence[SeenAccess], between: Sequence[SeenAccess], after: Sequence[SeenAccess]
) -> Iterator[tuple[SeenAccess, SeenAccess]]:
    """The last conflict of what came before an interruption with what came in between; the first one of that with the rest."""
    yield from _first((old, new) for old in reversed(before) for new in between)
    yield from _first((old, new) for new in after for old in reversed(between))


def _first(pairs: Iterator[tuple[SeenAccess, SeenAccess]]) -> Iterator[tuple[SeenAccess, SeenAccess]]:
    for old, new in pairs:
        if (old.access.write or new.access.write) and old.access.common(new.access):
            yield old, new
            return


def _blocks(run: Replay, name: Callable[[Access], str]) -> list[UninterruptedRun]:
    blocks: list[UninterruptedRun] = []
    for taken in run.turns:
        thread, place, library = taken.turn.thread, run.pos, False
        if not blocks or blocks[-1].thread != thread:
            blocks.append(UninterruptedRun(thread))
        for entry in taken.log:
            match entry:
                case Executed(stack=stack):
                    place, library = user_place(stack), in_model(stack[0])
                case Access() if entry.thread == thread and not entry.private and not library and place.line:
                    blocks[-1].seen.append(SeenAccess(entry, place, name(entry)))
                case ThreadEvent(what="join") if entry.thread == thread and not blocks[-1].seen:
                    blocks[-1].joins = True
                case ThreadEvent(what="end") if entry.thread == thread:
                    blocks[-1].ends = True
    return blocks
