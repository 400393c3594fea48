"""Clang begins to parse while the rest of the front end is still being loaded: it needs nothing of it, and no interpreter lock.

Besides the program itself the model is parsed that nearly every concurrent program needs. Parsing needs a deep stack (see
`stack`), so there is one thread with such a stack, which parses one file after the other.
"""

from __future__ import annotations

import threading

from threadproof.frontend.c import library
from threadproof.frontend.c.clang import Unit
from threadproof.frontend.c.options import COptions
from threadproof.frontend.c.source import parse
from threadproof.frontend.c.stack import start

_COMMON = {"pthread_create": f"{library.MODELS}/pthread.c"}  # mentioned in the program -> model


class Early:
    """Units that were asked for in advance; each is handed out once."""

    def __init__(self, path: str, text: str, options: COptions) -> None:
        self.options = options
        paths = [path, *(model for word, model in _COMMON.items() if word in text)]
        self._ready = {each: threading.Event() for each in paths}
        self._found: dict[str, Unit | BaseException] = {}
        self._stopped = False
        self._thread = start(self._run)

    def _run(self) -> None:
        for path, ready in self._ready.items():
            try:
                if not self._stopped:
                    self._found[path] = parse(path, self.options)
            except BaseException as problem:
                self._found[path] = problem
                self._stopped = True
            ready.set()

    def take(self, path: str) -> Unit:
        """The file, parsed: in advance or now."""
        ready = self._ready.get(path)
        if ready is not None:
            ready.wait()
        found = self._found.pop(path, None)
        if found is None:
            return parse(path, self.options)
        if isinstance(found, BaseException):
            raise found
        return found

    def close(self) -> None:
        self._stopped = True
        self._thread.join()
        for unit in self._found.values():
            if isinstance(unit, Unit):
                unit.close()
