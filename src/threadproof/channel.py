"""What a process that works tells the one that waits for it, through a pipe: where it is, how far it got, and its answer.

A line per stage that the work enters and, now and then, a line with its counters, so that both are known of a work that must be
ended from outside. Then the byte `ANSWER`, the length of the answer, and the answer. The length says that it is complete: the end
of the pipe comes only when every process that has it open has ended, and taking apart a heap of gigabytes lasts longer than a
limit allows.
"""

from __future__ import annotations

import os
import time
from typing import Any

from threadproof.counters import Counters
from threadproof.records import dataclass

ANSWER = b"\x01"
COUNTERS = "#"  # how their line begins; no stage does
LENGTH = 8  # bytes
OFTEN = 0.1  # seconds between two lines with counters


class Announce:
    """What a work may say while it goes on. Nobody listens to this one."""

    def __call__(self, stage: str) -> None:
        """The stage that the work is in now."""

    def count(self, counters: Counters) -> None:
        """How far it got."""

    def keep(self, thing: object) -> None:
        """What need not be taken apart before the process ends: that may take longer than there is time left."""


class Sender(Announce):
    """The end of the pipe of the process that works."""

    def __init__(self, writer: int) -> None:
        self.writer = writer
        self._next = 0.0
        self._kept: list[object] = []

    def __call__(self, stage: str) -> None:
        os.write(self.writer, stage.encode() + b"\n")

    def count(self, counters: Counters) -> None:
        now = time.monotonic()
        if counters and now >= self._next:
            self._next = now + OFTEN
            line = ",".join(f"{name}={+number!r}" for name, number in counters.items())
            os.write(self.writer, f"{COUNTERS}{line}\n".encode())

    def keep(self, thing: object) -> None:
        self._kept.append(thing)

    def answer(self, answer: object) -> None:
        data = _packed(answer)
        with os.fdopen(self.writer, "wb") as pipe:
            pipe.write(ANSWER + len(data).to_bytes(LENGTH) + data)


@dataclass(slots=True)
class Received:
    """The other end: all that was said so far."""

    said: bytes = b""  # lines
    data: bytes = b""  # from `ANSWER` on

    def add(self, part: bytes) -> None:
        if not self.data:
            lines, mark, part = part.partition(ANSWER)
            self.said += lines
            part = mark + part
        self.data += part

    def begun(self) -> bool:
        """Whether the answer is on its way: nothing can go wrong any more."""
        return bool(self.data)

    def complete(self) -> bool:
        start = 1 + LENGTH
        return len(self.data) >= start and len(self.data) - start >= int.from_bytes(self.data[1:start])

    def answer(self) -> Any:
        return _unpacked(self.data[1 + LENGTH :])

    def stage(self) -> str:
        """The last one that was entered."""
        return next((line for line in reversed(self._lines()) if not line.startswith(COUNTERS)), "")

    def counters(self) -> dict[str, float]:
        """The last ones that were told."""
        last = next((line for line in reversed(self._lines()) if line.startswith(COUNTERS)), COUNTERS)
        pairs = [pair.partition("=") for pair in last[len(COUNTERS) :].split(",") if pair]
        return {name: int(number) if number.lstrip("-").isdigit() else float(number) for name, _, number in pairs}

    def _lines(self) -> list[str]:
        """Those that are complete."""
        return self.said.decode("utf-8", "replace").split("\n")[:-1]


def _packed(answer: object) -> bytes:
    """Text as it is, anything else pickled."""
    if isinstance(answer, str):
        return b"t" + answer.encode("utf-8", "surrogatepass")
    import pickle

    return b"p" + pickle.dumps(answer)


def _unpacked(data: bytes) -> Any:
    if data[:1] == b"t":
        return data[1:].decode("utf-8", "surrogatepass")
    import pickle

    return pickle.loads(data[1:])
