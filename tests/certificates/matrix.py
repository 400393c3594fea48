"""Every engine on every property of every program: what it answers, and what `certify` says about it in a fresh process."""

from __future__ import annotations

import csv
import json
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import astuple, dataclass, fields, replace
from functools import partial
from multiprocessing import Pool
from pathlib import Path

from tests.places import ROOT
from threadproof.config.engines import AUTO, ENGINES
from threadproof.config.options import Config
from threadproof.config.validation import validate
from threadproof.errors import UserError
from threadproof.properties import PROPERTIES
from threadproof.report.outcome import UNKNOWN, RunOutcome, confirmed
from threadproof.run.pipeline import verify
from threadproof.run.supervise import Died, Stopped, run

EXAMPLES = tuple(sorted(path for path in (ROOT / "examples").rglob("*") if path.suffix in (".c", ".ivl")))
MEMORY = 2_000  # MiB
ACCEPTED, REFUSED, OPEN, NONE = "accepted", "refused", "open", "no certificate"
CRASH = "CRASH"  # in place of a verdict

CERTIFY = """
import json, sys
from threadproof.config.options import Config
from threadproof.run.pipeline import certify, quietly
for line in sys.stdin:
    file, certificate, seconds, defines = json.loads(line)
    print(certify(file, certificate, Config(timeout=seconds, define=tuple(defines)), quietly).line(), flush=True)
"""


@dataclass(frozen=True, slots=True)
class Trial:
    """What became of one run: the verdict, what its check said, and the last line of `certify`."""

    file: str
    engine: str
    property: str
    verdict: str  # empty: the engine does not work on such a program
    status: str = ""  # of the check before the answer was shown
    line: str = ""  # of `certify`

    @property
    def what(self) -> str:
        if not self.line:
            return NONE
        for start, what in (("CERTIFICATE: REJECTED", REFUSED), ("CERTIFICATE: UNKNOWN", OPEN)):
            if self.line.startswith(start):
                return what
        return ACCEPTED if self.line.startswith(f"CERTIFICATE: {self.verdict}({self.property}") else REFUSED

    @property
    def fine(self) -> bool:
        """Nothing is claimed, or the claim was checked, written and accepted."""
        return self.verdict in ("", UNKNOWN) or (self.what == ACCEPTED and confirmed(self.status))


def configs(engines: Sequence[str], properties: Sequence[str], seconds: float) -> Iterator[Config]:
    for info in ENGINES:
        for property_ in info.properties:
            if info.name in engines and property_ in properties:
                yield Config(engine=info.name, property=property_, timeout=seconds, memory=MEMORY, certificate="wanted")
    if AUTO in engines:
        for property_ in properties:
            yield Config(engine=AUTO, property=property_, timeout=seconds, memory=MEMORY, certificate="wanted", jobs=1)


def answered(file: str, config: Config) -> RunOutcome | None:
    try:
        if config.engine == AUTO:
            from threadproof.run import portfolio

            return portfolio.verify(file, validate(config))
        return verify(file, validate(config))
    except UserError:
        return None


def trial(folder: str, work: tuple[str, Config]) -> Trial:
    """In a process of its own: whatever becomes of it, the next one is not disturbed."""
    file, config = work
    made = Trial(Path(file).name, config.engine, config.property, UNKNOWN)
    found = run(lambda announce: _attempt(folder, file, config), config.timeout, MEMORY)
    if isinstance(found, Stopped):
        return made
    if isinstance(found, Died):
        return replace(made, verdict=CRASH, status=f"{found.how} ({found.stage})")
    made, certificate = found
    if not certificate:
        return made
    return replace(made, line=certified([(file, certificate, 10 * config.timeout, config.define)])[0])


def _attempt(folder: str, file: str, config: Config) -> tuple[Trial, str]:
    """What the engine says, and the path of its certificate."""
    made = Trial(Path(file).name, config.engine, config.property, "")
    try:
        found = answered(file, config)
    except Exception as error:
        return replace(made, verdict=CRASH, status=f"{type(error).__name__}: {error}"), ""
    if found is None:
        return made, ""
    made = replace(made, verdict=found.verdict, status=found.checked)
    if found.verdict == UNKNOWN or not found.certificate:
        return made, ""
    with tempfile.NamedTemporaryFile("w", suffix=".json", dir=folder, delete=False) as out:
        out.write(found.certificate)
    return made, out.name


def certified(works: Iterable[tuple[str, str, float, Sequence[str]]]) -> list[str]:
    """The last lines of `certify`, by a fresh process."""
    text = "".join(json.dumps(work) + "\n" for work in works)
    done = subprocess.run([sys.executable, "-c", CERTIFY], input=text, capture_output=True, text=True, check=False)
    lines = done.stdout.splitlines()
    if len(lines) != text.count("\n"):
        return [*lines, *[f"CERTIFICATE: REJECTED(crash: {done.stderr[-300:]})"] * (text.count("\n") - len(lines))]
    return lines


def trials(works: Sequence[tuple[str, Config]], jobs: int) -> Iterator[Trial]:
    with tempfile.TemporaryDirectory() as folder:
        if jobs == 1:
            yield from map(partial(trial, folder), works)
            return
        with Pool(jobs, maxtasksperchild=20) as pool:
            yield from pool.imap_unordered(partial(trial, folder), works)


def read(path: Path) -> list[Trial]:
    """The trials that an earlier run has written; none if there was no such run."""
    if not path.exists():
        return []
    with path.open(newline="") as rows:
        return [Trial(**row) for row in csv.DictReader(rows)]


def append(path: Path, made: Trial) -> None:
    fresh = not path.exists()
    with path.open("a", newline="") as rows:
        writer = csv.writer(rows, lineterminator="\n")
        if fresh:
            writer.writerow(field.name for field in fields(Trial))
        writer.writerow(astuple(made))


def table(found: Sequence[Trial]) -> str:
    """Engines by properties: of TRUE and of FALSE, how many are accepted / refused / open / without certificate."""
    lines = [
        f"{'engine':12} {'property':16} {'TRUE':>5} {'a/r/o/n':>12} {'FALSE':>6} {'a/r/o/n':>12} {'UNKNOWN':>8} {'other':>6}"
    ]
    for engine in (AUTO, *(info.name for info in ENGINES)):
        for property_ in PROPERTIES:
            mine = [t for t in found if (t.engine, t.property) == (engine, property_)]
            if not mine:
                continue
            by = Counter((t.verdict, t.what) for t in mine)
            cells = []
            for verdict in ("TRUE", "FALSE"):
                counts = [by[verdict, what] for what in (ACCEPTED, REFUSED, OPEN, NONE)]
                cells += [str(sum(counts)), "/".join(map(str, counts))]
            unknown, other = (sum(n for (v, _), n in by.items() if v == verdict) for verdict in (UNKNOWN, ""))
            lines.append(
                f"{engine:12} {property_:16} {cells[0]:>5} {cells[1]:>12} {cells[2]:>6} {cells[3]:>12} {unknown:>8} {other:>6}"
            )
    return "\n".join(lines)
