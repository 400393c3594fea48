"""Which expression `+=` and `-=` belong to, where clang does not know the operation."""

from __future__ import annotations

import pytest

from threadproof.frontend.c.clang.atomic_pointers import concerns, rewritten

ROWS = {
    "p += 2;": "__tp_move_pointer(p, +, 2);",
    "x = 1; p -= f(a, b)[1];": "x = 1; __tp_move_pointer(p, -, f(a, b)[1]);",
    "if (x) *pp += 1;": "if (x) __tp_move_pointer(*pp, +, 1);",
    "return (*pp) += n, 1;": "return __tp_move_pointer((*pp), +, n), 1;",
    "else s->q[f(1)].r += 1;": "else __tp_move_pointer(s->q[f(1)].r, +, 1);",
    "while ((g() -> p += 2) != q)": "while ((__tp_move_pointer(g() -> p, +, 2)) != q)",
    "for (;; **pp += 1)": "for (;; __tp_move_pointer(**pp, +, 1))",
    "é(); p += 1": "é(); __tp_move_pointer(p, +, 1)",
}


@pytest.mark.parametrize("row", ROWS)
def test_operands(row: str) -> None:
    at = row.index("+=") if "+=" in row else row.index("-=")
    column = len(row[:at].encode()) + 1
    assert rewritten(f"first\n{row}\nlast", 2, column) == f"first\n{ROWS[row]}\nlast"


def test_in_a_macro() -> None:
    """The error is where the macro is; of several operations in one line it does not say which."""
    assert rewritten("assert(p += 1);", 1, 1) == "assert(__tp_move_pointer(p, +, 1));"
    assert rewritten("assert((p += 1) && (q += 1));", 1, 1) is None


def test_which_errors() -> None:
    assert concerns("invalid operands to binary expression ('_Atomic(int *)' and 'int')")
    assert not concerns("invalid operands to binary expression ('_Atomic(struct s)' and 'int')")
