"""libclang behind a thin ctypes facade: parse a file, walk cursors, ask for types.

The `clang.cindex` wrappers cost several microseconds per property and import every function of the library; the front end
needs some forty, called directly. Nothing outside this file and `ctype`/`node` knows that there is a C library below.
"""

from __future__ import annotations

import os
import re
import sys
from bisect import bisect_right
from collections.abc import Mapping
from ctypes import (
    CDLL,
    CFUNCTYPE,
    POINTER,
    Structure,
    byref,
    c_char_p,
    c_double,
    c_int,
    c_longlong,
    c_uint,
    c_ulong,
    c_ulonglong,
    c_void_p,
    py_object,
)
from functools import cache
from types import MappingProxyType
from typing import Any

from threadproof.errors import InputError, Pos


class Cursor(Structure):
    """Declarations are told apart by `first`, statements and expressions by `second`."""

    _fields_ = [("kind", c_int), ("xdata", c_int), ("first", c_void_p), ("second", c_void_p), ("third", c_void_p)]


class ClangType(Structure):
    _fields_ = [("kind", c_int), ("first", c_void_p), ("second", c_void_p)]


class _String(Structure):
    _fields_ = [("data", c_void_p), ("flags", c_uint)]


class _Location(Structure):
    _fields_ = [("data", c_void_p * 2), ("offset", c_uint)]


class _Range(Structure):
    _fields_ = [("data", c_void_p * 2), ("begin", c_uint), ("end", c_uint)]


class _Unsaved(Structure):
    """A text that stands for a file."""

    _fields_ = [("name", c_char_p), ("text", c_char_p), ("length", c_ulong)]


class _Token(Structure):
    _fields_ = [("ints", c_uint * 4), ("data", c_void_p)]


_Visitor = CFUNCTYPE(c_int, Cursor, Cursor, py_object)
_FieldVisitor = CFUNCTYPE(c_int, Cursor, py_object)

_PROTOTYPES: dict[str, tuple[Any, list[Any]]] = {
    "clang_createIndex": (c_void_p, [c_int, c_int]),
    "clang_disposeIndex": (None, [c_void_p]),
    "clang_parseTranslationUnit2": (
        c_int,
        [c_void_p, c_char_p, POINTER(c_char_p), c_int, POINTER(_Unsaved), c_uint, c_uint, POINTER(c_void_p)],
    ),
    "clang_disposeTranslationUnit": (None, [c_void_p]),
    "clang_getTranslationUnitCursor": (Cursor, [c_void_p]),
    "clang_getNumDiagnostics": (c_uint, [c_void_p]),
    "clang_getDiagnostic": (c_void_p, [c_void_p, c_uint]),
    "clang_getDiagnosticSeverity": (c_int, [c_void_p]),
    "clang_getDiagnosticSpelling": (_String, [c_void_p]),
    "clang_getDiagnosticLocation": (_Location, [c_void_p]),
    "clang_disposeDiagnostic": (None, [c_void_p]),
    "clang_visitChildren": (c_uint, [Cursor, _Visitor, py_object]),
    "clang_getCursorType": (ClangType, [Cursor]),
    "clang_getCursorReferenced": (Cursor, [Cursor]),
    "clang_getCursorSpelling": (_String, [Cursor]),
    "clang_getCursorLocation": (_Location, [Cursor]),
    "clang_getCursorExtent": (_Range, [Cursor]),
    "clang_getRangeStart": (_Location, [_Range]),
    "clang_getRangeEnd": (_Location, [_Range]),
    "clang_getExpansionLocation": (None, [_Location, POINTER(c_void_p), POINTER(c_uint), POINTER(c_uint), POINTER(c_uint)]),
    "clang_getFileName": (_String, [c_void_p]),
    "clang_getCString": (c_char_p, [_String]),
    "clang_disposeString": (None, [_String]),
    "clang_getCursorBinaryOperatorKind": (c_int, [Cursor]),
    "clang_getCursorUnaryOperatorKind": (c_int, [Cursor]),
    "clang_isCursorDefinition": (c_uint, [Cursor]),
    "clang_getCursorSemanticParent": (Cursor, [Cursor]),
    "clang_Cursor_getStorageClass": (c_int, [Cursor]),
    "clang_Cursor_isFunctionInlined": (c_uint, [Cursor]),
    "clang_getCursorTLSKind": (c_int, [Cursor]),
    "clang_Cursor_getVarDeclInitializer": (Cursor, [Cursor]),
    "clang_Cursor_isNull": (c_int, [Cursor]),
    "clang_Cursor_getNumArguments": (c_int, [Cursor]),
    "clang_Cursor_getArgument": (Cursor, [Cursor, c_uint]),
    "clang_getEnumConstantDeclValue": (c_longlong, [Cursor]),
    "clang_Cursor_hasAttrs": (c_uint, [Cursor]),
    "clang_Location_isInSystemHeader": (c_int, [_Location]),
    "clang_getEnumDeclIntegerType": (ClangType, [Cursor]),
    "clang_getCursorPrintingPolicy": (c_void_p, [Cursor]),
    "clang_PrintingPolicy_dispose": (None, [c_void_p]),
    "clang_getCursorPrettyPrinted": (_String, [Cursor, c_void_p]),
    "clang_Cursor_Evaluate": (c_void_p, [Cursor]),
    "clang_EvalResult_getKind": (c_int, [c_void_p]),
    "clang_EvalResult_getAsLongLong": (c_longlong, [c_void_p]),
    "clang_EvalResult_getAsUnsigned": (c_ulonglong, [c_void_p]),
    "clang_EvalResult_isUnsignedInt": (c_uint, [c_void_p]),
    "clang_EvalResult_getAsDouble": (c_double, [c_void_p]),
    "clang_EvalResult_dispose": (None, [c_void_p]),
    "clang_tokenize": (None, [c_void_p, _Range, POINTER(POINTER(_Token)), POINTER(c_uint)]),
    "clang_disposeTokens": (None, [c_void_p, POINTER(_Token), c_uint]),
    "clang_getTokenSpelling": (_String, [c_void_p, _Token]),
    "clang_getCanonicalType": (ClangType, [ClangType]),
    "clang_getTypeSpelling": (_String, [ClangType]),
    "clang_isConstQualifiedType": (c_uint, [ClangType]),
    "clang_isVolatileQualifiedType": (c_uint, [ClangType]),
    "clang_Type_getSizeOf": (c_longlong, [ClangType]),
    "clang_Type_getAlignOf": (c_longlong, [ClangType]),
    "clang_getPointeeType": (ClangType, [ClangType]),
    "clang_getArrayElementType": (ClangType, [ClangType]),
    "clang_getArraySize": (c_longlong, [ClangType]),
    "clang_Type_getValueType": (ClangType, [ClangType]),
    "clang_getTypeDeclaration": (Cursor, [ClangType]),
    "clang_Type_visitFields": (c_uint, [ClangType, _FieldVisitor, py_object]),
    "clang_getResultType": (ClangType, [ClangType]),
    "clang_getNumArgTypes": (c_int, [ClangType]),
    "clang_getArgType": (ClangType, [ClangType, c_uint]),
    "clang_isFunctionTypeVariadic": (c_uint, [ClangType]),
    "clang_Cursor_getOffsetOfField": (c_longlong, [Cursor]),
    "clang_getFieldDeclBitWidth": (c_int, [Cursor]),
    "clang_Cursor_isBitField": (c_uint, [Cursor]),
}


@cache
def library() -> Any:
    """The shared library of the `libclang` wheel, with the prototypes set. Loaded on first use."""
    try:
        import clang

        places = list(clang.__path__)
    except ImportError:
        places = []
    name = {"darwin": "libclang.dylib", "win32": "libclang.dll"}.get(sys.platform, "libclang.so")
    path = next((p for p in (os.path.join(place, "native", name) for place in places) if os.path.exists(p)), None)
    if path is None:
        raise InputError("the C front end needs the Python package libclang, which is not installed")
    os.environ.setdefault("LIBCLANG_NOTHREADS", "1")  # parse on the caller's stack, which may be large (see `stack`)
    dll = CDLL(path)
    for function, (result, arguments) in _PROTOTYPES.items():
        entry = getattr(dll, function)
        entry.restype, entry.argtypes = result, arguments
    return dll


def text_of(string: Any) -> str:
    lib = library()
    raw = lib.clang_getCString(string)
    text = raw.decode("utf-8", "replace") if raw else ""
    lib.clang_disposeString(string)
    return text


def _child(cursor: Cursor, parent: Cursor, found: list[Cursor]) -> int:
    found.append(cursor)
    return 1  # continue, without descending


def _descendant(cursor: Cursor, parent: Cursor, found: list[tuple[Cursor, Cursor]]) -> int:
    found.append((cursor, parent))
    return 2  # descend


def _field(cursor: Cursor, found: list[Cursor]) -> int:
    found.append(cursor)
    return 1  # continue


_CHILD, _DESCENDANT, _FIELD = _Visitor(_child), _Visitor(_descendant), _FieldVisitor(_field)


def children_of(cursor: Cursor) -> list[Cursor]:
    found: list[Cursor] = []
    library().clang_visitChildren(cursor, _CHILD, found)
    return found


def descendants_of(cursor: Cursor) -> list[tuple[Cursor, Cursor]]:
    """Everything below, each with its parent, parents first."""
    found: list[tuple[Cursor, Cursor]] = []
    library().clang_visitChildren(cursor, _DESCENDANT, found)
    return found


def fields_of(type_: ClangType) -> list[Cursor]:
    found: list[Cursor] = []
    library().clang_Type_visitFields(type_, _FIELD, found)
    return found


def evaluate(cursor: Cursor) -> int | float | None:
    """The constant that clang computes for an expression, or None."""
    lib = library()
    result = lib.clang_Cursor_Evaluate(cursor)
    if not result:
        return None
    try:
        match lib.clang_EvalResult_getKind(result):
            case 1 if lib.clang_EvalResult_isUnsignedInt(result):
                return int(lib.clang_EvalResult_getAsUnsigned(result))
            case 1:
                return int(lib.clang_EvalResult_getAsLongLong(result))
            case 2:
                return float(lib.clang_EvalResult_getAsDouble(result))
        return None
    finally:
        lib.clang_EvalResult_dispose(result)


def pretty(cursor: Cursor) -> str:
    """A declaration as text, printed from the syntax tree (so without macros)."""
    lib = library()
    policy = lib.clang_getCursorPrintingPolicy(cursor)
    text = text_of(lib.clang_getCursorPrettyPrinted(cursor, policy))
    lib.clang_PrintingPolicy_dispose(policy)
    return text


def _line_starts(path: str, text: str | None) -> list[int]:
    """`text`: instead of what the file contains."""
    data = b"" if text is None else text.encode()
    if text is None:
        try:
            with open(path, "rb") as file:
                data = file.read()
        except OSError:
            return [0]
    return [0, *(match.end() for match in re.finditer(rb"\n|\r\n?", data))]


def _unsaved(name: str, text: str) -> _Unsaved:
    data = text.encode()
    return _Unsaved(os.fsencode(name), data, len(data))


class Unit:
    """A parsed file. `close` frees it; cursors and types are dead after that. `texts`: read in place of files."""

    def __init__(self, path: str, arguments: list[str], texts: Mapping[str, str] = MappingProxyType({})) -> None:
        lib = library()
        self.path = path
        self._files: dict[int, tuple[str, list[int]]] = {}
        self._file, self._offset = c_void_p(), c_uint()  # results of `_pos`
        self._file_ref, self._offset_ref = byref(self._file), byref(self._offset)
        self._index = lib.clang_createIndex(0, 0)
        handle = c_void_p()
        argv = (c_char_p * len(arguments))(*[a.encode() for a in arguments])
        self._named = path if path[:1] not in ("-", "@") else f"./{path}"  # not an option, nor a list of options
        name = os.fsencode(self._named)
        self._texts = {self._named if each == path else each: text for each, text in texts.items()}
        unsaved = (_Unsaved * len(texts))(*[_unsaved(each, text) for each, text in self._texts.items()])
        rest = (len(arguments), unsaved, len(texts), 0, byref(handle))
        code = lib.clang_parseTranslationUnit2(self._index, name, argv, *rest)
        self._handle = handle.value
        if code or not self._handle:
            raise InputError("the C parser gave up on this file (it is too deeply nested, or not C)", Pos(path))
        self.warnings: list[tuple[Pos, str]] = []  # of what is undefined whenever it is executed, or not understood
        self._raise_first_error()
        self.root: Cursor = lib.clang_getTranslationUnitCursor(self._handle)

    def close(self) -> None:
        lib = library()
        if self._handle:
            lib.clang_disposeTranslationUnit(self._handle)
            self._handle = None
        if self._index:
            lib.clang_disposeIndex(self._index)
            self._index = None

    def _raise_first_error(self) -> None:
        lib = library()
        for number in range(lib.clang_getNumDiagnostics(self._handle)):
            diagnostic = lib.clang_getDiagnostic(self._handle, number)
            severity = lib.clang_getDiagnosticSeverity(diagnostic)
            message = text_of(lib.clang_getDiagnosticSpelling(diagnostic))
            pos = self._pos(lib.clang_getDiagnosticLocation(diagnostic))
            lib.clang_disposeDiagnostic(diagnostic)
            if severity == 2:
                self.warnings.append((pos, message))
            if severity >= 3:
                self.close()
                first = message.splitlines()[0] if message else "syntax error"
                raise InputError(first if len(first) <= 300 else first[:300] + "...", pos if pos.line else Pos(self.path))

    def _pos(self, location: Any) -> Pos:
        """Only the offset is asked for: clang would search for the start of the line each time."""
        library().clang_getExpansionLocation(location, self._file_ref, None, None, self._offset_ref)
        file, offset = self._file.value, self._offset.value
        if not file:
            return Pos(self.path)
        found = self._files.get(file)
        if found is None:
            name = text_of(library().clang_getFileName(file))
            starts = _line_starts(name, self._texts.get(name))
            found = self._files[file] = (self.path if name == self._named else name, starts)
        name, starts = found
        line = bisect_right(starts, offset)
        return Pos(name, line, offset - starts[line - 1] + 1)

    def line(self, pos: Pos) -> str:
        """The text of a line, as far as it can be read."""
        try:
            with open(pos.file, "rb") as file:
                lines = re.split(rb"\n|\r\n?", file.read())
        except OSError:
            return ""
        return lines[pos.line - 1].decode("utf-8", "replace") if 0 < pos.line <= len(lines) else ""

    def pos(self, cursor: Cursor) -> Pos:
        return self._pos(library().clang_getCursorLocation(cursor))

    def extent(self, cursor: Cursor) -> tuple[Pos, Pos]:
        """Where its first token begins, and where its last one ends (exclusive)."""
        lib = library()
        range_ = lib.clang_getCursorExtent(cursor)
        return self._pos(lib.clang_getRangeStart(range_)), self._pos(lib.clang_getRangeEnd(range_))

    def tokens(self, cursor: Cursor) -> list[str]:
        """The tokens as written (macros are not expanded)."""
        lib = library()
        tokens, count = POINTER(_Token)(), c_uint()
        lib.clang_tokenize(self._handle, lib.clang_getCursorExtent(cursor), byref(tokens), byref(count))
        words = [text_of(lib.clang_getTokenSpelling(self._handle, tokens[i])) for i in range(count.value)]
        lib.clang_disposeTokens(self._handle, tokens, count)
        return words
