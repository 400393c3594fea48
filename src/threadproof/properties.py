"""What can be verified, and which kinds of failed checks each property is about."""

from __future__ import annotations

UNREACH = "unreach-call"
RACE = "no-data-race"
OVERFLOW = "no-overflow"
MEMSAFETY = "valid-memsafety"
DEADLOCK = "no-deadlock"
PROPERTIES = (UNREACH, RACE, OVERFLOW, MEMSAFETY, DEADLOCK)

# kind of a failed check -> the property that it violates ("" = none: it is always undefined behaviour)
KINDS = {
    "reach-error": UNREACH,  # reach_error, __VERIFIER_error, assert
    "overflow": OVERFLOW,  # signed arithmetic; but for division, checked only when the property asks for it
    "invalid-deref": MEMSAFETY,  # null, out of bounds, freed or dead object
    "invalid-free": MEMSAFETY,
    "invalid-function": MEMSAFETY,  # call through a pointer to no function
    "invalid-copy": MEMSAFETY,  # memcpy, strcpy, ... between blocks that overlap
    "data-race": RACE,
    "deadlock": DEADLOCK,
    "division-by-zero": "",
    "invalid-shift": "",  # by a negative number of bits, or by the width or more
    "invalid-conversion": "",  # of a floating-point number to an integer type that does not hold it
    "invalid-length": "",  # of a variable-length array: negative (GNU C allows none at all)
    "invalid-call": "",  # join of no thread, a mutex that was destroyed, ...
    "unreachable": "",  # __builtin_unreachable, end of a non-void function whose result is used
}
