"""What a user can choose about reading C."""

from __future__ import annotations

from typing import TYPE_CHECKING

from threadproof import memory_models
from threadproof.ir.types import ILP32, DataModel
from threadproof.memory_models import SC
from threadproof.properties import Shape, named
from threadproof.records import dataclass

if TYPE_CHECKING:
    from threadproof.frontend.base import Reading
    from threadproof.frontend.c.project import CompileCommand


@dataclass(frozen=True, slots=True)
class COptions:
    data_model: DataModel = ILP32
    extern: str = "havoc"  # unknown functions: havoc, arguments, pure, reject (see `extern`)
    errors: bool = True  # a failed assertion is what we look for; otherwise it just ends the program, as abort does
    overflow: bool = False  # emit checks of signed arithmetic
    accesses: bool = False  # the property is about accesses: what is printed is read
    races: bool = False  # data races are looked for: what operations do for happens-before
    bounds: bool = False  # check the bounds of array members and rows, not only those of objects (see `subobject`)
    signals: bool = True  # the property is one for which handlers run (see models/signal.c)
    spurious: bool = True  # condition variables may wake without a signal
    blocking: bool = False  # ... but nothing promises that they do: a wait that no signal ends is to be seen (for no-deadlock)
    memory_model: str = SC  # a weak one: with store buffers, for the pass that uses them
    buffer: int = 4  # writes that one of them holds
    arguments: tuple[bytes, ...] | None = None  # of main: those that were given (see `command_line`)
    max_args: int = 3
    max_arg_length: int = 7
    flags: tuple[str, ...] = ()  # of the compiler, for a file that stands alone
    models: tuple[str, ...] = ()  # C files whose functions the program has where it defines none of that name
    commands: tuple[CompileCommand, ...] = ()  # the files of a program that has several, each with its own
    replaced: tuple[str, str] = ("", "")  # a file, and the text that is read in its place
    included: str = ""  # ... and before it
    hardware: bool = False  # undefined shifts and conversions do what x86-64 does
    collect: bool = False  # lower everything, also after what is unsupported; such a program is for `doctor` only

    @property
    def weak(self) -> bool:
        return memory_models.is_weak(self.memory_model)

    def compiled(self, path: str) -> tuple[CompileCommand, ...]:
        """How the files of the program are compiled, where `path` is the one that was named."""
        from threadproof.frontend.c.project import CompileCommand

        return self.commands or (CompileCommand(path, self.flags),)

    def command(self, path: str) -> CompileCommand:
        """How this file is compiled."""
        every = self.compiled(path)
        return next((command for command in every if command.file == path), every[0])


def chosen(reading: Reading) -> COptions:
    """What the property asks for, and what was chosen."""
    about = named(reading.property)
    return COptions(
        data_model=reading.data_model,
        extern=reading.extern,
        errors="reach-error" in about.kinds,
        overflow="overflow" in about.kinds,
        accesses=about.accesses,
        races=about.shape is Shape.RACE,
        bounds="invalid-deref" in about.kinds,
        signals=about.handlers,
        spurious=reading.spurious,
        blocking=about.shape is Shape.DEADLOCK,
        memory_model=reading.memory_model,
        buffer=reading.buffer,
        arguments=reading.arguments,
        max_args=reading.max_args,
        max_arg_length=reading.max_arg_length,
        flags=reading.flags,
        models=reading.models,
        commands=reading.project.compiled(reading.flags) if reading.project else (),
        collect=reading.collect,
        hardware=reading.hardware,
    )
