"""What functions of the library read in order to print it.

Output has no effect, so the models of these functions do not look at it. That would hide a data race with what is printed, or
that it is no object any more; so where the property is about accesses, texts and blocks that are handed to them are read, byte by
byte, before they are called: the arguments of `%s` in a format that is written there (with a precision: as far as it goes), and
those of the tables. Literals can do no harm, and are not. Any other format is taken apart when the program runs
(`models/output.c`), if an argument is an address; so are those of functions that take a `va_list`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from threadproof.errors import InternalError
from threadproof.frontend.c.clang import kinds as k
from threadproof.frontend.c.clang.node import Node
from threadproof.frontend.c.library import table as library
from threadproof.frontend.c.lower import subobject
from threadproof.frontend.c.lower.context import Context, writes
from threadproof.frontend.c.syntax.formats import literal
from threadproof.ir import expr as e
from threadproof.ir.expr import Expr
from threadproof.ir.op import Call, Store
from threadproof.ir.types import I32

# which argument is the format
_FORMATS = {
    "printf": 0,
    "fprintf": 1,
    "dprintf": 1,
    "syslog": 1,
    "warn": 0,
    "warnx": 0,
    "err": 1,
    "errx": 1,
    "error": 2,
    "error_at_line": 4,
}
_INTO_MEMORY = {"sprintf": 1, "snprintf": 2}  # the same; their models read the texts themselves
_LISTS = {
    "vprintf": 0,
    "vfprintf": 1,
    "vsyslog": 1,
    "vwarn": 0,
    "vwarnx": 0,
    "verr": 1,
    "verrx": 1,
}  # the same; a va_list follows
_FIRST = (
    "puts", "fputs", "perror", "getenv", "system", "fopen", "open", "creat", "unlink", "access", "stat", "lstat", "statvfs",
    "chmod", "chown", "lchown", "mkdir", "mkfifo", "mknod", "rmdir", "remove", "truncate", "chdir", "chroot", "utime", "utimes",
    "readlink", "realpath", "opendir", "shm_open", "shm_unlink", "openlog", "execv", "execvp",
)  # fmt: skip
_SECOND = (
    "openat",
    "fstatat",
    "fchmodat",
    "mkdirat",
    "mkfifoat",
    "unlinkat",
    "faccessat",
    "utimensat",
    "readlinkat",
    "inotify_add_watch",
)
_TEXTS = {
    **dict.fromkeys(_FIRST, (0,)),
    **dict.fromkeys(_SECOND, (1,)),
    **dict.fromkeys(("rename", "link", "symlink"), (0, 1)),
    **dict.fromkeys(("renameat", "linkat"), (1, 3)),
    "symlinkat": (0, 2),
}  # which arguments are texts
_BLOCKS = {
    "fwrite": (0, (1, 2)),
    **dict.fromkeys(("write", "pwrite", "send", "sendto"), (1, (2,))),
}  # which argument is the block, and those whose product is its size
_CONVERSION = re.compile(r"%[-+ #0']*(\*|\d+)?(?:\.(\*|\d*))?(?:hh|h|ll|l|L|q|j|z|t)?([a-zA-Z%])")
_NUMBERED = re.compile(r"%\d+\$")  # not modelled: a place that reads them is refused
_WITHOUT_ARGUMENT = "%m"

Limit = tuple[str, int] | None  # of a text: ("is", bytes), ("at", the argument that holds it)


class Looked(dict[int, Expr | None]):
    """The arguments whose values are wanted, by position, and the values of those that are no parameters."""

    def __init__(self, arguments: list[Node]) -> None:
        super().__init__()
        self.arguments = arguments
        self.texts: dict[int, Limit] = {}
        self.format: int | None = None  # one that is taken apart when the program runs

    def want(self, index: int, limit: Limit) -> None:
        if index < len(self.arguments) and literal(self.arguments[index]) is None:
            self.texts[index] = limit
            self[index] = None
            if limit is not None and limit[0] == "at":
                self[limit[1]] = None


def variant(context: Context, node: Node, name: str, wanted: bool) -> str:
    """The name of the model: one that counts characters, if the program looks at the number."""
    counted = wanted and (name in _LISTS or name in _FORMATS) and library.find(f"__tp_counted_{name}") is not None
    if not counted or context.module.is_model or context.linker.image.defines(context.module, name):
        return name
    context.linker.note_model(name, node.pos)
    return f"__tp_counted_{name}"


def looked_at(name: str, arguments: list[Node]) -> Looked:
    """The arguments that a function of the library reads through, beside those of a block; their values are still to be
    found."""
    found = Looked(arguments)
    for index in _TEXTS.get(name, ()):
        found.want(index, None)
    position = _FORMATS.get(name)
    if position is None or position >= len(arguments):
        return found
    further = range(position + 1, len(arguments))
    form = literal(arguments[position])
    if form is not None and not _NUMBERED.search(form):
        for index, limit in _strings(form, position + 1):
            found.want(index, limit)
    elif any(arguments[index].type.is_address for index in further):
        found.format = position
        found.update(dict.fromkeys(further))
    else:
        found.want(position, None)
    return found


def look(context: Context, node: Node, name: str, looked: Mapping[int, Expr | None], values: list[Expr]) -> None:
    """Read them. `values`: of the function's own parameters."""
    assert isinstance(looked, Looked)
    given = {index: values[index] if value is None else value for index, value in looked.items()}
    for index, limit in looked.texts.items():
        text = e.cast(context.pointer, given[index])
        if limit is None:
            subobject.check_printed(context, node, name, looked.arguments[index], text, None)
            _read(context, node, "__tp_read_text", (text,))
        else:
            kind, number = limit
            most = e.const(I32, number) if kind == "is" else e.cast(I32, given[number])
            subobject.check_printed(context, node, name, looked.arguments[index], text, most)
            _read(context, node, "__tp_read_part", (text, most))
    if looked.format is not None:
        _read_printed(context, node, looked, given, values[looked.format])
    if name in _LISTS:
        _read(context, node, "__tp_read_listed", tuple(values[_LISTS[name] :]))
    if name in _BLOCKS:
        block, sizes = _BLOCKS[name]
        size: Expr = e.const(context.builder.data_model.size, 1)
        for index in sizes:
            size = e.mul(size, e.cast(size.type, values[index]))
        _read(context, node, "__tp_read_bytes", (values[block], size))


def check_formatted(context: Context, node: Node, name: str, arguments: list[Node]) -> None:
    """Texts that are printed into memory end within their arrays. (With a precision they are not explored.)"""
    position = _INTO_MEMORY.get(name)
    form = literal(arguments[position]) if position is not None and position < len(arguments) else None
    if form is None or position is None or _NUMBERED.search(form):
        return
    for index, limit in _strings(form, position + 1):
        argument = arguments[index] if limit is None and index < len(arguments) else None
        if argument is not None and subobject.is_bounded(argument) and not _acts(argument):
            subobject.check_printed(context, node, name, argument, e.cast(context.pointer, context.value(argument)), None)


def _acts(node: Node) -> bool:
    """Whether it must not be evaluated twice."""
    return writes(node) or any(each.kind == k.CALL for each in node.walk())


def _read_printed(context: Context, node: Node, looked: Looked, given: Mapping[int, Expr], form: Expr) -> None:
    """The variable arguments, passed as those of functions are (see `varargs`)."""
    context.at(node)
    word = context.pointer.bits // 8
    sizes = {index: -(-looked.arguments[index].type.size // word) * word for index in given}
    base = context.builder.stack_object("arguments", sum(sizes.values()), None)
    offset = 0
    for index, value in given.items():
        context.builder.emit(Store(e.add(base, e.const(context.pointer, offset)), value))
        offset += sizes[index]
    _read(context, node, "__tp_read_printed", (form, base))


def _read(context: Context, node: Node, model: str, values: tuple[Expr, ...]) -> None:
    definition = context.linker.definition(context.module, model, node.pos)
    if definition is None:
        raise InternalError(f"no model of {model}")
    context.at(node)
    context.builder.emit(Call(None, e.addr(definition.function, context.pointer), values))


def _strings(form: str, first: int) -> list[tuple[int, Limit]]:
    """Which of the arguments from `first` on are texts, and how much of them is printed."""
    found: list[tuple[int, Limit]] = []
    index = first
    for conversion in _CONVERSION.finditer(form):
        width, precision, letter = conversion.groups()
        if letter in _WITHOUT_ARGUMENT:
            continue
        index += width == "*"
        limit: Limit = None
        if precision == "*":
            limit = ("at", index)
            index += 1
        elif precision is not None:
            limit = ("is", int(precision or 0))
        if letter == "s":
            found.append((index, limit))
        index += 1
    return found
