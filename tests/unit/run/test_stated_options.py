"""Options of a certificate: what a stranger may decide about the meaning of a program, and what is shown of it."""

from __future__ import annotations

from typing import Any

import pytest

from threadproof.certify.format import FormatError
from threadproof.config.option import LOWER, VERIFY, Option
from threadproof.config.options import OPTIONS, Config
from threadproof.errors import OptionError
from threadproof.memory_models import MODELS, is_weak
from threadproof.report.outcome import TRUE, Certified, RunOutcome
from threadproof.report.text import certified, explanation
from threadproof.run import loading
from threadproof.run.ledger import ledger
from threadproof.run.stated_options import FORMS, stated_config

MEANING = [option for option in OPTIONS if option.meaning]
STATED = {"property", "engine", "suggest_fences", "project"}
"""By itself; by the passes that it makes; refused with a certificate; the files, which who checks it names."""


def content(**options: Any) -> dict[str, Any]:
    plain = {name: list(value) if isinstance(value, tuple) else value for name, value in Config().meaning().items()}
    return {"property": "unreach-call", "options": {**plain, "data_model": "LP64", **options}}


def other(option: Option) -> Any:
    """A value that is not the default."""
    if isinstance(option.default, tuple):
        values = {"define": ("NDEBUG", "N=3"), "undefine": ("A", "B"), "fence": ("after:12",), "argv": ("-n",)}
        return values.get(option.attribute, ("sub/folder", "x"))
    if option.choices:
        return next(choice for choice in option.choices if choice not in (option.default, "LP64"))
    return option.default + 1 if isinstance(option.default, int) else "x"


class Noting:
    """Notes which options are looked at."""

    def __init__(self, config: Config, seen: set[str]) -> None:
        self.config, self.seen = config, seen

    def __getattr__(self, name: str) -> Any:
        self.seen.add(name)
        return getattr(self.config, name)


@pytest.mark.parametrize("file", ["examples/c/counter.c", "examples/ivl/fifo.ivl"])
@pytest.mark.parametrize("model", MODELS)
def test_what_decides_the_program_is_marked(file: str, model: str) -> None:
    """From the file to what engines get, no option is looked at that is not marked in the table."""
    if file.endswith(".ivl") and is_weak(model):
        pytest.skip("memory models are for C")
    seen: set[str] = set()
    config: Any = Noting(Config(memory_model=model), seen)
    loading.run_passes(loading.load(file, config), config)
    assert seen - {option.attribute for option in MEANING} <= STATED
    assert seen >= {"property", "memory_model", "data_model", "undefined"}


def test_marked_options_are_offered_where_programs_are_read() -> None:
    """Who verifies a file can say all that decides its meaning, and look at the program that comes of it."""
    assert all({VERIFY, LOWER} <= set(option.commands) for option in MEANING)
    assert list(Config().meaning()) == [option.attribute for option in MEANING]


@pytest.mark.parametrize("option", MEANING, ids=lambda option: option.name)
def test_every_option_has_a_form(option: Option) -> None:
    """Free text from a file is not acceptable."""
    assert option.choices or isinstance(option.default, int) or option.attribute in FORMS


@pytest.mark.parametrize("option", MEANING, ids=lambda option: option.name)
def test_every_option_is_shown(option: Option) -> None:
    value = other(option)
    config = Config(**{option.attribute: value})
    words = " ".join(config.spoken("LP64"))
    assert all(f"{option.short or option.flag} {each}" in words for each in (value if isinstance(value, tuple) else (value,)))
    rests_on = ledger(TRUE, config, "preemptive", config.data_model or "LP64", (), "re-checked")
    if option.attribute != "data_model":  # which has an entry of its own
        assert rests_on["options"] == words
        assert f"unreach-call holds in every execution, with {words} (" in explanation(
            RunOutcome(TRUE, "unreach-call", rests_on=rests_on)
        )
    claim = Certified(TRUE, property="unreach-call", counters={"nodes": 1, "steps": 2}, options=tuple(config.spoken("LP64")))
    assert claim.line() == f"CERTIFICATE: TRUE(unreach-call, with {words})" and f", with {words} (" in certified(claim)


def test_defaults_are_not_shown() -> None:
    assert Config().spoken() == [] and Config(data_model="LP64").spoken("LP64") == []
    assert "options" not in ledger(TRUE, Config(), "preemptive", "LP64", (), "")


@pytest.mark.parametrize("macro", ["A", "_a1", "A=", "A=3", "A=-3", "A=0x1fUL", "A=other"])
def test_plain_macros(macro: str) -> None:
    assert stated_config(content(define=[macro])).define == (macro,)


HOSTILE = [
    "",
    "=1",
    "-D",
    "-include=/etc/passwd",
    "@response",
    "A\n#include </etc/passwd>",
    "A=1\n",
    "A=1\r2",
    "A=\x00",
    "A=\x1b[31m",
    "A=1 -fplugin=x.so",
    'A="text"',
    "A='c'",
    'f(x)=system("true")',
    "assert(x)=",
    "main=f;int main",
    "A=1;",
    "A=B C",
    "A=1e5",
    "A=0x",
    "Ä=1",
    "A=ſ",
    "A=" + "1" * 1000,
    "A" * 1000,
]


@pytest.mark.parametrize("macro", HOSTILE)
def test_macros_that_are_not_taken_from_a_file(macro: str) -> None:
    with pytest.raises((FormatError, OptionError)):
        stated_config(content(define=[macro]))


def test_macros_of_the_command_line() -> None:
    given = ('f(x)=system("true")', "A=1")
    assert stated_config(content(define=list(given)), Config(define=given)).define == given
    for stated in ([given[0]], [given[1]], [*given, "B"], ["A=2", given[0]], []):
        with pytest.raises(FormatError, match=r"macros|form"):
            stated_config(content(define=stated), Config(define=given))


@pytest.mark.parametrize("place", ["after:1", "before:12:3", "after:file-1.c:12:3"])
def test_places_of_fences(place: str) -> None:
    assert stated_config(content(fence=[place], memory_model="tso")).fence == (place,)


@pytest.mark.parametrize(
    "place", ["", "12", "at:1", "after:", "after:1\n", "after:/etc/passwd:1", "after:a b.c:1", "after:" + "9" * 9]
)
def test_other_places(place: str) -> None:
    with pytest.raises(FormatError):
        stated_config(content(fence=[place], memory_model="tso"))


@pytest.mark.parametrize(
    "options",
    [
        {"unwind": True},
        {"unwind": 1.5},
        {"unwind": -1},
        {"unwind": 10**9},
        {"unwind": None},
        {"buffer": 10**30, "memory_model": "tso"},
        {"data_model": "LP64\n"},
        {"data_model": ["LP64"]},
        {"extern": "guess"},
        {"memory_model": "all"},
        {"define": "A"},
        {"define": [["A"]]},
        {"define": {"A": 1}},
        {"more": 1},
    ],
)
def test_wrong_values(options: dict[str, Any]) -> None:
    with pytest.raises((FormatError, OptionError)):
        stated_config(content(**options))
