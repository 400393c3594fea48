"""Clang begins to parse while the rest of the front end is still being loaded: it needs nothing of it, and no interpreter lock.

Besides the program itself the model is parsed that nearly every concurrent program needs. Parsing needs a deep stack (see
`stack`), so there is one thread with such a stack, which parses one file after the other.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Sequence

from threadproof.frontend.c.clang.libclang import Unit
from threadproof.frontend.c.clang.source import arguments, parse
from threadproof.frontend.c.clang.stack import start
from threadproof.frontend.c.library import table as library
from threadproof.frontend.c.options import COptions
from threadproof.frontend.c.project import CompileCommand

_COMMON = {"pthread_create": CompileCommand(f"{library.MODELS}/pthread.c")}  # mentioned in the program -> model


class Parsed:
    """Units that several translations of one program share: parsed once for each way in which clang is called."""

    def __init__(self) -> None:
        self._units: dict[tuple[str, ...], Unit] = {}

    def parse(self, command: CompileCommand, options: COptions) -> Unit:
        key = (command.file, *arguments(options, command.options))
        if key not in self._units:
            self._units[key] = parse(command, options)
        return self._units[key]


class Early:
    """Units that were asked for in advance; each is handed out once. `shared`: they belong to others, too, and stay open."""

    def __init__(
        self, commands: Sequence[CompileCommand], texts: Iterable[str], options: COptions, shared: Parsed | None = None
    ) -> None:
        self.options = options
        self.shared = shared
        self._parse = parse if shared is None else shared.parse
        texts = list(texts)
        models = [model for word, model in _COMMON.items() if any(word in text for text in texts)]
        self._ready = {each: threading.Event() for each in (*commands, *models)}
        self._found: dict[CompileCommand, Unit | BaseException] = {}
        self._stopped = False
        self._thread = start(self._run)

    def _run(self) -> None:
        for command, ready in self._ready.items():
            try:
                if not self._stopped:
                    self._found[command] = self._parse(command, self.options)
            except BaseException as problem:
                self._found[command] = problem
                self._stopped = True
            ready.set()

    def take(self, command: CompileCommand) -> Unit:
        """The file, parsed: in advance or now."""
        ready = self._ready.get(command)
        if ready is not None:
            ready.wait()
        found = self._found.pop(command, None)
        if found is None:
            return self._parse(command, self.options)
        if isinstance(found, BaseException):
            raise found
        return found

    def close(self) -> None:
        self._stopped = True
        self._thread.join()
        self.close_units(unit for unit in self._found.values() if isinstance(unit, Unit))

    def close_units(self, units: Iterable[Unit]) -> None:
        if self.shared is None:
            for unit in units:
                unit.close()
