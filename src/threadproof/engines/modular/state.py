"""An abstract state of one thread where it rests: a strided interval for each scalar, and equalities.

`nums` has what each variable may be (one that is missing may be anything of its type); `links` says `x = b * s + k` for a *base*
b that has no link itself, in the arithmetic of x's type: x is the conversion of b to its type, times s, plus k, wrapped around.
Bases are, by preference, the number of the thread, then ghosts, then shared variables, then registers: a lock word that the
thread holds is linked to its number. Intervals of linked variables tell about each other where nothing wraps around (`exact`).

A state without solution is found out by whoever refines it (`NoSuchState`); not every one is."""

from __future__ import annotations

from typing import NamedTuple

from threadproof.engines.modular import strided
from threadproof.engines.modular.strided import Strided
from threadproof.engines.modular.summaries import ArraySummaries
from threadproof.ir.expr import Variable
from threadproof.ir.types import BOOL, Type, width
from threadproof.sched.solo import SELF


class AffineLink(NamedTuple):
    """`base * scale + number`, in the type of what has the link."""

    base: Variable
    number: int
    scale: int = 1

    def plus(self, number: int, type_: Type) -> AffineLink:
        return AffineLink(self.base, signed(self.number + number, type_), self.scale)

    def times(self, factor: int, type_: Type) -> AffineLink | None:
        scale = signed(self.scale * factor, type_)
        return AffineLink(self.base, signed(self.number * factor, type_), scale) if scale else None

    def alike(self, other: AffineLink) -> bool:
        """Whether the two differ by a number."""
        return self.base is other.base and self.scale == other.scale


class NoSuchState(Exception):
    """There is no such state."""


class Term(NamedTuple):
    """What is known of the value of an expression: an interval, and that it is some base plus a number, in its type."""

    num: Strided
    link: AffineLink | None = None


def signed(value: int, type_: Type) -> int:
    """The representative of a number that is added in the arithmetic of a type."""
    half = 1 << width(type_) - 1
    return (value + half) % (2 * half) - half


def linkable(type_: Type) -> bool:
    return strided.scalar(type_) and type_ is not BOOL


class AbstractThread:
    __slots__ = ("arrays", "links", "nums", "shifts")

    def __init__(self, arrays: ArraySummaries) -> None:
        self.arrays = arrays
        self.nums: dict[Variable, Strided] = {}
        self.links: dict[Variable, AffineLink] = {}
        self.shifts: dict[Variable, int] = {}  # of arrays: each element of the front is its index plus this, in its type

    def copy(self) -> AbstractThread:
        made = AbstractThread(self.arrays)
        made.nums, made.links, made.shifts = dict(self.nums), dict(self.links), dict(self.shifts)
        return made

    def take(self, other: AbstractThread) -> None:
        self.nums, self.links, self.shifts = other.nums, other.links, other.shifts

    def __eq__(self, other: object) -> bool:
        same = isinstance(other, AbstractThread) and self.nums == other.nums
        return same and isinstance(other, AbstractThread) and self.links == other.links and self.shifts == other.shifts

    __hash__ = None  # type: ignore[assignment]

    # -- what is known -------------------------------------------------------------------------------------------------

    def num(self, variable: Variable) -> Strided:
        own = self.nums.get(variable) or strided.whole(variable.type)
        link = self.links.get(variable)
        if link is None:
            return own
        base = self.nums.get(link.base) or strided.whole(link.base.type)
        if not self.exact(link, variable.type):
            return own
        found = strided.meet(own, image(base, link))
        if found is None:
            raise NoSuchState
        return found

    def settle(self) -> None:
        """Raises NoSuchState where some variable has no value."""
        for variable in self.links:
            self.nums[variable] = self.num(variable)

    def exact(self, link: AffineLink, type_: Type) -> bool:
        """Whether `base * scale + number` is the same in a type and in the integers."""
        base = self.nums.get(link.base) or strided.whole(link.base.type)
        return strided.exact(base, type_) and strided.exact(image(base, link), type_)

    def link(self, variable: Variable) -> AffineLink | None:
        found = self.links.get(variable)
        return found or (AffineLink(variable, 0) if linkable(variable.type) else None)

    def members(self, base: Variable) -> list[Variable]:
        return [variable for variable, link in self.links.items() if link.base is base]

    # -- what changes --------------------------------------------------------------------------------------------------

    def refine(self, variable: Variable, allowed: Strided) -> None:
        found = strided.meet(self.num(variable), allowed)
        if found is None:
            raise NoSuchState
        self.nums[variable] = found
        link = self.links.get(variable)
        if link is not None and self.exact(link, variable.type):
            low, high = (end - link.number for end in (found.low, found.high))
            low, high = (low, high) if link.scale > 0 else (-high, -low)
            low, high = -(-low // abs(link.scale)), high // abs(link.scale)
            if low > high:
                raise NoSuchState
            step = (
                found.step // abs(link.scale)
                if not found.step % link.scale and not (low * link.scale + link.number - found.low) % (found.step or 1)
                else 1
            )
            self.refine(link.base, strided.made(low, high, max(step, 1)))

    def assign(self, variable: Variable, value: Term) -> None:
        link = value.link if linkable(variable.type) else None
        if link is not None and link.base is variable:
            if link.scale == 1:
                self._count(variable, link.number, value.num)
                return
            link = None
        self.forget(variable)
        self.nums[variable] = value.num
        if link is None:
            return
        base = link.base
        self.links[variable] = link
        if variable.shared and link.scale == 1 and _rank(base) == 0 and width(base.type) == width(variable.type):
            self._root(variable, base)

    def _count(self, variable: Variable, more: int, num: Strided) -> None:
        """The variable, which is a base, becomes so much more."""
        members = [(member, self.links[member], self.num(member)) for member in self.members(variable)]
        self.nums[variable] = num
        for member, old, known in members:
            self.nums[member] = known
            self._relink(member, old, AffineLink(variable, signed(-more, variable.type)), variable.type)

    def _root(self, variable: Variable, base: Variable) -> None:
        """The variable becomes the base of all that its base, of the same width, was."""
        number = self.links[variable].number
        members = [(member, self.links[member]) for member in self.members(base) if member is not variable]
        for each in (variable, base, *(member for member, _ in members)):
            self.nums[each] = self.num(each)
        del self.links[variable]
        self.links[base] = AffineLink(variable, signed(-number, base.type))
        for member, old in members:
            self._relink(member, old, self.links[base], base.type)

    def _relink(self, member: Variable, old: AffineLink, link: AffineLink, through: Type) -> None:
        """A member was linked to a variable of the type `through`, which has this link now, of scale 1."""
        if width(member.type) <= width(through) or self.exact(link, through):
            self.links[member] = AffineLink(link.base, signed(old.number + old.scale * link.number, member.type), old.scale)
        else:
            del self.links[member]

    def forget(self, variable: Variable) -> None:
        """Nothing is known of the variable; what was linked to it is linked to another one."""
        self.links.pop(variable, None)
        members = self.members(variable)
        nums = [self.num(member) for member in members]
        whole = {member for member in members if self.exact(self.links[member], member.type)}
        for member, num in zip(members, nums, strict=True):
            self.nums[member] = num
        self.nums.pop(variable, None)
        alike = [member for member in members if self.links[member].scale == 1]
        fit = [member for member in alike if width(member.type) == width(variable.type) or member in whole]
        if not fit:
            for member in members:
                del self.links[member]
            return
        chosen = max(fit, key=_rank)
        link = AffineLink(chosen, signed(-self.links.pop(chosen).number, variable.type))
        for member in members:
            if member is not chosen:
                self._relink(member, self.links[member], link, variable.type)

    def disturb(self, variable: Variable, num: Strided) -> None:
        """Others may have set it to one of these values."""
        found = strided.join(self.num(variable), num)
        self.forget(variable)
        if found != strided.whole(variable.type):
            self.nums[variable] = found

    def equate(self, one: AffineLink, two: AffineLink, type_: Type) -> None:
        """Two bases, each with a number, are equal in a type."""
        if _rank(one.base) > _rank(two.base):
            one, two = two, one
        if width(one.base.type) != width(type_):
            one, two = two, one
        base, other = one.base, two.base
        if base is other or base is SELF or width(base.type) != width(type_) or not one.scale == two.scale == 1:
            return
        link = AffineLink(other, signed(two.number - one.number, base.type))
        members = self.members(base)
        for member in members:
            self.nums[member] = self.num(member)
            self._relink(member, self.links[member], link, base.type)
        self.links[base] = link
        self.refine(base, strided.whole(base.type))

    # -- lattice -------------------------------------------------------------------------------------------------------

    def join(self, other: AbstractThread) -> AbstractThread:
        found = AbstractThread(self.arrays)
        for variable in self.nums:  # in this order: what is found must not depend on addresses
            theirs = other.nums.get(variable)
            if theirs is None:
                continue
            if variable in self.links or variable in other.links:
                found.nums[variable] = strided.join(self.num(variable), other.num(variable))
            else:
                found.nums[variable] = strided.join(self.nums[variable], theirs)
        found.links = {variable: link for variable, link in self.links.items() if other.links.get(variable) == link}
        for variable in (*self.links, *other.links):
            if variable not in found.nums:
                found.nums[variable] = strided.join(self.num(variable), other.num(variable))
        found.shifts = {array: self._shift(array, other) for array in self.shifts.keys() | other.shifts.keys()}  # type: ignore[misc]
        found.shifts = {array: shift for array, shift in found.shifts.items() if shift is not None}
        self._counted(other, found)
        return found

    def _shift(self, array: Variable, other: AbstractThread) -> int | None:
        """What both say; of an array without a front, whatever the other one says."""
        one, two = self.shifts.get(array), other.shifts.get(array)
        if one == two:
            return one
        summary = self.arrays[array]
        assert summary is not None
        if self.num(summary.front) is strided.NONE:
            return two
        return one if other.num(summary.front) is strided.NONE else None

    def _counted(self, other: AbstractThread, found: AbstractThread) -> None:
        """Links that hold in both: a size, or the number of threads, and a counter that has grown by as much."""
        for size in self.arrays.counting():
            if size not in self.nums or size not in other.nums or size in found.links:
                continue
            first, second = self.num(size).constant, other.num(size).constant
            counted = first is not None and second is not None and first != second
            if not counted and not self._linked(size) and not other._linked(size):
                continue
            for variable in list(found.nums):
                if variable is size or variable in found.links or not linkable(variable.type):
                    continue
                apart = self._apart(size, first, variable)
                if apart is not None and apart == other._apart(size, second, variable) and (first is None or first != second):
                    found.equate(AffineLink(variable, 0), AffineLink(size, signed(-apart, variable.type)), variable.type)
                    if size in found.links:
                        break

    def _linked(self, variable: Variable) -> bool:
        return variable in self.links or any(link.base is variable for link in self.links.values())

    def _apart(self, size: Variable, known: int | None, variable: Variable) -> int | None:
        """How much more the one is than the other."""
        one, two = self.link(size), self.link(variable)
        if one is not None and two is not None and one.base is two.base and one.scale == two.scale == 1:
            same = width(variable.type) <= width(size.type) or self.exact(one, size.type)
            return one.number - two.number if same else None
        number = self.num(variable).constant if known is not None else None
        return None if known is None or number is None else known - number

    def within(self, other: AbstractThread) -> bool:
        """Whether all that the other one says is known here."""
        links = all(self.links.get(variable) == link for variable, link in other.links.items())
        links = links and all(self._shift(array, other) == shift for array, shift in other.shifts.items())
        return links and all(strided.within(self.num(variable), num) for variable, num in other.nums.items())


def image(base: Strided, link: AffineLink) -> Strided:
    """What a link makes of the values of its base."""
    scaled = base if link.scale == 1 else strided.multiplied(base, strided.single(link.scale))
    return strided.add(scaled, strided.single(link.number))


def _rank(variable: Variable) -> int:
    """Of two bases that are equal, the one of the higher rank stays a base."""
    if variable is SELF:
        return 3
    return 2 if variable.shared and variable.name.startswith("%") else int(variable.shared)
