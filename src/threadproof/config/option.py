"""A row of the option table, and the commands that options belong to. `config` has the rows."""

from __future__ import annotations

from typing import Any

from threadproof.records import dataclass, field

VERIFY, LOWER, DOCTOR, CERTIFY, REPLAY, BENCH = "verify", "lower", "doctor", "certify", "replay", "bench"
VALIDATE, HARNESS = "validate", "harness"
READS_C = (VERIFY, LOWER, DOCTOR, VALIDATE, HARNESS)
NO_CONFIG = "no_config"
READS_PROJECTS = (VERIFY, LOWER, DOCTOR, VALIDATE, CERTIFY, REPLAY)


@dataclass(frozen=True, slots=True)
class Option:
    """One row of the option table. `low`/`high` are inclusive."""

    name: str
    default: Any
    help: str
    choices: tuple[str, ...] = ()
    low: float | None = None
    high: float | None = None
    metavar: str = ""
    short: str = ""
    commands: tuple[str, ...] = (VERIFY,)
    engines: tuple[str, ...] = ()  # empty: whatever the engine
    meaning: bool = False  # it decides what the program means: certificates state it, and ledgers show it
    field: str = ""  # of `Config`, if that is not the name

    @property
    def flag(self) -> str:
        return f"--{self.name}"

    @property
    def attribute(self) -> str:
        return self.field or self.name.replace("-", "_")


def row(default: Any, help: str, **rest: Any) -> Any:
    """A field of `Config` together with its row; the name is that of the field."""
    return field(default=default, metadata={"row": {"default": default, "help": help, **rest}})
