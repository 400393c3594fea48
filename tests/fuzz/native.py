"""gcc as the reference: many generated programs per binary, because starting compilers and processes is what costs time.

Single-threaded programs run one after the other in one process and print their `out`. What C leaves open is fixed by flags as the
semantics fixes it (signed arithmetic wraps, types do not restrict aliasing). A program that gcc cannot compile (it has
bugs, too) is left out, and the caller counts those.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path

from tests.fuzz.tree import Node

FLAGS = ("-w", "-fwrapv", "-fno-strict-aliasing", "-ffp-contract=off", "-std=gnu11", "-fno-builtin-printf")
SECONDS = 60  # for gcc, which sometimes takes for ever
HERE = Path(__file__).parent
M32 = ("-m32", "-msse2", "-mfpmath=sse", "-nostdlib", "-static", "-fno-stack-protector", "-fno-pic", "-no-pie")
SHOW = """#include <stdio.h>
static void show(const char *text, unsigned long long value) { printf("%s%016llx\\n", text, value); }
int main(void) {
"""
SHOW32 = "void show(const char *, unsigned long long);\nint run_all(void) {\n"


def have_gcc() -> bool:
    return shutil.which("gcc") is not None


@cache
def have_m32() -> bool:
    """Whether 32-bit code can be made and run here (with a runtime of our own, no C library)."""
    if not have_gcc():
        return False
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "try.c"
        source.write_text("#include <string.h>\n" + SHOW32 + 'show("x", 1); return 0; }\n')
        return (
            _build(source, Path(folder) / "try", "-O0", True)
            and subprocess.run([Path(folder) / "try"], check=False, capture_output=True).returncode == 0
        )


@cache
def _m32_headers() -> tuple[str, ...]:
    """The 64-bit C library's headers serve both widths, but Debian's gcc does not look where they are."""
    where = subprocess.run(["gcc", "-print-multiarch"], check=False, capture_output=True, text=True).stdout.strip()
    return (f"-I{HERE / 'm32'}", *(("-idirafter", f"/usr/include/{where}") if where else ()))


def _build(source: Path, binary: Path, level: str, m32: bool) -> bool:
    extra = [*M32, *_m32_headers(), str(HERE / "m32/runtime.c")] if m32 else []
    command = ["gcc", *FLAGS, level, *extra, str(source), "-o", str(binary)]
    try:
        return subprocess.run(command, check=False, capture_output=True, timeout=SECONDS).returncode == 0
    except subprocess.TimeoutExpired:
        return False


def batches(seeds: Iterable[int], size: int) -> Iterator[list[int]]:
    """Runs of `size` seeds."""
    batch: list[int] = []
    for seed in seeds:
        batch.append(seed)
        if len(batch) == size:
            yield batch
            batch = []
    if batch:
        yield batch


def single_results(programs: Sequence[Node], level: str = "-O1", m32: bool = False) -> list[tuple[int, ...] | None]:
    """The final `out` of each program; None where gcc fails or the program does not end normally within the time."""
    parts = [program.text(prefix=f"p{k}_") for k, program in enumerate(programs)]
    driver = [SHOW32 if m32 else SHOW]
    for k in range(len(programs)):
        driver.append(
            f'p{k}_main(); for (unsigned i = 0; i < sizeof p{k}_out / 8; i++) show("{k} ", p{k}_out[i]); show("end {k} ", 0);'
            + ("" if m32 else " fflush(stdout);")
            + "\n"
        )
    with tempfile.TemporaryDirectory() as folder:
        source, binary = Path(folder) / "batch.c", Path(folder) / "batch"
        source.write_text("\n".join(parts) + "".join(driver) + "return 0;\n}\n")
        output = ""
        if _build(source, binary, level, m32):
            output = _run(binary)
    if len(re.findall(r"^end \d+", output, re.M)) == len(programs):
        return [tuple(int(v, 16) for v in re.findall(rf"^{k} (\w+)$", output, re.M)) for k in range(len(programs))]
    if len(programs) == 1:
        return [None]
    return [single_results([program], level, m32)[0] for program in programs]


def _run(binary: Path) -> str:
    try:
        return subprocess.run([binary], check=False, capture_output=True, text=True, timeout=20).stdout
    except subprocess.TimeoutExpired:
        return ""
