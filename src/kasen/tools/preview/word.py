"""A résumé as a Word document: pandoc reads it sandboxed, code takes out what is raw, pandoc writes the document."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import Any

from kasen.errors import ConfigurationError, InternalError
from kasen.tools.preview.by_pandoc import reader
from kasen.tools.preview.dress import KIND, TITLES
from kasen.tools.preview.prepare import Head, ready
from kasen.tools.report.docx.look import reference_document
from kasen.tools.report.model import Lang
from kasen.tools.validation import programs
from kasen.tools.validation.pandoc import pandoc
from kasen.tools.validation.running import MOST_OUTPUT, run

SECONDS = 60.0
_LOOK = "look.docx"
_BREAK = '<w:p><w:r><w:br w:type="page"/></w:r></w:p>'


async def document(text: str, *, lang: Lang, folder: str = "") -> bytes:
    """The file. Raises ConfigurationError without pandoc, InternalError when it fails."""
    program = programs.pandoc()
    if not program:
        raise ConfigurationError("Word documents need pandoc, which is not installed", hint=f"Run: {programs.INSTALL}")
    made = ready(text, folder=folder)
    with tempfile.TemporaryDirectory(prefix="kasen-word-") as name:
        place = Path(name)
        tree = await _tree(program, made.body, place)
        tree["meta"] = _meta(made.head, lang)
        tree["blocks"] = _plain(tree["blocks"], lang)
        (place / _LOOK).write_bytes(reference_document(made.head.title, lang))
        # Not sandboxed, or it could not read the look; the tree names no file and no picture.
        command = [program, "--from=json", "--to=docx", f"--reference-doc={_LOOK}", "--output=-"]
        given = json.dumps(tree, ensure_ascii=False).encode("utf-8", "replace")
        done = await run(command, given=given, folder=place, seconds=SECONDS, most=MOST_OUTPUT * 8)
    if done.code != 0 or not done.out:
        raise InternalError(f"pandoc could not write the document: {done.why or done.err.strip()[:300]}")
    return done.out


async def _tree(program: str, body: str, place: Path) -> dict[str, Any]:
    given = body.encode("utf-8", "replace")
    done = await pandoc(program, [f"--from={reader('resume.qmd')}", "--to=json"], given=given, folder=place)
    if done.code != 0:
        raise InternalError(f"pandoc could not read the résumé: {done.why or done.err.strip()[:300]}")
    tree: dict[str, Any] = json.loads(done.out)
    return tree


def _meta(head: Head, lang: Lang) -> dict[str, Any]:
    meta: dict[str, Any] = {"lang": _words("ja-JP" if lang == "ja" else "en-US")}
    for key, value in (("title", head.title), ("subtitle", head.subtitle), ("date", head.date)):
        if value:
            meta[key] = _words(value)
    if head.authors:
        meta["author"] = {"t": "MetaList", "c": [_words(one) for one in head.authors]}
    return meta


def _words(text: str) -> dict[str, Any]:
    return {"t": "MetaInlines", "c": [{"t": "Str", "c": text}]}


def _plain(node: Any, lang: Lang) -> Any:
    """The tree without raw markup; pictures become their descriptions, callouts quotes with a title."""
    if isinstance(node, list):
        return [made for one in node for made in _one(one, lang)]
    if isinstance(node, dict):
        return {key: _plain(value, lang) for key, value in node.items()}
    return node


def _one(node: Any, lang: Lang) -> list[Any]:
    kind = node.get("t") if isinstance(node, dict) else None
    if kind in {"RawBlock", "RawInline"}:
        return []
    if kind == "Image":
        return list(_plain(node["c"][1], lang))
    if kind == "Figure":
        return list(_plain(node["c"][1][1], lang))
    if kind == "DefinitionList":
        items = [[[{"t": "Strong", "c": _plain(term, lang)}], _plain(said, lang)] for term, said in node["c"]]
        return [{"t": "DefinitionList", "c": items}]
    if kind == "Div":
        return _div(node, lang)
    return [_plain(node, lang)]


def _div(node: dict[str, Any], lang: Lang) -> list[Any]:
    (_, classes, values), blocks = node["c"]
    if "pagebreak" in classes:
        return [{"t": "RawBlock", "c": ["openxml", _BREAK]}]
    name = next((found[1] for found in map(KIND.search, classes) if found), "")
    if not name:
        return [_plain(node, lang)]
    given, inner = dict(values).get("title", ""), blocks
    if given:
        title: list[Any] = [{"t": "Str", "c": given}]
    elif blocks and blocks[0]["t"] == "Header":
        title, inner = _plain(blocks[0]["c"][2], lang), blocks[1:]
    else:
        title = [{"t": "Str", "c": TITLES[lang][name]}]
    head = {"t": "Para", "c": [{"t": "Strong", "c": title}]}
    return [{"t": "BlockQuote", "c": [head, *_plain(inner, lang)]}]
