"""JSON Resume (schema 1.x of jsonresume.org) as Markdown, in the language that it is written in."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence

from kasen.errors import InputError
from kasen.teams.resume.document.language import language_of
from kasen.teams.resume.schemas.part import Lang

_KNOWN = (
    "basics", "work", "volunteer", "education", "awards", "certificates", "publications", "skills", "languages",
    "interests", "references", "projects",
)  # fmt: skip
_HEADINGS: dict[str, tuple[str, str]] = {
    "summary": ("職務要約", "Summary"),
    "work": ("職務経歴", "Experience"),
    "volunteer": ("ボランティア", "Volunteer Experience"),
    "projects": ("プロジェクト", "Projects"),
    "skills": ("スキル", "Skills"),
    "education": ("学歴", "Education"),
    "certificates": ("資格", "Certifications"),
    "awards": ("受賞歴", "Awards"),
    "publications": ("論文・発表", "Publications"),
    "languages": ("語学", "Languages"),
    "interests": ("趣味・特技", "Interests"),
    "references": ("推薦", "References"),
}
_HEAD = (
    ("email", "メール", "Email"),
    ("phone", "電話", "Phone"),
    ("url", "Website", "Website"),
)
_Object = Mapping[str, object]
_MARKS = re.compile(r"^([#>+-]|\d+[.)])(?=\s)|([*_`\[\]<>\\])")


def as_markdown(text: str) -> tuple[str, list[str]]:
    """The résumé as Markdown, and what was left out of it. Raises InputError for JSON that is no JSON Resume.

    What the schema does not know and values of another type are left out and named; nothing is invented.
    """
    try:
        made = json.loads(text.removeprefix("\ufeff"))
    except (ValueError, RecursionError) as error:
        raise InputError(f"the résumé is no valid JSON ({str(error)[:100]})") from error
    if not isinstance(made, dict) or not any(isinstance(made.get(name), (dict, list)) for name in _KNOWN):
        raise InputError(
            "this JSON is no JSON Resume: it has none of `basics`, `work`, `education`, `skills`",
            hint="The schema is at https://jsonresume.org/schema.",
        )
    problems = [
        f"`{name}` is not known to JSON Resume and was left out"
        for name in made
        if name not in (*_KNOWN, "meta", "$schema")
    ]
    lang = language_of("\n".join(_strings(made)))
    blocks = [*_basics(_object(made.get("basics")), lang)]
    for name, (ja, en) in _HEADINGS.items():
        if name == "summary":
            continue
        items, skipped = _items(made.get(name))
        problems += [f"{skipped} of `{name}` could not be read and were left out"] if skipped else []
        written = [line for item in items for line in _WRITERS[name](item, lang)]
        if written:
            blocks += [f"## {ja if lang == 'ja' else en}", "\n".join(written).strip()]
    return "\n\n".join(blocks) + "\n", problems


def _strings(made: object, depth: int = 0) -> Iterator[str]:
    """Every text in it that a person reads."""
    if isinstance(made, str):
        yield made
    elif depth < 20 and isinstance(made, dict):
        for key, value in made.items():
            if key not in ("url", "image", "email", "$schema", "meta"):
                yield from _strings(value, depth + 1)
    elif depth < 20 and isinstance(made, list):
        for value in made:
            yield from _strings(value, depth + 1)


def _object(value: object) -> _Object:
    return value if isinstance(value, dict) else {}


def _items(value: object) -> tuple[list[_Object], int]:
    """The objects of a list, and how many entries are none."""
    found = value if isinstance(value, list) else [] if value is None else [value]
    kept: list[_Object] = [item for item in found if isinstance(item, dict)]
    return kept, len(found) - len(kept)


def _text(item: _Object, name: str) -> str:
    """A value as one line of Markdown that means what it says."""
    value = item.get(name)
    if isinstance(value, bool) or not isinstance(value, (str, int, float)):
        return ""
    return _escaped(" ".join(str(value).split()))


def _escaped(words: str) -> str:
    return _MARKS.sub(lambda mark: "\\" + mark.group(), words)


def _texts(item: _Object, name: str) -> list[str]:
    value = item.get(name)
    found: Sequence[object] = value if isinstance(value, list) else [value] if isinstance(value, str) else []
    return [_escaped(" ".join(one.split())) for one in found if isinstance(one, str) and one.strip()]


def _raw(item: _Object, name: str) -> str:
    value = item.get(name)
    return "".join(value.split()) if isinstance(value, str) else ""


def _basics(basics: _Object, lang: Lang) -> Iterator[str]:
    name, label = _text(basics, "name"), _text(basics, "label")
    if name:
        yield f"# {name}"
    if label:
        yield label
    if image := _raw(basics, "image"):
        yield f"![{'顔写真' if lang == 'ja' else 'Photo'}](<{image}>)"
    lines = [f"- {ja if lang == 'ja' else en}: {_raw(basics, key)}" for key, ja, en in _HEAD if _raw(basics, key)]
    where = _object(basics.get("location"))
    parts = [_text(where, key) for key in ("postalCode", "address", "city", "region", "countryCode")]
    if any(parts):
        lines.append(
            f"- {'住所' if lang == 'ja' else 'Address'}: {(' ' if lang == 'ja' else ', ').join(filter(None, parts))}"
        )
    for profile in _items(basics.get("profiles"))[0]:
        address = _raw(profile, "url") or _text(profile, "username")
        if address:
            lines.append(f"- {_text(profile, 'network') or 'Web'}: {address}")
    if lines:
        yield "\n".join(lines)
    if summary := _text(basics, "summary"):
        yield f"## {_HEADINGS['summary'][lang == 'en']}"
        yield summary


def _date(words: str, lang: Lang) -> str:
    found = re.match(r"^(\d{4})(?:-(\d{1,2}))?(?:-\d{1,2})?", words)
    if not found:
        return words
    if lang == "ja":
        return f"{found[1]}年" + (f"{int(found[2])}月" if found[2] else "")
    return f"{found[1]}-{int(found[2]):02d}" if found[2] else found[1]


def _period(item: _Object, lang: Lang) -> str:
    start, end = _text(item, "startDate"), _text(item, "endDate")
    if not start:
        return _date(end, lang) if end else ""
    last = _date(end, lang) if end else ("現在" if lang == "ja" else "Present")
    return f"{_date(start, lang)}〜{last}" if lang == "ja" else f"{_date(start, lang)} – {last}"


def _entry(who: str, what: str, item: _Object, lang: Lang) -> Iterator[str]:
    """A heading of organisation and position, its period, what was done."""
    title = " — ".join(filter(None, (who, what)))
    period = _period(item, lang)
    if title or period:
        yield f"### {title or period}\n"
    if title and period:
        yield f"{period}\n"
    for name in ("description", "summary"):
        if words := _text(item, name):
            yield f"{words}\n"
    done = [f"- {words}" for words in _texts(item, "highlights")]
    yield from done
    if done:
        yield ""


def _work(item: _Object, lang: Lang) -> Iterator[str]:
    return _entry(_text(item, "name") or _text(item, "company"), _text(item, "position"), item, lang)


def _volunteer(item: _Object, lang: Lang) -> Iterator[str]:
    return _entry(_text(item, "organization"), _text(item, "position"), item, lang)


def _project(item: _Object, lang: Lang) -> Iterator[str]:
    yield from _entry(_text(item, "name"), " / ".join(_texts(item, "roles")), item, lang)
    if words := _texts(item, "keywords"):
        yield f"{'技術' if lang == 'ja' else 'Technologies'}: {', '.join(words)}\n"


def _education(item: _Object, lang: Lang) -> Iterator[str]:
    what = ", ".join(filter(None, (_text(item, "studyType"), _text(item, "area"))))
    yield from _entry(_text(item, "institution"), what, item, lang)
    if courses := _texts(item, "courses"):
        yield "\n".join(f"- {course}" for course in courses) + "\n"


def _skill(item: _Object, lang: Lang) -> Iterator[str]:
    level = _text(item, "level")
    name = _text(item, "name") + (f" ({level})" if level else "")
    yield f"- {': '.join(filter(None, (name, ', '.join(_texts(item, 'keywords')))))}"


def _certificate(item: _Object, lang: Lang) -> Iterator[str]:
    yield _listed(item, ("name", "issuer"), "date", lang)


def _award(item: _Object, lang: Lang) -> Iterator[str]:
    yield _listed(item, ("title", "awarder", "summary"), "date", lang)


def _publication(item: _Object, lang: Lang) -> Iterator[str]:
    yield _listed(item, ("name", "publisher", "summary"), "releaseDate", lang)


def _language(item: _Object, lang: Lang) -> Iterator[str]:
    yield _listed(item, ("language", "fluency"), "", lang)


def _reference(item: _Object, lang: Lang) -> Iterator[str]:
    yield _listed(item, ("reference", "name"), "", lang)


def _listed(item: _Object, names: Sequence[str], date: str, lang: Lang) -> str:
    words = [_text(item, name) for name in names]
    when = _date(_text(item, date), lang) if date else ""
    return f"- {' — '.join(filter(None, words))}" + (f" ({when})" if when else "")


_WRITERS = {
    "work": _work,
    "volunteer": _volunteer,
    "projects": _project,
    "skills": _skill,
    "education": _education,
    "certificates": _certificate,
    "awards": _award,
    "publications": _publication,
    "languages": _language,
    "interests": _skill,
    "references": _reference,
}
