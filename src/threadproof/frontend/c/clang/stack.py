"""Room for deep recursion: clang and the lowering recurse along the syntax tree, whose depth is up to the program (a sum of
20,000 terms is that deep). The work runs in a thread with a large stack, which takes memory only as far as it is used.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")

_SIZES = (1 << 30, 1 << 28, 1 << 26, 0)  # the largest that can be had; 0 is the system's default
_FRAMES = 1 << 18


def with_deep_stack(work: Callable[[], T]) -> T:
    """The result (or the exception) of `work`."""
    results: list[T] = []
    problems: list[BaseException] = []

    def run() -> None:
        try:
            results.append(work())
        except BaseException as problem:
            problems.append(problem)

    limit = sys.getrecursionlimit()
    thread = start(run)
    thread.join()
    sys.setrecursionlimit(limit)
    if problems:
        raise problems[0]
    return results[0]


def start(run: Callable[[], None]) -> threading.Thread:
    """A thread with a deep stack. Its creator restores the recursion limit when it has ended."""
    before = threading.stack_size()
    for size in _SIZES:
        try:
            threading.stack_size(size)
            thread = threading.Thread(target=run, daemon=True)
            sys.setrecursionlimit(max(sys.getrecursionlimit(), _FRAMES if size else 10_000))
            thread.start()
            return thread
        except (RuntimeError, ValueError, MemoryError):
            continue
        finally:
            threading.stack_size(before)
    raise MemoryError("no stack for another thread")
