"""Parses a module: types, globals, signatures. Bodies of functions and metadata are kept as text until they are asked for."""

from __future__ import annotations

from threadproof.frontend.llvm.text.tokens import TokenReader, name, tokens, unquoted
from threadproof.frontend.llvm.text.tree import FunctionSource, GlobalSource, ModuleSource, Param
from threadproof.frontend.llvm.text.values import attributes, starts_type, type_, typed, value

_KINDS = ("global", "constant", "alias", "ifunc")
_DEFINED_ELSEWHERE = ("external", "extern_weak")


def parse(text: str, file: str) -> ModuleSource:
    module = ModuleSource(file)
    lines = text.splitlines()
    at = 0
    while at < len(lines):
        line = lines[at]
        at += 1
        first = line[:1]
        if first == "!":
            key, _, rest = line.partition(" = ")
            module.metadata[key] = rest
        elif first == "@":
            _global(module, TokenReader(line, file, at))
        elif first == "%":
            cursor = TokenReader(line, file, at)
            found = name(cursor.next())
            cursor.expect("=")
            cursor.expect("type")
            if not cursor.accept("opaque"):
                module.types[found] = type_(cursor)
        elif line.startswith("define"):
            function = _function(TokenReader(line, file, at))
            start = at
            while lines[at] != "}":
                at += 1
            function.lines = lines[start:at]
            at += 1
            module.functions[function.name] = function
        elif line.startswith("declare"):
            function = _function(TokenReader(line, file, at))
            module.declared[function.name] = function
        elif line.startswith("attributes"):
            _, key, _, _, *words = tokens(line)
            module.attributes[key] = frozenset(words)
        elif line.startswith("module asm"):
            module.assembly = True
        elif line.startswith("target triple"):
            module.triple = line.split('"')[1]
    return module


def _global(module: ModuleSource, cursor: TokenReader) -> None:
    found = name(cursor.next())
    cursor.expect("=")
    words: set[str] = set()
    while (word := cursor.peek()) not in _KINDS:
        words.add(cursor.next())
        if cursor.peek() == "(":
            cursor.skip_group()
    kind = cursor.next()
    words.add(kind)
    of = type_(cursor)
    if kind in ("alias", "ifunc"):
        cursor.expect(",")
        module.aliases[found] = typed(cursor)
        return
    outside = not words.isdisjoint(_DEFINED_ELSEWHERE)
    made = GlobalSource(found, of, None if outside else value(cursor, of), frozenset(words))
    while cursor.accept(","):
        word = cursor.next()
        if word == "align":
            made.align = int(cursor.next())
        elif word == "section":
            made.section = unquoted(cursor.next())
        elif word == "!dbg":
            made.debug.append(cursor.next())
        elif word == "comdat" or word.startswith("!"):
            if cursor.peek() == "(":
                cursor.skip_group()
            elif word.startswith("!"):
                cursor.next()
        else:
            cursor.next()
    module.globals[found] = made


def _function(cursor: TokenReader) -> FunctionSource:
    words: set[str] = set()
    debug = ""
    cursor.next()
    while True:
        token = cursor.peek()
        if token == "!dbg":
            cursor.next()
            debug = cursor.next()
        elif not (token[:1].isalpha() or token[:1] in '#"') or starts_type(token):
            break
        else:
            words |= attributes(cursor).keys()
    result = type_(cursor)
    found = name(cursor.next())
    cursor.expect("(")
    params, variadic = _params(cursor)
    made = FunctionSource(found, result, params, variadic, frozenset(words), debug)
    while cursor.peek() and cursor.peek() != "{":
        token = cursor.next()
        if token == "!dbg":
            made.debug = cursor.next()
        elif token == "personality":
            made.personality = str(typed(cursor).value)
        else:
            words.add(token)
    made.words = frozenset(words)
    return made


def _params(cursor: TokenReader) -> tuple[list[Param], bool]:
    found: list[Param] = []
    variadic = False
    while not cursor.accept(")"):
        if cursor.accept("..."):
            variadic = True
        else:
            of = type_(cursor)
            noted = attributes(cursor)
            called = name(cursor.next()) if cursor.peek().startswith("%") else str(len(found))
            found.append(Param(called, of, noted.get("byval"), "sret" in noted))
        cursor.accept(",")
    return found, variadic
