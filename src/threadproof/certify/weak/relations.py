"""An execution under Power as relations between its events, for the axioms (`weak.power_axioms`). Its order is that of
coherence: each read sees the last write to its place before it, and writes to a place follow each other in it.

What main did before it created a thread is in memory; nothing comes before that, so it is part of no cycle, and no event.
"""

from __future__ import annotations

from collections.abc import Iterable

from threadproof.certify.weak.history import Barrier, ExecutionRefused, History, HistoryEvent, Item
from threadproof.evidence.execution import Place
from threadproof.weak.power_axioms import Candidate, Relation, broken

Pairs = set[tuple[HistoryEvent, HistoryEvent]]


def check(history: History) -> None:
    """Raises `ExecutionRefused`."""
    axiom = broken(_Relations(history).candidate())
    if axiom:
        raise ExecutionRefused(f"it is not allowed: {axiom}")


class _Relations:
    def __init__(self, history: History) -> None:
        self.history = history
        self.place = {event: n for n, event in enumerate(history.order)}
        self.rf: Pairs = set()
        self.fr: Pairs = set()
        self.co: Pairs = set()
        for event in history.order:
            for place in event.reads:
                self._sees(event, place)
            self._follows(event)

    def _writes(self, place: Place) -> list[HistoryEvent]:
        return [event for event in self.history.order if place in event.writes]

    def _sees(self, event: HistoryEvent, place: Place) -> None:
        writes = [write for write in self._writes(place) if write is not event]
        before = [write for write in writes if self.place[write] < self.place[event]]
        found = before[-1].writes[place] if before else self.history.memory.get(place)
        if found is None or found != event.reads[place]:
            raise ExecutionRefused(f"the read at {event.pos} finds another value")
        if place[0] not in self.history.lives:
            self.rf |= {(write, event) for write in before[-1:]}
            self.fr |= {(event, write) for write in writes[len(before) :]}

    def _follows(self, event: HistoryEvent) -> None:
        for place in event.writes:
            if place[0] not in self.history.lives:
                self.co |= {(event, other) for other in self._writes(place) if self.place[other] > self.place[event]}

    def places(self, event: HistoryEvent) -> set[Place]:
        return {place for place in (*event.reads, *event.writes) if place[0] not in self.history.lives}

    def candidate(self) -> Candidate:
        events = self.history.order
        threads = [[item for item in items if isinstance(item, HistoryEvent)] for items in self.history.threads]
        po = {(a, b) for thread in threads for n, b in enumerate(thread) for a in thread[:n]}
        full, light, isync = self._fences()
        full |= {(a, b) for b in events for a in b.after}
        return Candidate(
            reads=self._set(event for event in events if event.full or not event.writes),
            writes=self._set(event for event in events if event.writes),
            same=self._relation(po | {(b, a) for a, b in po}),
            po=self._relation(po),
            po_loc=self._relation((a, b) for a, b in po if self.places(a) & self.places(b)),
            rf=self._relation(self.rf),
            co=self._relation(self.co),
            fr=self._relation(self.fr),
            addr=self._relation((a, b) for b in events for a in b.address),
            data=self._relation((a, b) for b in events for a in b.data),
            ctrl=self._relation((a, b) for b in events for a in b.control),
            ctrl_isync=self._relation(isync),
            ffence=self._relation(full),
            lwfence=self._relation(light),
            whole=self._set(event for event in events if event.full and len(event.writes) > 1),
        )

    def _fences(self) -> tuple[Pairs, Pairs, Pairs]:
        full: Pairs = set()
        light: Pairs = set()
        isync: Pairs = set()
        for items in self.history.threads:
            for j, second in enumerate(items):
                for i, first in enumerate(items[:j]):
                    if isinstance(first, HistoryEvent) and isinstance(second, HistoryEvent):
                        between = items[i + 1 : j]
                        if first.full or second.full or any(item.full for item in between) or _late(first, second, between):
                            full.add((first, second))
                        elif _light(first, second, between):
                            light.add((first, second))
                    elif isinstance(first, Barrier) and isinstance(second, HistoryEvent):
                        isync |= {(read, second) for read in first.behind}
        return full, light, isync

    def _relation(self, pairs: Iterable[tuple[HistoryEvent, HistoryEvent]]) -> Relation:
        return Relation.of(len(self.place), ((self.place[a], self.place[b]) for a, b in pairs))

    def _set(self, events: Iterable[HistoryEvent]) -> int:
        return sum(1 << self.place[event] for event in events)


def _late(first: HistoryEvent, second: HistoryEvent, between: list[Item]) -> bool:
    """Whether a fence that only keeps writes before reads does so."""
    fences = [item for item in between if isinstance(item, Barrier) and (item.before, item.after) == ("W", "R")]
    return bool(fences) and (first.kinds, second.kinds) == ("W", "R")


def _light(first: HistoryEvent, second: HistoryEvent, between: list[Item]) -> bool:
    fences = [item for item in between if isinstance(item, Barrier)]
    return any(first.kinds in fence.before and second.kinds in fence.after for fence in fences)
