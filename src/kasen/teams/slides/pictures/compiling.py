"""A StructuredImagePrompt in the Markdown form of seed 002 (§7.3)."""

from __future__ import annotations

from kasen.teams.slides.schemas.outputs import StructuredImagePrompt


def compiled(prompt: StructuredImagePrompt, number: int) -> str:
    """`# Slide1: Title Slide`, `## title`, `### subtitle`, contents, an empty line, `Visual style: …`.

    No value can pass for another part: headings are one line each, lines of the contents begin with no `#`.
    """
    lines = [f"# Slide{number}: {_line(prompt.slide_type)}", f"## {_line(prompt.main_title)}"]
    if prompt.sub_title and _line(prompt.sub_title):
        lines.append(f"### {_line(prompt.sub_title)}")
    lines += [line for line in map(_line, (prompt.contents or "").splitlines()) if line]
    return "\n".join([*lines, "", f"Visual style: {_line(prompt.visual_style)}"])


def _line(text: str) -> str:
    return " ".join(text.split()).lstrip("# ")
