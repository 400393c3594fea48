"""Bit fields: words that are put together from shifted and masked pieces of other words.

A term built from `or`, `and` with a constant, and shifts by constants is a union of *fields*: pieces `(atom shifted by k) and
mask`, k positive to the left, negative to the right (filling with zeros). Shifting, masking and joining fields is arithmetic on
k and mask, and fields with the same atom and k merge. So rotating in several steps gives the same term as rotating at once,
whatever the order. The lowest bit of a word is taken from the field that it lies in.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from threadproof.ir import expr as E
from threadproof.ir.expr import Expr
from threadproof.ir.types import Type, is_signed, width

Fields = dict[tuple[Expr, int], int]
MOST = 64  # fields in a word


def fields(term: Expr, memo: dict[Expr, Fields]) -> Fields:
    """Of a term in normal form. Not recursive: there may be thousands of pieces."""
    stack = [term]
    while stack:
        node = stack[-1]
        words = _words(node) if node not in memo else ()
        missing = [word for word in words if word not in memo]
        if missing:
            stack.extend(missing)
            continue
        stack.pop()
        if node not in memo:
            memo[node] = _fields(node, [memo[word] for word in words])
    return memo[term]


def _words(term: Expr) -> tuple[Expr, ...]:
    """Arguments whose fields those of the term are made of."""
    match term.op:
        case "or":
            return term.args
        case "and" | "shl" if term.args[1].is_const:
            return term.args[:1]
        case "shr" if term.args[1].is_const and not is_signed(term.type):
            return term.args[:1]
    return ()


def _fields(term: Expr, words: list[Fields]) -> Fields:
    full = (1 << width(term.type)) - 1
    match term.op:
        case "or":
            found = joined(*words)
            if len(found) <= MOST and not any(atom.is_const for atom, _ in found):
                return found
        case "and" if words:
            return masked(words[0], int(term.args[1].payload) & full)
        case "shl" | "shr" if words:
            return shifted(words[0], _amount(term), width(term.type))
    return {(term, 0): full}


def _amount(term: Expr) -> int:
    """To the left; amounts beyond the width shift everything out."""
    bits, by = width(term.type), int(term.args[1].payload)
    by = by if 0 <= by < bits else bits
    return by if term.op == "shl" else -by


def joined(one: Fields, two: Fields) -> Fields:
    found = dict(one)
    for key, mask in two.items():
        found[key] = found.get(key, 0) | mask
    return found


def masked(given: Fields, mask: int) -> Fields:
    return {key: kept & mask for key, kept in given.items() if kept & mask}


def shifted(given: Fields, by: int, bits: int) -> Fields:
    full = (1 << bits) - 1
    found = {}
    for (atom, k), mask in given.items():
        moved = (mask << by if by >= 0 else mask >> -by) & full
        if moved:
            found[atom, k + by] = moved
    return found


def word(given: Mapping[tuple[Expr, int], int], type_: Type, key: Callable[[Expr], tuple[int, int]]) -> Expr:
    """The term in normal form."""
    bits = width(type_)
    full = (1 << bits) - 1
    result: Expr | None = None
    for atom, k in sorted(given, key=lambda field: (key(field[0]), field[1])):
        mask = given[atom, k]
        piece = atom
        if k:
            amount = E.const(type_, abs(k))
            piece = E.binary("shl" if k > 0 else "shr", atom, amount)
        if mask != ((full << k) & full if k >= 0 else full >> -k):
            piece = E.binary("and", piece, E.const(type_, mask))
        result = piece if result is None else E.binary("or", result, piece)
    return E.zero(type_) if result is None else result


def inverse(given: Mapping[tuple[Expr, int], int], bits: int) -> tuple[Expr, list[tuple[int, int]]] | None:
    """If the fields are the bits of one word in another order: the word, and (mask, shift) of the pieces that restore it."""
    words = {atom for atom, _ in given}
    if len(words) != 1:
        return None
    targets = sources = 0
    pieces = []
    for (_, k), mask in given.items():
        source = mask >> k if k >= 0 else mask << -k
        if targets & mask or sources & source:
            return None
        targets |= mask
        sources |= source
        pieces.append((mask, -k))
    return (words.pop(), pieces) if sources == targets == (1 << bits) - 1 else None
