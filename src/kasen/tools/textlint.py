"""Rules of Japanese prose by textlint (MIT, https://textlint.github.io), where its owner has installed it.

Only a textlint on PATH is run, never one of the current folder: that could be anybody's program. The rules are the
presets that are installed beside it; their configuration is ours and lies in a folder of its own.
"""

from __future__ import annotations

import json
import re
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from kasen.tools.validation.running import run

LEAST = 14
"""First major version whose output and presets this is written for."""
LONGEST_S = 30.0
MOST = 300_000
"""Characters of a text that is linted; more takes longer than anybody waits."""
PRESETS = {
    "textlint-rule-preset-ja-technical-writing": "preset-ja-technical-writing",
    "textlint-rule-preset-jtf-style": "preset-jtf-style",
    "@textlint-ja/textlint-rule-preset-ai-writing": "@textlint-ja/preset-ai-writing",
}
"""Package → name of its rules."""
INSTALL = f"npm install -g textlint {' '.join(PRESETS)}"
"""The command that brings it."""
_OFF = {
    "preset-ja-technical-writing": (
        # Measured by rules of our own, with limits for résumés.
        *("sentence-length", "no-mix-dearu-desumasu", "no-hankaku-kana"),
        # Names of certificates and employers are long runs of ideographs.
        *("max-kanji-continuous-len", "ja-unnatural-alphabet"),
    ),
    "preset-jtf-style": (
        # Lists of a résumé end in nouns and without a full stop; names, periods and labels have signs of their own.
        *(
            "1.1.1.本文",
            "1.1.3.箇条書き",
            "1.1.2.見出し",
            "4.2.7.コロン(：)",
            "4.2.6.ハイフン(-)",
            "4.2.2.スラッシュ(/)",
        ),
        *(
            "4.3.1.丸かっこ（）",
            "4.3.2.大かっこ［］",
            "4.2.9.ダッシュ(-)",
            "4.1.3.ピリオド(.)、カンマ(,)",
            "4.2.4.中黒(・)",
        ),
        *("3.1.1.全角文字と半角文字の間", "3.1.2.全角文字どうし", "3.3.かっこ類と隣接する文字の間のスペースの有無"),
        # Measured by rules of our own.
        *(
            "1.2.2.ピリオド(.)とカンマ(,)",
            "2.1.5.カタカナ",
            "2.1.6.カタカナの長音",
            "2.1.8.算用数字",
            "2.1.9.アルファベット",
        ),
    ),
    "@textlint-ja/preset-ai-writing": (),
}
_PERIOD = "ja-no-mixed-period"
_BREAK = re.compile(r"\r\n|\r|\n")
_BLANKED = re.compile(r"^[ \t]*(?::{3,}.*|\{\{<.*>\}\}[ \t]*)$")
_DICTIONARY = re.compile(r"^【dict\d+】\s*")
"""With what a rule names its list of words."""
_ITEM = re.compile(r"^[ \t\u3000]*(?:[-*+•・●○◆◇■□]|\d{1,3}[.)])|^[ \t]*[|#]")


@dataclass(frozen=True)
class LintMessage:
    """One finding; positions are characters of the text that was given, lines count from 1."""

    rule: str
    text: str
    """One sentence, in Japanese as most rules speak."""
    line: int
    start: int
    end: int
    severity: Literal["warning", "error"] = "error"


@dataclass(frozen=True)
class Textlint:
    """An installation: its program, the folder of its rules, its version, and the rules that are there."""

    program: str
    modules: Path
    version: str
    rules: tuple[str, ...]


def installed() -> Textlint | None:
    """The textlint on PATH with the presets beside it; None when it is missing, too old, or has none of them."""
    found = shutil.which("textlint")
    modules = _modules(Path(found)) if found and Path(found).is_absolute() else None
    if not found or modules is None:
        return None
    version = _version(modules / "textlint")
    rules = tuple(rule for package, rule in PRESETS.items() if (modules / package / "package.json").is_file())
    if not rules or not version.split(".")[0].isdigit() or int(version.split(".")[0]) < LEAST:
        return None
    return Textlint(found, modules, version, rules)


def missing(lang: Literal["ja", "en"] = "en") -> str:
    """What has to be installed, one sentence; where nothing has, that it gave no answer."""
    if installed() is not None:
        return "textlint did not answer." if lang == "en" else "textlint から答えが得られなかった。"
    if shutil.which("textlint") is None:
        return (
            f"textlint is not installed. Run: {INSTALL}" if lang == "en" else f"textlint がない。入れるには：{INSTALL}"
        )
    if lang == "en":
        return f"textlint is older than {LEAST} or its presets for Japanese are missing. Run: {INSTALL}"
    return f"textlint が {LEAST} より古いか、日本語の規則がない。入れるには：{INSTALL}"


async def lint(text: str, *, lang: Literal["ja", "en"]) -> list[LintMessage] | None:
    """What the rules find, in order of the text. None: nothing can lint it here; `missing` says why.

    The rules are those of Japanese; there are none for English. Nothing is raised when the program fails.
    """
    found = installed() if lang == "ja" and len(text) <= MOST else None
    if found is None:
        return None
    lines = list(_lines(text))
    with tempfile.TemporaryDirectory(prefix="kasen-textlint-") as name:
        folder = Path(name)
        (folder / "config.json").write_text(json.dumps(_config(found)), encoding="utf-8")
        # textlint skips .qmd without a word, so it is given Markdown.
        (folder / "text.md").write_text(_shown(text, lines), encoding="utf-8", newline="")
        command = [found.program, "--format", "json", "--config", "config.json", "--no-color"]
        command += ["--rules-base-directory", str(found.modules), "text.md"]
        ran = await run(command, folder=folder, seconds=LONGEST_S)
    if ran.code not in (0, 1):
        return None
    said = _said(ran.out)
    return None if said is None else sorted(_messages(text, lines, said), key=lambda one: (one.start, one.rule))


def _modules(program: Path) -> Path | None:
    """The `node_modules` that a program stands in, or the one beside the folder of programs."""
    real = program.resolve()
    for parent in real.parents:
        if parent.name == "node_modules":
            return parent
    beside = (program.parent.parent / "lib" / "node_modules", program.parent.parent)
    return next((folder for folder in beside if (folder / "textlint" / "package.json").is_file()), None)


def _version(package: Path) -> str:
    try:
        said = json.loads((package / "package.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return ""
    return str(said.get("version", "")) if isinstance(said, dict) else ""


def _config(found: Textlint) -> dict[str, Any]:
    rules: dict[str, Any] = {}
    for rule in found.rules:
        off = _OFF[rule]
        rules[rule] = dict.fromkeys(off, False) if off else True
    return {"rules": rules}


def _lines(text: str) -> Iterator[tuple[int, int]]:
    start = 0
    for end in _BREAK.finditer(text):
        yield start, end.start()
        start = end.end()
    yield start, len(text)


def _shown(text: str, lines: Sequence[tuple[int, int]]) -> str:
    """The text, line for line, without divs and shortcodes of Quarto and without its front matter."""
    shown = [text[start:end] for start, end in lines]
    if shown and shown[0].lstrip("\ufeff").rstrip() == "---":
        end = next((n for n, line in enumerate(shown) if n and line.rstrip() in ("---", "...")), 0)
        shown[: end + 1] = [""] * (end + 1)
    return "\n".join("" if _BLANKED.match(line) else line for line in shown)


def _said(out: bytes) -> list[dict[str, Any]] | None:
    """The messages of the one file, or None for an answer of another form."""
    try:
        files = json.loads(out.decode("utf-8", "replace") or "[]")
    except ValueError:
        return None
    if not isinstance(files, list) or not all(isinstance(one, dict) for one in files):
        return None
    found = [message for one in files for message in one.get("messages", ())]
    return [one for one in found if isinstance(one, dict)]


def _messages(text: str, lines: Sequence[tuple[int, int]], said: Sequence[dict[str, Any]]) -> Iterator[LintMessage]:
    for one in said:
        loc = one.get("loc")
        begin, stop = (loc.get("start"), loc.get("end")) if isinstance(loc, dict) else (one, one)
        first, last = _position(text, lines, begin), _position(text, lines, stop)
        words = _DICTIONARY.sub("", " ".join(str(one.get("message", "")).split("\n")[0].split()))
        if first is None or not words or not isinstance(begin, dict):
            continue
        line = int(begin["line"])
        rule = str(one.get("ruleId", ""))
        if rule.endswith(_PERIOD) and not _is_prose(text[slice(*lines[line - 1])]):
            continue
        severity: Literal["warning", "error"] = "error" if one.get("severity") == 2 else "warning"
        yield LintMessage(rule, words[:300], line, first, max(first, last or first), severity)


def _position(text: str, lines: Sequence[tuple[int, int]], place: object) -> int | None:
    """Where a line and a column of textlint are; its columns count in units of UTF-16."""
    if not isinstance(place, dict):
        return None
    line, column = place.get("line"), place.get("column")
    if not isinstance(line, int) or not isinstance(column, int) or not 1 <= line <= len(lines):
        return None
    start, end = lines[line - 1]
    units = at = 0
    while units < column - 1 and start + at < end:
        units += 2 if ord(text[start + at]) > 0xFFFF else 1
        at += 1
    return start + at


def _is_prose(line: str) -> bool:
    """True where a full stop is missed: sentences, not items, cells, headings or lines of data."""
    return "。" in line and not _ITEM.match(line)
