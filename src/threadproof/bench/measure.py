"""One task with one tool: its verdict, seconds, and peak memory, whatever it does.

A run gets a process group of its own, so that nothing of it is left when it is over. It is killed `GRACE` seconds after its
limit: a tool that does not keep its limits must show. Our own runs keep them by themselves; for others the limit is ours.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from typing import IO

from threadproof.bench.tasks import BenchTask
from threadproof.config.options import Config
from threadproof.records import dataclass
from threadproof.run.loading import data_model

GRACE = 5.0
OURS = "threadproof"
# What other verifiers print; the last match counts.
WORDS = re.compile(r"\b(?:(TRUE|VERIFICATION SUCCESSFUL|SAFE)|(FALSE|VERIFICATION FAILED|UNSAFE)|(UNKNOWN))\b")


@dataclass(frozen=True, slots=True)
class Tool:
    """`command`: of another verifier, with {file}, {property}, {timeout}, {memory}, {data_model} in it; empty: ours."""

    name: str
    command: tuple[str, ...] = ()
    options: tuple[str, ...] = ()

    def words(self, task: BenchTask, limits: RunLimits) -> list[str]:
        model = task.data_model or data_model(str(task.file), Config())
        if self.command:
            values = {"file": task.file, "property": task.property, "data_model": model}
            return [word.format(timeout=f"{limits.seconds:g}", memory=limits.memory, **values) for word in self.command]
        given = [] if "--data-model" in self.options or not task.data_model else ["--data-model", task.data_model]
        bounds = ["--timeout", f"{limits.seconds:g}", "--memory", str(limits.memory), "--property", task.property]
        return [sys.executable, "-m", "threadproof", "verify", str(task.file), "--no-config", *bounds, *given, *self.options]

    def ours(self) -> bool:
        return not self.command


@dataclass(frozen=True, slots=True)
class RunLimits:
    seconds: float
    memory: int  # MiB


@dataclass(frozen=True, slots=True)
class BenchRow:
    tool: str
    task: str
    property: str
    expected: str
    verdict: str
    reason: str
    seconds: float
    cpu: float
    peak_mib: int
    engine: str = ""  # of ours: the one that answered,
    check: str = ""  # and what became of the check of the answer

    def grade(self) -> str:
        """correct, wrong, unknown, error; or ok where no verdict is expected."""
        if self.verdict in ("UNKNOWN", "ERROR"):
            return self.verdict.lower()
        return "ok" if not self.expected else "correct" if self.verdict == self.expected else "wrong"


def tool(text: str) -> Tool:
    """From `NAME=COMMAND`."""
    name, _, command = text.partition("=")
    return Tool(name, tuple(shlex.split(command)))


class ProcessGroups:
    """The process groups of runs that are under way, so that they can all be ended."""

    def __init__(self) -> None:
        self._lock, self._groups, self._over = threading.Lock(), set[int](), False

    def begin(self, words: Sequence[str], out: IO[bytes], err: IO[bytes]) -> subprocess.Popen[bytes]:
        with self._lock:
            if self._over:
                raise InterruptedError(0, "interrupted")
            process = subprocess.Popen(words, stdout=out, stderr=err, start_new_session=True)
            self._groups.add(process.pid)
        return process

    def forget(self, group: int) -> None:
        with self._lock:
            _end(group)  # whatever is left of it
            self._groups.discard(group)

    def end(self) -> None:
        """All of them; no other begins."""
        with self._lock:
            self._over = True
            for group in self._groups:
                _end(group)


def measure(task: BenchTask, tool: Tool, limits: RunLimits, running: ProcessGroups) -> BenchRow:
    started = time.monotonic()
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err, tempfile.TemporaryDirectory() as folder:
        report = os.path.join(folder, "out.json")
        told = ["--json", report] if tool.ours() and "--json" not in tool.options else []
        try:
            process = running.begin([*tool.words(task, limits), *told], out, err)
        except OSError as error:
            return BenchRow(
                tool.name, task.name(), task.property, task.expected, "ERROR", error.strerror or "cannot start", 0.0, 0.0, 0
            )
        killer = threading.Timer(limits.seconds + (GRACE if tool.ours() else 0), _end, (process.pid,))
        killer.start()
        try:
            _, status, usage = os.wait4(process.pid, 0)
        finally:
            killer.cancel()
            running.forget(process.pid)
        process.returncode = os.waitstatus_to_exitcode(status)
        seconds = time.monotonic() - started
        out.seek(0)
        err.seek(0)
        texts = (out.read().decode(errors="replace"), err.read().decode(errors="replace"))
        who = _answered(report)
    verdict, reason = (_ours if tool.ours() else _theirs)(process.returncode, *texts)
    if verdict in ("UNKNOWN", "ERROR") and process.returncode < 0 and seconds >= limits.seconds:
        verdict, reason = "UNKNOWN", "timeout"
    cpu, peak = usage.ru_utime + usage.ru_stime, usage.ru_maxrss >> 10
    reason = reason.replace(str(task.file), task.file.name)
    return BenchRow(
        tool.name, task.name(), task.property, task.expected, verdict, reason, round(seconds, 3), round(cpu, 3), peak, *who
    )


def _answered(report: str) -> tuple[str, str]:
    """Engine and check, of what a run of ours wrote."""
    try:
        with open(report, encoding="utf-8") as file:
            found = json.load(file)
    except (OSError, ValueError):
        return "", ""
    return found["engine"], found["certificate"] or ""


def _end(group: int) -> None:
    try:
        os.killpg(group, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        return


def _ours(code: int, out: str, err: str) -> tuple[str, str]:
    """An exit code that contradicts the verdict line is an error."""
    if code not in (0, 1, 2):
        errors: Sequence[str] = [line for line in err.splitlines() if "error:" in line] or err.splitlines()
        return "ERROR", f"exit {code}: {errors[0] if errors else 'killed'}"
    match = re.fullmatch(r"VERDICT: (TRUE|FALSE|UNKNOWN)(?:\((.*)\))?", out.splitlines()[-1] if out else "")
    if not match or ("TRUE", "FALSE", "UNKNOWN").index(match[1]) != code:
        return "ERROR", f"exit {code} contradicts the last line"
    return match[1], match[2] or ""


def _theirs(code: int, out: str, err: str) -> tuple[str, str]:
    found = [match.lastindex for match in WORDS.finditer(out)]
    if found:
        return ("TRUE", "FALSE", "UNKNOWN")[(found[-1] or 3) - 1], ""
    last = (err or out).strip().splitlines()
    return "ERROR", f"exit {code}: {last[-1][:200] if last else 'no verdict'}"
