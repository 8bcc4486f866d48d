"""Markdown to HTML by pandoc, sandboxed: it reads no file, fetches nothing and runs no filter."""

from __future__ import annotations

import tempfile
from pathlib import Path

from kasen.tools.validation import programs
from kasen.tools.validation.pandoc import pandoc

EXTENSIONS = "+autolink_bare_uris+emoji+east_asian_line_breaks+task_lists-tex_math_double_backslash"


async def fragment(body: str, *, name: str) -> str | None:
    """The body as HTML that is not clean yet; None where pandoc is missing, fails or takes too long."""
    program = programs.pandoc()
    if not program:
        return None
    with tempfile.TemporaryDirectory(prefix="kasen-preview-") as place:
        given = body.encode("utf-8", "replace")
        options = [f"--from={reader(name)}", "--to=html5", "--mathml", "--wrap=none", "--no-highlight"]
        done = await pandoc(program, options, given=given, folder=Path(place))
    return done.out.decode("utf-8", "replace") if done.code == 0 else None


def reader(name: str) -> str:
    """Pandoc's reader for a file: in plain Markdown a list may follow its paragraph at once, as most readers allow."""
    loose = "+lists_without_preceding_blankline" if name.lower().endswith((".md", ".markdown")) else ""
    return f"markdown-yaml_metadata_block-pandoc_title_block{EXTENSIONS}{loose}"
