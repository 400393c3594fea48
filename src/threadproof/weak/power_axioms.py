"""The axioms of Power as published (Alglave, Maranget, Tautschnig: Herding Cats, 2014), on one execution.

Relations are sets of pairs of events, and the axioms are evaluated as they are written: union, composition, closure.
Nothing is shared with the search for executions (`events/power`). More pairs in any relation but `same` break no fewer
axioms: if a part of an execution is forbidden, the whole is.

    sc per location  acyclic(po-loc | rf | co | fr)
    no thin air      acyclic(hb)                       hb = ppo | fences | rfe
    observation      irreflexive(fre; prop; hb*)
    propagation      acyclic(co | prop)

    prop-base = (fences | rfe; fences); hb*            fences = ffence | lwfence
    prop = (prop-base & W*W) | (com*; prop-base*; ffence; hb*)

`ppo` is the least solution of the equations of `_preserved`: what is preserved between initiating (i) and committing (c)
two accesses. An event may read and write (an atomic block): then it counts as both. `whole`: atomic blocks with several
writes, which no thread sees in part. A read that misses one of these writes does not happen after another of them, so for
`observation` such a block propagates to itself.
"""

from __future__ import annotations

from collections.abc import Iterable

from threadproof.records import dataclass


@dataclass(frozen=True, slots=True)
class Relation:
    """Of events 0, 1, ...: for each the set of those that it is related to, as bits."""

    rows: tuple[int, ...]

    @staticmethod
    def of(events: int, pairs: Iterable[tuple[int, int]]) -> Relation:
        rows = [0] * events
        for first, second in pairs:
            rows[first] |= 1 << second
        return Relation(tuple(rows))

    def __or__(self, other: Relation) -> Relation:
        return Relation(tuple(a | b for a, b in zip(self.rows, other.rows, strict=True)))

    def __and__(self, other: Relation) -> Relation:
        return Relation(tuple(a & b for a, b in zip(self.rows, other.rows, strict=True)))

    def __sub__(self, other: Relation) -> Relation:
        return Relation(tuple(a & ~b for a, b in zip(self.rows, other.rows, strict=True)))

    def then(self, other: Relation) -> Relation:
        """Composition."""
        found = []
        for row in self.rows:
            image = 0
            while row:
                low = row & -row
                image |= other.rows[low.bit_length() - 1]
                row ^= low
            found.append(image)
        return Relation(tuple(found))

    def plus(self) -> Relation:
        """Transitive closure."""
        found = self
        while True:
            more = found | found.then(found)
            if more == found:
                return found
            found = more

    def star(self) -> Relation:
        return self.plus() | Relation(tuple(1 << n for n in range(len(self.rows))))

    def restrict(self, first: int, second: int) -> Relation:
        """Pairs from one set to another."""
        return Relation(tuple(row & second if first >> n & 1 else 0 for n, row in enumerate(self.rows)))

    def irreflexive(self) -> bool:
        return not any(row >> n & 1 for n, row in enumerate(self.rows))

    def acyclic(self) -> bool:
        return self.plus().irreflexive()


@dataclass(frozen=True, slots=True)
class Candidate:
    """An execution that may be allowed or not. `reads`, `writes`, `whole`: sets of events. `same`: pairs of one thread. What
    threads do before they create one, and others after they join it, are pairs of `ffence`."""

    reads: int
    writes: int
    same: Relation
    po: Relation
    po_loc: Relation
    rf: Relation
    co: Relation
    fr: Relation
    addr: Relation
    data: Relation
    ctrl: Relation
    ctrl_isync: Relation
    ffence: Relation
    lwfence: Relation
    whole: int = 0


def broken(x: Candidate) -> str:
    """The first axiom that the execution does not obey; empty if it is allowed."""
    com = x.rf | x.co | x.fr
    if not (x.po_loc | com).acyclic():
        return "sc per location"
    rfe = x.rf - x.same
    fences = x.ffence | x.lwfence
    hb = _preserved(x) | fences | rfe
    if not hb.acyclic():
        return "no thin air"
    later = hb.star()
    base = (fences | rfe.then(fences)).then(later)
    prop = base.restrict(x.writes, x.writes) | com.star().then(base.star()).then(x.ffence).then(later)
    blocks = Relation(tuple(1 << n & x.whole for n in range(len(x.po.rows))))
    if not (x.fr - x.same).then(prop | blocks).then(later).irreflexive():
        return "observation"
    return "" if (x.co | prop).acyclic() else "propagation"


def _preserved(x: Candidate) -> Relation:
    rfe, rfi = x.rf - x.same, x.rf & x.same
    rdw = x.po_loc & (x.fr - x.same).then(rfe)
    detour = x.po_loc & (x.co - x.same).then(rfe)
    ii0 = x.addr | x.data | rdw | rfi
    ci0 = x.ctrl_isync | detour
    cc0 = x.addr | x.data | x.po_loc | x.ctrl | x.addr.then(x.po)
    ii, ic, ci, cc = ii0, Relation((0,) * len(x.po.rows)), ci0, cc0
    while True:
        new = (
            ii0 | ci | ic.then(ci) | ii.then(ii),
            ii | cc | ic.then(cc) | ii.then(ic),
            ci0 | ci.then(ii) | cc.then(ci),
            cc0 | ci | ci.then(ic) | cc.then(cc),
        )
        if new == (ii, ic, ci, cc):
            return ii.restrict(x.reads, x.reads) | ic.restrict(x.reads, x.writes)
        ii, ic, ci, cc = new
