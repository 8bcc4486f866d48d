"""Markdown to HTML where pandoc is missing, by markdown-it: divs, definitions, notes, attributes as far as it goes."""

from __future__ import annotations

import re

_OPENS = re.compile(r"^[ \t]*:{3,}[ \t]*(\{[^\n]*\}|[\w-]+)[ \t]*:*[ \t]*$")
_CLOSES = re.compile(r"^[ \t]*:{3,}[ \t]*$")
_CLASS = re.compile(r"\.([\w-]+)")
_WIDTH = re.compile(r"width=\"?([\d.]+%)\"?")
_TITLE = re.compile(r"title=\"([^\"]*)\"")
_FENCE = re.compile(r"^[ \t>]*(`{3,}|~{3,})")
_HEADING_ATTRIBUTES = re.compile(r"^(#{1,6}[ \t].*?)[ \t]*\{[^{}\n]*\}[ \t]*$")
_CELL_INFO = re.compile(r"^([ \t>]*(?:`{3,}|~{3,}))[ \t]*\{\.([\w-]+)[^\n]*$")


def fragment(body: str) -> str:
    """The body as HTML that is not clean yet."""
    from markdown_it import MarkdownIt
    from mdit_py_plugins.attrs import attrs_plugin
    from mdit_py_plugins.deflist import deflist_plugin
    from mdit_py_plugins.footnote import footnote_plugin

    reader = MarkdownIt("commonmark", {"html": True, "linkify": False}).enable(["table", "strikethrough"])
    reader.use(deflist_plugin).use(footnote_plugin).use(attrs_plugin, spans=True)
    return str(reader.render(_with_divs(body)))


def _with_divs(body: str) -> str:
    """Divs as HTML on lines of their own, outside code."""
    made: list[str] = []
    fence = ""
    for line in body.split("\n"):
        mark = _FENCE.match(line)
        if mark and (not fence or (line.strip().startswith(fence) and not line.strip(" \t>`~"))):
            fence = "" if fence else mark[1]
            made.append(_CELL_INFO.sub(r"\1\2", line))
        elif fence:
            made.append(line)
        elif opened := _OPENS.match(line):
            made += ["", _div(opened[1]), ""]
        elif _CLOSES.match(line):
            made += ["", "</div>", ""]
        else:
            made.append(_HEADING_ATTRIBUTES.sub(r"\1", line))
    return "\n".join(made)


def _div(words: str) -> str:
    names = " ".join(_CLASS.findall(words)) if words.startswith("{") else words
    width, title = _WIDTH.search(words), _TITLE.search(words)
    style = f' style="width: {width[1]}"' if width else ""
    named = f' title="{title[1].replace("<", "&lt;")}"' if title else ""
    return f'<div class="{names}"{style}{named}>'
