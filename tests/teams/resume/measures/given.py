"""Résumés for tests of measures."""

from __future__ import annotations

from datetime import date
from pathlib import Path

from kasen.teams.resume.document.model import Material
from kasen.teams.resume.document.parse import parse
from kasen.teams.resume.measures.model import Defect, Measured
from kasen.teams.resume.measures.view import View
from kasen.teams.resume.schemas.part import Lang
from kasen.tools.screenshot.model import PageFacts

FILES = Path(__file__).parent / "files"
TODAY = date(2026, 9, 1)


def material(text: str, *, review: Lang | None = None, posting: str = "", role: str = "") -> Material:
    resume = parse(text)
    return Material(resume, role, posting, TODAY, review or resume.lang)


def view(text: str, *, review: Lang | None = None, posting: str = "", page: PageFacts | None = None) -> View:
    return View(material(text, review=review, posting=posting), page)


def file(name: str) -> str:
    return (FILES / name).read_text(encoding="utf-8")


def quoted(text: str, measured: Measured) -> list[str]:
    """The words of the text that the findings point at."""
    return [text[one.start : one.end] for one in measured.defects]


def one(measured: Measured) -> Defect:
    assert len(measured.defects) == 1, measured.defects
    return measured.defects[0]


def english(items: str, *, head: str = "Engineer, Example Ltd, 2020-01 – present") -> str:
    """A résumé with one position that has these items."""
    return f"# Example Person\n\n## Experience\n\n### {head}\n\n{items}\n"


def japanese(items: str, *, head: str = "見本株式会社（2020年1月〜現在）") -> str:
    return f"# 職務経歴書\n\n氏名：見本 花子\n\n## 職務経歴\n\n### {head}\n\n{items}\n"
