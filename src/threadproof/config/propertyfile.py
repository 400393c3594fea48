"""Properties as users write them: by name, or as a property file of SV-COMP."""

from __future__ import annotations

import re
from collections.abc import Iterable

from threadproof.errors import OptionError, Pos
from threadproof.properties import PROPERTIES, TABLE

_CHECK = re.compile(r"CHECK\s*\(\s*init\s*\(\s*main\s*\(\s*\)\s*\)\s*,\s*LTL\s*\(\s*(.*?)\s*\)\s*\)\s*$")
_FORMULAS = {formula: each.name for each in TABLE for formula in (*each.formulas, *each.aliases)}


def parse_property(text: str) -> str:
    """A property's name: given as such, or as an SV-COMP property file about one."""
    found = parse_properties([text])
    if len(found) != 1:
        raise OptionError(f"one property is verified at a time, not {len(found)}", Pos(text), "give its name with --property")
    return found[0]


def parse_properties(texts: Iterable[str]) -> tuple[str, ...]:
    """The names of properties, each once, that are given as such or as property files."""
    return tuple(dict.fromkeys(name for text in texts for name in _parsed(text)))


def _parsed(text: str) -> list[str]:
    if text in PROPERTIES:
        return [text]
    if not text.endswith(".prp"):
        raise OptionError(f"--property {text}: choose one of {', '.join(PROPERTIES)}, or a .prp file")
    try:
        with open(text, encoding="utf-8") as file:
            lines = file.read().splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise OptionError(f"cannot read the property file: {getattr(error, 'strerror', None) or 'not text'}", Pos(text)) from None
    found = [_formula(line.strip(), Pos(text, number, 1)) for number, line in enumerate(lines, 1) if line.strip()]
    if not found:
        raise OptionError("there is no property in this file", Pos(text), "give its name with --property")
    return found


def specified(text: str, pos: Pos) -> str:
    """The property of a specification, as witnesses quote it. A quoted newline counts as one, too."""
    lines = text.replace("\\n", "\n").splitlines()
    found = {_formula(line.strip(), pos) for line in lines if line.strip()}
    if len(found) != 1:
        raise OptionError(f"the specification is about {len(found)} properties, one is expected", pos)
    return found.pop()


def _formula(line: str, pos: Pos) -> str:
    match = _CHECK.match(line)
    if match is None:
        raise OptionError("expected CHECK( init(main()), LTL(...) )", pos)
    formula = re.sub(r"\s*([()!])\s*", r"\1", match[1]).replace("G!", "G ! ")
    if formula not in _FORMULAS:
        leaks = formula == "G valid-memtrack"
        advice = (
            "leaks are not looked for; --property valid-memsafety verifies the rest"
            if leaks
            else "supported: " + ", ".join(PROPERTIES)
        )
        raise OptionError(f"the property {match[1]!r} is not supported", pos, advice)
    return _FORMULAS[formula]
