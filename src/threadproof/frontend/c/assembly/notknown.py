"""What makes a whole `asm` statement one that is not understood."""

from __future__ import annotations


class NotKnown(Exception):
    """Some part of the statement is not in the tables."""
