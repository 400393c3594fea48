"""Commands without their start: a process that has loaded the modules of the command forks for each of them.

Loading takes most of the time of a short command. The forked process gets its words, folder, environment and files, sets the
time that it began, and calls `main`, so all else is as for a user; the examples of the documents (`tests/docs`) and the tests of
start-up, signals and limits begin with a new interpreter. It ends with the process of the tests.
"""

from __future__ import annotations

import atexit
import gc
import importlib
import json
import os
import pkgutil
import signal
import socket
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import NoReturn

from tests.places import ROOT

LARGEST = 1 << 20  # bytes of words and environment


def call(words: Sequence[str], cwd: Path, limit: float) -> tuple[int, str, str]:
    """Exit code (negative: the signal), what it printed, and its errors."""
    connection = _server()
    with open(os.devnull, "rb") as nothing, tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        message = json.dumps([list(words), str(cwd), dict(os.environ)]).encode()
        socket.send_fds(connection, [message], [nothing.fileno(), out.fileno(), err.fileno()])
        process = int(connection.recv(32))
        connection.settimeout(limit)
        try:
            code = int(connection.recv(32))
        except TimeoutError:
            os.kill(process, signal.SIGKILL)
            connection.settimeout(None)
            connection.recv(32)
            raise subprocess.TimeoutExpired(list(words), limit) from None
        connection.settimeout(None)
        out.seek(0)
        err.seek(0)
        return code, out.read().decode(), err.read().decode()


@cache
def _server() -> socket.socket:
    """The connection to it; it ends when that is closed."""
    ours, its = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    for end in (ours, its):
        end.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, LARGEST)
    argv = [sys.executable, "-m", "tests.cli.loaded", str(its.fileno())]
    process = subprocess.Popen(argv, cwd=ROOT, pass_fds=[its.fileno()], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    its.close()
    atexit.register(lambda: (ours.close(), process.wait()))
    return ours


def serve(connection: socket.socket) -> None:
    load()
    while True:
        message, files, _, _ = socket.recv_fds(connection, LARGEST, 3)
        if not message:
            return
        process = os.fork()
        if process == 0:
            connection.close()
            perform(files, *json.loads(message))
        for file in files:
            os.close(file)
        connection.send(str(process).encode())
        connection.send(str(os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])).encode())


def load() -> None:
    """All modules but those of other commands (`bench`, the plugin of pytest)."""
    import threadproof

    for module in pkgutil.walk_packages(threadproof.__path__, "threadproof."):
        if not module.name.startswith(("threadproof.bench", "threadproof.pytest_plugin", "threadproof.__main__")):
            importlib.import_module(module.name)
    importlib.import_module("threadproof.__main__")


def perform(files: Sequence[int], words: Sequence[str], cwd: str, environment: Mapping[str, str]) -> NoReturn:
    """Never returns: the interpreter ends as it does after a script."""
    from threadproof.app import cli
    from threadproof.run import supervise

    code: object = 1
    try:
        gc.freeze()
        for number, file in enumerate(files):
            os.dup2(file, number)
            os.close(file)
        os.chdir(cwd)
        os.environ.clear()
        os.environ.update(environment)
        sys.argv = [str(ROOT / "src" / "threadproof" / "__main__.py"), *words]
        cli.STARTED = supervise.process_start()
        cli.main()
    except SystemExit as exit_:
        code = exit_.code
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code if isinstance(code, int) else code is not None)


if __name__ == "__main__":
    serve(socket.socket(fileno=int(sys.argv[1])))
