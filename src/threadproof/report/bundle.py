"""Bug bundles: an internal error leaves a directory with all that is needed to reproduce it."""

from __future__ import annotations

import json
import platform
import shutil
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from threadproof.version import __version__


def write_bundle(
    file: str, options: dict[str, object], details: str, schedule: Sequence[object], certificate: str = "", smaller: str = ""
) -> str:
    """The path of the new directory; in the system's folder for temporary files, so that it can always be written."""
    folder = Path(tempfile.mkdtemp(prefix="threadproof-bug-"))
    if Path(file).is_file():
        shutil.copy(file, folder)
    run = {
        "version": __version__,
        "python": platform.python_version(),
        "platform": platform.platform(),
        "arguments": sys.argv[1:],
        "options": options,
    }
    (folder / "options.json").write_text(json.dumps(run, indent=2, default=str) + "\n", encoding="utf-8")
    (folder / "traceback.txt").write_text(details, encoding="utf-8")
    (folder / "schedule.json").write_text(json.dumps(list(schedule), default=str) + "\n", encoding="utf-8")
    if certificate:
        (folder / "certificate.json").write_text(certificate, encoding="utf-8")
    if smaller:
        (folder / f"smaller{Path(file).suffix}").write_text(smaller, encoding="utf-8")
    return str(folder)
