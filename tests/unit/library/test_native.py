"""The models against the C library of this machine: compiled as ordinary C, called with random arguments, equal results."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from threadproof.frontend.c.library import table as library


@pytest.mark.skipif(not shutil.which("gcc") or not shutil.which("objcopy"), reason="needs gcc and binutils")
def test_models_agree_with_the_native_library(tmp_path: Path) -> None:
    def run(*command: str) -> str:
        done = subprocess.run(command, check=False, cwd=tmp_path, capture_output=True, text=True, timeout=250)
        assert done.returncode == 0, f"{' '.join(command)}\n{done.stdout}{done.stderr}"
        return done.stdout

    sources = [str(file) for file in Path(library.MODELS).glob("*.c")]
    run("gcc", "-c", "-O1", "-w", "-ffreestanding", "-fno-builtin", "-nostdinc", "-I", str(library.HEADERS), *sources)
    run("ld", "-r", "-o", "models.o", *(f"{Path(source).stem}.o" for source in sources))
    run("objcopy", "--prefix-symbols=tp_", "--remove-section=.eh_frame", "models.o")
    native = Path(__file__).with_name("native.c")
    run(
        "gcc",
        "-D_GNU_SOURCE",
        "-std=gnu11",
        "-w",
        "-fno-builtin",
        "-O1",
        "-o",
        "native",
        str(native),
        "models.o",
        "-lm",
        "-lpthread",
    )
    assert run("./native") == "0 differences\n"
