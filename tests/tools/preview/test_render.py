from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pypdfium2
import pytest

from kasen.tools.preview.render import docx_of, pdf_of, render
from kasen.tools.validation import programs
from tools.validation.fake_quarto import write_quarto

TEXT = """---
title: 職務経歴書
author: 見本 太郎
---

## 職務要約

応答時間を420ミリ秒から95ミリ秒へ短縮した。<script>alert(1)</script>

::: {.callout-note}
5月から勤務できます。
:::

```{python}
#| echo: false
open("ran", "w")
```

![写真](photo.png) ![](https://x.test/p.png)
"""


@pytest.fixture(autouse=True)
def no_quarto(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}:/usr/bin:/bin")
    (tmp_path / "photo.png").write_bytes(b"\x89PNG")
    return tmp_path


@pytest.mark.parametrize("with_pandoc", [True, False])
async def test_the_preview_is_one_safe_page_with_and_without_pandoc(
    no_quarto: Path, monkeypatch: pytest.MonkeyPatch, with_pandoc: bool
) -> None:
    if not with_pandoc:
        monkeypatch.setattr(programs, "pandoc", lambda: "")
    made = await render(TEXT, name="cv.qmd", folder=str(no_quarto), lang="ja")
    assert made.by == "preview"
    for words in (
        "<h1>職務経歴書</h1>",
        "見本 太郎",
        "420ミリ秒",
        '<p class="callout-title">メモ</p>',
        "open(",
        "data:image/png",
    ):
        assert words in made.html, words
    for words in ("<script", "echo: false", "x.test"):
        assert words not in made.html, words
    said = [one.text for one in made.problems]
    assert "The picture `https://x.test/p.png` was left out." in said
    assert any("pip install 'kasen[resume]'" in one for one in said) is not with_pandoc
    assert not (no_quarto / "ran").exists()


async def test_quarto_makes_the_page_where_it_is_and_else_the_preview_says_why(no_quarto: Path) -> None:
    write_quarto(no_quarto, "ok")
    made = await render(TEXT, name="cv.qmd", folder=str(no_quarto), lang="ja")
    assert (made.by, "<p>page</p>" in made.html) == ("quarto", True)
    for behaviour, rule in (("crash", "quarto-failed"), ("schema_error", "yaml-schema-error")):
        write_quarto(no_quarto, behaviour)
        made = await render(TEXT, name="cv.qmd", folder=str(no_quarto), lang="ja")
        assert made.by == "preview"
        assert rule in [one.rule for one in made.problems]


async def test_an_empty_and_a_broken_file_have_a_page(no_quarto: Path) -> None:
    for text in ("", "---\ntitle: 'open\n---\n\n::: {.a\n\n```\nnever closed", "a\x00\ud800"):
        assert (await render(text, name="cv.md", lang="en")).html.endswith("</html>\n")


async def test_the_print_is_a4_and_its_text_can_be_read() -> None:
    made = await render(TEXT, name="cv.qmd", lang="ja")
    file = pypdfium2.PdfDocument(await pdf_of(made.html))
    assert [round(side) for side in file[0].get_size()] == [596, 843]
    text = file[0].get_textpage().get_text_bounded()
    assert "職務要約" in text
    assert "420ミリ秒から95ミリ秒へ短縮した。" in text.replace("\r\n", "")


async def test_the_word_document_has_the_words_and_nothing_raw() -> None:
    made = await docx_of(TEXT, lang="ja")
    with zipfile.ZipFile(io.BytesIO(made)) as archive:
        document = archive.read("word/document.xml").decode("utf-8")
        styles = archive.read("word/styles.xml").decode("utf-8")
    assert "職務経歴書" in document
    assert "script" not in document
    assert "w:eastAsia=" in styles
