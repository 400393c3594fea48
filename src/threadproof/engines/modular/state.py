"""An abstract state of one thread where it rests: a strided interval for each scalar, and equalities.

`nums` has what each variable may be (one that is missing may be anything of its type); `links` says `x = b + k` for a *base* b
that has no link itself, in the arithmetic of x's type: x is the conversion of b to its type, plus k, wrapped around. Bases are,
by preference, the number of the thread, then ghosts, then shared variables, then registers: a lock word that the thread holds is
linked to its number. Intervals of linked variables tell about each other where nothing wraps around (`Linked.exact`).

A state without solution is found out by whoever refines it (`NoSuchState`); not every one is."""

from __future__ import annotations

from threadproof.engines.modular import strided
from threadproof.engines.modular.strided import Strided
from threadproof.ir.expr import Variable
from threadproof.ir.types import BOOL, Type, width
from threadproof.records import dataclass
from threadproof.sched.solo import SELF

Link = tuple[Variable, int]


class NoSuchState(Exception):
    """There is no such state."""


@dataclass(frozen=True, slots=True)
class Term:
    """What is known of the value of an expression: an interval, and that it is some base plus a number, in its type."""

    num: Strided
    link: Link | None = None


def signed(value: int, type_: Type) -> int:
    """The representative of a number that is added in the arithmetic of a type."""
    half = 1 << width(type_) - 1
    return (value + half) % (2 * half) - half


def linkable(type_: Type) -> bool:
    return strided.scalar(type_) and type_ is not BOOL


class AbstractThread:
    __slots__ = ("links", "nums")

    def __init__(self, nums: dict[Variable, Strided] | None = None, links: dict[Variable, Link] | None = None) -> None:
        self.nums: dict[Variable, Strided] = {} if nums is None else nums
        self.links: dict[Variable, Link] = {} if links is None else links

    def copy(self) -> AbstractThread:
        return AbstractThread(dict(self.nums), dict(self.links))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, AbstractThread) and self.nums == other.nums and self.links == other.links

    __hash__ = None  # type: ignore[assignment]

    # -- what is known -------------------------------------------------------------------------------------------------

    def num(self, variable: Variable) -> Strided:
        own = self.nums.get(variable) or strided.whole(variable.type)
        link = self.links.get(variable)
        if link is None:
            return own
        base = self.nums.get(link[0]) or strided.whole(link[0].type)
        if not self.exact(link, variable.type):
            return own
        found = strided.meet(own, strided.add(base, strided.single(link[1])))
        if found is None:
            raise NoSuchState
        return found

    def exact(self, link: Link, type_: Type) -> bool:
        """Whether `base + k` is the same in a type and in the integers."""
        base = self.nums.get(link[0]) or strided.whole(link[0].type)
        return strided.exact(base, type_) and strided.exact(strided.add(base, strided.single(link[1])), type_)

    def link(self, variable: Variable) -> Link | None:
        found = self.links.get(variable)
        return found or ((variable, 0) if linkable(variable.type) else None)

    def members(self, base: Variable) -> list[Variable]:
        return [variable for variable, link in self.links.items() if link[0] is base]

    # -- what changes --------------------------------------------------------------------------------------------------

    def refine(self, variable: Variable, allowed: Strided) -> None:
        found = strided.meet(self.num(variable), allowed)
        if found is None:
            raise NoSuchState
        self.nums[variable] = found
        link = self.links.get(variable)
        if link is not None and self.exact(link, variable.type):
            self.refine(link[0], strided.add(found, strided.single(-link[1])))

    def assign(self, variable: Variable, value: Term) -> None:
        link = value.link if linkable(variable.type) else None
        moved = self.forget(variable)
        if link is not None and link[0] is variable:
            link = None if moved is None else (moved[0], signed(moved[1] + link[1], variable.type))
        self.nums[variable] = value.num
        if link is None:
            return
        base = link[0]
        self.links[variable] = link
        if variable.shared and _rank(base) == 0 and width(base.type) == width(variable.type):
            self._root(variable, base)

    def _root(self, variable: Variable, base: Variable) -> None:
        """The variable becomes the base of all that its base, of the same width, was."""
        number = self.links[variable][1]
        members = [(member, self.links[member][1]) for member in self.members(base) if member is not variable]
        self.nums[variable] = self.num(variable)
        self.nums[base] = self.num(base)
        for member, _ in members:
            self.nums[member] = self.num(member)
        del self.links[variable]
        self.links[base] = (variable, signed(-number, base.type))
        for member, more in members:
            self._relink(member, variable, more - number, base.type)

    def _relink(self, member: Variable, base: Variable, number: int, through: Type) -> None:
        """A member was linked to a variable of the type `through`, which is `base` and a number now."""
        if width(member.type) <= width(through):
            self.links[member] = (base, signed(number, member.type))
        else:
            del self.links[member]

    def forget(self, variable: Variable) -> Link | None:
        """Nothing is known of the variable; what was linked to it is linked to another one: what it was in terms of that."""
        self.links.pop(variable, None)
        members = self.members(variable)
        nums = [self.num(member) for member in members]
        for member, num in zip(members, nums, strict=True):
            self.nums[member] = num
        self.nums.pop(variable, None)
        fit = [member for member in members if width(member.type) == width(variable.type)]
        if not fit:
            for member in members:
                del self.links[member]
            return None
        chosen = max(fit, key=_rank)
        number = self.links.pop(chosen)[1]
        for member in members:
            if member is not chosen:
                self._relink(member, chosen, self.links[member][1] - number, variable.type)
        return chosen, signed(-number, variable.type)

    def disturb(self, variable: Variable, num: Strided) -> None:
        """Others may have set it to one of these values."""
        found = strided.join(self.num(variable), num)
        self.forget(variable)
        self.nums[variable] = found

    def equate(self, one: Link, two: Link, type_: Type) -> None:
        """Two bases, each with a number, are equal in a type."""
        if _rank(one[0]) > _rank(two[0]):
            one, two = two, one
        if width(one[0].type) != width(type_):
            one, two = two, one
        base, other = one[0], two[0]
        if base is other or base is SELF or width(base.type) != width(type_):
            return
        number = signed(two[1] - one[1], base.type)
        members = self.members(base)
        for member in members:
            self.nums[member] = self.num(member)
            self._relink(member, other, number + self.links[member][1], base.type)
        self.links[base] = (other, number)
        self.refine(base, strided.whole(base.type))

    # -- lattice -------------------------------------------------------------------------------------------------------

    def join(self, other: AbstractThread) -> AbstractThread:
        found = AbstractThread()
        for variable in self.nums.keys() & other.nums.keys():
            found.nums[variable] = strided.join(self.num(variable), other.num(variable))
        found.links = {variable: link for variable, link in self.links.items() if other.links.get(variable) == link}
        for variable in (self.links.keys() | other.links.keys()) - found.nums.keys():
            found.nums[variable] = strided.join(self.num(variable), other.num(variable))
        return found

    def within(self, other: AbstractThread) -> bool:
        """Whether all that the other one says is known here."""
        links = all(self.links.get(variable) == link for variable, link in other.links.items())
        return links and all(strided.within(self.num(variable), num) for variable, num in other.nums.items())


def _rank(variable: Variable) -> int:
    """Who is the base of whom."""
    if variable is SELF:
        return 3
    return 2 if variable.shared and variable.name.startswith("%") else int(variable.shared)
