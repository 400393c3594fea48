"""The parser of LLVM's textual form, on every kind of type, value and instruction."""

from __future__ import annotations

import pytest

from threadproof.errors import InputError
from threadproof.frontend.llvm.text.instructions import body
from threadproof.frontend.llvm.text.module import parse
from threadproof.frontend.llvm.text.tokens import TokenReader
from threadproof.frontend.llvm.text.tree import (
    BasicBlock,
    Declared,
    Folded,
    GlobalName,
    LocalName,
    NumberConstant,
    Parts,
    TextConstant,
    UndefinedConstant,
    Zero,
)
from threadproof.frontend.llvm.text.types import PTR, FunctionType, Int, LArray, LVector, Named, Real, Struct, Target
from threadproof.frontend.llvm.text.values import type_, typed
from threadproof.ir.types import ILP32, LP64

TYPES = [
    ("i1", Int(1), 1, 1),
    ("i37", Int(37), 8, 8),
    ("i128", Int(128), 16, 16),
    ("float", Real("float"), 4, 4),
    ("double", Real("double"), 8, 8),
    ("x86_fp80", Real("x86_fp80"), 16, 16),
    ("ptr", PTR, 8, 8),
    ("ptr addrspace(1)", PTR, 8, 8),
    ("[3 x i16]", LArray(3, Int(16)), 6, 2),
    ("<4 x float>", LVector(4, Real("float")), 16, 16),
    ("{ i8, i32 }", Struct((Int(8), Int(32))), 8, 4),
    ("<{ i8, i32 }>", Struct((Int(8), Int(32)), True), 5, 1),
    ("{}", Struct(()), 0, 1),
    ('%"class.std::x"', Named("class.std::x"), 16, 8),
]


@pytest.mark.parametrize(("text", "expected", "size", "align"), TYPES, ids=[text for text, *_ in TYPES])
def test_types(text: str, expected: object, size: int, align: int) -> None:
    found = type_(TokenReader(text, ""))
    assert found == expected
    target = Target(LP64, {"class.std::x": Struct((PTR, Int(8)))})
    assert (target.size(found), target.align(found)) == (size, align)


def test_types_of_the_smaller_model() -> None:
    target = Target(ILP32, {})
    assert (target.size(PTR), target.align(Int(64)), target.align(Real("double")), target.size(Real("x86_fp80"))) == (4, 4, 4, 12)


def test_function_types() -> None:
    assert type_(TokenReader("i32 (ptr, ...)", "")) == FunctionType(Int(32), (PTR,), True)


VALUES = [
    ("i32 -7", NumberConstant(-7)),
    ("i1 true", NumberConstant(1)),
    ("ptr null", Zero()),
    ("[2 x i8] zeroinitializer", Zero()),
    ("i8 poison", UndefinedConstant()),
    ("ptr @f", GlobalName("f")),
    ('ptr @"a b"', GlobalName("a b")),
    ("ptr noundef nonnull align 8 dereferenceable(16) %x", LocalName("x")),
    ('[3 x i8] c"a\\00\\22"', TextConstant(b'a\0"')),
]


@pytest.mark.parametrize(("text", "expected"), VALUES, ids=[text for text, _ in VALUES])
def test_values(text: str, expected: object) -> None:
    assert typed(TokenReader(text, "")).value == expected


def test_constants_that_have_parts() -> None:
    found = typed(TokenReader("<{ i8, [2 x ptr] }> <{ i8 1, [2 x ptr] [ptr @a, ptr null] }>", "")).value
    assert isinstance(found, Parts) and found.items[0].value == NumberConstant(1)
    assert isinstance(found.items[1].value, Parts) and found.items[1].value.items[0].value == GlobalName("a")


def test_constant_expressions() -> None:
    text = "ptr getelementptr inbounds nuw (i8, ptr @x, i64 ptrtoint (ptr @y to i64))"
    found = typed(TokenReader(text, "")).value
    assert isinstance(found, Folded) and found.op == "getelementptr" and found.type == Int(8)
    inner = found.operands[1].value
    assert isinstance(inner, Folded) and inner.op == "ptrtoint" and inner.operands[0].value == GlobalName("y")


def test_floating_point_numbers() -> None:
    found = [
        getattr(typed(TokenReader(f"double {text}", "")).value, "value", None) for text in ("1.500000e+00", "0x4008000000000000")
    ]
    assert found == [1.5, 3.0]


MODULE = """; a comment
target triple = "x86_64-unknown-linux-gnu"
%struct.S = type { i32, ptr }
@g = internal thread_local global %struct.S { i32 3, ptr @h }, section ".data", align 8, !dbg !1
@h = external global i32
@other = alias void (), ptr @f
define internal i32 @f(ptr noundef byval(%struct.S) align 8 %s, i32 %0, ...) #0 personality ptr @p !dbg !2 {
  %2 = alloca i32, i64 4, align 16
    #dbg_declare(ptr %2, !7, !DIExpression(), !8)
  %3 = load atomic volatile i32, ptr %2 syncscope("singlethread") acquire, align 4, !dbg !9, !tbaa !10
  store i32 %3, ptr %2, align 4
  %4 = cmpxchg weak ptr @h, i32 0, i32 %3 acq_rel monotonic, align 4
  %5 = atomicrmw umax ptr @h, i32 1 seq_cst, align 4
  fence release
  %6 = getelementptr inbounds nuw %struct.S, ptr %s, i32 0, i32 1
  %7 = icmp samesign ult i32 %3, 5
  br i1 %7, label %8, label %9, !dbg !9

8:                                                ; preds = %1
  switch i32 %3, label %9 [
    i32 1, label %10
    i32 -2, label %10
  ], !dbg !9

9:                                                ; preds = %8, %1
  %11 = invoke noundef i32 @f(ptr %s, i32 1)
          to label %10 unwind label %12

10:
  %13 = phi i32 [ %3, %8 ], [ %11, %9 ]
  %14 = tail call fastcc i32 (ptr, ...) @g(ptr @h, i8 signext 3) #1, !srcloc !3
  ret i32 %13

12:
  %15 = landingpad { ptr, i32 }
          cleanup
          catch ptr null
  resume { ptr, i32 } %15
}
declare !dbg !5 void @q(...)
attributes #0 = { noreturn "x"="y" }
!1 = !{}
"""


def blocks() -> list[BasicBlock]:
    return body(parse(MODULE, "m.ll").functions["f"], "m.ll")


def test_modules() -> None:
    module = parse(MODULE, "m.ll")
    assert module.triple.startswith("x86_64") and module.types["struct.S"] == Struct((Int(32), PTR))
    assert module.globals["g"].section == ".data" and module.globals["g"].debug == ["!1"] and module.globals["h"].initial is None
    assert module.aliases["other"].value == GlobalName("f") and set(module.declared) == {"q"}
    function = module.functions["f"]
    assert function.variadic and function.params[0].by_value == Named("struct.S") and function.debug == "!2"
    assert "noreturn" in module.attributes["#0"] and module.metadata["!1"] == "!{}"


def test_instructions() -> None:
    found = blocks()
    assert [block.name for block in found] == ["1", "8", "9", "10", "12"]
    ops = [each.op for block in found for each in block.body]
    assert ops == [
        "alloca", "dbg_declare", "load", "store", "cmpxchg", "atomicrmw", "fence", "getelementptr", "icmp", "br", "switch",
        "invoke", "phi", "call", "ret", "landingpad", "resume",
    ]  # fmt: skip
    first = found[0].body
    assert isinstance(first[1], Declared) and first[1].variable == "!7"
    assert first[2].orders == ["acquire"] and {"atomic", "volatile", "singlethread"} <= first[2].words
    assert first[2].meta == {"dbg": "!9", "tbaa": "!10"}
    assert first[4].orders == ["acq_rel", "monotonic"] and "weak" in first[4].words
    assert "umax" in first[5].words and first[8].words == {"samesign", "ult"}
    assert found[1].body[0].cases == [(1, "10"), (-2, "10")] and found[1].body[0].targets == ["9"]
    assert found[2].body[0].targets == ["10", "12"]
    assert found[3].body[0].incoming == [(LocalName("3"), "8"), (LocalName("11"), "9")]
    assert isinstance(found[3].body[1].signature, FunctionType) and found[3].body[1].operands[1].value == NumberConstant(3)
    assert found[4].body[0].words == {"cleanup"} and found[4].body[0].clauses[0][0] == "catch"


def test_what_is_not_known_is_kept_until_it_is_reached() -> None:
    function = parse("define void @f() {\n  %x = catchpad within %y [], !dbg !3\n  ret void\n}\n", "m.ll").functions["f"]
    made = body(function, "m.ll")[0].body[0]
    assert made.op == "unsupported" and made.words == {"catchpad"} and made.meta == {"dbg": "!3"}


def test_errors_have_a_place() -> None:
    with pytest.raises(InputError, match=r"m\.ll:2:0: LLVM's intermediate representation: 'i' is no type"):
        parse("\n@x = global i 3\n", "m.ll")
