from __future__ import annotations

import sys

import pytest

from kasen.errors import ConfigurationError
from kasen.tools.report.files import RENDERED, check, rendered
from tools.report.full import full


async def test_each_form_is_what_its_name_says() -> None:
    assert (await rendered(full("ja"), "bib")).decode().startswith("% 宇治茶")
    assert RENDERED == ("pdf", "docx", "bib")
    with pytest.raises(ValueError, match="`exe`"):
        await rendered(full("ja"), "exe")


async def test_what_cannot_be_made_here_is_known_before_there_is_a_report(monkeypatch: pytest.MonkeyPatch) -> None:
    for form in ("md", "html", "bib", "docx"):
        await check(form)
    monkeypatch.setitem(sys.modules, "pypandoc", None)
    monkeypatch.setitem(sys.modules, "playwright.async_api", None)
    for form, package in (("docx", "pypandoc-binary"), ("pdf", "playwright")):
        with pytest.raises(ConfigurationError, match=package) as error:
            await check(form)
        assert error.value.hint == "Run: pip install 'kasen[export]'"
