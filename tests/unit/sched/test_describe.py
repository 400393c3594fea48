"""The dependence relation as text."""

from __future__ import annotations

from threadproof.frontend.ivl.options import IvlOptions
from threadproof.frontend.ivl.translate import translate
from threadproof.passes import runner
from threadproof.sched.por.describe import dependence_text


def test_what_depends_on_what() -> None:
    text = "event e; u8 x, y; thread A { x = 1; notify e; } thread B { wait e; y = x; } thread C { y = 2; } main { start; }"
    program = runner.run(translate(text, "model.ivl", IvlOptions()), runner.LOWER)
    lines = dependence_text(program).splitlines()
    assert lines[lines.index("A:0") + 1] == "  depends on: A:0', B:0, B:1, B:0', B:1'"
    assert lines[lines.index("B:1") + 2] == "  is enabled by: A:0, A:0'"
    assert lines[lines.index("C:0") + 1] == "  depends on: B:1, B:1', C:0'"
