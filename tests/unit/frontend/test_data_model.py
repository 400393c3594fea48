"""The data model that the text of a file tells."""

from __future__ import annotations

from pathlib import Path

import pytest

from threadproof.config.options import Config
from threadproof.frontend.c.data_model import of_text
from threadproof.run.loading import data_model

HEADERS = '# 1 "/usr/include/x86_64-linux-gnu/bits/types.h" 1 3 4\n'
NARROW_HEADERS = '# 1 "/usr/include/i386-linux-gnu/bits/types.h" 1 3 4\n'
LONG, INT = "typedef long unsigned int size_t;\n", "typedef unsigned int size_t;\n"


@pytest.mark.parametrize(
    ("text", "preprocessed", "source"),  # the data models of such a `.i` file, and of such a `.c` file
    [
        ("int x;", "ILP32", "LP64"),
        (LONG, "ILP32", "LP64"),
        (INT, "ILP32", "ILP32"),
        (HEADERS + LONG, "LP64", "LP64"),
        (HEADERS + INT, "ILP32", "ILP32"),
        (HEADERS, "ILP32", "LP64"),
        (NARROW_HEADERS + "typedef long ssize_t;", "ILP32", "ILP32"),
        ('#line 3 "/opt/lib64/x.h"\ntypedef unsigned long int size_t;', "LP64", "LP64"),
        ("typedef int __ssize_t;", "ILP32", "ILP32"),
        ("typedef unsigned int __kernel_size_t;", "ILP32", "ILP32"),
        ("typedef long int ptrdiff_t; typedef __int128 wide_t;", "LP64", "LP64"),
        ("#include <stddef.h>\ntypedef unsigned int uintptr_t;", "ILP32", "LP64"),
        ("typedef unsigned int my_size_t;", "ILP32", "LP64"),
    ],
)
def test_what_a_text_tells(text: str, preprocessed: str, source: str) -> None:
    assert (of_text(text, "ILP32"), of_text(text, "LP64")) == (preprocessed, source)


def test_files(tmp_path: Path) -> None:
    file = tmp_path / "x.i"
    file.write_text(HEADERS + LONG)
    assert data_model(str(file), Config()) == "LP64"
    assert data_model(str(file), Config(data_model="ILP32")) == "ILP32"
    file.write_text(INT)
    assert data_model(str(file), Config()) == "ILP32"
    assert data_model(str(tmp_path / "none.i"), Config()) == "ILP32"
    assert data_model(str(tmp_path / "none.c"), Config()) == "LP64"
