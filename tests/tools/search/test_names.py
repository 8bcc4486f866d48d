from __future__ import annotations

import subprocess
import sys

import pytest

from kasen.settings import Settings
from kasen.tools.search.names import search_names

KEY = "tvly-test-0123456789"


def test_the_settings_come_first_then_who_stands_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    assert search_names(Settings(search="arxiv,tavily")) == ("arxiv", "tavily")
    assert search_names(Settings(search="none", tavily_api_key=KEY)) == ()
    assert search_names(Settings(tavily_api_key=KEY, searxng_url="http://127.0.0.1:8888")) == ("tavily",)
    assert search_names(Settings(searxng_url="http://127.0.0.1:8888")) == ("searxng",)
    assert search_names(Settings(google_api_key="test-key")) == ("ddgs",)
    monkeypatch.setitem(sys.modules, "ddgs", None)
    assert search_names(Settings()) == ()


def test_to_look_imports_no_provider() -> None:
    script = (
        "import sys, kasen.tools.search.names\n"
        "print([m for m in sys.modules if m in ('httpx', 'ddgs', 'rapidfuzz', 'kasen.tools.search.merged')])"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
