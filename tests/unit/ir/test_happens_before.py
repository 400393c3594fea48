"""Happens-before from the logs of executions."""

from __future__ import annotations

from threadproof.errors import NOWHERE
from threadproof.ir.happens_before import Clocks, RecordedAccesses
from threadproof.ir.interp.outcome import Access, Allocated, Entry, Fenced, Synchronised, ThreadEvent
from threadproof.ir.interp.state import Site
from threadproof.ir.op import Sync
from threadproof.ir.program import Edge

BIT, FLAG = 1, 0x100
DATA, SITE = 0x200, Site("data", None)


def after(*entries: Entry, chosen: int = 1) -> Clocks:
    """What is known after some entries of an access of a thread that comes first."""
    clocks = Clocks()
    clocks.add(chosen, BIT)
    for entry in entries:
        clocks.take(entry)
    return clocks


def sync(thread: int, kind: Sync, size: int = 4, at: int = FLAG) -> Synchronised:
    return Synchronised(thread, kind, at, size)


def access(thread: int, write: bool = True, atomic: bool = False, at: int = DATA) -> Access:
    return Access(thread, Edge(0, 1, (), NOWHERE), SITE, at, 0, 4, None, write, 0, atomic, False)


def test_release_and_acquire() -> None:
    assert after(sync(1, Sync.RELEASE), sync(2, Sync.ACQUIRE)).has(2, BIT)
    assert not after(sync(1, Sync.PUBLISH), sync(2, Sync.ACQUIRE)).has(2, BIT)
    assert not after(sync(1, Sync.RELEASE), sync(2, Sync.OBSERVE)).has(2, BIT)
    assert not after(sync(1, Sync.RELEASE), sync(2, Sync.LOOK)).has(2, BIT)
    assert not after(sync(1, Sync.RELEASE), sync(2, Sync.ACQUIRE, at=0x180)).has(2, BIT)


def test_release_sequences() -> None:
    assert after(sync(1, Sync.RELEASE), sync(1, Sync.PUBLISH), sync(2, Sync.ACQUIRE)).has(2, BIT)
    assert after(sync(1, Sync.RELEASE), sync(3, Sync.CARRY), sync(2, Sync.ACQUIRE)).has(2, BIT)
    assert not after(sync(1, Sync.RELEASE), sync(3, Sync.PUBLISH), sync(2, Sync.ACQUIRE)).has(2, BIT)
    broken = (sync(1, Sync.RELEASE), sync(3, Sync.PUBLISH), sync(1, Sync.PUBLISH), sync(2, Sync.ACQUIRE))
    assert not after(*broken).has(2, BIT)


def test_fences() -> None:
    release, acquire = Fenced(1, False, True), Fenced(2, True, False)
    assert after(release, sync(1, Sync.PUBLISH), sync(2, Sync.OBSERVE), acquire).has(2, BIT)
    assert not after(sync(1, Sync.PUBLISH), release, sync(2, Sync.OBSERVE), acquire).has(2, BIT)
    assert not after(release, sync(1, Sync.PUBLISH), acquire, sync(2, Sync.OBSERVE)).has(2, BIT)
    assert after(release, sync(1, Sync.CARRY), sync(2, Sync.ACQUIRE)).has(2, BIT)


def test_threads() -> None:
    assert after(ThreadEvent(1, "spawn", 2)).has(2, BIT)
    assert after(ThreadEvent(1, "end"), ThreadEvent(0, "join", 1)).has(0, BIT)
    assert not after(ThreadEvent(0, "spawn", 2)).has(2, BIT)


def test_a_new_object_knows_nothing_of_the_old_one() -> None:
    assert not after(sync(1, Sync.RELEASE), Allocated(3, FLAG, 8), sync(2, Sync.ACQUIRE)).has(2, BIT)
    recorded = RecordedAccesses()
    assert recorded.take(access(1)) is None
    assert recorded.take(Allocated(2, DATA, 4)) is None
    assert recorded.take(access(2)) is None


def test_a_state_can_be_kept() -> None:
    clocks = after(sync(1, Sync.RELEASE), Fenced(1, False, True), sync(3, Sync.OBSERVE))
    again = Clocks(clocks.frozen())
    assert again.frozen() == clocks.frozen()
    again.take(Fenced(3, True, False))
    assert again.has(3, BIT) and not clocks.has(3, BIT)


def test_races_of_an_execution() -> None:
    recorded = RecordedAccesses()
    first = access(1)
    assert recorded.take(first) is None
    assert recorded.take(access(1, write=False)) is None
    assert recorded.take(access(2, write=False)) is first
    assert recorded.take(access(3, at=DATA + 8)) is None
    both = RecordedAccesses()
    assert both.take(access(1, atomic=True)) is None and both.take(access(2, atomic=True)) is None
    assert both.take(access(3, write=False)) is not None
