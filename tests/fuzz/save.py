"""What was found and made smaller becomes a corpus program."""

from __future__ import annotations

from pathlib import Path

from tests.fuzz.tree import Node


def save(folder: Path, name: str, tree: Node, header: list[str]) -> Path:
    """Write a shrunk program with comment lines in front, as a corpus file."""
    ivl = name.startswith("fuzz_ivl")
    target = folder / f"{name}{'.ivl' if ivl else '.c'}"
    text = tree.text().replace("__time", "@time") if ivl else tree.text()
    folder.mkdir(parents=True, exist_ok=True)
    target.write_text("".join(f"// {line}\n" for line in header) + text)
    return target
