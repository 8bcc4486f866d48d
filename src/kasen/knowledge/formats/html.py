"""HTML by way of Markdown, without what is not the page's own text."""

from __future__ import annotations

import io
import re

from kasen.knowledge.document import Converted
from kasen.knowledge.formats.markdown import read_markdown
from kasen.knowledge.formats.text import decode

_CHARSET = re.compile(rb"""charset\s*=\s*["']?\s*([\w.:-]+)""", re.IGNORECASE)
_NOT_TEXT = ("script", "style", "noscript", "template", "svg", "iframe", "nav", "footer", "aside", "form", "button")
_ROLES = ("navigation", "banner", "contentinfo", "search", "complementary")


def read_html(data: bytes) -> Converted:
    """The page's text as Markdown: headings, lists and tables stay; menus, footers and addresses go."""
    from bs4 import BeautifulSoup

    charset = _CHARSET.search(data[:4096])
    soup = BeautifulSoup(decode(data, charset[1].decode("ascii") if charset else ""), "html.parser")
    title = soup.title.get_text(" ", strip=True) if soup.title else ""
    for tag in soup(list(_NOT_TEXT)):
        tag.decompose()
    for role in _ROLES:
        for tag in soup.select(f"[role={role}]"):
            tag.decompose()
    for tag in soup.find_all("a"):
        tag.unwrap()
    for image in soup.find_all("img"):
        alt = image.get("alt")
        image.replace_with(alt if isinstance(alt, str) else "")
    converted = read_markdown(to_markdown(str(soup)), media_type="text/html")
    converted.title = title or converted.title
    return converted


def to_markdown(html: str) -> str:
    """Markdown of an HTML text."""
    from markitdown import StreamInfo
    from markitdown.converters import HtmlConverter

    stream = io.BytesIO(html.encode("utf-8", "replace"))
    made = HtmlConverter().convert(stream, StreamInfo(extension=".html", mimetype="text/html", charset="utf-8"))
    return str(made.markdown)
