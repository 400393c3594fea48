"""The axioms of memory models that are multi-copy atomic, for an execution in the order in which its accesses take effect:
program order as far as the model preserves it, and what fences, creating and joining order; each read finds the last write, in
the order, of those to its place that are before it in the order or in its own thread; two reads of one place do not go back in
time."""

from __future__ import annotations

from collections.abc import Sequence

from threadproof.certify.weak.history import Barrier, ExecutionRefused, History, HistoryEvent, Item
from threadproof.evidence.execution import Place
from threadproof.ir.arith import Value
from threadproof.memory_models import MemoryModel


def check(history: History, model: MemoryModel) -> None:
    """Raises `ExecutionRefused`."""
    _Axioms(history, model).check()


class _Axioms:
    def __init__(self, history: History, model: MemoryModel) -> None:
        self.history, self.model = history, model
        self.place = {event: n for n, event in enumerate(history.order)}
        self.events = {items[0].thread: items for items in map(_events, history.threads) if items}

    def check(self) -> None:
        for items in self.history.threads:
            self._preserved(items)
        for event in self.history.order:
            self._require(all(self.place[other] < self.place[event] for other in event.after), event)
            for place, value in event.reads.items():
                self._sees(event, place, value)

    def _require(self, holds: bool, event: HistoryEvent) -> None:
        if not holds:
            raise ExecutionRefused(f"the order of the access at {event.pos} is not allowed")

    def _preserved(self, items: list[Item]) -> None:
        for j, second in enumerate(items):
            for i, first in enumerate(items[:j]):
                if isinstance(first, Barrier) or isinstance(second, Barrier):
                    continue
                if self._keeps(first, second, items[i + 1 : j]):
                    self._require(self.place[first] < self.place[second], second)

    def _keeps(self, first: HistoryEvent, second: HistoryEvent, between: Sequence[Item]) -> bool:
        if first.full or second.full or first.kinds + second.kinds in self.model.keeps or first in _depends(second):
            return True
        fences = [item for item in between if isinstance(item, Barrier)]
        if any(first.kinds in fence.before and second.kinds in fence.after for fence in fences):
            return True
        return any(place in first.reads or place in first.writes for place in second.writes)

    def _source(self, event: HistoryEvent, place: Place) -> HistoryEvent | None:
        """The write that a read sees."""
        own = [other for other in self.events[event.thread] if other.number < event.number]
        here = self.place[event]
        seen = [x for x in self.place if place in x.writes and x is not event and (self.place[x] < here or x in own)]
        return max(seen, key=self.place.__getitem__, default=None)

    def _sees(self, event: HistoryEvent, place: Place, value: Value) -> None:
        write = self._source(event, place)
        found = self.history.memory.get(place) if write is None else write.writes[place]
        if found is None or found != value:
            raise ExecutionRefused(f"the read at {event.pos} finds another value")
        if write is not None and self.place[write] > self.place[event] and self.model.dependencies:
            self._require(all(self.place[other] < self.place[event] for other in _depends(write)), event)
        newest = -1 if write is None else self.place[write]
        for other in self.events[event.thread]:
            if other.number < event.number and place in other.reads:
                older = self._source(other, place)
                self._require(older is None or self.place[older] <= newest, event)


def _depends(event: HistoryEvent) -> set[HistoryEvent]:
    """Reads that come before it: a branch keeps back writes only."""
    return event.address | event.data | event.control if event.writes else event.address


def _events(items: list[Item]) -> list[HistoryEvent]:
    return [item for item in items if isinstance(item, HistoryEvent)]
