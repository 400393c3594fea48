"""The members of an archive of objects (`ar`), in the common format and with GNU's and BSD's long names; thin archives, too."""

from __future__ import annotations

import os
from collections.abc import Iterator

_MAGIC, _THIN = b"!<arch>\n", b"!<thin>\n"
_HEADER = 60
_TABLES = (b"/", b"//", b"/SYM64/", b"__.SYMDEF", b"__.SYMDEF SORTED")


def is_archive(data: bytes) -> bool:
    return data[:8] in (_MAGIC, _THIN)


def members(data: bytes, folder: str) -> Iterator[tuple[str, bytes]]:
    """Names and contents. `folder`: of the archive, from which thin ones name their members."""
    thin = data[:8] == _THIN
    names = b""
    at = 8
    while at + _HEADER <= len(data):
        header = data[at : at + _HEADER]
        at += _HEADER
        try:
            size = int(header[48:58])
        except ValueError:
            return
        name = header[:16].rstrip()
        stored = not thin or name in _TABLES
        content = data[at : at + size] if stored else b""
        at += size + size % 2 if stored else 0
        if name == b"//":
            names = content
        if name in _TABLES:
            continue
        if name.startswith(b"#1/") and name[3:].isdigit():
            length = int(name[3:])
            name, content = content[:length].rstrip(b"\0"), content[length:]
        elif name.startswith(b"/") and name[1:].isdigit():
            name = names[int(name[1:]) :].split(b"/\n")[0]
        if name in _TABLES:
            continue
        path = os.fsdecode(name.removesuffix(b"/"))
        yield path, (content if stored else _read(os.path.join(folder, path)))


def _read(path: str) -> bytes:
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError:
        return b""
