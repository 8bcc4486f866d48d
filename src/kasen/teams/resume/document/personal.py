"""Personal data in a résumé: fields, patterns, and every further occurrence of what they name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from kasen.teams.resume.document.folding import fold
from kasen.teams.resume.document.front import Field
from kasen.teams.resume.document.headings import heading_of
from kasen.teams.resume.document.identity import MAIL, phones_in
from kasen.teams.resume.document.labels import fields_of
from kasen.teams.resume.document.links import is_shared, own_domain, profiles_in, urls_in
from kasen.teams.resume.document.model import Line, PersonalKind, Resume, Span
from kasen.teams.resume.document.names import Name, name_patterns, names_in, readings
from kasen.teams.resume.document.schools import schools_in
from kasen.teams.resume.document.traits import traits_in

_HEAD_LINES = 5
_ROLES_WORDS = (
    "info contact mail job jobs resume hello work dev me career careers recruit cv office admin support hr team"
)
_ROLES = frozenset(_ROLES_WORDS.split())
_TERMS = 200
_PLACEHOLDER = re.compile(r"^[\[〔][\w・]{2,12}[\]〕]$")


@dataclass(frozen=True)
class Personal:
    """Personal data, as a range of the whole text."""

    kind: PersonalKind
    start: int
    end: int


@dataclass
class _Known:
    """What the fields and the head told, to be found again elsewhere."""

    names: list[Name] = field(default_factory=list)
    handles: set[str] = field(default_factory=set)
    domains: set[str] = field(default_factory=set)


def personal_in(resume: Resume) -> list[Personal]:
    """All personal data of the text, in order; ranges may overlap."""
    folded = fold(resume.text)
    found: list[Personal] = []
    known = _Known()
    for one in fields_of(resume, folded):
        found.append(Personal(one.kind, one.start, one.end))
        _learn(resume, one, known)
    known.names += _names_at_head(resume)
    found += _addresses(resume, folded, known)
    found += [Personal(kind, start, end) for kind, start, end in traits_in(resume, folded)]
    found += [Personal("school", start, end) for start, end in schools_in(resume, folded)]
    found += _pictures(resume)
    found += _again(resume, folded, known)
    return sorted(dict.fromkeys(_trimmed(resume.text, one) for one in found), key=lambda one: (one.start, one.end))


def _trimmed(text: str, one: Personal) -> Personal:
    """Without the white space around it."""
    words = text[one.start : one.end]
    start = one.start + len(words) - len(words.lstrip())
    return Personal(one.kind, start, max(start, one.start + len(words.rstrip())))


def _learn(resume: Resume, one: Field, known: _Known) -> None:
    value = resume.text[one.start : one.end].strip(" \t\"'[]")
    if _PLACEHOLDER.match(resume.text[one.start : one.end].strip(" \"'")):
        return
    if one.kind == "name" and len(value) < 200:
        for part in re.split(r"[,、]\s*(?=[^,、]*[ \u3000][^,、]*(?:[,、]|$))|\s+and\s+", _flat(value)):
            known.names += names_in(part, sure=True)
    elif one.kind == "link" and re.fullmatch(r"@?[\w.-]{3,40}", value):
        known.handles.add(value.lstrip("@").lower())


def _flat(value: str) -> str:
    """`{name: Taro Yamada, email: …}` as its values."""
    return re.sub(r"[{}\[\]\"']|\b[\w-]+:\s", " ", value).strip() if value.startswith(("{", "[")) else value


def _names_at_head(resume: Resume) -> list[Name]:
    """Names in the title of the front matter and in the first lines of the text."""
    found: list[Name] = []
    for key in ("title", "subtitle", "pagetitle", "title-meta"):
        value = resume.front_matter.get(key)
        if isinstance(value, str):
            found += names_in(value)
    head = next((s for s in resume.sections if s.kind == "head"), None)
    last = head.last if head else min(len(resume.lines), 20)
    seen = 0
    for line in resume.lines[:last]:
        if line.kind in ("front_matter", "blank", "comment", "div", "code", "shortcode") or len(line.text) > 300:
            continue
        seen += 1
        heading = heading_of(line.text)
        if seen <= 2 or (heading and seen <= _HEAD_LINES) or (not found and seen <= _HEAD_LINES):
            found += _of_line(line)
    return found


def _of_line(line: Line) -> list[Name]:
    """A sentence holds no heading name; a short line may be one."""
    words = line.text.strip()
    return [] if len(words) > 120 or words.endswith(("。", ".")) else names_in(re.sub(r"^[#>*\s\-・■●◆]+", "", words))


def _addresses(resume: Resume, folded: str, known: _Known) -> Iterator[Personal]:
    """Mail, phones and links; the accounts and domains that they name are learnt on the way."""
    for mail in MAIL.finditer(folded):
        yield Personal("email", *mail.span())
        _learn_mail(mail.group().lower(), known)
    for start, end in phones_in(folded):
        yield Personal("phone", start, end)
    for start, end, handle in profiles_in(folded):
        yield Personal("link", start, end)
        known.handles.add(handle)
    head = [(resume.line(s.first), resume.line(s.last)) for s in resume.sections if s.kind in ("head", "contact")]
    ranges = [(first.start, last.end) for first, last in head if first and last]
    ranges += [(line.start, line.end) for line in resume.lines if line.kind == "front_matter"]
    for start, end, url in urls_in(folded):
        host = re.sub(r"^https?://(?:www\.)?|^www\.", "", url).partition("/")[0]
        is_own = any(host == domain or host.endswith("." + domain) for domain in known.domains)
        if is_own or _within((start, end), ranges):
            yield Personal("link", start, end)
            if not is_shared(host):
                known.domains.add(host)


def _learn_mail(mail: str, known: _Known) -> None:
    local = mail.partition("@")[0].partition("+")[0]
    parts = [part for part in re.split(r"[._-]+", re.sub(r"\d+$", "", local)) if part]
    if any(part in _ROLES for part in parts):
        return
    if len(parts) == 2 and all(part.isalpha() for part in parts) and max(map(len, parts)) > 2:
        known.names.append(tuple(parts))
    if len(local) >= 5:
        known.handles.add(local)
    domain = own_domain(mail)
    if domain:
        known.domains.add(domain)


def _within(span: Span, ranges: Iterable[Span]) -> bool:
    return any(start <= span[0] and span[1] <= end for start, end in ranges)


_PICTURE = re.compile(
    r"!\[([^\]\n]{0,300})\]\(([^)\n]{0,2000})\)(?:\{[^}\n]{0,300}\})?|<img\b[^>\n]{0,2000}>|<svg\b[^>\n]{0,200}>",
    re.IGNORECASE,
)
_PORTRAIT = re.compile(
    r"photo|portrait|\bface\b|avatar|profile|headshot|selfie|gravatar|\bme\b|顔|写真|証明|本人|肖像", re.IGNORECASE
)


def _pictures(resume: Resume) -> Iterator[Personal]:
    """Pictures at the head, and those elsewhere that are called a portrait."""
    head = {n for s in resume.sections if s.kind in ("head", "contact") for n in range(s.first, s.last + 1)}
    for line in resume.lines:
        if "![" not in line.text and "<" not in line.text:
            continue
        for found in _PICTURE.finditer(line.text[:20_000]):
            if line.number in head or not head or _PORTRAIT.search(found.group()):
                yield Personal("photo", line.start + found.start(), line.start + found.end())


def _again(resume: Resume, folded: str, known: _Known) -> Iterator[Personal]:
    """Every further place of the names, accounts and domains that were learnt."""
    names = list(dict.fromkeys([*known.names, *readings(known.names)]))[:_TERMS]
    patterns = list(dict.fromkeys(name_patterns(names)))
    whole = [pattern for pattern, is_part in patterns if not is_part]
    parts = [pattern for pattern, is_part in patterns if is_part]
    for found in _finder(whole, folded):
        yield Personal("name", *found.span())
    employers = _employers(resume, folded)
    for found in _finder(parts, folded):
        if not _within(found.span(), employers):
            yield Personal("name", *found.span())
    handles = [re.escape(handle) for handle in sorted(known.handles) if len(handle) >= 4][:_TERMS]
    for found in _finder([rf"(?i:(?<![\w])@?{'(?:' + '|'.join(handles) + ')'}(?![\w]))"] if handles else [], folded):
        yield Personal("link", *found.span())
    for found in _finder(
        [rf"(?i:(?<![\w-])(?:www\.)?{re.escape(d)}(?:/[\w./~-]*)?(?![\w]))" for d in sorted(known.domains)[:_TERMS]],
        folded,
    ):
        yield Personal("link", *found.span())


def _finder(patterns: list[str], folded: str) -> Iterator[re.Match[str]]:
    """Matches of each pattern; one search per pattern, so that overlapping forms are all found."""
    for pattern in patterns:
        yield from re.finditer(pattern, folded)


def _employers(resume: Resume, folded: str) -> list[Span]:
    """Where employers are named: their names stay, also when they share a word with the owner's."""
    names = {
        fold(entry.employer) for entry in resume.entries if entry.section != "education" and len(entry.employer) > 2
    }
    spans: list[Span] = []
    for name in sorted(names)[:_TERMS]:
        spans += [found.span() for found in re.finditer(re.escape(name), folded)]
    return spans
