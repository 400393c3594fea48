"""What is known of the elements of arrays: of all of them, and of the front.

The *front* of an array are its elements below an index, its `size`: what was written in a loop so far, one after the other. The
size is a variable of its own, linked to the counter of the loop (`AbstractThread.join` notices that both have grown by as
much). Elements of the front may be their index plus a number: handles of threads that a loop has created are. So a second loop
reads what the first one has written, and not what was there before."""

from __future__ import annotations

from threadproof.engines.modular import strided
from threadproof.engines.modular.state import AbstractThread, AffineLink, NoSuchState, Term, linkable, signed
from threadproof.engines.modular.strided import Strided
from threadproof.ir.expr import Variable
from threadproof.ir.types import INDEX, ArrayType, Type


def element(state: AbstractThread, array: Variable, index: Term) -> Term:
    """Of an array at an index."""
    found = state.arrays[array]
    if found is None:
        assert isinstance(array.type, ArrayType)
        return Term(strided.whole(array.type.element))
    every, size = state.num(found.every), size_of(state, array)
    if not _below(state, index, size):
        return Term(every)
    front = strided.meet(state.num(found.front), every)
    if front is None:
        raise NoSuchState
    shift = state.shifts.get(array)
    if shift is None or index.link is None:
        return Term(front)
    return Term(front, index.link.plus(shift, found.every.type))


def size_of(state: AbstractThread, array: Variable) -> Term:
    """Of its front."""
    found = state.arrays[array]
    assert found is not None
    return Term((state.nums.get(found.size) and state.num(found.size)) or strided.single(0), state.links.get(found.size))


def _below(state: AbstractThread, index: Term, size: Term) -> bool:
    if index.num.high < size.num.low:
        return True
    one, two = index.link, size.link
    if one is None or two is None or not one.alike(two):
        return False
    return one.number < two.number and state.exact(one, INDEX) and state.exact(two, INDEX)


def _next(state: AbstractThread, array: Variable, index: Term) -> bool:
    """Whether an index is the first one behind the front."""
    size = size_of(state, array)
    found = state.arrays[array]
    if index.num.constant is not None and index.num == size.num:
        return True
    return found is not None and index.link == (size.link or AffineLink(found.size, 0))


def write(state: AbstractThread, array: Variable, index: Term, value: Term) -> None:
    found = state.arrays[array]
    if found is None:
        return
    state.nums[found.every] = strided.join(state.num(found.every), value.num)
    empty = state.num(found.front) is strided.NONE
    if _next(state, array, index):
        shift = _shifted(index, value, found.every.type)
        if shift is not None and (empty or state.shifts.get(array) == shift):
            state.shifts[array] = shift
        else:
            state.shifts.pop(array, None)
        extend(state, array, value.num)
    elif not empty:
        state.nums[found.front] = strided.join(state.num(found.front), value.num)
        state.shifts.pop(array, None)


def extend(state: AbstractThread, array: Variable, value: Strided) -> None:
    """The front gets one more element."""
    found, size = state.arrays[array], size_of(state, array)
    assert found is not None
    state.nums[found.front] = strided.join(state.num(found.front), value)
    more = strided.fitted(strided.add(size.num, strided.single(1)), INDEX)
    state.assign(found.size, Term(more, (size.link or AffineLink(found.size, 0)).plus(1, INDEX)))


def learn(state: AbstractThread, array: Variable, index: Term, value: Strided) -> None:
    """An element is known to be one of these values."""
    found = state.arrays[array]
    if found is not None and _next(state, array, index):
        num = strided.meet(state.num(found.every), value)
        if num is None:
            raise NoSuchState
        state.shifts.pop(array, None)
        extend(state, array, num)


def fill(state: AbstractThread, array: Variable, value: Strided | None) -> None:
    """All elements are one of these values; of none, they may be anything."""
    found = state.arrays[array]
    if found is None:
        return
    for variable in (found.every, found.front, found.size):
        state.forget(variable)
    state.shifts.pop(array, None)
    state.nums[found.every] = strided.whole(found.every.type) if value is None else value
    state.nums[found.front], state.nums[found.size] = strided.NONE, strided.single(0)


def _shifted(index: Term, value: Term, type_: Type) -> int | None:
    """How much more an element is than its index; of truth values that is nothing."""
    if not linkable(type_):
        return None
    if index.link is not None and value.link is not None and index.link.alike(value.link):
        return signed(value.link.number - index.link.number, type_)
    one, two = value.num.constant, index.num.constant
    return signed(one - two, type_) if one is not None and two is not None else None
