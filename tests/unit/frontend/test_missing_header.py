"""A header that is not found: the message names the option that helps."""

from __future__ import annotations

from pathlib import Path

import pytest

from threadproof.errors import InputError
from threadproof.frontend.c import COptions, load


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "src").mkdir()
    return tmp_path


def advice(header: str, *there: str) -> str:
    for name in there:
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_text("")
    Path("src/a.c").write_text(f"#include {header}\nint main(void) {{ return 0; }}\n")
    with pytest.raises(InputError) as caught:
        load("src/a.c", COptions())
    assert caught.value.message.endswith("file not found") and str(caught.value).startswith("src/a.c:1:")
    return caught.value.advice


@pytest.mark.parametrize(
    ("header", "there", "expected"),
    [
        ('"q.h"', ["include/q.h"], "-I include would do"),
        ("<q.h>", ["q.h"], "-I . would do"),
        ("<lib/q.h>", ["include/lib/q.h", "other/q.h"], "-I include would do"),
        ('"q.h"', ["src/near/q.h", "far/away/q.h"], "-I src/near would do; so would far/away"),
        ("<config.h>", ["config.h.in"], "it is made of config.h.in when the project is configured"),
        ("<gtk/none.h>", ["gtk.h"], "it is not in the project's folders"),
    ],
)
def test_advice(header: str, there: list[str], expected: str) -> None:
    Path("Makefile").touch()
    assert advice(header, *there).startswith(expected)


def test_the_option_that_is_named_helps() -> None:
    named = advice('"lib/q.h"', "deep/include/lib/q.h").split()[1]
    load("src/a.c", COptions(flags=(f"-I{named}",)))


def test_a_header_that_a_header_wants() -> None:
    Path("inc").mkdir()
    Path("inc/a.h").write_text('#include "b.h"\n')
    Path("more").mkdir()
    Path("more/b.h").touch()
    Path("src/a.c").write_text('#include "a.h"\nint main(void) { return 0; }\n')
    with pytest.raises(InputError, match=r"inc/a.h:1:10: 'b.h' file not found \(-I more would do\)"):
        load("src/a.c", COptions(flags=("-Iinc",)))
