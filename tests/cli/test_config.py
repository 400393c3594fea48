"""The option table: values out of range and combinations that make no sense are refused; property files are understood."""

from __future__ import annotations

from pathlib import Path

import pytest

from threadproof.config.options import OPTIONS, Config
from threadproof.config.propertyfile import parse_property
from threadproof.config.validation import validate
from threadproof.errors import OptionError


def test_defaults_are_valid() -> None:
    validate(Config())


def test_every_option_is_described() -> None:
    for option in OPTIONS:
        assert option.help.endswith((".", "]")), option.name
        assert option.commands, option.name
        assert not option.choices or option.default in (*option.choices, ""), option.name


@pytest.mark.parametrize(
    ("config", "message"),
    [
        (Config(timeout=0), "--timeout 0: must be at least 0.01"),
        (Config(timeout=-1), "--timeout -1: must be at least 0.01"),
        (Config(timeout=float("nan")), "--timeout nan: must be at most 10000000"),
        (Config(memory=-5), "--memory -5: must be at least 0"),
        (Config(threads=-1), "--threads -1: must be at least 0"),
        (Config(unwind=-1), "--unwind -1: must be at least 0"),
        (Config(engine="magic"), "--engine magic: choose one of auto, explicit, "),
        (Config(extern="guess"), "--extern guess: choose one of havoc, arguments, pure, reject"),
        (Config(quiet=True, stats=True), "--quiet and --stats exclude each other"),
    ],
)
def test_refused(config: Config, message: str) -> None:
    with pytest.raises(OptionError) as caught:
        validate(config)
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize(
    ("text", "property_"),
    [
        ("CHECK( init(main()), LTL(G ! call(reach_error())) )", "unreach-call"),
        ("CHECK( init(main()), LTL(G ! call(__VERIFIER_error())) )\n", "unreach-call"),
        ("CHECK(init(main()),LTL(G!call(reach_error())))", "unreach-call"),
        ("CHECK( init(main()), LTL(G ! data-race) )\n\n", "no-data-race"),
        ("CHECK( init(main()), LTL(G ! overflow) )", "no-overflow"),
        ("CHECK( init(main()), LTL(G valid-free) )\nCHECK( init(main()), LTL(G valid-deref) )", "valid-memsafety"),
    ],
)
def test_property_file(tmp_path: Path, text: str, property_: str) -> None:
    file = tmp_path / "p.prp"
    file.write_text(text)
    assert parse_property(str(file)) == property_


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "there is no property in this file"),
        ("CHECK( init(main()), LTL(F end) )", "1:1: the property 'F end' is not supported"),
        ("CHECK( init(main()), LTL(G valid-memtrack) )", "1:1: the property 'G valid-memtrack' is not supported"),
        ("CHECK( init(main()), LTL(G ! overflow) )\nnonsense", "2:1: expected CHECK("),
        (
            "CHECK( init(main()), LTL(G ! overflow) )\nCHECK( init(main()), LTL(G ! data-race) )",
            "one property is verified at a time, not 2",
        ),
    ],
)
def test_bad_property_file(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "p.prp"
    file.write_text(text)
    with pytest.raises(OptionError) as caught:
        parse_property(str(file))
    assert message in str(caught.value)


@pytest.mark.parametrize("text", ["unreach", "no/such.prp", "."])
def test_unknown_property(text: str) -> None:
    with pytest.raises(OptionError):
        parse_property(text)
