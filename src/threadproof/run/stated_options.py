"""The options that a certificate states, read as untrusted input.

A certificate is checked for the options that it states, so these decide which program the answer is about. They come
from a file that may be made to deceive: a macro can turn every assertion into nothing, or into a call of `system` in
the program that `replay` compiles and runs. Hence

- an option has the type, the range and the choices of the option table, and text in it has a strict form: macros are names with a
  name or a number as their value, places of fences are lines of files. Nothing contains a newline, a quote or an option;
- a macro of another form counts only if it was given on the command line, too; and the command line gives either no
  macro or all of them;
- folders and files with headers, and the files of the program, are those of the command line: a certificate cannot name them.
  It says which ones there were, so that one that was forgotten is not taken for a wrong proof;
- whatever is not the default is shown with the answer (`Config.spoken`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from threadproof.certify.format import FormatError
from threadproof.config.options import ALL, OPTIONS, Config
from threadproof.config.validation import validate
from threadproof.properties import PROPERTIES

_NAME = r"[A-Za-z_][A-Za-z0-9_]{0,99}"
PATH = re.compile(r"[\w./+@%=, -]{1,4000}")
_NUMBER = r"-?(?:0[xX][0-9a-fA-F]{1,16}|[0-9]{1,20})[uUlL]{0,3}"
FORMS = {
    "define": re.compile(rf"{_NAME}(?:=(?:{_NAME}|{_NUMBER})?)?"),
    "argv": re.compile(r"[A-Za-z0-9_.,:=+@%/ -]{0,1000}"),
    "undefine": re.compile(_NAME),
    "include": PATH,
    "isystem": PATH,
    "idirafter": PATH,
    "include_file": PATH,
    "model": PATH,
    "fence": re.compile(r"(?:after|before):(?:[\w.+-]{1,100}:)?[0-9]{1,7}(?::[0-9]{1,7})?"),
}
"""Of options whose values are free text. A value of any other form is not taken from a file."""


CHOSEN = frozenset(option.attribute for option in OPTIONS if option.choices)  # `validate` looks at these


PATHS = {
    "include": "-I ",
    "isystem": "-isystem ",
    "idirafter": "-idirafter ",
    "include_file": "-include ",
    "model": "--model ",
}
"""Options with names of files and folders, as they are written."""


def stated_config(content: Mapping[str, Any], command_line: Config = Config()) -> Config:  # noqa: B008 (frozen)
    """The options of a certificate; all of them must be there."""
    given = command_line.define
    default, stated = Config().meaning(), content.get("options")
    if not isinstance(stated, dict) or stated.keys() != default.keys():
        raise FormatError("the options are not those that matter")
    values: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in stated.items()}
    wrong = [name for name, value in values.items() if type(value) is not type(default[name])]
    if wrong or values["memory_model"] == ALL or content.get("property") not in PROPERTIES:
        raise FormatError("an option or the property is wrong")
    for name, value in values.items():
        if isinstance(value, tuple):
            _check_form(name, value, given)
        elif isinstance(value, str) and name not in CHOSEN:
            _check_form(name, (value,), given)
    if given and values["define"] != given:
        raise FormatError("it is about the program with other macros")
    for name, flag in PATHS.items():
        if values[name] != getattr(command_line, name):
            expected = " ".join(flag + value for value in values[name]) or f"no {flag.strip()}"
            raise FormatError(f"it was written for a run with {expected}: certify and replay need the same")
    return validate(Config(property=content["property"], project=command_line.project, **values))


def _check_form(name: str, values: tuple[Any, ...], given: tuple[str, ...]) -> None:
    for value in values:
        if not isinstance(value, str):
            raise FormatError("an option or the property is wrong")
        form = FORMS.get(name)
        if (form is None or not form.fullmatch(value)) and not (name == "define" and value in given):
            raise FormatError(f"--{name} of the certificate has a form that is not taken from a file: {value!r:.80}")
