"""threadproof: proves concurrent programs correct, or breaks them with a schedule that can be replayed.

What `threadproof.api` offers is offered here, and loaded when it is first asked for: the command needs none of it.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

__all__ = [  # noqa: F405
    "BuildSurvey",
    "Certified",
    "Config",
    "Counterexample",
    "EngineInfo",
    "Happening",
    "InputError",
    "InternalError",
    "OptionError",
    "Outcome",
    "Progress",
    "Remark",
    "Replayed",
    "Step",
    "UnsupportedError",
    "UserError",
    "Validated",
    "Verdict",
    "certify",
    "diagnose",
    "engines",
    "harness",
    "lower",
    "replay",
    "survey",
    "validate",
    "verify",
    "verify_text",
]

_ELSEWHERE = {
    "__version__": "threadproof.version",
    "proved": "threadproof.pytest_plugin",  # not in `__all__`: it needs pytest
}

if TYPE_CHECKING:
    from threadproof.api import *  # noqa: F403
    from threadproof.pytest_plugin import proved as proved
    from threadproof.version import __version__ as __version__


class _Package(type(sys)):  # type: ignore[misc]
    """Three names are functions here and folders, too: importing something from a folder must not put it in their place."""

    def __setattr__(self, name: str, value: Any) -> None:
        if name not in ("certify", "engines", "harness") or not isinstance(value, type(sys)):
            super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Package


def __getattr__(name: str) -> Any:
    if name not in (*__all__, *_ELSEWHERE):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_ELSEWHERE.get(name, "threadproof.api")), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__, *_ELSEWHERE})
