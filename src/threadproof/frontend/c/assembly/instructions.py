"""The instructions of x86 that are known, by their names without the letter for the size.

An entry is a function from the processor, whose `instruction` it is, to nothing. To add an instruction, add a function to
the file of its relatives, and a line here.
"""

from __future__ import annotations

from threadproof.frontend.c.assembly.arithmetic import (
    Meaning,
    add_with_carry,
    and_,
    binary,
    compare_exchange,
    compare_exchange_pair,
    difference,
    exchange_add,
    exclusive,
    inverted,
    multiply,
    negated,
    or_,
    shift,
    step,
    subtract_with_borrow,
    sum_,
    unary,
)
from threadproof.frontend.c.assembly.bitwise import count_bits, scan, test_bit
from threadproof.frontend.c.assembly.moves import (
    carry,
    draws,
    exchange,
    extend,
    fence,
    ignored,
    load_address,
    move,
    move_if,
    nothing,
    pop,
    pop_flags,
    push,
    push_flags,
    reads_port,
    set_if,
    swap_bytes,
    tells,
    trap,
    widen,
    writes_port,
)
from threadproof.frontend.c.assembly.notknown import NotKnown
from threadproof.frontend.c.assembly.operands import is_condition
from threadproof.frontend.c.assembly.strings import string
from threadproof.frontend.c.library import barriers
from threadproof.ir import expr as e

SIZES = {"b": 8, "w": 16, "l": 32, "q": 64}
NARROW = (("b", "w"), ("b", "l"), ("b", "q"), ("w", "l"), ("w", "q"))

TABLE: dict[str, Meaning] = {
    "mov": move, "movabs": move, "movnti": move, "lea": load_address, "xchg": exchange, "bswap": swap_bytes,
    "push": push, "pop": pop, "pushf": push_flags, "popf": pop_flags,
    "add": binary(sum_), "sub": binary(difference, clears=True), "cmp": binary(difference, result=False),
    "adc": binary(add_with_carry), "sbb": binary(subtract_with_borrow, clears=True),
    "and": binary(and_), "or": binary(or_),
    "xor": binary(exclusive, clears=True), "test": binary(and_, result=False),
    "inc": unary(step(False)), "dec": unary(step(True)), "neg": unary(negated), "not": unary(inverted),
    "shl": shift("shl"), "sal": shift("shl"), "shr": shift("shr"), "sar": shift("sar"), "rol": shift("rol"), "ror": shift("ror"),
    "mul": multiply(False), "imul": multiply(True),
    "bt": test_bit(""), "bts": test_bit("or"), "btr": test_bit("and"), "btc": test_bit("xor"),
    "bsf": scan(False, False), "bsr": scan(True, False), "tzcnt": scan(False, True), "lzcnt": scan(True, True),
    "popcnt": count_bits,
    "xadd": exchange_add, "cmpxchg": compare_exchange,
    "stos": string(False), "movs": string(True),
    "rdrand": draws, "rdseed": draws, "in": reads_port, "out": writes_port,
}  # fmt: skip
"""Instructions whose name may be followed by the letter of a size."""

EXACT: dict[str, Meaning] = {
    **{f"movs{a}{b}": extend(True, SIZES[a]) for a, b in NARROW},
    **{f"movz{a}{b}": extend(False, SIZES[a]) for a, b in NARROW},
    "movslq": extend(True, 32),
    "rdtsc": tells("a", "d"), "rdtscp": tells("a", "d", "c"), "cpuid": tells("a", "b", "c", "d"), "xgetbv": tells("a", "d"),
    "cmpxchg8b": compare_exchange_pair(32), "cmpxchg16b": compare_exchange_pair(64),
    "rdpmc": tells("a", "d"), "rdmsr": tells("a", "d"),
    "pause": nothing, "nop": nothing, "nopw": nothing, "nopl": nothing, "cld": nothing, "endbr64": nothing, "endbr32": nothing,
    "prefetch": ignored, "prefetchw": ignored, "prefetchnta": ignored, "prefetcht0": ignored, "prefetcht1": ignored,
    "prefetcht2": ignored, "clflush": ignored, "clflushopt": ignored, "clwb": ignored,
    "mfence": fence(barriers.FULL), "sfence": fence(barriers.STORE), "lfence": fence(barriers.LOAD),
    "clc": carry(e.FALSE), "stc": carry(e.TRUE), "cmc": carry(None), "ud2": trap,
    "cltd": widen("d", 32), "cdq": widen("d", 32), "cqto": widen("d", 64), "cqo": widen("d", 64),
    "cwtl": widen("a", 32), "cwde": widen("a", 32), "cltq": widen("a", 64), "cdqe": widen("a", 64),
}  # fmt: skip
"""Instructions that have one name."""


def find(name: str) -> tuple[Meaning, int]:
    """The meaning of a name, and the size in bits that its last letter says (0: none)."""
    for given, size in ((name, 0), (name[:-1], SIZES.get(name[-1:], 0))):
        if given in EXACT and not size:
            return EXACT[given], 0
        if given in TABLE and (size or given is name):
            return TABLE[given], size
        for prefix, meaning in (("set", set_if), ("cmov", move_if)):
            code = given.removeprefix(prefix)
            if given != code and is_condition(code):
                return meaning(code), size
    raise NotKnown(name)
