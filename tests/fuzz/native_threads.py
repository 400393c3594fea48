"""Multi-threaded programs compiled by gcc and run many times; see driver.c for what makes the runs comparable."""

from __future__ import annotations

import re
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

from tests.fuzz.concurrent import Concurrent
from tests.fuzz.native import FLAGS, HERE

Outcome = tuple[int, ...] | str
"""Final values of the results, or "error" (an assertion failed), or "stuck" (it did not end)."""


def observed(programs: Sequence[Concurrent], runs: int) -> list[set[Outcome] | None]:
    """What each program was seen to do; None where gcc fails."""
    parts = [f'#include "{HERE / "driver.c"}"\n']
    calls = []
    for k, program in enumerate(programs):
        parts.append(program.tree.text(prefix=f"p{k}_", native=True))
        results = ", ".join(f"&p{k}_{name}" for name in program.results)
        calls.append(f"fuzz_run({k}, {runs}, p{k}_main, (long long *const[]){{ {results} }}, {len(program.results)});\n")
    with tempfile.TemporaryDirectory() as folder:
        source, binary = Path(folder) / "batch.c", Path(folder) / "batch"
        source.write_text("\n".join(parts) + "int main(void) {\n" + "".join(calls) + "return 0;\n}\n")
        command = ["gcc", *FLAGS, "-O0", "-pthread", str(source), "-o", str(binary)]
        built = subprocess.run(command, check=False, capture_output=True).returncode == 0
        output = subprocess.run([binary], check=False, capture_output=True, text=True).stdout if built else ""
    if len(re.findall(r"^end \d+", output, re.M)) == len(programs):
        return [{_outcome(line) for line in re.findall(rf"^{k} (.*)$", output, re.M)} for k in range(len(programs))]
    if len(programs) == 1:
        return [None]
    return [observed([program], runs)[0] for program in programs]


def _outcome(line: str) -> Outcome:
    return line if line in ("error", "stuck") else tuple(int(v) for v in line.split())
