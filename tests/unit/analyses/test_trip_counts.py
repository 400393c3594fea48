"""How often loops repeat, where constants say it; and None where they do not."""

from __future__ import annotations

from pathlib import Path

import pytest

from threadproof.analyses.trip_counts import LONGEST, TripCounts, loops
from threadproof.config.options import Config
from threadproof.ir.op import Call
from threadproof.passes import runner
from threadproof.run.loading import load, run_passes


def totals(tmp_path: Path, body: str) -> list[int | None]:
    """Of main, in the order of heads."""
    file = tmp_path / "program.c"
    file.write_text(f"int g; int input(void); int main(void) {{ {body} }}")
    config = Config()
    program = run_passes(run_passes(load(str(file), config), config), config, "lowered")
    return [loop.total for loop in sorted(loops(program.functions["main"]), key=lambda loop: loop.head)]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("for (int i = 0; i < 10; i++) g++;", [10]),
        ("for (unsigned char i = 250; i >= 3; i++) g++;", [6]),
        ("for (int i = 9; i != 0; i -= 3) g++;", [3]),
        ("for (int i = 1; i < 100; i *= 2) g++;", [7]),
        ("for (int i = 0; i < 10; i++) { if (g == 5) break; g++; }", [5]),
        ("for (int i = 0; i < 10; i++) { if (g == 5) continue; g++; }", [10]),
        ("for (int i = 0; i < 10; i++) for (int j = i; j < 10; j++) g++;", [10, None]),
        ("for (int i = 0; i < 10; i++) for (int j = 0; j < 4; j++) g++;", [10, 40]),
        ("for (int i = 0; i < input(); i++) g++;", [None]),
        ("for (int i = input(); i < 10; i++) g++;", [None]),
        ("for (int i = 0; i < 10; i++) { if (g) i = 0; g++; }", [None]),
        ("for (int i = 0; i < 10; ) { if (g) i++; g++; }", [None]),
        ("while (g < 10) g++;", [10]),
        ("while (g < 10) g += input();", [None]),
        ("for (;;) g++;", [None]),
        (f"for (int i = 0; i < {LONGEST}; i++) g++;", [LONGEST]),
        (f"for (int i = 0; i <= {LONGEST}; i++) g++;", [None]),
        ("for (int i = 0; i < 10; i++) while (input()) g++;", [10, None]),
    ],
)
def test_trips(tmp_path: Path, body: str, expected: list[int | None]) -> None:
    assert totals(tmp_path, body) == expected


def test_a_change_on_every_edge_to_the_head(tmp_path: Path) -> None:
    """What was one change is on several edges, once locations where paths meet have disappeared."""
    file = tmp_path / "program.c"
    file.write_text("int g; int main(void) { for (int i = 0; i < 7; i++) if (g) g = 2; else g = 3; }")
    config = Config()
    lowered = run_passes(run_passes(load(str(file), config), config), config, "lowered")
    main = runner.run(lowered, [runner.GATHER, runner.LOOPS]).functions["main"]
    assert sum(edge.back for edge in main.edges) > 1
    assert [loop.total for loop in loops(main)] == [7]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("input();", 1),
        ("for (int i = 0; i < 3; i++) input();", 3),
        ("for (int i = 0; i < 3; i++) for (int j = 0; j < 4; j++) input();", 12),
        ("int i = 0; do input(); while (++i < 3);", 3),
        ("int i = 0; for (;;) { input(); if (i >= 2) break; i++; }", 3),
        ("int i = 0; while (g) { input(); if (i >= 2) break; i++; }", 3),
        ("while (g) input();", None),
        ("for (int i = 0; i < 3; i++) while (g) input();", None),
    ],
)
def test_rounds(tmp_path: Path, body: str, expected: int | None) -> None:
    """How often something is called; a test at the end may make that one more than it is."""
    file = tmp_path / "program.c"
    file.write_text(f"int g; void input(void) {{ for (int i = 0; i < 2; i++) g = 1; }} int main(void) {{ {body} }}")
    function = load(str(file), Config()).functions["main"]
    (call,) = (edge for edge in function.edges if isinstance(edge.ops[0], Call))
    found = TripCounts(function).of(call.source)
    assert found == expected or (found is not None and expected is not None and found == expected + 1)
