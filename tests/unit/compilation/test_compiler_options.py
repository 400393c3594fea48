"""Every option of a compiler is passed on, left out because it changes nothing, or named as a doubt."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.unit.frontend.lowering import run
from threadproof.compilation.compiler_options import COMPILE, LINK, OTHER, CompilerCall, arguments_of, read
from threadproof.errors import InputError
from threadproof.frontend.c import COptions, load
from threadproof.frontend.c.project import CompileCommand
from threadproof.ir.interp.outcome import Halted
from threadproof.ir.program import NoteKind
from threadproof.ir.types import LP64


def called(words: str, folder: str = ".") -> CompilerCall:
    return read(words.split(), folder)


def test_what_decides_the_meaning_is_passed_on() -> None:
    call = called("-Iinc -I inc2 -DA=1 -D B -UC -std=gnu99 -isystem s -iquoteq -include config.h -m32 -c x.c -o x.o", "build")
    folders = ("-Ibuild/inc", "-Ibuild/inc2", "-DA=1", "-DB", "-UC", "-std=gnu99", "-isystembuild/s", "-iquotebuild/q")
    assert call.options == (*folders, "-includeconfig.h")
    assert (call.data_model, call.inputs, call.output, call.mode, call.doubts) == ("ILP32", ("x.c",), "x.o", COMPILE, ())


DOUBTED = """
-fshort-enums -fpack-struct -fpack-struct=2 -fopenmp -ftrapv -ffast-math -Ofast -finstrument-functions -fnew-option
-mnew -bad --target=sparc-linux --target=arm-linux-gnueabi --target=i686-w64-mingw32 -mx32
-x_c++ -fshort-wchar -funsigned-bitfields -fplan9-extensions -Wp,-traditional
"""
HARMLESS = """
-O0 -g -ggdb3 -Wall -Wno-unused -Werror=format -w -fPIC -fpic -fPIE -MD -MMD -MP -MF_x.d -pipe -pedantic
-fno-strict-aliasing -fstack-protector-strong -fvisibility=hidden -fno-omit-frame-pointer -fdiagnostics-color=always
-ffunction-sections -fdata-sections -fstrict-aliasing -fno-common -fcommon -flto=auto -fno-plt -fcf-protection
-fstack-clash-protection -mtune=native -mno-red-zone -fsanitize=thread --coverage -fprofile-arcs -ftest-coverage -pg
-save-temps -funroll-loops -finline-functions -fexceptions -ffile-prefix-map=a=b -fmacro-prefix-map=a=b
-fdebug-prefix-map=a=b -Wl,-z,now -Wa,--noexecstack -rdynamic -static -pie -no-pie -s -v -mcmodel=large
-fno-exceptions -fasynchronous-unwind-tables -fno-math-errno -fmessage-length=0 -grecord-gcc-switches -ftree-vectorize
"""


@pytest.mark.parametrize("option", HARMLESS.split())
def test_what_changes_nothing_is_left_out(option: str) -> None:
    call = called(f"{option} -c x.c")
    assert (call.options, call.doubts, call.inputs) == ((), (), ("x.c",))


def test_optimisation_defines_macros() -> None:
    assert called("-O2 -c x.c").options == ("-D__OPTIMIZE__=1",)
    assert called("-U__OPTIMIZE__ -O0 -Os -c x.c").options == ("-D__OPTIMIZE__=1", "-D__OPTIMIZE_SIZE__=1", "-U__OPTIMIZE__")
    assert called("-O2 -O0 -c x.c").options == ()


def test_the_last_of_options_that_exclude_each_other_counts() -> None:
    for options, wraps, inline in (
        ("-fwrapv -fno-wrapv -std=gnu89 -std=gnu11", False, False),
        ("-fno-wrapv -fwrapv -std=gnu11 -std=gnu89", True, True),
        ("-fno-strict-overflow -fstrict-overflow -fgnu89-inline -std=c99", False, True),
        ("-std=gnu89 -fno-gnu89-inline", False, False),
    ):
        command = CompileCommand("x.c", called(f"{options} -c x.c").options)
        assert (command.wraps, command.gnu_inline) == (wraps, inline), options


def test_a_cross_compiler_is_named_after_its_machine() -> None:
    words = ["ccache", "/usr/bin/arm-linux-gnueabi-gcc-12", "-c", "x.c"]
    assert arguments_of(words) == ["--target=arm-linux-gnueabi", "-c", "x.c"]
    assert arguments_of(["x86_64-linux-gnu-gcc", "x.c"]) == ["--target=x86_64-linux-gnu", "x.c"]
    assert read(arguments_of(["i686-linux-gnu-gcc", "x.c"]), "").doubts == ()


@pytest.mark.parametrize(
    "option",
    DOUBTED.split(),
)
def test_what_is_not_followed_is_a_doubt(option: str) -> None:
    assert called(f"{option.replace('_', ' ')} -c x.c").doubts == (option.replace("_", " "),)


@pytest.mark.parametrize(
    ("words", "mode"), [("-c a.c b.c", COMPILE), ("a.c -o a", LINK), ("-E a.c", OTHER), ("--version", OTHER)]
)
def test_modes(words: str, mode: str) -> None:
    assert called(words).mode == mode


def test_linking() -> None:
    call = called("a.o lib/libx.a -Llib -L more -lm -l pthread -o app -Wl,-rpath,/x -u start")
    assert call.inputs == ("a.o", "lib/libx.a", "-lm", "-lpthread")
    assert (call.folders, call.output, call.mode, call.doubts) == (("lib", "more"), "app", LINK, ())


def test_names_are_found_from_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "config.h").touch()
    (tmp_path / "sub" / "more.rsp").write_text("-DIN_FILE='a b' -I../inc\n@none")
    call = read(["-include", "config.h", "-include", "stdio.h", "@more.rsp", "-I/usr/x"], str(tmp_path / "sub"))
    assert call.options == ("-includesub/config.h", "-includestdio.h", "-DIN_FILE=a b", "-Iinc", "-I/usr/x")
    assert call.inputs == ("@none",)


def test_launchers() -> None:
    assert arguments_of(["ccache", "gcc", "-c", "a.c"]) == ["-c", "a.c"]
    assert arguments_of(["env", "A=1", "-i", "cc", "-c", "a.c"]) == ["-c", "a.c"]
    assert arguments_of(["/usr/bin/cc"]) == []


FOLLOWED = {
    "-funsigned-char": "char c = (char)255; assert(c == 255 && (char)-1 > 0 && CHAR_MIN == 0 && CHAR_MAX == 255);",
    "-fno-signed-char": "assert((char)-1 > 0);",
    "-fsigned-char": "assert((char)-1 < 0 && CHAR_MIN < 0 && CHAR_MAX == 127);",
    "-fshort-enums": "enum small { A, B }; assert(sizeof(enum small) == 1);",
    "-fshort-wchar": "assert(sizeof(wchar_t) == 2 && sizeof(L'a') == 2);",
    "-fpack-struct=1": "struct { char c; int i; } s; assert(sizeof s == 5);",
    "-fms-extensions": "struct t { int a; }; struct { struct t; int b; } s = {{1}, 2}; assert(s.a == 1);",
    "-ansi": "assert(__STRICT_ANSI__ && sizeof(int) == 4);",
    "-march=x86-64-v3": "assert(__AVX2__);",
    "-mavx": "assert(__AVX__);",
    "-pthread": "assert(_REENTRANT);",
    "-ffreestanding": "assert(!__STDC_HOSTED__);",
    "-fwrapv": "int x = 2147483647; volatile int y = x + 1; assert(y < 0);",
}


def test_headers_follow_the_standard(tmp_path: Path) -> None:
    """`unreachable` is a macro since C23; not every compiler here has it."""
    text = "#include <stddef.h>\n#ifdef unreachable\nint main(void) { int x = 1; if (!x) unreachable(); return 0; }\n#endif\n"
    (tmp_path / "x.c").write_text(text)
    file = str(tmp_path / "x.c")
    assert isinstance(run(load(file, COptions(commands=(CompileCommand(file, ("-std=c2x",)),)))), Halted)
    with pytest.raises(InputError, match="no function 'main'"):
        load(file, COptions(commands=(CompileCommand(file, ("-std=c17",)),)))


@pytest.mark.parametrize("option", FOLLOWED)
def test_options_mean_what_they_mean_to_a_compiler(option: str, tmp_path: Path) -> None:
    text = f"#include <assert.h>\n#include <limits.h>\n#include <stddef.h>\nint main(void) {{ {FOLLOWED[option]} return 0; }}\n"
    file = tmp_path / "x.c"
    file.write_text(text)
    call = read([option, "-c", str(file)], str(tmp_path))
    assert call.options
    program = load(file, COptions(data_model=LP64, overflow=True, commands=(CompileCommand(str(file), call.options),)))
    assert isinstance(run(program), Halted)
    if shutil.which("gcc"):
        output = str(tmp_path / "x")
        subprocess.run(["gcc", "-w", option, str(file), "-o", output], check=True)
        subprocess.run([output], check=True)


def test_a_doubt_forbids_true(tmp_path: Path) -> None:
    file = tmp_path / "x.c"
    file.write_text("int main(void) { return 0; }\n")
    command = CompileCommand(str(file), (), ("-fnew-option",))
    program = load(file, COptions(data_model=LP64, commands=(command,)))
    assert [(note.kind, note.what) for note in program.notes] == [(NoteKind.APPROXIMATED, "the compiler's option -fnew-option")]
    cuts = {op.reason for edge in program.functions["main"].edges for op in edge.ops if type(op).__name__ == "Cut"}
    assert cuts == {"the compiler's option -fnew-option is not understood"}


def test_overflow_wraps_in_the_files_that_say_so(tmp_path: Path) -> None:
    (tmp_path / "a.c").write_text("int f(int); int main(void) { return f(2147483647) < 0 ? 0 : 1; }\n")
    (tmp_path / "b.c").write_text("int f(int n) { return n + 1; }\n")
    for options, checks in (((), 1), (("-fwrapv",), 0)):
        commands = (CompileCommand(str(tmp_path / "a.c")), CompileCommand(str(tmp_path / "b.c"), options))
        program = load(commands[0].file, COptions(data_model=LP64, overflow=True, commands=commands))
        kinds = [op.kind for edge in program.functions["f"].edges for op in edge.ops if type(op).__name__ == "Check"]
        assert kinds.count("overflow") == checks
