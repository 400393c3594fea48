"""States as numbers that are the same in every process: to compare sets of states of two processes.

A state is written as plain text and hashed (BLAKE2, 128 bits: two of them with the same number will not be met). What is compared
by identity inside of a machine is written by name: functions, objects, registers. Parts that many states share are hashed once
(`part`), a state is the hash of the hashes of its parts, and a set of states is the hash of their sorted numbers.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum, IntEnum
from hashlib import blake2b
from typing import Any

from threadproof.errors import InternalError
from threadproof.ir.interp.state import Frame, LiveObject
from threadproof.ir.interp.values import Lazy

SIZE = 16  # bytes


def part(value: Any) -> bytes:
    """The number of a value that states are made of."""
    return blake2b(_text(value).encode(), digest_size=SIZE).digest()


def whole(parts: Iterable[bytes]) -> bytes:
    """The number of a state, by those of its parts in their order."""
    return blake2b(b"".join(parts), digest_size=SIZE).digest()


def set_of(states: Iterable[bytes]) -> str:
    """The number of a set of states."""
    return f"blake2b:{blake2b(b''.join(sorted(states)), digest_size=2 * SIZE).hexdigest()}"


def _text(value: Any) -> str:
    """Different for different values. Booleans are numbers: Python takes them for equal."""
    if value.__class__ is int or value.__class__ is bytes or value.__class__ is str or value is None:
        return repr(value)
    match value:
        case bool() | IntEnum():
            return repr(int(value))
        case Enum():
            return repr(value.value)
        case Frame(code, location, registers, objects):
            names = sorted((variable.name, _text(registers[slot])) for variable, slot in code.slots.items())
            return f"<{code.function.name!r} {location} {names!r} {objects!r}>"
        case LiveObject(address, data, mask, kind, site):
            return f"[{address} {data!r} {mask!r} {kind} {site.name!r}]"
        case Lazy(owner, number, type_, origin, pos, name, variable):
            return f"?{owner} {number} {type_} {origin.value} {pos} {name!r} {variable!r}"
        case tuple():
            return f"({','.join(map(_text, value))})"
        case object(__match_args__=names):
            return f"{type(value).__name__}({','.join(_text(getattr(value, name)) for name in names)})"
    raise InternalError(f"a state has a part of the kind {type(value).__name__}")
