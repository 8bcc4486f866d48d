"""Briefs of decks: read from a file of the form that README.md tells, and made into requests with their files."""

from __future__ import annotations

import importlib.util
import itertools
import json
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
EXAMPLES = ROOT / "examples"
ODD = ROOT / "tests" / "teams" / "slides" / "odd_templates.py"
WRITERS = ("rules", "good", "overfull")
IMAGES = ("none", "auto", "full")
PAINTERS = ("fake", "none", "fails")
BUNDLED = ("light", "dark", "business")
FIELDS = ("id", "wish", "lang", "slides", "audience", "template", "data", "docs", "images", "painter", "writer")
LANGS = ("auto", "ja", "en")
LONGEST_PATH = 200
"""Characters."""


class BadBriefs(Exception):
    """A file of briefs that is not of the form."""


@dataclass(frozen=True)
class Brief:
    """One deck to make."""

    id: str
    wish: str
    lang: str = "auto"
    slides: int = 0
    audience: str = ""
    template: str = ""
    data: list[Any] = field(default_factory=list)
    docs: list[Any] = field(default_factory=list)
    images: str = "none"
    painter: str = "fake"
    writer: str = "rules"
    beside: Path = ROOT
    """Folder of the file that it stands in: paths may start there."""

    def request(self, folder: Path) -> dict[str, Any]:
        """The fields of the team's request; inline tables, texts and odd templates become files in `folder`."""
        folder.mkdir(parents=True, exist_ok=True)
        given: dict[str, Any] = {
            "wish": self.wish,
            "lang": self.lang,
            "slides": self.slides,
            "audience": self.audience,
            "images": self.images,
            "template": self._template(folder),
        }
        data = [self._file(one, folder / f"data-{n}.csv", "data") for n, one in enumerate(self.data, start=1)]
        own = folder / "docs"
        own.mkdir(exist_ok=True)
        docs = [self._file(one, own / f"text-{n}.md", "docs") for n, one in enumerate(self.docs, start=1)]
        places = [own if path.parent == own else path for path in docs]
        return {**given, "data": list(map(str, data)), "docs": list(dict.fromkeys(map(str, places)))}

    def _template(self, folder: Path) -> str:
        if not self.template or self.template in BUNDLED:
            return self.template
        if (found := self._path(self.template)) is not None:
            return str(found)
        makers = odd_templates()
        if self.template not in makers:
            raise BadBriefs(
                f"`{self.id}`: there is no template `{self.template}`; there is: {', '.join([*BUNDLED, *makers])}"
            )
        path = folder / f"{self.template}.pptx"
        path.write_bytes(makers[self.template]())
        return str(path)

    def _file(self, given: Any, path: Path, name: str) -> Path:
        if isinstance(given, str):
            return self._said(given, path, name)
        if not isinstance(given, dict):
            raise BadBriefs(f"`{self.id}`: an entry of `{name}` is neither text nor an object")
        if "text" in given:
            path = path.with_name(Path(str(given.get("name") or path.name)).name)
            path.write_text(str(given["text"]), encoding="utf-8")
            return path
        makers = {"data": ("rows", "columns", made_table), "docs": ("characters", "word", made_text)}
        first, second, make = makers[name]
        if first not in given:
            raise BadBriefs(f"`{self.id}`: an object in `{name}` has `text`, or `{first}` and `{second}`")
        path.write_text(make(int(given[first]), int(given.get(second, 4)), self.lang), encoding="utf-8")
        return path

    def _said(self, given: str, path: Path, name: str) -> Path:
        """A path where there is such a file, else the text itself."""
        is_line = "\n" not in given.strip() and len(given) < LONGEST_PATH
        found = self._path(given.strip()) if is_line else None
        if found is not None:
            return found
        if is_line and not (name == "docs" and any(mark in given for mark in " 。")):
            raise BadBriefs(f"`{self.id}`: `{given[:80]}` in `{name}` is no file, no folder and no text")
        path.write_text(given, encoding="utf-8")
        return path

    def _path(self, given: str) -> Path | None:
        places = [Path(given)] if Path(given).is_absolute() else [self.beside / given, EXAMPLES / given, ROOT / given]
        return next((place for place in places if place.exists()), None)


def odd_templates() -> dict[str, Callable[[], bytes]]:
    """Templates that were not made for this project, by name, each a function that builds it."""
    spec = importlib.util.spec_from_file_location("odd_templates", ODD)
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules.get("odd_templates") or importlib.util.module_from_spec(spec)
    if "odd_templates" not in sys.modules:
        sys.modules["odd_templates"] = module
        spec.loader.exec_module(module)
    return dict(module.ALL)


def load(path: Path) -> list[Brief]:
    """The briefs of a file. Raises BadBriefs with one sentence."""
    try:
        said = json.loads(path.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise BadBriefs(f"{path} cannot be read: {error.strerror}") from error
    except (ValueError, RecursionError) as error:
        raise BadBriefs(f"{path} is not JSON: {error}") from error
    rows = said.get("briefs") if isinstance(said, dict) else said
    if not isinstance(rows, list) or not rows:
        raise BadBriefs(f"{path} holds no briefs")
    return [_brief(row, n, path.resolve().parent) for n, row in enumerate(rows, start=1)]


def _brief(row: Any, number: int, beside: Path) -> Brief:
    name = f"brief {number}"
    if not isinstance(row, dict) or not str(row.get("wish") or "").strip():
        raise BadBriefs(f"{name} has no `wish`")
    known = {key: row[key] for key in FIELDS if row.get(key) is not None}
    for key in ("data", "docs"):
        if key in known and not isinstance(known[key], list):
            known[key] = [known[key]]
    if known.get("images") in (True, False):
        known["images"] = "auto" if known["images"] else "none"
    brief = Brief(**{"id": name, **known, "beside": beside})
    for key, allowed in (("lang", LANGS), ("writer", WRITERS), ("images", IMAGES), ("painter", PAINTERS)):
        if getattr(brief, key) not in allowed:
            raise BadBriefs(f"{name}: `{key}` is `{getattr(brief, key)}`; it is one of {', '.join(allowed)}")
    return brief


def made_table(rows: int, columns: int, lang: str) -> str:
    """A table of that size as CSV: months, long names, numbers; the same each time."""
    japanese = lang == "ja"
    names = ["年月", "拠点"] if japanese else ["Month", "Site"]
    names += [f"{'指標' if japanese else 'Measure'}{chr(65 + n % 26)}" for n in range(max(columns - 2, 1))]
    places = (
        ["北海道・東北統括営業本部札幌中央支店", "関東第二営業部", "関西", "九州・沖縄地域販売推進センター"]
        if japanese
        else ["Northern and Eastern Regional Sales Headquarters", "Rhine", "Donaudampfschifffahrtsgesellschaft", "Sea"]
    )
    lines = [",".join(names[:columns])]
    for n, place in zip(range(rows), itertools.cycle(places), strict=False):
        month = f"{2021 + n // 4 // 12}-{n // 4 % 12 + 1:02d}"
        values = [str((n * 37 + k * 911) % 900_000 + 1_000) for k in range(max(columns - 2, 1))]
        lines.append(",".join([month, place, *values][:columns]))
    return "\n".join(lines) + "\n"


def made_text(characters: int, word: int, lang: str) -> str:
    """Headings, each with a paragraph of that many characters and one word of `word`; the same each time."""
    japanese = lang == "ja"
    heads = (
        ["現状", "課題", "方針", "計画", "体制"] if japanese else ["Where we are", "Needs", "Course", "Plan", "People"]
    )
    parts = []
    for n, head in enumerate(heads):
        long = ("アーキテクチャ" if japanese else "Überlandleitungsbau")[: max(word, 1)]
        long = (long * (word // len(long) + 1))[:word]
        sentence = (
            f"{head}について述べると、担当する部署は毎週の会議で{long}の進み方を確かめ、遅れの原因を記して次の手を決める"
            if japanese
            else f"About {head.lower()}, the people in charge look at {long} each week, note why it is late, decide"
        )
        filled = ("、さらに" if japanese else ", and moreover ").join([sentence] * (characters // len(sentence) + 1))
        parts.append(f"# {head}\n\n{filled[:characters]}{'。' if japanese else '.'}\n")
        parts.append(f"{'要点' if japanese else 'In short'}{n + 1}: {long}\n")
    return "\n".join(parts)
