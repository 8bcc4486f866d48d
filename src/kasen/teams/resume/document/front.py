"""Personal data in front matter: the values of keys such as `author`, `email`, `image`, with what is nested in them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from kasen.teams.resume.document.model import PersonalKind, Resume

_KEYS: dict[PersonalKind, str] = {
    "name": "author authors name fullname full_name full-name firstname lastname first_name last_name given family "
    "given_name family_name surname 氏名 名前 literal",
    "email": "email e-mail mail",
    "phone": "phone tel telephone mobile cell fax 電話",
    "address": "address location city zip postal postal-code postalcode street region country 住所 hometown",
    "photo": "image photo avatar picture profile-image profile_image profile-photo headshot cover",
    "link": "github gitlab linkedin twitter url website homepage web orcid href site-url repo-url blog username "
    "handle facebook instagram link "
    "qiita zenn mastodon bluesky canonical-url",
    "birth": "birth birthday birthdate dob date-of-birth nationality 生年月日",
    "age": "age 年齢",
    "gender": "gender sex pronouns 性別",
    "family": "marital-status marital_status",
}
_KEY_KINDS: dict[str, PersonalKind] = {key: kind for kind, keys in _KEYS.items() for key in keys.split()}
_OF_OTHERS_WORDS = (
    "affiliation affiliations institute institutes organization company employer work format website-theme navbar"
)
_OF_OTHERS = frozenset(_OF_OTHERS_WORDS.split())
_YAML = re.compile(
    r"^(?P<indent>[ \t]*)(?P<item>(?:-[ \t]+)*)(?:[\"']?(?P<key>[\w.-]+)[\"']?[ \t]*:(?=[ \t]|$))?[ \t]*"
    r"(?P<value>.*?)[ \t]*$"
)


@dataclass(frozen=True)
class Field:
    """What a field holds, as a range of the whole text."""

    kind: PersonalKind
    start: int
    end: int


@dataclass
class _Yaml:
    """Keys above the line, by indentation."""

    above: list[tuple[int, str]] = field(default_factory=list)

    def kind(self, indent: int, key: str) -> PersonalKind | None:
        """What the value of this key is."""
        while self.above and self.above[-1][0] >= indent:
            self.above.pop()
        if any(name in _OF_OTHERS for _, name in self.above):
            return None
        if key:
            return _KEY_KINDS.get(key)
        return _KEY_KINDS.get(self.above[-1][1]) if self.above else None


def front_fields(resume: Resume) -> Iterator[Field]:
    """Values of keys such as `author`, `email`, `image`, with what is nested under them."""
    yaml = _Yaml()
    for line in resume.lines:
        if line.kind != "front_matter":
            continue
        found = _YAML.match(line.text)
        if not found or line.text.strip() in ("---", "..."):
            continue
        key = (found["key"] or "").lower()
        indent = len(found["indent"]) + len(found["item"])
        kind = yaml.kind(indent if key else indent + 1, key)
        if key:
            yaml.above.append((indent, key))
        value = found["value"]
        if kind and value and value not in ("|", ">", "|-", ">-", "[]", "{}"):
            yield Field(kind, line.start + found.start("value"), line.start + found.start("value") + len(value))
