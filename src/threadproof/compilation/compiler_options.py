"""The options of C compilers: which ones decide what a program means, and which ones do not.

A call of a compiler is taken apart (`read`). Options about macros, headers and the language go on to clang. Those about speed,
warnings, debugging, dependencies and linking change nothing that is verified, and are left out silently. Whatever is in neither
table is a *doubt*: it may change the meaning in a way that is not followed, so it is named and forbids TRUE.
"""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Sequence

from threadproof.errors import InputError, Pos
from threadproof.records import dataclass

COMPILE, LINK, OTHER = "compile", "link", "other"
C_SUFFIXES = (".c", ".i")
NOT_C = (".s", ".S", ".sx", ".asm", ".cc", ".cp", ".cxx", ".cpp", ".c++", ".C", ".ii", ".m", ".mm", ".f", ".f90", ".d", ".go")
LAUNCHERS = frozenset({"ccache", "distcc", "sccache", "icecc", "env", "nice"})

_FOLLOWED = """
-o -I -D -U -include -imacros -isystem -iquote -idirafter -iprefix -iwithprefix -iwithprefixbefore -isysroot --sysroot
-Xpreprocessor
"""
_OF_OTHERS = """
-MF -MT -MQ -Xlinker -Xassembler -Xclang -L -l -T -u -z -e -h --param -A -aux-info -mllvm -framework -G -soname -rpath
-dumpbase -dumpdir -wrapper -specs -x -arch -target
"""
_WITHOUT_MEANING = frozenset(["-o", *_OF_OTHERS.split()])
_SEPARATE = frozenset([*_FOLLOWED.split(), *_OF_OTHERS.split()])
_WITH_FOLDER = ("-I", "-isystem", "-iquote", "-idirafter")
_WITH_FILE = ("-include", "-imacros")
_FLOAT = (
    r"-ffast-math|-Ofast|-funsafe-math-optimizations|-fassociative-math|-freciprocal-math|-ffinite-math-only|-fno-signed-zeros"
)
_PASSED = re.compile(
    r"-std=.*|-ansi|-f(un)?signed-char|-fno-(un)?signed-char|-f(no-)?gnu89-inline|-fms-extensions|-fno-asm|-ffreestanding|-fhosted"
    r"|-fno-builtin(-\w+)?|-trigraphs|-pthread|-undef|-fdollars-in-identifiers|-march=.*|-mno-(sse|avx)\w*|-m(sse|avx)[\w.]*"
    r"|-mcx16|-fblocks|-f(no-)?wrapv"
)
_PASSED_WITH_DOUBT = re.compile(r"-fshort-enums|-fshort-wchar|-fpack-struct(=\d+)?")
_DOUBTED = re.compile(
    rf"{_FLOAT}|-fopenmp.*|-fopenacc.*|-finstrument-functions.*|-ftrapv|-fplugin.*|-fgnu-tm|-fcilkplus|-funsigned-bitfields"
    r"|-fno-signed-bitfields|-fplan9-extensions|-fcheck-pointer-bounds|-fsplit-stack"
)
_IGNORED = re.compile(
    r"-[gWM].*|-[cESPCHvsrwQ]|-pipe|-pedantic.*|--?pass-exit-codes|-save-temps.*|-time.*|-p|-pg|-###|--coverage|-fno-\w.*"
    r"|-f(PIC|pic|PIE|pie|common|lto.*|fat-lto.*|use-linker-plugin|exceptions|asynchronous-unwind-tables|unwind-tables)"
    r"|-f(visibility.*|stack-.*|omit-.*|strict-.*|data-sections|function-sections|diagnostics.*|color-.*|message-length.*)"
    r"|-f(sanitize.*|profile.*|test-coverage|auto-profile.*|branch-.*|record-.*|verbose-asm|ident|keep-.*|plt|math-errno)"
    r"|-f(macro|file|debug|canon)-prefix-map.*|-f(inline.*|unroll.*|tree.*|ipa.*|gcse.*|schedule.*|sched.*|align.*|peel.*|if-.*)"
    r"|-f(loop.*|vect.*|slp.*|reorder.*|split.*|cse.*|rename.*|web|toplevel.*|unit-at.*|var-tracking.*|cf-protection.*)"
    r"|-f(delete-null.*|merge-.*|trapping-math|rounding-math|signed-zeros|excess-precision.*|fp-contract.*|tls-model.*)"
    r"|-f(max-errors.*|error-limit.*|show-.*|working-.*|compare-debug.*|dump.*|random-seed.*|optimize.*|modulo.*|graphite.*)"
    r"|-f(zero-initialized.*|partial.*|combine-.*|caller-.*|crossjumping|thread-jumps|semantic-.*|devirt.*|hoist.*|store-merging)"
    r"|-f(patchable.*|debug-.*|eliminate.*|harden.*|hardened|trivial-auto-var-init=uninitialized|expensive-.*|prefetch.*|unsw.*)"
    r"|-f(tracer|forward-.*|lifetime.*|ivopts|jump-tables|live-.*|ree|shrink-.*|stdarg-.*|version-.*|wpa.*|whole-program|float-.*)"
    r"|-mtune=.*|-mcmodel=.*|-m(no-)?red-zone|-m(no-)?fpmath.*|-mpreferred-stack.*|-mstack.*|-mregparm.*|-mfentry|-mrecord-.*"
    r"|-mindirect.*|-mfunction-return.*|-mskip-rax.*|-mno-[\w-]+|-maccumulate.*|-momit.*|-mhard-float|-mgeneral-regs-only"
    r"|-shared.*|-static.*|-(no-)?pie|-rdynamic|-nostd.*|-nostartfiles|-nodefaultlibs|-nolibc|-symbolic|-dynamic.*|-bundle"
    r"|-d\w+|--param.*|-fuse-ld.*|-B.*|-R.*|-specs.*|-Qunused.*|--version|-dumpversion|-dumpmachine|-print-.*|--help.*|-no-canonical.*"
)
_WIDTHS = {"-m32": "ILP32", "-m64": "LP64"}
_NARROW = re.compile(r"(?:i[3-6]86|armv?\w*|mips(?:el)?|powerpc|ppc|riscv32)(?:-.*)?")
_LIKE_OURS = re.compile(r"(?:i[3-6]86|x86_64)(?!.*(?:mingw|windows|cygwin|x32))(?:-.*)?")  # sizes, alignments, signs
_CROSS = re.compile(r"(\w+(?:-\w+){1,3})-(?:gcc|cc|clang)(?:-[\d.]+)?")


@dataclass(frozen=True, slots=True)
class CompilerCall:
    """What one call of a compiler does. Names are as they were written, relative to the folder of the call."""

    mode: str  # COMPILE (one object for each source), LINK, or OTHER (nothing that ends up in a program)
    inputs: tuple[str, ...]  # files and libraries (`-lm`), in their order
    output: str
    options: tuple[str, ...]  # those for clang; folders and files in them are found from where we are
    doubts: tuple[str, ...]
    data_model: str  # if it says
    folders: tuple[str, ...]  # where libraries are looked for

    @property
    def sources(self) -> tuple[str, ...]:
        return tuple(name for name in self.inputs if name.endswith(C_SUFFIXES))


def nearer(path: str) -> str:
    """The shorter name: from where we are if that is above, otherwise absolute."""
    path = os.path.abspath(path)
    here = os.getcwd()
    return os.path.relpath(path, here) if path == here or path.startswith(here.rstrip("/") + "/") else path


def placed(path: str, folder: str) -> str:
    """A name that a call in that folder gives."""
    return nearer(os.path.join(folder, path))


def words(line: str, pos: Pos) -> list[str]:
    try:
        return shlex.split(line)
    except ValueError as problem:
        raise InputError(f"a command is not understood: {str(problem).lower()}", pos) from None


def arguments_of(command: Sequence[str]) -> list[str]:
    """Without the compiler itself, and what starts it; the machine that a cross compiler is named after is an argument."""
    rest = list(command)
    while len(rest) > 1 and os.path.basename(rest[0]) in LAUNCHERS:
        rest = rest[1:]
        while len(rest) > 1 and (rest[0].startswith("-") or re.match(r"\w+=", rest[0])):
            rest = rest[1:]
    cross = _CROSS.fullmatch(os.path.basename(rest[0])) if rest else None
    return [*([f"--target={cross[1]}"] if cross else []), *rest[1:]]


def expanded(arguments: Sequence[str], folder: str, depth: int = 0) -> list[str]:
    """With the contents of response files (`@file`)."""
    found: list[str] = []
    for word in arguments:
        path = os.path.join(folder, word[1:])
        if word.startswith("@") and depth < 10 and os.path.isfile(path):
            with open(path, encoding="utf-8", errors="replace") as file:
                found += expanded(words(file.read(), Pos(path)), folder, depth + 1)
        else:
            found.append(word)
    return found


class _Reader:
    def __init__(self, folder: str) -> None:
        self.folder = folder
        self.options: list[str] = []
        self.doubts: list[str] = []
        self.inputs: list[str] = []
        self.folders: list[str] = []
        self.output = self.data_model = self.mode = self.optimised = ""

    def separate(self, flag: str, value: str) -> None:
        """An option with a value, in the same word or in the next one."""
        if flag == "-o":
            self.output = value
        elif flag == "-l":
            self.inputs.append(f"-l{value}")
        elif flag == "-L":
            self.folders.append(value)
        elif flag in _WITH_FOLDER:
            self.options.append(flag + placed(value, self.folder))
        elif flag in _WITH_FILE:
            near = os.path.join(self.folder, value)
            self.options.append(flag + (nearer(near) if os.path.exists(near) else value))
        elif flag in ("-D", "-U"):
            self.options.append(flag + value)
        elif flag == "-Xpreprocessor":
            self.preprocessor(value)
        elif flag == "-target":
            self.target(value)
        elif flag == "-x":
            if value not in ("c", "none", "cpp-output", "assembler", "assembler-with-cpp"):
                self.doubts.append(f"-x {value}")
        elif flag not in _WITHOUT_MEANING:
            self.doubts.append(f"{flag} {value}")

    def preprocessor(self, text: str) -> None:
        for word in text.split(","):
            if word[:2] in ("-D", "-U") and len(word) > 2:
                self.options.append(word)
            elif not word.startswith("-M"):
                self.doubts.append(f"-Wp,{word}")

    def target(self, triple: str) -> None:
        if _NARROW.fullmatch(triple):
            self.data_model = "ILP32"
        if not _LIKE_OURS.fullmatch(triple):
            self.doubts.append(f"--target={triple}")

    def plain(self, word: str) -> None:
        """An option that is one word."""
        if word in _WIDTHS:
            self.data_model = _WIDTHS[word]
        elif word.startswith("--target="):
            self.target(word.partition("=")[2])
        elif word.startswith("-Wp,"):
            self.preprocessor(word[4:])
        elif word in ("-fno-strict-overflow", "-fstrict-overflow"):
            self.options.append("-fwrapv" if "no" in word else "-fno-wrapv")
        elif re.fullmatch(r"-O\w*", word):
            self.optimised = word
            if word == "-Ofast":
                self.doubts.append(word)
        elif _PASSED.fullmatch(word):
            self.options.append(word)
        elif _PASSED_WITH_DOUBT.fullmatch(word):
            self.options.append(word)
            self.doubts.append(word)
        elif _DOUBTED.fullmatch(word) or not _IGNORED.fullmatch(word):
            self.doubts.append(word)


def _flag(word: str) -> tuple[str, str] | None:
    """An option that takes a value, and the value if it is in the same word."""
    if word in _SEPARATE:
        return word, ""
    for flag in ("-include", "-imacros", "-isystem", "-iquote", "-idirafter", "-MF", "-MT", "-MQ"):
        if word.startswith(flag):
            return flag, word[len(flag) :]
    if word[:2] in ("-o", "-I", "-D", "-U", "-L", "-l", "-x", "-T", "-u", "-z") and word != "-undef":
        return word[:2], word[2:]
    return None


def read(arguments: Sequence[str], folder: str) -> CompilerCall:
    """`arguments`: without the compiler's name. `folder`: where the compiler was called."""
    reader = _Reader(folder)
    rest = list(reversed(expanded(arguments, folder)))
    given = set(rest)
    while rest:
        word = rest.pop()
        if not word.startswith("-") or word == "-":
            reader.inputs.append(word)
            continue
        found = _flag(word)
        if found is None:
            reader.plain(word)
        else:
            reader.separate(found[0], found[1] or (rest.pop() if rest else ""))
    if given & {"-E", "-S", "-M", "-MM", "-fsyntax-only"} or not reader.inputs:
        mode = OTHER
    else:
        mode = COMPILE if "-c" in given else LINK
    if reader.optimised not in ("", "-O0"):
        reader.options[:0] = ["-D__OPTIMIZE__=1", *(["-D__OPTIMIZE_SIZE__=1"] if reader.optimised in ("-Os", "-Oz") else [])]
    return CompilerCall(
        mode,
        tuple(reader.inputs),
        reader.output,
        tuple(reader.options),
        tuple(dict.fromkeys(reader.doubts)),
        reader.data_model,
        tuple(reader.folders),
    )
