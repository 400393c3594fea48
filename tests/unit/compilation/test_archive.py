"""Archives as `ar` writes them."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from threadproof.compilation.archive import is_archive, members

LONG = "a_name_that_is_longer_than_sixteen_characters.o"
FILES = {"a.o": b"first", LONG: b"second, of an odd length", "c.o": b""}


def header(name: str, size: int) -> bytes:
    return f"{name:<16}{0:<12}{0:<6}{0:<6}{644:<8}{size:<10}`\n".encode()


@pytest.mark.skipif(not shutil.which("ar"), reason="there is no ar")
@pytest.mark.parametrize("flags", ["rc", "rcT"])
def test_as_the_tool_writes_them(flags: str, tmp_path: Path) -> None:
    for name, content in FILES.items():
        (tmp_path / name).write_bytes(content)
    subprocess.run(["ar", flags, "lib.a", *FILES], cwd=tmp_path, check=True)
    data = (tmp_path / "lib.a").read_bytes()
    assert is_archive(data) and dict(members(data, str(tmp_path))) == FILES


def test_with_names_as_bsd_writes_them() -> None:
    name = LONG.encode() + b"\0"
    data = b"!<arch>\n" + header("__.SYMDEF", 2) + b"xx" + header(f"#1/{len(name)}", len(name) + 5) + name + b"12345\n"
    assert dict(members(data, "")) == {LONG: b"12345"}


def test_what_is_broken_ends() -> None:
    assert not is_archive(b"\x7fELF")
    assert list(members(b"!<arch>\n" + b"x" * 60, "")) == []
    assert dict(members(b"!<arch>\n" + header("a.o/", 99) + b"cut", "")) == {"a.o": b"cut"}
