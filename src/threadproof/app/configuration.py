"""The configuration file: options and files of a project, so that `threadproof verify` needs no words.

It is "threadproof.toml", or the table "tool.threadproof" of "pyproject.toml", in the nearest folder from here up to the root of
the repository. Its keys are those of the option table, and `files`; `[target.NAME]` has more of them for `--target NAME`. Every
key is checked, whatever the command; a command takes those that it has. Names of files and folders begin at the file's folder.

The command line comes first: what it says replaces what the target says, and that replaces the rest. Macros and folders of
headers are added up. `--no-config` reads no file; nor does anything but the command line. The answer says that one was read.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping
from typing import Any

from threadproof.app.arguments import COMMANDS, Invocation
from threadproof.config.option import NO_CONFIG, Option
from threadproof.config.options import OPTIONS
from threadproof.errors import InputError, OptionError, Pos
from threadproof.service.request import fitting

FILE, SHARED, TABLE = "threadproof.toml", "pyproject.toml", "tool.threadproof"
FILES = "files"
PATHS = frozenset(option.attribute for option in OPTIONS if option.metavar in ("DIR", "FILE", "PATH", "OUT", "C"))
ADDED = frozenset(
    o.attribute for o in OPTIONS if isinstance(o.default, tuple) and (o.attribute in PATHS or o.short in ("-D", "-U"))
)
_NEVER = frozenset({"target", "no-config"})
_LINE = re.compile(r"\(at line (\d+), column (\d+)\)")


def applied(call: Invocation) -> Invocation:
    """The call with what the configuration file adds."""
    options = dict(call.options)
    if options.pop(NO_CONFIG, False) or not any(o.attribute == NO_CONFIG for o in COMMANDS[call.command].options):
        return Invocation(call.command, call.files, options)
    path = find(os.getcwd())
    return _Configuration(path).complete(call) if path else Invocation(call.command, call.files, options)


def find(folder: str) -> str:
    """The file that counts in this folder; empty if there is none."""
    while True:
        path = os.path.join(folder, FILE)
        if os.path.isfile(path):
            return path
        path = os.path.join(folder, SHARED)
        if os.path.isfile(path) and f"[{TABLE}" in _text(path):
            return path
        above = os.path.dirname(folder)
        if above == folder or os.path.exists(os.path.join(folder, ".git")):
            return ""
        folder = above


def _text(path: str) -> str:
    try:
        with open(path, encoding="utf-8") as file:
            return file.read()
    except (OSError, UnicodeDecodeError) as problem:
        raise InputError(f"cannot read the file: {getattr(problem, 'strerror', None) or 'not text'}", Pos(path)) from None


class _Configuration:
    def __init__(self, path: str) -> None:
        self.folder = os.path.dirname(path)
        self.path = os.path.relpath(path)
        self.text = _text(path)
        self.prefix = "" if os.path.basename(path) == FILE else f"{TABLE}."
        table = self._parsed()
        for name in self.prefix.rstrip(".").split(".") if self.prefix else ():
            table = table.get(name, {})
        targets = table.pop("target", {})
        if not isinstance(targets, dict) or not all(isinstance(each, dict) for each in targets.values()):
            raise self._error("target", "", "targets are tables: [target.NAME]")
        self.general = self._checked(table, "")
        self.targets = {name: self._checked(each, f"target.{name}") for name, each in targets.items()}

    def _parsed(self) -> dict[str, Any]:
        import tomllib

        try:
            return tomllib.loads(self.text)
        except tomllib.TOMLDecodeError as problem:
            found = _LINE.search(str(problem))
            place = (int(found[1]), int(found[2])) if found else (0, 0)
            raise InputError(_LINE.sub("", str(problem)).strip(), Pos(self.path, *place), "this is not TOML") from None

    # -- what is in the file -----------------------------------------------------------------------------------------------

    def _checked(self, table: Mapping[str, Any], section: str) -> dict[str, Any]:
        """Values by attribute; `files` by that name."""
        rows = {option.name: option for option in OPTIONS if option.name not in _NEVER}
        found: dict[str, Any] = {}
        for key, value in table.items():
            name = key.replace("_", "-")
            if name == FILES:
                found[FILES] = [self._path(each) for each in self._value(key, value, (), section)]
            elif name not in rows:
                raise self._unknown(key, (*rows, FILES, *(() if section else ("target",))), section)
            else:
                found[rows[name].attribute] = self._option(rows[name], key, value, section)
        return found

    def _option(self, option: Option, key: str, value: Any, section: str) -> Any:
        given = self._value(key, value, option.default, section)
        if option.choices and given not in (*option.choices, "") and option.name != "engine":
            raise self._error(key, section, f"{key} = {given!r}: choose one of {', '.join(option.choices)}")
        if option.attribute in PATHS or option.attribute == "properties":
            many = isinstance(given, tuple)
            placed = tuple(self._named(option.attribute, each) for each in (given if many else (given,)))
            return placed if many else placed[0]
        return given

    def _value(self, key: str, value: Any, default: Any, section: str) -> Any:
        try:
            return fitting(key, tuple(value) if isinstance(value, list) else value, type(default))
        except OptionError as problem:
            raise self._error(key, section, problem.message) from None

    def _named(self, attribute: str, text: str) -> str:
        """What may be a path, or a property or a header by its name."""
        near = os.path.join(self.folder, text)
        by_name = (attribute == "properties" and not text.endswith(".prp")) or (
            attribute == "include_file" and not os.path.exists(near)
        )
        return text if by_name or not text else self._path(text)

    def _path(self, text: str) -> str:
        path = os.path.relpath(os.path.join(self.folder, text))
        return os.path.abspath(path) if path.startswith("..") else path

    # -- complaints --------------------------------------------------------------------------------------------------------

    def _error(self, key: str, section: str, message: str, advice: str = "") -> InputError:
        return InputError(message, Pos(self.path, *self._place(key, section)), advice)

    def _unknown(self, key: str, known: Iterable[str], section: str) -> InputError:
        from difflib import get_close_matches

        nearest = get_close_matches(key.replace("_", "-"), list(known), 1, 0.5)
        advice = f"the nearest one is {nearest[0]!r}" if nearest else "they are the options of the command line, and 'files'"
        return self._error(key, section, f"there is no option {key!r}", advice)

    def _place(self, key: str, section: str) -> tuple[int, int]:
        """Where a key is; tables are written with headers, as a rule."""
        wanted, here = (self.prefix + section).strip("."), ""
        for number, line in enumerate(self.text.splitlines(), 1):
            header = re.match(r"\s*\[([^\]]+)\]", line)
            if header:
                here = re.sub(r"[\s\"']", "", header[1])
            found = re.match(rf"\s*[\"']?{re.escape(key)}[\"']?\s*=", line)
            if here == wanted and found:
                return number, len(line) - len(line.lstrip()) + 1
        return 0, 0

    # -- the call ----------------------------------------------------------------------------------------------------------

    def complete(self, call: Invocation) -> Invocation:
        command = COMMANDS[call.command]
        target = call.options.get("target", "")
        free = len(call.files) < len(command.files) and not call.options.get("compile_commands")
        if free and not target and FILES not in self.general and "compile_commands" not in self.general:
            target = self._only()
        chosen = {**self.general, **self.targets.get(target, {})}
        for name in ADDED & self.general.keys() & self.targets.get(target, {}).keys():
            chosen[name] = (*self.general[name], *self.targets[target][name])
        files = chosen.pop(FILES, [])
        known = {option.attribute for option in command.options}
        options = {name: value for name, value in chosen.items() if name in known}
        for name, value in call.options.items():
            options[name] = (*options.get(name, ()), *value) if name in ADDED else value
        if target in self.targets and not self._is_of_build(target, options):
            options.pop("target", None)
        said = self.path + (f", target {target}" if target in self.targets else "")
        return Invocation(call.command, [*(files if free else ()), *call.files], {**options, "configuration": said})

    def _is_of_build(self, target: str, options: Mapping[str, Any]) -> bool:
        """Whether the name is also that of a program of the build: only if the table does not name files itself."""
        return bool(options.get("compile_commands")) and FILES not in self.targets[target]

    def _only(self) -> str:
        if len(self.targets) > 1:
            raise InputError("there are several targets: choose one with --target", Pos(self.path), ", ".join(self.targets))
        return next(iter(self.targets), "")
