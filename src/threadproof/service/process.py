"""Answers a request of a user's program in a fresh process.

The command forks, but a library must not. A program that calls us may have threads: of a notebook, of a test runner, of a
numeric library. A child that is forked from such a process has one thread, and whatever lock another thread held at that moment
stays locked in it for ever. It would also inherit the program's memory, which limits of address space count, and its signal
handlers, which only the main thread may replace. A server that forks for us would have to be started, found and ended;
and `multiprocessing` runs the user's main module once more. So each request gets an interpreter of its own (`worker`), which
starts within a tenth of a second and has the same path for modules. Calls from several threads share nothing.

The process is the leader of a session: Ctrl-C on a terminal does not reach it, but the program, whose main thread gets its
KeyboardInterrupt. Whatever ends the wait (an exception, also one of a callback) then ends the process: at first with SIGINT, so
that it ends what it has started, and after `PATIENCE` the whole group with SIGKILL. On Linux it is killed when the thread that
waits for it ends in any other way.
"""

from __future__ import annotations

import json
import os
import pickle
import selectors
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Protocol

from threadproof.channel import Received
from threadproof.errors import InternalError
from threadproof.records import dataclass
from threadproof.run import supervise
from threadproof.service import request as requests
from threadproof.service.reply import Reply

START = "import sys; sys.path[:] = sys.argv[1].split(sys.argv[3]); from threadproof.service.worker import main; main()"
SEPARATOR = "\n"  # between folders
PATIENCE = supervise.GRACE + 1.0  # seconds, until an interrupted process is killed
LOOK = 0.1  # seconds between two looks at `cancel`


class CancelSignal(Protocol):
    """A `threading.Event`, or whatever can be asked."""

    def is_set(self) -> bool: ...


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a verification is. `counters` is empty when a stage (parse, passes, engine, replay, ...) begins."""

    property: str
    engine: str
    stage: str
    counters: dict[str, float]
    seconds: float  # since the call


Watch = Callable[[Progress], object]


def answered(
    request: requests.Request, progress: Watch | None = None, cancel: CancelSignal | None = None, cwd: str | None = None
) -> Any:
    """What `request.perform` answers there; its exceptions are raised here."""
    reader, writer = os.pipe()
    with _closing(reader):
        with _closing(writer):
            worker = _start(writer, cwd)
        call = _Call(request, worker, reader, progress, cancel)
        try:
            call.send()
            reply = call.listen()
        finally:
            call.end()
    if reply.error is not None:
        raise reply.error
    return requests.stopped(request, reply.stopped) if reply.stopped else reply.answer


def _start(writer: int, cwd: str | None) -> subprocess.Popen[bytes]:
    here = os.getcwd()
    path = SEPARATOR.join(os.path.join(here, folder) for folder in sys.path)
    return subprocess.Popen(
        [sys.executable or "python3", "-P", "-c", START, path, str(writer), SEPARATOR],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        pass_fds=(writer,),
        start_new_session=True,
        cwd=cwd,
    )


class _Call:
    def __init__(
        self,
        request: requests.Request,
        worker: subprocess.Popen[bytes],
        reader: int,
        progress: Watch | None,
        cancel: CancelSignal | None,
    ) -> None:
        self.request, self.worker, self.reader = request, worker, reader
        self.progress, self.cancel = progress, cancel
        self.deadline = 0.0  # of a process that was interrupted
        self.heard, self.complaints = Received(), b""
        self.killed = supervise.kills_for_memory()

    def send(self) -> None:
        assert self.worker.stdin is not None
        with suppress(BrokenPipeError):  # it died: what is heard of it says so
            self.worker.stdin.write(pickle.dumps((self.request, self.progress is not None)))
            self.worker.stdin.close()

    def listen(self) -> Reply:
        assert self.worker.stderr is not None
        complaints = self.worker.stderr.fileno()
        with selectors.DefaultSelector() as selector:
            selector.register(self.reader, selectors.EVENT_READ)
            selector.register(complaints, selectors.EVENT_READ)
            while self.reader in selector.get_map():
                for key, _ in selector.select(LOOK if self.cancel else None):
                    part = os.read(key.fd, 1 << 20)
                    if not part:
                        selector.unregister(key.fd)
                    elif key.fd == complaints:
                        self.complaints = (self.complaints + part)[-2000:]
                    else:
                        self.heard.add(part)
                self._tell()
                if self.heard.complete():
                    found: Reply = self.heard.answer()
                    return found
                if self.cancel is not None and self._cancelled():
                    break
        return self._silent()

    def _tell(self) -> None:
        """Passes progress on."""
        lines, _, self.heard.said = self.heard.said.rpartition(b"\n")
        for line in lines.splitlines():
            if self.progress is not None and not self.deadline:
                property_, engine, stage, counters = json.loads(line)
                self.progress(Progress(property_, engine, stage, counters, time.monotonic() - self.request.started))

    def _cancelled(self) -> bool:
        """Whether there is no more time for an answer."""
        assert self.cancel is not None
        if not self.deadline and self.cancel.is_set():
            self.interrupt()
        return 0 < self.deadline < time.monotonic()

    def interrupt(self) -> None:
        self.deadline = time.monotonic() + PATIENCE
        with suppress(ProcessLookupError):
            self.worker.send_signal(signal.SIGINT)

    def _silent(self) -> Reply:
        """It ended without a reply, or has to be ended."""
        if self.deadline:
            return Reply(stopped=supervise.INTERRUPTED)
        status = self.worker.wait()
        if status == -signal.SIGKILL:
            return Reply(stopped="memory" if self.killed != supervise.kills_for_memory() else "killed")
        said = self.complaints.decode(errors="replace").strip()
        return Reply(error=InternalError(f"the process of the verification ended with {status}: {said or 'it said nothing'}"))

    def end(self) -> None:
        """Nothing of it is left. A group is killed only as long as its leader is not forgotten: then the number is its own."""
        worker = self.worker
        assert worker.stdin is not None and worker.stderr is not None
        worker.stderr.close()
        try:
            if not self.heard.complete() and worker.poll() is None and not self.deadline:
                self.interrupt()
            left = self.deadline - time.monotonic() if self.deadline else PATIENCE
            with suppress(subprocess.TimeoutExpired):
                worker.wait(max(0.0, left))
        finally:
            if worker.poll() is None:
                os.killpg(worker.pid, signal.SIGKILL)
                worker.wait()
            with suppress(BrokenPipeError):
                worker.stdin.close()


class _closing:
    """A descriptor that is closed at the end."""

    def __init__(self, descriptor: int) -> None:
        self.descriptor = descriptor

    def __enter__(self) -> None:
        return None

    def __exit__(self, *_: object) -> None:
        os.close(self.descriptor)
