"""What is understood without click means the same to click."""

from __future__ import annotations

import random

import pytest

from threadproof.app import usage
from threadproof.app.arguments import COMMANDS, Invocation, read
from threadproof.config.options import Config
from threadproof.errors import OptionError


def by_click(words: list[str]) -> Invocation | int | None:
    try:
        found = usage.parse(words)
    except OptionError:
        return None
    if isinstance(found, int):
        return found
    defaults = {option.attribute: option.default for option in COMMANDS[found.command].options}
    return Invocation(found.command, found.files, {k: v for k, v in found.options.items() if v is not None and v != defaults[k]})


def without_defaults(call: Invocation) -> Invocation:
    return Invocation(call.command, call.files, {k: v for k, v in call.options.items() if v != getattr(Config(), k)})


@pytest.mark.parametrize(
    ("words", "options"),
    [
        ("lower x.c", {}),
        ("lower --stage source x.c", {"stage": "source"}),
        ("verify x.i --timeout=3 --quiet", {"timeout": 3.0, "quiet": True}),
        ("verify -DA=1 -D B x.c --define C", {"define": ("A=1", "B", "C")}),
        ("verify x.c --threads 3 --threads 4", {"threads": 4}),
        ("doctor x.c --data-model ILP32", {"data_model": "ILP32"}),
        ("verify -p build x.c --target app", {"compile_commands": "build", "target": "app"}),
        ("lower -Ia x.c -I b -isystem c -isystemd", {"include": ("a", "b"), "isystem": ("c", "d")}),
        ("lower x.c -idirafter a -idirafterb", {"idirafter": ("a", "b")}),
        (
            "verify -include a.h x.c -std=gnu17 -m32 -U A -UB",
            {"include_file": ("a.h",), "std": "gnu17", "data_model": "ILP32", "undefine": ("A", "B")},
        ),
    ],
)
def test_plain(words: str, options: dict[str, object]) -> None:
    call = read(words.split())
    assert call is not None and call.options == options and call.files == [next(w for w in words.split() if w.startswith("x"))]


@pytest.mark.parametrize("words", ["verify -p build", "certify -pbuild proof.json", "doctor --compile-commands=build x.c y.c"])
def test_a_build_knows_its_files(words: str) -> None:
    assert read(words.split()) == by_click(words.split()) is not None


def test_words_of_a_compiler_are_not_looked_at() -> None:
    assert read(["cc", "-c", "--help", "-x.c"]) == Invocation("cc", ["-c", "--help", "-x.c"], {})


def test_engines() -> None:
    assert read(["engines"]) == by_click(["engines"]) == Invocation("engines", [], {})


UNCLEAR = """
--help ; --version ; verify ; verify --help ; replay x.c ; engines a ; lower x.c --stage ; lower x.c --stage wrong ; verify - ;
verify x.c --timeout much ; verify x.c --quiet=1 ; verify x.c --stage source ; prove x.c ; lower -- x.c ; lower -x y
"""


@pytest.mark.parametrize("words", ["", *UNCLEAR.split(";")])
def test_left_to_click(words: str) -> None:
    assert read(words.split()) is None


WORDS = """
verify lower doctor certify engines x.c y.i 3 -1 1e3 - -- = -DA -D -D= -h --quiet --stats --timeout --timeout=7 --stage
--stage=source source --data-model ILP32 --quiet=1 --property no-overflow --engine explicit --engine=magic --unwind --unwind=x
--json= --nothing --define -I -Ia -isystem -isysteminc -include -std=gnu17 -std -std=c3 -m32 -m64 -UA -O2
-p -pb --target --target=a
"""


def test_random_words_mean_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    chooser = random.Random(1)
    understood = 0
    for _ in range(4000):
        words = [chooser.choice(["verify", "lower", "certify"]), *chooser.choices(["", *WORDS.split()], k=chooser.randrange(6))]
        call = read(words)
        if call is not None:
            understood += 1
            assert without_defaults(call) == by_click(words), words
    capsys.readouterr()
    assert understood > 150
