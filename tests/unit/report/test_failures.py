"""What is said about checks that fail: the object, the operands, the parts of the condition."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.unit.report.test_trace import run
from threadproof.budget import Budget
from threadproof.certify.replay.follow import replay
from threadproof.engines.explicit import ExplicitEngine
from threadproof.evidence.result import Unsafe
from threadproof.evidence.task import Task
from threadproof.frontend.ivl import IvlOptions
from threadproof.frontend.ivl.translate import translate
from threadproof.ir.types import BOOL, I32, IntType
from threadproof.passes import runner
from threadproof.report.counterexample import ToldCounterexample, told
from threadproof.report.explanation.assertions import computed
from threadproof.report.explanation.model import MemoryExplanation

MEMORY = """#include <stdlib.h>
#include <string.h>
struct message {{ int kind; char text[12]; struct message *next; }};
static struct message *box;
static void drop(struct message *m) {{ free(m); }}
static int *local(void) {{ int x = 1; int *volatile p = &x; return p; }}
int main(void) {{
    struct message *message = malloc(sizeof *message);
    message->kind = 1;
    box = message;
    {0}
    return 0;
}}
"""


def failing(tmp_path: Path, text: str, property: str) -> ToldCounterexample:
    return told(run(tmp_path, text, property))


def invalid(tmp_path: Path, statement: str) -> tuple[MemoryExplanation, str]:
    found = failing(tmp_path, MEMORY.format(statement), "valid-memsafety")
    assert found.explanation.memory is not None, found.trace
    assert "0x" not in found.explanation.message and found.explanation.message in found.trace
    return found.explanation.memory, found.explanation.message


def test_use_after_free(tmp_path: Path) -> None:
    found, headline = invalid(tmp_path, "drop(message); int i = box->text[3];")
    assert headline == "use after free: reads message->text[3], 1 byte at offset 7 of *message"
    assert (found.object, found.spelling, found.bytes, found.kind) == ("*message", "struct message", 24, "heap")
    assert found.made is not None and found.made.place.line == 8
    assert found.ended is not None and (found.ended.place.line, found.ended.place.function) == (5, "drop")
    assert [call.line for call in found.ended.calls] == [11]


@pytest.mark.parametrize(
    ("statement", "problem", "name", "offset"),
    [
        ("int *p = malloc(12); p[3] = 1;", "out of bounds", "p[3]", 12),
        ("int *p = malloc(12); p[-1] = 1;", "out of bounds", "p[-1]", -4),
        ("char *p = (char *)message; p[24] = 1;", "out of bounds", "message+24", 24),
        ("message = 0; message->next = 0;", "member at offset 16 of what a null pointer points to", "", 0),
        ("message = 0; message->kind = 0;", "null pointer", "", 0),
        ("drop(message); free(box);", "double free", "*message", 0),
        ("free(&message->text);", "free of an address inside of an object", "message->text[0]", 4),
        ("int i = *local();", "use of a local variable that has ended", "x", 0),
        ("free(&box);", "free of a global object", "box", 0),
    ],
)
def test_invalid_accesses(tmp_path: Path, statement: str, problem: str, name: str, offset: int) -> None:
    found, _ = invalid(tmp_path, statement)
    assert (found.problem, found.access.name, found.offset) == (problem, name, offset)


def test_index_outside_of_a_member(tmp_path: Path) -> None:
    found = failing(tmp_path, MEMORY.format("int i = 12; message->text[i] = 1;"), "valid-memsafety").explanation
    assert found.assertion is not None and [(part.text, part.value) for part in found.assertion.parts] == [("i", "12")]


def test_numbered_objects(tmp_path: Path) -> None:
    """Two of one name; one through a function of the program; none without a type."""
    text = """#include <stdlib.h>
#include <assert.h>
struct node { int value; struct node *next; };
static void *get(size_t size) { void *raw = malloc(size); return raw; }
int main(void) {
    struct node *list = 0;
    for (int i = 0; i < 2; i++) {
        struct node *node = get(sizeof *node);
        node->value = i;
        node->next = list;
        list = node;
    }
    void *untyped = malloc(3);
    assert(list->value == list->next->value && untyped != 0);
}
"""
    found = failing(tmp_path, text, "unreach-call")
    assert "node->value = 0" in found.trace and "node#2->value = 1" in found.trace
    assert "node#2->next = pointer to *node" in found.trace
    assert "allocates *node (struct node, 16 bytes)" in found.trace and "allocates *untyped (3 bytes)" in found.trace
    assert found.explanation.assertion is not None
    parts = {part.text: part.value for part in found.explanation.assertion.parts}
    assert parts == {
        "list->value": "1", "list->next->value": "0", "list->value == list->next->value": "false", "untyped != 0": "",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("setup", "statement", "headline"),
    [
        ("int a = 2147483647;", "a = a + 1;", "a + 1 = 2147483647 + 1 = 2147483648 does not fit into int"),
        ("static long a = 4611686018427387904;", "a *= 2;", "a * 2 = 4611686018427387904 * 2 = 9223372036854775808"),
        ("int a = -2147483647; int b = 5;", "a -= b;", "a - b = -2147483647 - 5 = -2147483652 does not fit into int"),
        ("int a = -2147483647 - 1;", "a = -a;", "0 - a = 0 - -2147483648 = 2147483648 does not fit into int"),
    ],
)
def test_overflow(tmp_path: Path, setup: str, statement: str, headline: str) -> None:
    found = failing(tmp_path, f"int main(void) {{ {setup} {statement} return 0; }}", "no-overflow")
    assert found.explanation.message.startswith(headline), found.explanation.message


@pytest.mark.parametrize(
    ("condition", "parts"),
    [
        ("x > 3 || y == 0", {"x": "3", "x > 3": "false", "y": "7", "y == 0": "false"}),
        ("x == 1 && y / 0 == 1", {"x": "3", "x == 1": "false", "y / 0 == 1": ""}),
        ("(unsigned)x > y - 9", {}),
        ("u - 1 < x", {"u": "0", "u - 1": "4294967295", "x": "3"}),
        ("!(x + y * 2 == 17)", {"x": "3", "y": "7", "y * 2": "14", "x + y * 2": "17", "x + y * 2 == 17": "true"}),
        ("s.a[1] == -x", {"s.a[1]": "0", "x": "3", "-x": "-3"}),
        ("f(x) == 4", {"x": "3"}),
    ],
)
def test_assertion(tmp_path: Path, condition: str, parts: dict[str, str]) -> None:
    text = f"""#include <assert.h>
int x, y; unsigned u; struct {{ int a[2]; }} s;
int f(int v) {{ return v; }}
int main(void) {{ x = 3; y = 7;
    assert({condition}); }}
"""
    found = failing(tmp_path, text, "unreach-call").explanation.assertion
    assert found is not None and found.condition == condition
    if condition.startswith("f("):  # what a call returns is not known by its text
        assert not found.parts
    else:
        assert {part.text: part.value for part in found.parts} == parts


def test_arithmetic_of_conditions_is_that_of_c() -> None:
    """Promotion, signs, and what has no value."""
    u8, u32, i64 = IntType(8, False), IntType(32, False), IntType(64, True)
    assert computed("-", (u8, 1), (u8, 2)) == (I32, -1)
    assert computed("<", (I32, -1), (u32, 1)) == (BOOL, False)
    assert computed("<", (i64, -1), (u32, 1)) == (BOOL, True)
    assert computed("+", (I32, 2**31 - 1), (I32, 1)) == (I32, -(2**31))
    assert computed("/", (I32, 1), (I32, 0)) is None and computed("<<", (I32, 1), (I32, 40)) is None
    assert computed("unary ~", (u8, 0)) == (I32, -1)


def test_time_of_a_model() -> None:
    text = """event tick;
int data = 0;
thread producer { wait_time 5; data = 7; notify tick, 0; }
thread consumer { wait tick; assert data == 8 && data > 0; }
main { start; }
"""
    program = runner.run(translate(text, "t.ivl", IvlOptions()), runner.ANALYSE)
    result = ExplicitEngine().check(program, Task("unreach-call"), Budget(60), {})
    assert isinstance(result, Unsafe)
    found = told(replay(program, result))
    assert found.explanation.message == "assertion fails: data == 8 && data > 0"
    assert found.explanation.time is not None and found.explanation.time.time == 5
    assert found.explanation.assertion is not None
    assert [(part.text, part.value) for part in found.explanation.assertion.parts] == [
        ("data", "7"), ("data == 8", "false"), ("data > 0", "true"),
    ]  # fmt: skip
