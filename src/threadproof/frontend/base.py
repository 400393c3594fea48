"""The protocol of front ends: a file of some language in, a `Program` out.

A front end lowers what the property needs (`Reading.property`): a failed assertion is an error where assertions are verified, and
ends the program otherwise. Whatever it does not model is an `UnsupportedError` with its place, or a `Note` of the program that
forbids TRUE; never a guess. `docs/architecture.md` says what programs mean.

Other distributions offer front ends as entry points of the group `threadproof.frontends`, see `registry`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from threadproof.ir.types import LP64, DataModel
from threadproof.memory_models import SC
from threadproof.properties import UNREACH
from threadproof.records import dataclass

if TYPE_CHECKING:
    from threadproof.frontend.c.project import Project
    from threadproof.ir.program import Program


@dataclass(frozen=True, slots=True)
class Reading:
    """What is chosen about reading a program. A front end takes what its language has."""

    property: str = UNREACH
    data_model: DataModel = LP64
    memory_model: str = SC
    buffer: int = 4  # writes that a store buffer holds
    extern: str = "havoc"  # unknown functions: havoc, arguments, pure, reject
    spurious: bool = True  # condition variables may wake without a signal
    arguments: tuple[bytes, ...] | None = None  # of main, from its name on; None: any
    max_args: int = 3  # ... so many after the name
    max_arg_length: int = 7  # ... so many bytes each
    flags: tuple[str, ...] = ()  # options of compilers: macros, where headers are, which C it is
    models: tuple[str, ...] = ()  # files with functions in place of those that the program does not define
    project: Project | None = None  # the files of a program that has several, with the options of each
    hardware: bool = False  # undefined operations do what x86-64 does
    collect: bool = False  # lower everything, also after what is unsupported; such a program is for `doctor` only


Memo = dict[str, object]
"""What a front end wants to find again when it reads the same file for another property: a syntax tree, for
instance."""


class FrontEnd(Protocol):
    @property
    def suffixes(self) -> tuple[str, ...]:
        """Of the names of its files: (".c", ".i")."""

    @property
    def memory_models(self) -> bool:
        """Whether its programs may be verified under memory models other than sc."""

    def data_model(self, file: str) -> str:
        """The usual one of a file: the name of one of `ir.types.DATA_MODELS`."""

    def load(self, file: str, reading: Reading, memo: Memo | None) -> Program:
        """Raises InputError and UnsupportedError. No memo: the file is read once."""
