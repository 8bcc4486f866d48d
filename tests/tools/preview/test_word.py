from __future__ import annotations

import io
import re
import zipfile
from pathlib import Path

import pytest

from kasen.errors import ConfigurationError
from kasen.tools.preview.word import document
from kasen.tools.validation import programs

TEXT = """---
title: Résumé
subtitle: Engineer
author: [Example Person]
---

::: {.callout-warning}
Two months notice.
:::

::: {.callout-tip title="Free"}
May.
:::

Go
:   Six years

![Portrait](photo.png)

Inline ![small](x.png) `<b>raw</b>`{=html} <i>tag</i>

```{=openxml}
<w:p>INJECTED</w:p>
```

{{< pagebreak >}}

{{< include part.md >}}
"""


async def words(text: str, folder: str = "") -> tuple[str, str]:
    made = await document(text, lang="en", folder=folder)
    with zipfile.ZipFile(io.BytesIO(made)) as archive:
        xml = archive.read("word/document.xml").decode("utf-8")
        assert not [name for name in archive.namelist() if "media" in name]
    return xml, " ".join(re.findall(r"<w:t[^>]*>([^<]*)</w:t>", xml))


async def test_callouts_definitions_and_pictures_are_words(tmp_path: Path) -> None:
    (tmp_path / "part.md").write_text("Included words.", encoding="utf-8")
    xml, text = await words(TEXT, str(tmp_path))
    for said in ("Résumé", "Engineer", "Example Person", "Warning", "Two months notice.", "Free", "Go", "Six years",
                 "Portrait", "small", "Included words."):  # fmt: skip
        assert said in text, said
    assert "INJECTED" not in text
    assert "<b>" not in text
    assert 'w:br w:type="page"' in xml


async def test_no_file_is_read_and_an_empty_text_is_a_document(tmp_path: Path) -> None:
    _, text = await words("{{< include /etc/hostname >}} ![](/etc/hostname)\n\n\\input{/etc/hostname}")
    assert Path("/etc/hostname").read_text(encoding="utf-8").strip() not in text
    await words("")


async def test_without_pandoc_the_command_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(programs, "pandoc", lambda: "")
    with pytest.raises(ConfigurationError) as caught:
        await document("x", lang="ja")
    assert caught.value.hint == "Run: pip install 'kasen[resume]'"
