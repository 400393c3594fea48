"""Conditions of waypoints mean what C says, and what is not known is never taken to hold."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from threadproof.witness.condition import CNumber, Unclear, holds

VALUES = {
    "i": CNumber(-3), "u": CNumber(4294967295, 32, False), "c": CNumber(-1, 8, True), "b": CNumber(200, 8, False),
    "l": CNumber(-(1 << 40), 64, True), "s.x": CNumber(5), "a[2]": CNumber(7),
}  # fmt: skip
DECLARED = """int i = -3; unsigned u = 4294967295U; signed char c = -1; unsigned char b = 200; long l = -(1L << 40);
struct { int x; } s = { 5 }; int a[3] = { 0, 0, 7 };"""

CONDITIONS = [
    "i == -3", "u == -1", "c == -1", "b == -56", "i < u", "l < u", "c < b", "u + 1 == 0", "b + 100 == 300", "b * 2 > 255",
    "s . x == 5 && a[ 2 ] == 7", "i / 2 == -1", "i % 2 == -1", "u >> 31 == 1", "(i & 3) == 1", "~i == 2", "!i", "!!i", "-i == 3",
    "i ? s.x : a[2]", "0 && 1 / 0", "1 || 1 / 0", "(unsigned char)i == 253", "(long)u == 4294967295", "0x10 == 16 && 010 == 8",
    "4294967295 > 0", "i < 0U", "1 ? -1 : 0U", "(_Bool)7 == 1", "2147483648 > 0", "0xffffffff == u", "i == -3 == 1",
    "1 - 1 - 1 == -1", "6 / 2 * 3 == 9", "1 | 2 ^ 3 & 4", "1 << 3 < 4", "(c)", "+c == -1",
]  # fmt: skip


def lookup(name: str) -> CNumber:
    if name not in VALUES:
        raise Unclear(name)
    return VALUES[name]


@pytest.mark.skipif(shutil.which("gcc") is None, reason="needs gcc")
def test_like_c(tmp_path: Path) -> None:
    lines = "\n".join(f'printf("%d", ({text}) ? 1 : 0);' for text in CONDITIONS)
    (tmp_path / "c.c").write_text(f"#include <stdio.h>\n{DECLARED}\nint main(void) {{\n{lines}\n}}\n")
    subprocess.run(["gcc", "-w", "-o", tmp_path / "c", tmp_path / "c.c"], check=True)
    said = subprocess.run([tmp_path / "c"], check=True, capture_output=True, text=True).stdout
    assert len(said) == len(CONDITIONS)
    for text, bit in zip(CONDITIONS, said, strict=True):
        assert holds(text, lookup) is (bit == "1"), text


@pytest.mark.parametrize("text", [
    "x == 1", "", "i ==", "(i", "i)", "f(i)", "*p == 1", "&i != 0", "i = 3", "i++", "1 / 0", "i % 0", "1 << 32", "2147483647 + 1",
    "1.5 > 1", "s->x == 5", "a[i] == 0", "08 == 8", '"a"', "99999999999999999999 > 0", "(" * 200 + "1" + ")" * 200,
    "-" * 200 + "1", "1 " * 20_000,
])  # fmt: skip
def test_unclear(text: str) -> None:
    with pytest.raises(Unclear):
        holds(text, lookup)
