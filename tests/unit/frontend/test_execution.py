"""Programs that check themselves: each file under `programs/` runs to its end, in both data models."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.unit.frontend.lowering import lower, run
from threadproof.frontend.c import COptions, load
from threadproof.ir.interp.outcome import Halted, Undefined, Violation
from threadproof.ir.types import DATA_MODELS

PROGRAMS = sorted((Path(__file__).parent / "programs").glob("*.c"))


@pytest.mark.parametrize("model", DATA_MODELS)
@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_program_meets_its_assertions(path: Path, model: str) -> None:
    outcome = run(load(path, COptions(data_model=DATA_MODELS[model])))
    assert isinstance(outcome, Halted), outcome


def test_data_models_differ() -> None:
    text = "#include <assert.h>\nint main(void) { assert(sizeof(long) == 8 && sizeof(void *) == 8); return 0; }"
    assert isinstance(run(lower(text, data_model=DATA_MODELS["LP64"])), Halted)
    assert isinstance(run(lower(text, data_model=DATA_MODELS["ILP32"])), Violation)


def test_failed_assertion_names_its_text() -> None:
    outcome = run(lower("#include <assert.h>\nint main(void) {\n  assert(1 + 1 == 3);\n}"))
    assert isinstance(outcome, Violation)
    assert "1 + 1 == 3" in outcome.message
    assert outcome.pos.line == 3


@pytest.mark.parametrize("body", ["int z = 0; return 1 / z;", "int z = 0; return 1 % z;", "int z = 0, x = 1; x /= z; return x;"])
def test_division_by_zero(body: str) -> None:
    outcome = run(lower(f"int main(void) {{ {body} }}"))
    assert isinstance(outcome, Undefined)
    assert outcome.kind == "division-by-zero"


UNDEFINED = {
    "int n = 32; return 1 << n;": "invalid-shift",
    "int n = -1; return 1u >> n;": "invalid-shift",
    "long long x = 1; unsigned char n = 64; x <<= n;": "invalid-shift",
    "int n = 40; int x = n && (n >> n);": "invalid-shift",
    "int n = -1, x = -2147483647 - 1; return x / n;": "overflow",
    "int x = -2147483647 - 1; x %= -1;": "overflow",
    "long long x = 1ULL << 63; int n = x > 0 || x / -1;": "overflow",
    "double d = 2147483648.0; int x = d;": "invalid-conversion",
    "float f = -1; unsigned x = (unsigned)f;": "invalid-conversion",
    "double d = 0; long x; x = d / d;": "invalid-conversion",
    "int i = 2000000000; i *= 2.5;": "invalid-conversion",
    "int n = -1; char a[n]; a[0] = 1;": "invalid-length",
    "short n = -3; int a[n + 2][4]; return sizeof a;": "invalid-length",
}


@pytest.mark.parametrize(("body", "kind"), UNDEFINED.items(), ids=list(UNDEFINED))
def test_undefined_arithmetic(body: str, kind: str) -> None:
    outcome = run(lower(f"int main(void) {{ {body} return 0; }}"))
    assert isinstance(outcome, Undefined)
    assert outcome.kind == kind


OVERFLOWS = [
    "int x = 2147483647; x = x + 1;",
    "int x = -2147483647; x = x - 2;",
    "int x = 65536; x = x * x;",
    "int x = -2147483647 - 1; x = -x;",
    "int x = 2147483647; x++;",
    "int x = -2147483647 - 1; x--;",
    "int x = 2147483647; x += 1;",
    "int x = -2147483647 - 1, y = -1; x = x / y;",
    "int x = 1 << 30; x = x << 1;",
    "int x = -1; x = x << 1;",
    "long long x = 9223372036854775807LL; x = x + 1;",
    "int x = 2147483647; if (0 || x + 1) x = 1;",
]
NO_OVERFLOWS = [
    "unsigned x = 4294967295u; x = x + 1; x++; x = -x; x = x * x;",
    "signed char c = 127; c++; c += 100;",
    "short s = 32767; s = s + 1;",
    "int x = -2147483647 - 1, y = 1; x = x / y; x = x % 7;",
    "int x = 2147483646; x++; x--; x = x - 2147483647; x = -x;",
    "int x = 1; x = x << 30; x = x >> 3;",
    "int a[2]; int *p = a; p++; p--;",
    "double d = 1e308; d = d * d; d = -d; d++;",
    "long long x = 2147483647; x = x * x + 1;",
]


@pytest.mark.parametrize("body", OVERFLOWS)
def test_overflow_is_found(body: str) -> None:
    outcome = run(lower(f"int main(void) {{ {body} return 0; }}", overflow=True), "no-overflow")
    assert isinstance(outcome, Violation), outcome


@pytest.mark.parametrize("body", NO_OVERFLOWS)
def test_no_overflow(body: str) -> None:
    assert isinstance(run(lower(f"int main(void) {{ {body} return 0; }}", overflow=True), "no-overflow"), Halted)


@pytest.mark.parametrize("body", [body for body in OVERFLOWS if "/" not in body])
def test_without_the_option_arithmetic_wraps(body: str) -> None:
    assert isinstance(run(lower(f"int main(void) {{ {body} return 0; }}")), Halted)


def test_missing_return_is_undefined_only_where_the_result_is_used() -> None:
    text = "int f(int x) { if (x) return 1; } int main(void) { %s; return 0; }"
    assert isinstance(run(lower(text % "f(0)")), Halted)
    assert isinstance(run(lower(text % "f(1)")), Halted)
    assert isinstance(run(lower(text % "int y = f(1)")), Halted)
    assert isinstance(run(lower(text % "int y = f(0)")), Undefined)


def test_main_without_return() -> None:
    assert isinstance(run(lower("int main(void) { }")), Halted)
    assert isinstance(run(lower("void main(argc, argv) int argc; char **argv; { }")), Halted)


@pytest.mark.skipif(not Path("/usr/include/netinet/in.h").exists(), reason="the system has no such header")
@pytest.mark.parametrize("model", DATA_MODELS)
def test_headers_of_the_system(model: str) -> None:
    text = "#include <assert.h>\n#include <netinet/in.h>\nint main(void) { struct in_addr a = { 1 }; assert(a.s_addr == 1); }"
    assert isinstance(run(lower(text, data_model=DATA_MODELS[model])), Halted)
