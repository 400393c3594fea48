"""Places that are to be visited, in the order in which threads get to them.

Main comes first, so that what it does to others is known before them; within a function a place comes after those that lead to
it, but for back edges (reverse postorder): what is joined there is visited once, not once for each way. What is before the place
that was visited last waits for the next round: all ways through a loop are taken before it begins again."""

from __future__ import annotations

from heapq import heappop, heappush

from threadproof.ir.program import Function, Program
from threadproof.sched.solo import Solo
from threadproof.sched.thread_counters import RestingPlace


class PlaceQueue:
    def __init__(self, program: Program, solo: Solo) -> None:
        self._order: dict[RestingPlace, int] = {}
        for name, function in solo.functions.items():
            for location in reverse_postorder(program.functions[function.name]):
                self._order[name, location] = len(self._order)
        self._places = list(self._order)
        self._round: list[int] = []
        self._next: list[int] = []
        self._in: set[int] = set()
        self._last = -1

    def __bool__(self) -> bool:
        return bool(self._in)

    def add(self, place: RestingPlace) -> None:
        number = self._order[place]
        if number not in self._in:
            self._in.add(number)
            heappush(self._round if number > self._last else self._next, number)

    def pop(self) -> RestingPlace:
        if not self._round:
            self._round, self._next = self._next, []
        self._last = heappop(self._round)
        self._in.discard(self._last)
        return self._places[self._last]


def reverse_postorder(function: Function) -> list[int]:
    """Locations that can be reached."""
    out = function.successors()
    done: list[int] = []
    seen = {function.entry}
    stack = [(function.entry, iter(out.get(function.entry, ())))]
    while stack:
        location, edges = stack[-1]
        target = next((edge.target for edge in edges if edge.target not in seen), None)
        if target is None:
            done.append(location)
            stack.pop()
        else:
            seen.add(target)
            stack.append((target, iter(out.get(target, ()))))
    return done[::-1]
