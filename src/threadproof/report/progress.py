"""One live line on a terminal while an engine works; nothing at all otherwise, and nothing in the first half second."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

from threadproof.counters import Counters
from threadproof.report.text import number

DELAY = 0.5  # quick runs stay free of flicker, and of the time it takes to load rich
INTERVAL = 0.1


def live(engine: str) -> tuple[Callable[[Counters], None], Callable[[], None]]:
    """(show counters, clear the line)."""
    started = shown = time.monotonic()
    status = None

    def show(counters: Counters) -> None:
        nonlocal status, shown
        now = time.monotonic()
        if now - started < DELAY or now - shown < INTERVAL:
            return
        shown = now
        if status is None:
            from rich.console import Console

            status = Console(stderr=True).status("")
            status.start()
        parts = [f"{number(value)} {key.replace('_', ' ')}" for key, value in counters.items() if value][:4]
        status.update(f"{engine}: {', '.join([*parts, f'{now - started:.0f} s'])}")

    def clear() -> None:
        if status is not None:
            status.stop()

    return show, clear


def wanted(quiet: bool) -> bool:
    return not quiet and sys.stderr.isatty()
