from __future__ import annotations

from typing import Any

import pytest


@pytest.mark.parametrize("path", ["", "research", "kb", "kb add", "runs continue", "serve tokens add", "code run"])
def test_a_flag_promises_no_value_in_help(kasen: Any, path: str) -> None:
    shown = kasen(*path.split(), "--help").stdout
    assert "--help" in shown
    assert "<bool>" not in shown


def test_what_takes_a_value_says_which(kasen: Any) -> None:
    assert "<auto|ja|en>" in kasen("research", "--help").stdout
    assert "NAME" in kasen("kb", "add", "--help").stdout
