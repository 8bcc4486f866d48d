"""One HTML file of a fragment: head, style and a policy under which nothing is loaded and nothing runs."""

from __future__ import annotations

from functools import cache
from html import escape
from importlib.resources import files

from kasen.tools.preview.prepare import Head

POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; base-uri 'none'; form-action 'none'"
)
"""Content Security Policy of every page that is made here."""


@cache
def style() -> str:
    """The style sheet of the preview."""
    return files("kasen.tools.preview").joinpath("preview.css").read_text(encoding="utf-8")


def page(body: str, head: Head, *, lang: str) -> str:
    """The file; `body` must be clean already."""
    top = _top(head)
    return (
        f'<!DOCTYPE html>\n<html lang="{lang}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="referrer" content="no-referrer">\n'
        f"<title>{escape(head.title or 'Résumé')}</title>\n<style>\n{style()}</style>\n</head>\n"
        f"<body>\n<main>\n{top}{body.strip()}\n</main>\n</body>\n</html>\n"
    )


def _top(head: Head) -> str:
    lines = [f"<h1>{escape(head.title)}</h1>"] if head.title else []
    lines += [f'<p class="subtitle">{escape(head.subtitle)}</p>'] if head.subtitle else []
    about = " · ".join(escape(part) for part in (*head.authors, head.date) if part)
    lines += [f'<p class="about">{about}</p>'] if about else []
    return f"<header>\n{chr(10).join(lines)}\n</header>\n" if lines else ""
