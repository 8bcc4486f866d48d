"""Where the programs are that check and render: Quarto of this machine, panache and pandoc of the extra `resume`."""

from __future__ import annotations

import importlib.metadata
import importlib.util
import shutil
import sys
import sysconfig
from pathlib import Path

INSTALL = "pip install 'kasen[resume]'"
"""The command that brings panache and pandoc."""


def quarto() -> str:
    """Path of the Quarto on PATH; empty without one."""
    return shutil.which("quarto") or ""


def panache() -> str:
    """Path of panache: of this Python's packages, else on PATH; empty without one."""
    beside = (Path(folder) / "panache" for folder in (sysconfig.get_path("scripts"), Path(sys.executable).parent))
    return next((str(path) for path in beside if path.is_file()), None) or shutil.which("panache") or ""


def pandoc() -> str:
    """Path of pandoc: the one in the package `pypandoc-binary`, else on PATH; empty without one."""
    spec = importlib.util.find_spec("pypandoc")
    for place in (spec.submodule_search_locations or ()) if spec else ():
        if (path := Path(place) / "files" / "pandoc").is_file():
            return str(path)
    return shutil.which("pandoc") or ""


def version_of(package: str) -> str:
    """Version of an installed package; empty when it is not installed."""
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return ""


def missing(program: str) -> str:
    """The sentence for a program that is not there."""
    return f"{program} is not installed. Run: {INSTALL}"
