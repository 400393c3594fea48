"""Entries of a certificate, read with care: whatever has another form than the one that is written is a `FormatError`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from threadproof.certify.format import FormatError


def as_bool(data: Mapping[str, Any], name: str) -> bool:
    """False if it is absent."""
    value = data.get(name, False)
    if not isinstance(value, bool):
        raise FormatError(f"{name} is neither true nor false")
    return value


def as_list(value: object, name: str) -> list[Any]:
    if not isinstance(value, list):
        raise FormatError(f"{name} is missing")
    return value


def as_text(value: object) -> str:
    if not isinstance(value, str):
        raise FormatError(f"expected text, found {value!r:.80}")
    return value


def as_numbers(value: object, low: int, end: int) -> list[int]:
    numbers = as_list(value, "a list of numbers")
    if not all(type(n) is int and low <= n < end for n in numbers):
        raise FormatError(f"expected numbers from {low} to {end - 1}, found {numbers!r:.80}")
    return numbers
