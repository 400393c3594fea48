"""Projects with a compilation database, written into a folder."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from threadproof.compilation.database import Build, load


def written(folder: Path, texts: Mapping[str, str], commands: Mapping[str, str] | None = None) -> Build:
    """`commands`: words of the compiler by file; every C file has one, if nothing is said."""
    for name, text in texts.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    given = dict.fromkeys((name for name in texts if name.endswith(".c")), "") if commands is None else commands
    entries = [{"directory": str(folder), "file": name, "command": f"cc {words} -c {name}"} for name, words in given.items()]
    (folder / "compile_commands.json").write_text(json.dumps(entries))
    return load(str(folder))
