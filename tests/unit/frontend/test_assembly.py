"""Inline assembly: what the instructions compute, compared with the processor; and what is not understood."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.unit.frontend.lowering import cuts, lower, ops, run
from threadproof.errors import InputError
from threadproof.ir.interp.outcome import Halted
from threadproof.ir.op import AtomicBegin, AtomicEnd, Havoc, Load, Store
from threadproof.ir.program import NoteKind
from threadproof.ir.types import DATA_MODELS, U32

# Each is the body of a function of `T a, T b`, whose result is compared; %s is the letter of the size.
_TWO = "mov add sub and or xor imul".split()  # noqa: SIM905
_ONE = "inc dec neg not".split()  # noqa: SIM905
_CONDITIONS = "ne c s o be l g".split()  # noqa: SIM905
BODIES = [
    *[f'asm("{name}%s %1, %0" : "+r"(a) : "r"(b) : "cc"); return a;' for name in _TWO],
    *[f'asm("{name}%s %1, %0" : "+m"(a) : "ri"(b) : "cc"); return a;' for name in _TWO if name != "imul"],
    *[f'asm("{name}%s %0" : "+rm"(a) : : "cc"); return a;' for name in _ONE],
    *[f'T r = 0; asm("cmp%s %2, %1; set{c} %b0" : "+q"(r) : "r"(a), "r"(b) : "cc"); return r;' for c in _CONDITIONS],
    *[f'int f; asm("sub%s %2, %1" : "=@cc{c}"(f), "+r"(a) : "r"(b)); return 2 * a + f;' for c in _CONDITIONS],
    *[f'int f; asm("add%s %2, %1" : "=@cc{c}"(f), "+r"(a) : "r"(b)); return 2 * a + f;' for c in _CONDITIONS],
    *[
        f'int f; asm("{name}%s %1" : "=@cc{c}"(f), "+r"(a)); return f;'
        for name in ("inc", "dec", "neg")
        for c in ("z", "s", "o", "l", "le")
    ],
    *[f'asm("test%s %1, %1; cmov{c}%s %1, %0" : "+r"(a) : "r"(b) : "cc"); return a;' for c in ("z", "s", "g")],
    'asm("add%s %1, %0; adc%s $0, %0" : "+r"(a) : "r"(b) : "cc"); return a;',
    'asm("sub%s %1, %0; sbb%s %0, %0" : "+r"(a) : "r"(b) : "cc"); return a;',
    *[f'asm("{name}%s $5, %0" : "+r"(a) : : "cc"); return a;' for name in ("shl", "shr", "sar", "rol", "ror")],
    *[f'asm("{name}%s %%cl, %0" : "+r"(a) : "c"((char)b) : "cc"); return a;' for name in ("shl", "shr", "sar", "rol", "ror")],
    'asm("xorb %%ah, %%al" : "+a"(a) : : "cc"); return a;',
    'T c = b; asm("mov%s %2, %0; cmpxchgb %b1, %2" : "+&a"(a), "+&q"(b), "+m"(c) : : "cc"); return 3 * a + c;',
    'T h; int f = 0; asm("mul%s %4; jnc 1f; movl $1, %2; 1:" : "=a"(a), "=&d"(h), "+&r"(f) : "0"(a), "r"(b) : "cc"); '
    "return 2 * h + f;",
    'int f = 0; asm("tzcnt%s %1, %0; jnz 1f; inc %2; 1:" : "=r"(a), "+&r"(b), "+&r"(f) : : "cc"); return 2 * a + f;',
    'asm("bswap %0" : "+r"(a)); return a;',
    'asm("xchg%s %0, %1" : "+r"(a), "+m"(b)); return 3 * a + b;',
    'asm("lock; xadd%s %0, %1" : "+r"(a), "+m"(b) : : "memory", "cc"); return 3 * a + b;',
    'T c = 7; asm("lock cmpxchg%s %2, %1" : "+a"(a), "+m"(b) : "r"(c) : "memory", "cc"); return 3 * a + b;',
    'T c = a; asm("lock cmpxchg%s %2, %1" : "+a"(a), "+m"(c) : "r"(b) : "memory", "cc"); return 3 * a + c;',
    *[
        f"T m[2] __attribute__((aligned(16))) = {{b, {high}}}, d = 3; _Bool z; {load} "
        f'asm("{lock} cmpxchg" PAIR "b %0; setz %1" : "+m"({place}), "=q"(z), "+a"(a), "+d"(d) '
        ': "b"((T)7), "c"((T)8) : "memory", "cc"); '
        "return m[0] + 3 * m[1] + 5 * a + 7 * d + 9 * z;"
        for lock, place in (("lock;", "*m"), ("", "m"))
        for high, load in ((3, "a = b;"), (4, "a = b;"), (3, ""))
    ],
    'T h; asm("mul%s %3" : "=a"(a), "=d"(h) : "0"(a), "r"(b) : "cc"); return 3 * a + h;',
    'T h; asm("imul%s %3" : "=a"(a), "=d"(h) : "0"(a), "r"(b) : "cc"); return 3 * a + h;',
    *[f'int f; asm("{name}%s %2, %1" : "=@ccc"(f), "+r"(a) : "r"(b)); return 2 * a + f;' for name in ("bt", "bts", "btr", "btc")],
    'T w[5] = {1, a, b, 4, 5}; asm volatile("lock; bts%s %1, %0" : "+m"(w[2]) : "r"((T)(b % 100) - 60) : "memory"); '
    "return w[0] + 3 * w[1] + 5 * w[2] + 7 * w[3] + 9 * w[4];",
    'T r; asm("bsf%s %1, %0" : "=r"(r) : "rm"(a | 4) : "cc"); return r;',
    'T r; asm("bsr%s %1, %0" : "=r"(r) : "rm"(a | 4) : "cc"); return r;',
    'T r = 77; asm("bsf%s %1, %0" : "+r"(r) : "r"(b & 4) : "cc"); return r;',
    'unsigned long r; asm("lea 3(%1,%1,4), %0" : "=r"(r) : "r"((unsigned long)b)); return r;',
    'T w[4] = {a, b, 3, 4}, *p = w; asm("mov%s (%1), %0" : "=r"(a) : "r"(p + 1), "m"(w)); return a;',
    'T r = 0; b = b % 7 + 1; asm("1: add%s %1, %0; dec%s %2; jnz 1b" : "+&r"(r), "+&r"(a), "+&r"(b) : : "cc"); return r;',
    'asm("test%s %1, %1; js 1f; not%s %0; 1:" : "+r"(a) : "r"(b) : "cc"); return a;',
    "T w[6] = {1, 2, 3, 4, 5, 6}, *p = w; unsigned long n = 4; "
    'asm volatile("cld; rep; stos%s" : "+D"(p), "+c"(n) : "a"(a) : "memory"); '
    "return w[0] + 3 * w[3] + 5 * w[4] + 7 * (p - w) + n;",
    "T w[3] = {a, b, 3}, v[3], *p = w, *q = v; unsigned long n = 3; "
    'asm volatile("rep movs%s" : "+S"(p), "+D"(q), "+c"(n) : : "memory"); '
    "return v[0] + 3 * v[1] + 5 * v[2] + (q - v);",
    'unsigned char c = a; T r; asm("movzb%s %1, %0" : "=r"(r) : "qm"(c)); return r;',
    'signed char c = a; T r; asm("movsb%s %1, %0" : "=r"(r) : "qm"(c)); return r;',
    'unsigned long r; asm("push %1; pop %0" : "=r"(r) : "r"((unsigned long)a)); return r;',
    'asm goto("test%s %0, %0; js %l[out]" : : "r"(a) : "cc" : out); return 1; out: return 2;',
    'register T x asm("edx") = a; asm("not%s %0" : "+r"(x)); return x;',
    'T r; asm("mov%s %[from], %[to]" : [to] "=r"(r) : [from] "g"(a)); return r;',
]
VALUES = ["0x12345678, 0x12345678", "TOP, 1", "TOP - 1, -1", "5, TOP"]


def _functions(letter: str, type_: str) -> str:
    made = [f"static T f{number}(T a, T b) {{ {body.replace('%s', letter)} }}" for number, body in enumerate(BODIES)]
    pair = f'#define PAIR "{16 if letter == "q" else 8}"'
    return "\n".join([f"typedef {type_} T;", pair, "#define TOP ((T)1 << (8 * sizeof(T) - 1))", *made])


@pytest.mark.skipif(not shutil.which("gcc"), reason="needs gcc")
@pytest.mark.parametrize(("letter", "type_", "models"), [("q", "unsigned long", ["LP64"]), ("l", "unsigned", ["LP64", "ILP32"])])
def test_instructions_compute_what_the_processor_does(tmp_path: Path, letter: str, type_: str, models: list[str]) -> None:
    functions = _functions(letter, type_)
    calls = [f"f{number}({values})" for number in range(len(BODIES)) for values in VALUES]
    shown = "\n".join(f'printf("%lu\\n", (unsigned long){call});' for call in calls)
    (tmp_path / "a.c").write_text(f"#include <stdio.h>\n{functions}\nint main(void) {{ {shown} return 0; }}")
    subprocess.run(["gcc", "-O1", "-w", "-o", "a", "a.c"], cwd=tmp_path, check=True)
    results = subprocess.run([str(tmp_path / "a")], capture_output=True, text=True, check=True).stdout.split()
    checks = "\n".join(f"assert({call} == {result}ul);" for call, result in zip(calls, results, strict=True))
    for model in models:
        program = lower(
            f"#include <assert.h>\n{functions}\nint main(void) {{ {checks} return 0; }}", data_model=DATA_MODELS[model]
        )
        assert not [note.what for note in program.notes if note.kind is NoteKind.UNSUPPORTED]
        outcome = run(program)
        assert isinstance(outcome, Halted), outcome


NOT_KNOWN = {
    "instruction": 'asm("vmcall");',
    "input after an output": 'asm("movl $1, %0; addl %1, %0" : "=r"(a) : "r"(b));',
    "address after an output": 'int *p = &b; asm("movl $1, %0; movl %0, (%1)" : "=r"(a) : "r"(p) : "memory");',
    "input changed": 'asm("incl %1; movl %1, %0" : "=&r"(a) : "r"(b));',
    "register changed": 'asm("movl $1, %%ecx; movl %%ecx, %0" : "=&r"(a));',
    "register of a loop changed": 'asm("movl $1, %%ecx; 1: decl %%ecx; jnz 1b; movl $0, %0" : "=r"(a));',
    "flags of nothing": 'asm("sete %b0" : "=q"(a));',
    "memory that is no operand": 'int *p = &a; asm("movl $1, (%0)" : : "r"(p));',
    "memory that is no output": 'asm("incl %0" : : "m"(a));',
    "memory that is no input": 'asm("incl %0" : "=m"(a));',
    "output that is written in part": 'asm("movb $1, %0" : "=m"(a));',
    "flags that stay": 'asm("shll %%cl, %0; jz 1f; 1:" : "+r"(a) : "c"(b) : "cc");',
    "undefined flags": 'asm("bt $1, %1; sets %b0" : "=q"(a) : "r"(b));',
    "unset register": 'asm("addl $1, %0" : "=r"(a));',
    "wide use of a narrow value": 'long w; asm("movq %1, %0" : "=r"(w) : "r"((long)0)); asm("lea (%q1), %0" : "=r"(w) : "r"(b));',
    "pair that is not clobbered": 'long m[2], d = 0; asm("cmpxchg16b %0" : "+m"(*m), "+a"(m[0]), "+d"(d) : "b"(0l), "c"(0l));',
    "sizes": 'asm("movq %1, %0" : "=r"(a) : "r"(b));',
    "lock of a register": 'asm("lock incl %0" : "+r"(a));',
    "lock of a move": 'asm("lock movl $1, %0" : "=m"(a));',
    "lock of the next statement": 'asm("lock"); asm("incl %0" : "+m"(a));',
    "order of another assembler": 'asm("mov %0, %1" : "=r"(a) : "r"(b));',
    "another syntax": 'asm(".intel_syntax noprefix\\n mov %0, %1\\n .att_syntax" : "+r"(a) : "r"(b));',
    "section": 'asm(".section .fixup\\n incl %0" : "+r"(a));',
    "stack": 'asm("push %0" : : "r"((long)a));',
    "jump": 'asm("jmp elsewhere");',
    "static key": 'asm goto("1: nop\\n.pushsection __jump_table\\n .quad 1b, %l[l]\\n .popsection" : : : : l); l:;',
    "call": 'asm("call elsewhere" : : : "memory");',
    "store to a segment": 'asm("movl $1, %%gs:0" : : : "memory");',
    "direction": 'int *p = &a; long n = 1; asm("std; rep; stosl" : "+D"(p), "+c"(n) : "a"(1) : "memory");',
    "floating point": 'double d = 1; asm("" : "+x"(d));',
}


@pytest.mark.parametrize("body", NOT_KNOWN.values(), ids=list(NOT_KNOWN))
def test_not_known_forbids_true_where_it_is_reached(body: str) -> None:
    text = f"int main(void) {{ int a = 1, b = 2; {body} return a; }}"
    program = lower(text, data_model=DATA_MODELS["LP64"])
    assert any("unsupported: inline assembly (" in reason for _, reason in cuts(program))
    assert any(note.what.startswith("inline assembly (") and note.kind is NoteKind.UNSUPPORTED for note in program.notes)
    with pytest.raises(InputError, match="inline assembly"):
        lower(text, data_model=DATA_MODELS["LP64"], extern="reject")


def test_partly_set_outputs_are_arbitrary_above() -> None:
    program = lower('int main(void) { int a; asm("cmpl $1, %1; sete %b0" : "=q"(a) : "r"(2)); return a; }')
    assert len([op for op in ops(program, Havoc) if isinstance(op, Havoc) and op.target.type == U32]) == 1


def test_operands_are_evaluated() -> None:
    called = 'asm volatile("" : : "r"(f()) : "memory"); return n - 1 ? *(int *)0 : 0;'
    text = f"int n; int f(void) {{ return ++n; }} int main(void) {{ {called} }}"
    assert isinstance(run(lower(text)), Halted)


def test_one_step_with_the_prefix_two_without() -> None:
    for prefix, steps in (("", [Load, Store]), ("lock ", [AtomicBegin, Load, Store, AtomicEnd])):
        program = lower(f'int n; int main(void) {{ asm("{prefix}incl %0" : "+m"(n)); return 0; }}')
        assert [type(op) for op in ops(program, (Load, Store, AtomicBegin, AtomicEnd))] == steps
