"""What the IVL front end needs to know beside the text."""

from __future__ import annotations

from threadproof.ir.types import LP64, DataModel
from threadproof.records import dataclass


@dataclass(frozen=True, slots=True)
class IvlOptions:
    data_model: DataModel = LP64
    errors: bool = True  # assertions are verified; otherwise a failing one ends the program
    overflow: bool = False  # signed arithmetic that wraps around is an error
