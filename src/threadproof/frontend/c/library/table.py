"""The C library: which functions have a model, where, and how they are modelled.

A model is a C function in `models/`, lowered by the front end like the program itself. The files speak for themselves: a
function that is not static is a model, and the nearest line `//: KIND: text` above it says how it relates to the real one (KIND
is a `NoteKind`). So adding a library function means adding a C function, and nothing here. The index is a scan of the lines
that start such a function, file by file as they are needed.

`headers/` holds our own system headers. Objects declared there have the sizes of glibc's, so that a model serves both
programs that include them and programs that were preprocessed elsewhere.
"""

from __future__ import annotations

import os
import re
from functools import cache
from typing import TYPE_CHECKING

from threadproof.records import dataclass

if TYPE_CHECKING:
    from threadproof.ir.program import NoteKind

HEADERS = os.path.join(os.path.dirname(__file__), "headers")
MODELS = os.path.join(os.path.dirname(__file__), "models")
BUILTINS = "__tp_builtins.h"
"""Included before every C file: builtins that are not functions (`__atomic_*`, `__sync_*`, ...)."""

# Declared in our headers, but their meaning is part of the front end.
FRONT_END = frozenset({"__assert_fail", "alloca", "setjmp", "_setjmp", "sigsetjmp"})

# A description, or the start of a definition: in the first column, with the name right before the first parenthesis, and `{` or
# `,` at the end of the line. `static` definitions are helpers of their file.
_LINE = r"^(?://: (?P<kind>\w+): (?P<text>.+)|(?!static\b|typedef\b)[A-Za-z_][\w *]*?(?P<name>\w+)\([^;\n]*[{,])$"

# The definition of an object that programs see: in the first column, on one line.
_OBJECT_LINE = r"^(?!static\b|extern\b|typedef\b|struct \w+;|return\b)[A-Za-z_][\w *]*[ *]\w+[^;(){}\n]*(?:\{[^;()\n]*\})?;$"


@dataclass(frozen=True, slots=True)
class FunctionModel:
    name: str
    file: str
    kind: NoteKind
    text: str


@cache
def _texts() -> dict[str, str]:
    """The C sources, by path."""
    texts = {}
    for name in sorted(os.listdir(MODELS)):
        if name.endswith(".c"):
            path = os.path.join(MODELS, name)
            with open(path, encoding="utf-8") as file:
                texts[path] = file.read()
    return texts


@cache
def _models_in(path: str) -> dict[str, FunctionModel]:
    from threadproof.ir.program import NoteKind  # clang starts without it

    found: dict[str, FunctionModel] = {}
    kind, text = NoteKind.MODELLED, "part of other models"
    for line in re.finditer(_LINE, _texts()[path], re.MULTILINE):
        if line["name"]:
            found[line["name"]] = FunctionModel(line["name"], path, kind, text)
        else:
            kind, text = NoteKind(line["kind"]), line["text"]
    return found


def models() -> dict[str, FunctionModel]:
    """Every library function that has a model."""
    return {name: model for path in _texts() for name, model in _models_in(path).items()}


def find(name: str) -> FunctionModel | None:
    """The model of a function. Only files that mention it are looked through."""
    for path, text in _texts().items():
        if name in text and name in _models_in(path):
            return _models_in(path)[name]
    return None


def model_file(name: str) -> str | None:
    """The C source that defines the model of a function."""
    model = find(name)
    return model.file if model else None


@cache
def _objects() -> dict[str, str]:
    """Objects that the models define for programs (`optarg`): where."""
    found = {}
    for path, text in _texts().items():
        for line in re.findall(_OBJECT_LINE, text, re.MULTILINE):
            for declarator in re.sub(r"\{[^}]*\}", "", line).rstrip(";").split(","):
                found[re.findall(r"\w+", re.sub(r"\[.*?\]|=.*", "", declarator))[-1]] = path
    return found


def object_file(name: str) -> str | None:
    """The C source that defines an object of the library."""
    return _objects().get(name)


def names_in(path: str) -> list[str]:
    """The functions that a C source of `models/` defines."""
    return list(_models_in(path))


def describe(name: str) -> str:
    """One line on how a function is modelled; empty if it is not."""
    model = find(name)
    return f"{model.kind.value}: {model.text}" if model else ""
