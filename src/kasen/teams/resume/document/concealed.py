"""Words that markup keeps from a reader: comments, hidden elements and divs, white or phantom text of LaTeX."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from kasen.teams.resume.document.lines import comments_in, lines_of
from kasen.teams.resume.document.styles import hidden_classes, hides, is_light

_REFERENCE = re.compile(
    r"^ {0,3}\[[^\]\n]{1,60}\]:[ \t]*(?:#|<#?>|//)[ \t]*(?P<words>[(\"'][^\n]*[)\"'])[ \t]*$", re.MULTILINE
)
_TAG = re.compile(
    r"<(?P<close>/?)(?P<name>[A-Za-z][\w-]*)(?P<rest>(?:[^<>\"']|\"[^\"\n]{0,2000}\"|'[^'\n]{0,2000}'){0,200})>"
)
_VOID = frozenset(
    ["br", "hr", "img", "input", "meta", "link", "source", "wbr", "area", "base", "col", "embed", "track"]
)
_UNSEEN_TAGS = frozenset(("template", "noscript", "title"))
_CLASS = re.compile(r"class\s*=\s*[\"']([^\"']*)[\"']", re.IGNORECASE)
_HIDDEN_ATTRIBUTE = re.compile(r"(?:^|\s)hidden(?=\s|=|/|$)(?!\s*=\s*[\"']?false)", re.IGNORECASE)
_DIV = re.compile(r"^[ \t]*(?P<colons>:{3,})[ \t]*(?P<about>\{[^}\n]*\}|[\w.-]+)?[ \t]*:*[ \t]*\r?$", re.MULTILINE)
_SPAN = re.compile(r"\[(?P<words>[^\[\]\n]{1,2000})\]\{(?P<about>[^}\n]{1,300})\}")
_CONDITION = re.compile(r"(?:when|unless)-(?:format|profile|meta)")
_PHANTOM = re.compile(r"\\[hv]?phantom\s*\{")
_LATEX = re.compile(
    r"\\(?P<command>textcolor|color)(?:\[(?P<model>\w+)\])?\{(?P<colour>[^{}\n]{1,40})\}[ \t]*(?P<open>\{?)"
)
_FALSE = re.compile(r"\\iffalse\b(?s:.{0,5000}?)\\fi\b|\\begin\{comment\}(?s:.{0,5000}?)\\end\{comment\}")
_TINY = re.compile(r"\\fontsize\{(?:0?\.\d+|[01](?:\.\d+)?)(?:pt|px)?\}\{[^{}]*\}\\selectfont[ \t]*(?P<open>\{?)")


@dataclass(frozen=True)
class Concealed:
    """A stretch with its markup, what it says, and how it is hidden."""

    start: int
    end: int
    words: str
    how: str


def concealed_in(text: str) -> list[Concealed]:
    """Every stretch that markup hides, in order; code that is shown as code does not count."""
    code = [(line.start, line.end) for line in lines_of(text) if line.kind == "code"]
    classes = hidden_classes("\n".join(_sheets(text)))
    found = [
        *_comments(text),
        *_elements(text, classes),
        *_divs(text, classes),
        *_spans(text, classes),
        *_latex(text),
    ]
    shown = {start for start, _ in code}
    return sorted(
        (
            one
            for one in found
            if not (_line_start(text, one.start) in shown and one.how != "LaTeX text that does not show")
        ),
        key=lambda one: (one.start, one.end),
    )


def _sheets(text: str) -> Iterator[str]:
    """What stands in elements of style."""
    low = text.lower()
    start = low.find("<style")
    while start >= 0 and (stop := low.find("</style", start)) >= 0:
        yield text[low.find(">", start, stop) + 1 : stop]
        start = low.find("<style", stop)


def _line_start(text: str, position: int) -> int:
    return text.rfind("\n", 0, position) + 1


def _comments(text: str) -> Iterator[Concealed]:
    for start, end in comments_in(text):
        yield Concealed(start, end, text[start + 4 : end - 3], "comment")
    for found in _REFERENCE.finditer(text):
        yield Concealed(found.start(), found.end(), found["words"], "comment")


def _elements(text: str, classes: frozenset[str]) -> Iterator[Concealed]:
    """Elements of HTML that are not shown, from their tag to the tag that closes them, or to the next blank line."""
    opened: re.Match[str] | None = None
    depth = 0
    for tag in _TAG.finditer(text):
        name = tag["name"].lower()
        if opened is None:
            if (
                not tag["close"]
                and name not in _VOID
                and not tag["rest"].endswith("/")
                and _is_hidden(name, tag["rest"], classes)
            ):
                opened, depth = tag, 1
        elif name == opened["name"].lower():
            depth += -1 if tag["close"] else 1
            if depth == 0:
                yield _element(text, opened, tag.start(), tag.end())
                opened = None
    if opened is not None:
        blank = re.compile(r"\n[ \t]*\r?\n").search(text, opened.end())
        stop = blank.start() if blank else len(text)
        yield _element(text, opened, stop, stop)


def _element(text: str, opened: re.Match[str], words_end: int, end: int) -> Concealed:
    is_coloured = re.search(r"color", opened["rest"], re.IGNORECASE) and not re.search(
        r"display|visib", opened["rest"], re.IGNORECASE
    )
    how = "white or transparent text" if is_coloured else "element that is not shown"
    return Concealed(opened.start(), end, text[opened.end() : words_end], how)


def _is_hidden(name: str, rest: str, classes: frozenset[str]) -> bool:
    if name in ("style", "script"):
        return False
    if name in _UNSEEN_TAGS and name != "title":
        return True
    named = _CLASS.search(rest)
    if named and classes & set(named[1].split()):
        return True
    bare = re.sub(r"\"[^\"]*\"|'[^']*'", '""', rest)
    return _HIDDEN_ATTRIBUTE.search(bare) is not None or hides(rest)


def _divs(text: str, classes: frozenset[str]) -> Iterator[Concealed]:
    """Divs of Pandoc; those that are hidden in one form of output only are content."""
    stack: list[tuple[re.Match[str], bool]] = []
    for fence in _DIV.finditer(text):
        if fence["about"]:
            stack.append((fence, _hides_by(fence["about"], classes)))
        elif stack:
            opened, is_hidden = stack.pop()
            if is_hidden and not any(hidden for _, hidden in stack):
                yield Concealed(
                    opened.start(), fence.end(), text[opened.end() : fence.start()], "div that is not shown"
                )


def _spans(text: str, classes: frozenset[str]) -> Iterator[Concealed]:
    for found in _SPAN.finditer(text):
        if _hides_by("{" + found["about"] + "}", classes):
            yield Concealed(found.start(), found.end(), found["words"], "span that is not shown")


def _hides_by(about: str, classes: frozenset[str]) -> bool:
    if _CONDITION.search(about):
        return False
    named = set(re.findall(r"\.([\w-]+)", re.sub(r"\"[^\"]*\"", "", about))) if about.startswith("{") else {about}
    style = re.search(r"style\s*=\s*[\"']([^\"']*)[\"']", about)
    return bool(named & classes) or (style is not None and hides(style[1]))


def _latex(text: str) -> Iterator[Concealed]:
    if "\\" not in text:
        return
    how = "LaTeX text that does not show"
    for found in _FALSE.finditer(text):
        yield Concealed(found.start(), found.end(), found.group(), how)
    done = 0
    for found in _PHANTOM.finditer(text):
        if found.start() >= done:
            done = _closing(text, found.end())
            yield Concealed(found.start(), done, text[found.end() : done - 1], how)
    done = 0
    for found in sorted([*_LATEX.finditer(text), *_TINY.finditer(text)], key=lambda one: one.start()):
        if found.start() < done:
            continue
        if "colour" in found.groupdict() and not (_is_white(found) and not _on_dark(text, found.start())):
            continue
        end = _closing(text, found.end()) if found["open"] else _group_end(text, found.end())
        done = end
        yield Concealed(found.start(), end, text[found.end() : end].rstrip("}"), how)


def _is_white(found: re.Match[str]) -> bool:
    colour, model = found["colour"].strip().lower(), (found["model"] or "").lower()
    if model in ("rgb", "gray"):
        return all(_light(part, found["model"]) for part in colour.split(","))
    return is_light("#" + colour) if model == "html" else is_light(colour)


def _light(part: str, model: str) -> bool:
    try:
        return float(part) >= (245 if model == "RGB" else 0.96)
    except ValueError:
        return False


def _on_dark(text: str, start: int) -> bool:
    """Inside a box of another colour."""
    box = re.search(
        r"\\(?:f?colorbox)(?:\{[^{}\n]*\}){0,1}\{(?P<ground>[^{}\n]*)\}\{[^{}\n]*$", text[max(0, start - 200) : start]
    )
    return box is not None and not is_light(box["ground"])


def _closing(text: str, start: int) -> int:
    """Position behind the brace that closes the one before `start`; at most 5,000 characters on."""
    depth = 1
    for position in range(start, min(len(text), start + 5000)):
        depth += {"{": 1, "}": -1}.get(text[position], 0)
        if depth == 0:
            return position + 1
    return min(len(text), start + 5000)


def _group_end(text: str, start: int) -> int:
    r"""Where `\color{white}` without braces of its own ends: with its group, at the latest with the paragraph."""
    stop = re.compile(r"\n[ \t]*\r?\n|\\color\{|\\normalcolor|\\normalsize").search(text, start)
    limit = stop.start() if stop else len(text)
    depth = 0
    for position in range(start, min(limit, start + 5000)):
        depth += {"{": 1, "}": -1}.get(text[position], 0)
        if depth < 0:
            return position
    return min(limit, start + 5000)
