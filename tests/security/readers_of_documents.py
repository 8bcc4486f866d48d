"""What reads documents, pages, tables, pictures and decks of others."""

from __future__ import annotations

import gzip
import io
from pathlib import Path

from kasen.errors import ConfigurationError, InputError
from kasen.knowledge.chroma import FILE, collections, documents
from kasen.knowledge.document import Ready, Refusal
from kasen.knowledge.hidden import look
from kasen.knowledge.prepare import prepare
from kasen.models.local.gguf import read_header
from kasen.models.pictures import fit, tokens_of
from kasen.models.role import Picture
from kasen.teams.resume.document.json_resume import as_markdown
from kasen.teams.resume.document.parse import parse
from kasen.teams.slides.data.child import tables_of
from kasen.teams.slides.data.sheet import Unusable
from kasen.teams.slides.editing.package import Package
from kasen.teams.slides.template.bundled import bundled
from kasen.teams.slides.template.child import answered
from kasen.teams.slides.template.reading import read as read_template
from kasen.testing.providers import png
from kasen.tools.fetch.media import Medium
from kasen.tools.fetch.reading import Job
from kasen.tools.fetch.reading import read as read_page
from kasen.tools.preview.clean import Pictures, clean
from kasen.tools.preview.prepare import ready
from kasen.tools.validation.checks import own_problems
from kasen.tools.validation.neutral import neutral
from knowledge.formats.test_office import slides, word
from knowledge.formats.test_pdf import minimal
from models.gguf_files import gguf
from security.fuzzing import Reader, Refused
from teams.slides.template import hostile

STORE = Path(__file__).parents[1] / "knowledge" / "chroma" / "1.3.5.sqlite3.gz"
MARKDOWN = """---
title: "宇治の茶"
format: {html: {toc: true}}
tags: [a, b]
---

# 茶 {#sec-tea}

Sencha comes from **Uji**, see [the page](https://example.org/a_(b)) and `code`.[^1]

::: {.callout-note}
- one
  1. two
:::

| a | b |
|---|---|
| 1 | 2 |

```{python}
#| label: fig-tea
print("茶")
```

{{< include other.md >}} {{< meta title >}} $x^2$

![a picture](tea.png){width=50%}

[^1]: a note
"""
HTML = """<!doctype html><html lang=ja><head><meta charset=utf-8><title>茶</title>
<meta http-equiv=refresh content="5; url=/next"><link rel=canonical href="/tea"><meta property=og:title content=茶>
<script type="application/ld+json">{"@type":"Article","datePublished":"2026-01-02"}</script></head>
<body><nav><a href=/a>menu</a></nav><main><h1>茶</h1><p>宇治茶は日本を代表する茶である。霧が茶葉を守る。</p>
<table><tr><th>年<th>量<tr><td>2024<td>12</table><ul><li>一<li>二<ul><li>三</ul></ul><pre>x = 1</pre>
<img src=tea.png alt=茶畑 onerror=alert(1)><a href="javascript:alert(1)">x</a></main></body></html>
"""
CSV = '年,量,単価\n2024,12,1.5\n2025,"1,300",2\n計,1312,\n'
JSON_ROWS = '[{"年": 2024, "量": 12}, {"年": 2025, "量": 13, "内訳": {"煎茶": 5}}]'
JSON_LINES = '{"年": 2024, "量": 12}\n{"年": 2025, "量": 13}\n'
NOTEBOOK = (
    '{"nbformat": 4, "metadata": {}, "cells": [{"cell_type": "markdown", "source": ["# 茶\\n", "text"]}, '
    '{"cell_type": "code", "source": "1+1", "outputs": [{"text": ["2"]}, {"data": {"text/plain": "3"}}]}]}'
)
CODE = "def tea(leaf: str) -> str:\n    '''Pick it.'''\n    return leaf\n\n\nclass Uji:\n    x = 1\n"
CV = """---
lang: ja
---
# 山田 太郎

メール: taro@example.com

## 職務経歴

### 株式会社宇治 2019年4月 - 現在

- チーム12名を率い、工数を30%削減した。
- Led [a team](https://example.org) of *five*.

## 学歴

2015年3月 京都大学 卒業
"""
JSON_RESUME = (
    '{"basics": {"name": "Taro", "label": "Engineer", "email": "t@example.com", "profiles": [{"network": "GitHub"}], '
    '"location": {"city": "Uji"}}, "work": [{"name": "Uji Tea", "position": "Lead", "startDate": "2019-04", '
    '"highlights": ["Cut costs by 30%"]}], "skills": [{"name": "Python", "keywords": ["asyncio"]}], "languages": [1]}'
)
PDF = minimal(b"BT /F1 12 Tf 72 720 Td (Sencha comes from Uji, where fog protects the leaves.) Tj ET")
WORD = word(
    "<w:p><w:pPr><w:pStyle w:val='Heading1'/></w:pPr><w:r><w:t>茶</w:t></w:r></w:p>"
    "<w:p><w:r><w:t>宇治の霧が茶葉を守る。</w:t></w:r></w:p>"
)


def workbook() -> bytes:
    """An Excel file with words, numbers, dates, a formula and a link."""
    import xlsxwriter

    made = io.BytesIO()
    with xlsxwriter.Workbook(made, {"in_memory": True}) as book:
        sheet = book.add_worksheet("茶")
        for row, cells in enumerate([["年", "量"], [2024, 12.5], [2025, "=SUM(B2)"], ["計", "https://example.org"]]):
            sheet.write_row(row, 0, cells)
    return made.getvalue()


def deck() -> bytes:
    """A small deck with slides."""
    return slides()


def put(place: Path, name: str, data: bytes) -> Path:
    """A file in the folder of the reader."""
    path = place / name
    path.write_bytes(data)
    return path


def document(name: str, *seeds: bytes, packed: bool = False) -> Reader:
    """The reader of documents of that kind: it prepares or refuses, and raises nothing itself."""

    def read(data: bytes, place: Path) -> None:
        came = prepare(str(put(place, name, data)))
        assert isinstance(came, Ready | Refusal)
        if isinstance(came, Refusal):
            raise Refused(came)

    return Reader(read=read, seeds=seeds, may=(Refused,), packed=packed)


def page(medium: Medium, *seeds: bytes) -> Reader:
    """The reader of fetched pages."""
    job = Job(medium=medium, url="https://example.org/tea", today="2026-11-23")

    def read(data: bytes, _: Path) -> None:
        if refusal := read_page(job, data).refusal:
            raise Refused(refusal)

    return Reader(read=read, seeds=seeds, may=(Refused,))


def table(name: str, *seeds: bytes, packed: bool = False) -> Reader:
    """The reader of tables for slides, as its process calls it."""
    return Reader(
        read=lambda data, place: tables_of(put(place, name, data), "ja"),
        seeds=seeds,
        may=(Unusable, MemoryError, RecursionError),
        packed=packed,
    )


def text_of(data: bytes) -> str:
    """Bytes as any text at all, lone surrogates too."""
    return data.decode("utf-8", "surrogatepass" if b"\xed\xa0" in data else "replace")


def loose(data: bytes) -> str:
    """As `text_of`, whatever the bytes are."""
    try:
        return text_of(data)
    except UnicodeDecodeError:
        return data.decode("utf-8", "replace")


def _template(data: bytes, place: Path) -> None:
    answer, copy = answered(put(place, "template.potx", data))
    if answer.refused:
        raise Refused(answer.refused)
    read_template(copy, name="template.potx", lang="en")


def _deck(data: bytes, place: Path) -> None:
    answer, whole = answered(put(place, "deck.pptx", data), whole=True)
    if answer.refused:
        raise Refused(answer.refused)
    opened = Package.opened(whole)
    for name in opened.slides():
        opened.owned(name)


def _store(data: bytes, place: Path) -> None:
    put(place, FILE, data)
    for name in collections(place):
        documents(place, name)


def _picture(data: bytes, _: Path) -> None:
    picture = Picture(media_type="image/png", data=data)
    tokens_of(picture)
    fit(picture)


def _preview(data: bytes, place: Path) -> None:
    made = ready(loose(data), folder=str(place))
    clean(made.body, Pictures(str(place)))


def _model_file() -> bytes:
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        return gguf(
            Path(folder) / "m.gguf", llama_context__length=4096, llama_block__count=2, tokens=["a", "b"]
        ).read_bytes()


DOCUMENTS = {
    "document .md": document("tea.md", MARKDOWN.encode()),
    "document .txt": document("tea.txt", CODE.encode(), MARKDOWN.encode(), "茶は宇治".encode("shift_jis") * 20),
    "document .html": document("tea.html", HTML.encode()),
    "document .csv": document("tea.csv", CSV.encode(), CSV.replace(",", "\t").encode()),
    "document .ipynb": document("tea.ipynb", NOTEBOOK.encode()),
    "document .py": document("tea.py", CODE.encode()),
    "document without ending": document("tea", PDF, HTML.encode(), CODE.encode()),
    "document .pdf": document("tea.pdf", PDF),
    "document .docx": document("tea.docx", WORD, packed=True),
    "document .pptx": document("tea.pptx", deck(), packed=True),
    "document .xlsx": document("tea.xlsx", workbook(), packed=True),
    "hidden words of .docx": Reader(
        read=lambda data, _: look("cv.docx", data), seeds=[WORD], may=(Exception,), packed=True
    ),
    "hidden words of .pdf": Reader(read=lambda data, _: look("cv.pdf", data), seeds=[PDF], may=(Exception,)),
    "page html": page("html", HTML.encode()),
    "page text": page("text", CODE.encode(), MARKDOWN.encode()),
    "page markdown": page("markdown", MARKDOWN.encode()),
    "table .csv": table("t.csv", CSV.encode()),
    "table .json": table("t.json", JSON_ROWS.encode()),
    "table .jsonl": table("t.jsonl", JSON_LINES.encode()),
    "table .xlsx": table("t.xlsx", workbook(), packed=True),
    "template": Reader(
        read=_template,
        seeds=[bundled("light"), hostile.laughs()],
        may=(InputError, Refused),
        packed=True,
        runs=frozenset({"fc-match"}),
    ),
    "deck to edit": Reader(read=_deck, seeds=[deck()], may=(InputError, Refused), packed=True),
    "checks of .qmd": Reader(
        read=lambda data, place: own_problems(loose(data), folder=str(place)), seeds=[MARKDOWN.encode(), CV.encode()]
    ),
    "harmless .qmd": Reader(read=lambda data, _: neutral(loose(data)), seeds=[MARKDOWN.encode()]),
    "preview of .qmd": Reader(read=_preview, seeds=[MARKDOWN.encode(), HTML.encode()]),
    "résumé": Reader(read=lambda data, _: parse(loose(data)), seeds=[CV.encode(), MARKDOWN.encode()]),
    "JSON Resume": Reader(
        read=lambda data, _: as_markdown(loose(data)), seeds=[JSON_RESUME.encode()], may=(InputError,)
    ),
    "ChromaDB store": Reader(read=_store, seeds=[gzip.decompress(STORE.read_bytes())], may=(InputError,)),
    "model file": Reader(
        read=lambda data, place: read_header(put(place, "m.gguf", data)),
        seeds=[_model_file()],
        may=(ConfigurationError,),
    ),
    "picture": Reader(read=_picture, seeds=[png()], may=(InputError,)),
}
"""Readers by name."""
