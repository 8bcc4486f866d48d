from __future__ import annotations

import pytest

from kasen.tools.report.files import RENDERED, rendered
from tools.report.full import full


async def test_each_form_is_what_its_name_says() -> None:
    assert (await rendered(full("ja"), "bib")).decode().startswith("% 宇治茶")
    assert RENDERED == ("pdf", "docx", "bib")
    with pytest.raises(ValueError, match="`exe`"):
        await rendered(full("ja"), "exe")
