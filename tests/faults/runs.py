"""One run of the real command that is disturbed at some moment, and what must hold of it whatever was done.

A run ends soon; what it prints last fits its exit code and does not contradict the truth; it shows no traceback, and none of its
processes is left. Processes are recognised by a mark in their environment, which children inherit.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tests.places import ROOT

PATIENCE = 200.0  # seconds from a disturbance to the end: only against hanging
LINGER = 60.0  # seconds for children to go once their parent has
MARK = "THREADPROOF_FAULTS"
CODES = {"TRUE": 0, "FALSE": 1, "UNKNOWN": 2}

LONG = """
#include <assert.h>
#include <pthread.h>
unsigned a, b, c;
void *one(void *x) { for (unsigned i = 0; i < 5000; i++) { a++; c += b; } return x; }
void *two(void *x) { for (unsigned i = 0; i < 5000; i++) { b++; c ^= a; } return x; }
int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, one, 0);
  pthread_create(&t, 0, two, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
  assert(a == 5000 && b == 5000);
}
"""  # two counters, each of one thread only: TRUE, and too much for every engine

HUNGRY = """
#include <assert.h>
#include <pthread.h>
unsigned char a[4096], b[4096];
void *one(void *x) { for (unsigned i = 0; i < 4096; i++) a[i] = 1 + (i & 7); return x; }
void *two(void *x) { for (unsigned i = 0; i < 4096; i++) b[i] = 1 + (i & 3); return x; }
int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, one, 0);
  pthread_create(&t, 0, two, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
  assert(a[4095] && b[4095]);
}
"""  # TRUE, with large states


@dataclass
class Fault:
    """What was done and what came of it. `wrong`: what must not be; empty if all is well."""

    what: str
    code: int = 0
    out: str = ""
    err: str = ""
    seconds: float = 0.0  # from the disturbance to the end
    peak_mib: int = 0  # of the largest process
    wrong: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        last = self.out.splitlines()[-1] if self.out else "nothing printed"
        return f"{self.what}: exit {self.code}, {last}, {self.seconds:.1f} s, {self.peak_mib} MiB{self.details()}"

    def details(self) -> str:
        return "".join(f"\n    WRONG: {text}" for text in self.wrong) + (f"\n{self.err[-2000:]}" if self.wrong else "")


def marked(mark: str) -> list[int]:
    """The processes with this mark that still compute."""
    found = []
    for folder in Path("/proc").iterdir():
        if not folder.name.isdigit():
            continue
        try:
            if f"{MARK}={mark}".encode() in (folder / "environ").read_bytes() and not _is_over(folder):
                found.append(int(folder.name))
        except OSError:
            continue  # it ended just now
    return sorted(found)


def _is_over(folder: Path) -> bool:
    return (folder / "stat").read_text().rsplit(")", 1)[1].split()[0] in "ZX"


def resident(process: int) -> int:
    try:
        return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") >> 20
    except (OSError, IndexError):
        return 0


Disturb = Callable[[subprocess.Popen[bytes], str], None]


def disturbed(
    what: str, words: Sequence[str | Path], disturb: Disturb | None = None, limit: float = PATIENCE, cwd: Path = ROOT
) -> Fault:
    """Runs `threadproof words`, calls `disturb` with the process and the mark, and waits for the end."""
    mark = uuid.uuid4().hex
    fault = Fault(what)
    environment = {**os.environ, MARK: mark, "TMPDIR": str(cwd if cwd != ROOT else tempfile.gettempdir())}
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        argv = [sys.executable, "-m", "threadproof", *map(str, words)]
        process = subprocess.Popen(argv, stdout=out, stderr=err, cwd=ROOT, env=environment, start_new_session=True)
        if disturb is not None:
            disturb(process, mark)
        started = time.monotonic()
        while process.poll() is None and time.monotonic() < started + limit:
            if disturb is None:
                fault.peak_mib = max(fault.peak_mib, *map(resident, [process.pid, *marked(mark)]))
            time.sleep(0.05)
        fault.seconds = time.monotonic() - started
        if process.poll() is None:
            fault.wrong.append("it hangs")
        _clean_up(process, mark, fault)
        out.seek(0)
        err.seek(0)
        fault.code, fault.out, fault.err = process.wait(), out.read().decode(), err.read().decode()
    if "Traceback" in fault.err:
        fault.wrong.append("a traceback is shown")
    return fault


def _clean_up(process: subprocess.Popen[bytes], mark: str, fault: Fault) -> None:
    """Whoever is still there after a while is an orphan; none survives us."""
    if not fault.wrong:
        until = time.monotonic() + LINGER
        while marked(mark) and time.monotonic() < until:
            time.sleep(0.05)
        if marked(mark):
            fault.wrong.append(f"{len(marked(mark))} processes are left")
    for left in {process.pid, *marked(mark)} if fault.wrong else ():
        try:
            os.kill(left, signal.SIGKILL)
        except ProcessLookupError:
            continue


def judge_verdict(fault: Fault, truth: str) -> Fault:
    """The last line says what the exit code says, and nothing untrue."""
    match = re.fullmatch(r"VERDICT: (TRUE|FALSE|UNKNOWN)(\(.+\))?", fault.out.splitlines()[-1] if fault.out else "")
    if match is None:
        fault.wrong.append(f"no verdict (exit {fault.code})")
    elif CODES[match[1]] != fault.code:
        fault.wrong.append(f"exit {fault.code} with {match[0]}")
    elif match[1] not in (truth, "UNKNOWN"):
        fault.wrong.append(f"{match[0]}, but it is {truth}")
    return fault
