"""What opens must close, what is named must be there: fences, divs, comments, shortcodes, footnotes, tags."""

from __future__ import annotations

import difflib
import re
from collections import Counter
from collections.abc import Iterator

from kasen.tools.validation.model import Problem
from kasen.tools.validation.scan import Source

_PREFIX = r"^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?"
_DIV = re.compile(_PREFIX + r"(:{3,})(.*)$")
_OPENS = re.compile(r"^[ \t]*(\{.*\}|[^\s{}]+(?:[ \t]+\{.*\})?)[ \t]*:*[ \t]*$")
_ATTRIBUTE = r"(?:[^\s{}=\"']+|=\w+|[\w:.-]+\s*=\s*(?:\"[^\"]*\"|'[^']*'|[^\s{}\"'“”]*))"
_ATTRIBUTES = re.compile(rf"\{{\s*(?:{_ATTRIBUTE}(?:\s+|(?=\}})))*\}}")
_SHORTCODE = re.compile(r"\{\{<|>\}\}")
_ESCAPED = re.compile(r"\\\{\{<.{0,300}?>\}\}|\{{3,5}<.{0,300}?>\}{3,5}")
_NAME = re.compile(r"\{\{<\s*/?\s*([\w-]+)")
_ID = re.compile(r"\{[^{}\n]*?#([A-Za-z][\w:.-]*)[^{}\n]*\}")
_NOTE = re.compile(r"\[\^([^\]\s]{1,60})\](:?)")
_TAG = re.compile(r"<(/?)(div|details|section|table|article|aside|figure|center)\b[^<>]*?(/?)>", re.IGNORECASE)
_CALLOUT = re.compile(r"\.callout-([\w-]+)")
CALLOUTS = ("note", "tip", "warning", "caution", "important")
_CALLOUT_CLASSES = {*CALLOUTS, "body", "header", "icon", "title"}
SHORTCODES = (
    "appstate", "bi", "brand", "contents", "embed", "env", "fa", "icon", "iconify", "include", "ipsum", "kbd", "lipsum",
    "lorem", "meta", "pagebreak", "placeholder", "var", "version", "video",
)  # fmt: skip
"""Those of Quarto 1.x and of the extensions for icons that résumés use."""


def problems(source: Source) -> Iterator[Problem]:
    """Problems of the markup."""
    yield from _unclosed_code(source)
    yield from _unclosed_comments(source)
    yield from _divs(source)
    yield from _shortcodes(source)
    yield from _ids(source)
    yield from _notes(source)
    yield from _tags(source)
    yield from _math(source)


def _unclosed_code(source: Source) -> Iterator[Problem]:
    for code in source.codes:
        if not code.closed:
            text = "The code block that begins here is not closed: a line with the same fence is missing."
            yield Problem(line=code.first, rule="unclosed-code-fence", text=text)
        elif code.info.startswith("{") and not code.info.endswith("}"):
            text = f"The braces after the fence are not closed: `{code.info[:60]}`."
            yield Problem(line=code.first, rule="broken-attributes", text=text)


def _unclosed_comments(source: Source) -> Iterator[Problem]:
    for first, last in source.comments:
        if not last:
            yield Problem(line=first, rule="unclosed-comment", text="The comment that begins here has no `-->`.")


def _divs(source: Source) -> Iterator[Problem]:
    opened: list[int] = []
    for number, line in enumerate(source.shown.split("\n"), start=1):
        match = _DIV.match(line)
        if not match:
            continue
        rest = match[2].strip()
        if not rest:
            if not opened:
                text = "A div is closed here that was not opened."
                yield Problem(line=number, rule="stray-fenced-div-markers", text=text)
            else:
                opened.pop()
        elif (named := _OPENS.match(rest)) and _are_attributes(named[1]):
            opened.append(number)
            yield from _callout(rest, number)
        else:
            text = f"This is no beginning of a div: `{line.strip()[:60]}`; attributes stand in braces that are closed."
            yield Problem(line=number, rule="broken-div", text=text)
            opened.append(number)
    for number in opened:
        yield Problem(line=number, rule="unclosed-div", text="The div that begins here is not closed by `:::`.")


def _are_attributes(words: str) -> bool:
    start = words.find("{")
    return start < 0 or bool(_ATTRIBUTES.fullmatch(words[start:]))


def _callout(rest: str, number: int) -> Iterator[Problem]:
    for name in _CALLOUT.findall(rest):
        if name not in _CALLOUT_CLASSES:
            near = difflib.get_close_matches(name, CALLOUTS, n=1, cutoff=0.6)
            hint = f"; did you mean `callout-{near[0]}`?" if near else "."
            text = f"There is no callout `callout-{name}`{hint}"
            yield Problem(line=number, rule="unknown-callout", text=text, blocking=False)


def _shortcodes(source: Source) -> Iterator[Problem]:
    text = _ESCAPED.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), source.shown)
    opened: re.Match[str] | None = None
    for match in _SHORTCODE.finditer(text):
        if match[0] == "{{<":
            if opened:
                yield _unbalanced(source, opened)
            opened = match
        elif opened is None:
            words = "A shortcode is closed here that was not opened."
            yield Problem(line=source.line_at(match.start()), rule="unbalanced-shortcode", text=words)
        else:
            if "\n\n" in text[opened.start() : match.start()]:
                yield _unbalanced(source, opened)
            else:
                yield from _unknown(source, opened, text)
            opened = None
    if opened:
        yield _unbalanced(source, opened)


def _unbalanced(source: Source, match: re.Match[str]) -> Problem:
    words = "The shortcode that begins here is not closed by `>}}`."
    return Problem(line=source.line_at(match.start()), rule="unbalanced-shortcode", text=words)


def _unknown(source: Source, match: re.Match[str], text: str) -> Iterator[Problem]:
    named = _NAME.match(text, match.start())
    name = named[1] if named else ""
    if name not in SHORTCODES:
        near = difflib.get_close_matches(name, SHORTCODES, n=1, cutoff=0.7)
        hint = f"did you mean `{near[0]}`?" if near else "it needs an extension."
        words = f"Quarto itself has no shortcode `{name}`; {hint}"
        yield Problem(line=source.line_at(match.start()), rule="unknown-shortcode", text=words, blocking=False)


def _ids(source: Source) -> Iterator[Problem]:
    seen: dict[str, int] = {}
    for match in _ID.finditer(source.shown):
        line = source.line_at(match.start())
        if match[1] in seen:
            words = f"The identifier `{match[1]}` stands in line {seen[match[1]]} already."
            yield Problem(line=line, rule="duplicate-id", text=words)
        seen.setdefault(match[1], line)


def _notes(source: Source) -> Iterator[Problem]:
    lines = source.shown.split("\n")
    defined = {match[1] for line in lines if (match := _NOTE.match(line.lstrip(" >"))) and match[2]}
    for match in _NOTE.finditer(source.shown):
        if match[1] not in defined and not match[2]:
            words = f"The footnote `[^{match[1]}]` is not written anywhere."
            line = source.line_at(match.start())
            yield Problem(line=line, rule="undefined-footnote-id", text=words, blocking=False)


def _tags(source: Source) -> Iterator[Problem]:
    balance: Counter[str] = Counter()
    first: dict[str, int] = {}
    for match in _TAG.finditer(source.shown):
        if match[3]:
            continue
        name = match[2].lower()
        balance[name] += -1 if match[1] else 1
        first.setdefault(name, source.line_at(match.start()))
    for name, count in balance.items():
        if count:
            words = f"The tags `<{name}>` and `</{name}>` are not the same in number."
            yield Problem(line=first[name], rule="unbalanced-html", text=words)


def _math(source: Source) -> Iterator[Problem]:
    marks = [number for number, line in enumerate(source.prose.split("\n"), start=1) if line.strip() == "$$"]
    # A block may end with attributes: `$$ {#eq-x}`.
    ends = sum(line.strip().startswith("$$ {#") for line in source.prose.split("\n"))
    if (len(marks) + ends) % 2:
        yield Problem(line=marks[-1] if marks else 0, rule="unclosed-math", text="A formula `$$` is not closed.")
