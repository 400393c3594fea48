"""The disturbances, one function each, made from a random generator: a seed repeats them as far as time can be repeated."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from tests.clocks import catches
from tests.faults.runs import HUNGRY, LONG, ROOT, Disturb, Fault, disturbed, judge_verdict, marked

EXAMPLES = ROOT / "examples"
TASKS: tuple[tuple[Path | str, str, tuple[str, ...]], ...] = (
    # file ("": the long one), truth of unreach-call, engines; each of the C programs has a data race
    (EXAMPLES / "c" / "bakery.c", "TRUE", ("auto", "explicit", "abstraction", "ordering", "impact")),
    (EXAMPLES / "c" / "counter.c", "FALSE", ("auto", "explicit", "abstraction", "ordering", "bmc")),
    (EXAMPLES / "ivl" / "token_ring.ivl", "TRUE", ("auto", "simulation", "esst")),
    ("", "TRUE", ("auto", "explicit", "abstraction", "ordering", "impact", "bmc", "predicate", "simulation")),
)
LATEST = 4.0  # seconds after the start


def task(random_: random.Random, folder: Path, long: bool = False) -> tuple[Path, str, str]:
    """A file, its truth, an engine."""
    file, truth, engines = TASKS[-1] if long else random_.choice(TASKS)
    if not file:
        file = folder / "long.c"
        file.write_text(LONG)
    return Path(file), truth, random_.choice(engines)


def signalled(seconds: float, number: int, everybody: bool = False, begun: list[bool] | None = None) -> Disturb:
    """To the process, or to all of its group, as a terminal does. `begun` gets whether it was ready for signals before."""

    def disturb(process: subprocess.Popen[bytes], mark: str) -> None:
        time.sleep(seconds)
        if begun is not None:
            begun.append(catches(process.pid, signal.SIGTERM))
        if everybody:
            os.killpg(process.pid, number)
        else:
            process.send_signal(number)

    return disturb


def interrupted(random_: random.Random, folder: Path) -> Fault:
    """Ctrl-C or SIGTERM at any moment. Before the program has begun, the signal itself ends it, and nothing is said."""
    file, truth, engine = task(random_, folder)
    seconds, number = random_.uniform(0, LATEST), random_.choice((signal.SIGINT, signal.SIGTERM))
    everybody = number == signal.SIGINT and random_.random() < 0.5
    several = random_.random() < 0.5
    named = [] if several else ["--property", "unreach-call"]
    words = ["verify", file, *named, "--engine", engine, "--timeout", "30", "--json", folder / "out.json"]
    what = f"{number.name}{' for all' if everybody else ''} after {seconds:.2f} s, {engine} on {file.name}"
    what, truth = (f"{what}, all properties", "FALSE" if file.suffix == ".c" else truth) if several else (what, truth)
    begun: list[bool] = []
    fault = disturbed(what, words, signalled(seconds, number, everybody, begun))
    if not fault.out and "threadproof/" not in fault.err and begun == [False]:
        fault.wrong = []  # Python itself was interrupted
        return fault
    return judge_verdict(fault, truth)


def killed(random_: random.Random, folder: Path) -> Fault:
    """SIGKILL for one of the processes below the one that was started; often that is a single engine of several."""
    file, truth, engine = task(random_, folder, long=random_.random() < 0.5)
    engine = random_.choice((engine, "auto"))
    seconds = random_.uniform(0, LATEST)

    def disturb(process: subprocess.Popen[bytes], mark: str) -> None:
        time.sleep(seconds)
        children = [child for child in marked(mark) if child != process.pid]
        if children:
            try:
                os.kill(random_.choice(children), signal.SIGKILL)
            except ProcessLookupError:
                return

    words = [
        "verify",
        file,
        "--property",
        "unreach-call",
        "--engine",
        engine,
        "--timeout",
        "12",
        "--certificate",
        folder / "out.json",
    ]
    return judge_verdict(disturbed(f"a child killed after {seconds:.2f} s, {engine} on {file.name}", words, disturb), truth)


def filled(random_: random.Random, folder: Path) -> Fault:
    """A memory limit that is too small. What counts is the largest process: several engines share the limit."""
    file = folder / "hungry.c"
    file.write_text(HUNGRY)
    engine, limit = random_.choice(("explicit", "explicit", "auto", "simulation", "abstraction")), random_.randrange(50, 150)
    words = ["verify", file, "--property", "unreach-call", "--engine", engine, "--timeout", "20", "--memory", str(limit)]
    fault = judge_verdict(disturbed(f"--memory {limit}, {engine} on {file.name}", words), "TRUE")
    if fault.peak_mib > limit * 1.05 + 64:
        fault.wrong.append(f"{fault.peak_mib} MiB")
    return fault


def targets(folder: Path) -> Iterator[tuple[str, Path]]:
    """Places where nothing can be written, and how that is to be called."""
    (folder / "file").write_text("")
    yield "is a directory", folder
    yield "no such directory", folder / "missing" / "out"
    yield "no such directory", folder / "file" / "out"
    if os.geteuid():
        closed = folder / "closed"
        closed.mkdir(exist_ok=True)
        closed.chmod(0o500)
        yield "permission denied", closed / "out"
    yield "No space left on device", Path("/dev/full")


OUTPUTS = ("--json", "--certificate", "--out", "--html")


def unwritable(folder: Path, options: Sequence[str] = OUTPUTS) -> Iterator[Fault]:
    """Output options with every such place: a sentence that names option and place, exit 3, before any work if possible."""
    program = EXAMPLES / "c" / "counter.c"
    (folder / "set").mkdir(exist_ok=True)
    (folder / "set" / "one_false-unreach-call.c").write_text(program.read_text())
    for message, place in targets(folder):
        for option in options:
            if option == "--out" and (place.parent.name == "missing" or place.name == "full"):
                continue  # folders for results are made; what is there is read first
            bench = option in ("--out", "--html")
            rest = [] if option != "--html" else ["--out", folder / "kept.csv"]
            words = (
                ["bench", folder / "set", "--quiet", *rest]
                if bench
                else ["verify", program, "--property", "unreach-call", "--engine", "explicit"]
            )
            fault = disturbed(f"{option} {place}", [*words, option, place], cwd=folder)
            if fault.code != 3 or message not in fault.err or option not in fault.err or str(place) not in fault.err:
                fault.wrong.append(f"expected exit 3 and {message!r}, got exit {fault.code}: {fault.err}")
            yield fault


def benched(random_: random.Random, folder: Path) -> Fault:
    """Ctrl-C while `bench` runs: it ends its runs, and keeps the results that it has."""
    tasks = folder / "tasks"
    tasks.mkdir(exist_ok=True)
    (tasks / "long_true-unreach-call.c").write_text(LONG)
    seconds = random_.uniform(1, LATEST)
    words = [
        "bench",
        tasks,
        "--timeout",
        "100",
        "--quiet",
        "--jobs",
        "1",
        "--out",
        folder / "bench.csv",
        "--options=--engine explicit",
    ]
    fault = disturbed(f"SIGINT after {seconds:.2f} s of bench", words, signalled(seconds, signal.SIGINT))
    if fault.code not in (2, -signal.SIGINT):
        fault.wrong.append(f"exit {fault.code}")
    return fault


RANDOM: dict[str, Callable[[random.Random, Path], Fault]] = {
    "interrupt": interrupted,
    "kill": killed,
    "memory": filled,
    "bench": benched,
}
