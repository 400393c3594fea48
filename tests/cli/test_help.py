"""Help in two lengths: every option has one place in it, and what is short stays short."""

from __future__ import annotations

import pytest

from threadproof.app import usage
from threadproof.app.arguments import COMMANDS, read
from threadproof.config.groups import BRIEF, GENERAL, SEVERAL, engine_title, grouped, is_brief
from threadproof.config.option import VERIFY
from threadproof.config.options import OPTIONS


def explained(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert read(words) is None
    assert usage.parse(words) == 0
    return capsys.readouterr().out


def test_every_option_is_in_one_group() -> None:
    shown = [option.name for group in grouped() for option in group.options]
    assert sorted(shown) == sorted(option.name for option in OPTIONS)
    listed = [name for names in GENERAL.values() for name in names]
    assert len(listed) == len(set(listed)) and set(listed) <= set(shown)
    assert set(BRIEF) <= set(shown)


def test_groups_of_engines_follow_the_option_table() -> None:
    titles = {option.name: group.title for group in grouped() for option in group.options}
    assert titles["order-solver"] == engine_title("ordering")
    assert titles["por"] == SEVERAL
    assert titles["jobs"] == "Engines"


@pytest.mark.parametrize("name", COMMANDS)
def test_help(name: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    text = explained(capsys, name, "--help")
    words = text.replace(",", " ").split()
    for option in COMMANDS[name].options:
        assert (option.flag in words) == (is_brief(option, name) or option.flag in COMMANDS[name].help), option.name
    assert len(text.splitlines()) <= 55 and max(map(len, text.splitlines())) <= 80
    assert text.endswith(f"Example:\n  {COMMANDS[name].example}\n") and "\x01" not in text


@pytest.mark.parametrize("name", COMMANDS)
def test_all_help(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    words = explained(capsys, name, "--help-all").replace(",", " ").split()
    for option in COMMANDS[name].options:
        assert option.flag in words and option.help.split()[-1] in words, option.name


def test_most_options_of_verify_are_for_few() -> None:
    assert len([option for option in OPTIONS if VERIFY in option.commands and is_brief(option, VERIFY)]) <= 19


def test_examples_are_calls() -> None:
    for command in COMMANDS.values():
        first, *words = command.example.split()
        assert first == "threadproof" and words[0] == command.name and read(words) is not None


def test_commands_are_listed_in_their_order(capsys: pytest.CaptureFixture[str]) -> None:
    assert usage.parse(["--help"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines[lines.index("Commands:") + 1 :]] == list(COMMANDS)
