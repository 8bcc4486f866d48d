from __future__ import annotations

import shutil

import pytest

from kasen.tools.chromium import BROWSERS


@pytest.fixture
def chromium_there() -> None:
    """Skip where this machine has no Chromium."""
    if not any(map(shutil.which, BROWSERS)):
        pytest.skip("Chromium is not installed")
