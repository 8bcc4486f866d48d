from __future__ import annotations

import io
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from kasen.errors import InputError
from kasen.knowledge.library import Skipped
from kasen.teams.slides.nodes.reader import reader
from kasen.teams.slides.schemas.request import Request
from kasen.teams.slides.state import TEMPLATE
from kasen.teams.slides.template.bundled import bundled
from kasen.testing.deps import FakeDeps, fake_deps
from kasen.testing.stores import FakeLibrary
from teams.slides.bench import CSV, PASSAGES, hits
from teams.slides.nodes.stating import runtime
from teams.slides.odd_templates import four_by_three


async def taken_in(deps: FakeDeps | None = None, **request: Any) -> tuple[Any, FakeDeps]:
    deps = deps or fake_deps()
    given = Request(**{"wish": "Tea gardens and buyers abroad", **request})
    return await reader({"request": given}, runtime(deps)), deps


@pytest.mark.parametrize(("lang", "name"), [("ja", "business"), ("en", "light")])
async def test_without_a_template_there_is_a_bundled_one_for_the_language(lang: str, name: str) -> None:
    found, deps = await taken_in(fake_deps(lang=lang))
    assert (found["lang"], found["design"].name, found["design"].bundled) == (lang, name, True)
    assert await deps.artifacts.read(TEMPLATE) == bundled(name)
    assert (found["tables"], found["documents"], found["passages"], found["logo"], found["notes"]) == (
        [],
        0,
        [],
        "",
        [],
    )
    assert deps.notes[0].startswith(name)
    assert deps.events.of("warning") == []


async def test_a_template_of_the_user_is_kept_with_the_run(tmp_path: Path) -> None:
    path = tmp_path / "社内.pptx"
    path.write_bytes(four_by_three())
    found, deps = await taken_in(template=str(path))
    assert (found["design"].name, found["design"].bundled, found["design"].aspect) == ("社内.pptx", False, "4:3")
    path.unlink()
    assert (await deps.artifacts.read(TEMPLATE)).startswith(b"PK")


async def test_tables_and_documents_are_read_and_what_is_odd_is_told(tmp_path: Path) -> None:
    path = tmp_path / "tea.csv"
    path.write_text(CSV)
    skipped = [Skipped(f"/docs/{n}.pdf", "encrypted") for n in range(7)]
    library = FakeLibrary(hits(), skipped=skipped)
    found, deps = await taken_in(fake_deps(documents=library), data=[path], docs=[tmp_path])
    (table,) = found["tables"]
    assert (table.file, table.rows) == ("tea.csv", 6)
    assert found["documents"] == len(PASSAGES)
    assert {one.ref.id for one in found["passages"]} <= {"P1", "P2", "P3"}
    assert found["passages"]
    assert set(deps.evidence.passages_by_id) == {one.ref.passage_id for one in found["passages"]}
    (search,) = deps.events.of("search")
    assert (search.where, search.found) == ("documents", len(found["passages"]))
    assert found["notes"] == [f"{n}.pdf: encrypted" for n in range(5)], "not a line for each of hundreds"
    assert [one.text for one in deps.events.of("warning")] == found["notes"]


async def test_why_a_file_was_not_taken_in_is_told_in_the_language_of_the_deck() -> None:
    library = FakeLibrary(hits(), skipped=[Skipped("/docs/a.md", "is empty")])
    found, _ = await taken_in(fake_deps(lang="ja", documents=library), docs=[Path("/docs")])
    assert found["notes"] == ["a.md: 空"]


async def test_documents_that_were_not_named_are_not_searched() -> None:
    found, deps = await taken_in(fake_deps(documents=hits()))
    assert (found["documents"], found["passages"], deps.events.of("search")) == (0, [], [])


async def test_a_table_that_is_none_ends_the_run_before_anything_is_spent(tmp_path: Path) -> None:
    path = tmp_path / "壊れた.xlsx"
    path.write_bytes(b"PK\x03\x04 no workbook")
    deps = fake_deps()
    with pytest.raises(InputError, match=r"壊れた\.xlsx"):
        await taken_in(deps, data=[path])
    assert deps.ledger.receipts == {}


async def test_a_template_that_is_none_ends_the_run(tmp_path: Path) -> None:
    path = tmp_path / "x.pptx"
    path.write_text("no presentation")
    with pytest.raises(InputError, match=r"x\.pptx"):
        await taken_in(template=str(path))


async def test_a_logo_is_kept_without_what_a_camera_wrote_into_it(tmp_path: Path) -> None:
    path, exif = tmp_path / "Logo.JPG", Image.Exif()
    exif[0x010E] = "where it was taken"
    Image.new("RGB", (20, 10), "red").save(path, "JPEG", exif=exif)
    found, deps = await taken_in(logo=path)
    assert found["logo"] == "_logo.jpg"
    kept = await deps.artifacts.read("_logo.jpg")
    assert b"where it was taken" not in kept
    assert Image.open(io.BytesIO(kept)).size == (20, 10)
    assert deps.artifacts.versions["_logo.jpg"][0][1] == "image/jpeg"


async def test_a_logo_that_is_no_picture_ends_the_run(tmp_path: Path) -> None:
    path = tmp_path / "logo.png"
    path.write_text("<svg/>")
    with pytest.raises(InputError, match="is no picture"):
        await taken_in(logo=path)


async def test_a_repetition_reads_what_the_run_kept_and_nothing_of_the_users(tmp_path: Path) -> None:
    template, logo = tmp_path / "own.pptx", tmp_path / "logo.png"
    template.write_bytes(four_by_three())
    Image.new("RGB", (20, 10), "red").save(logo)
    first, before = await taken_in(template=str(template), logo=logo)
    template.unlink()
    logo.unlink()
    again, deps = await taken_in(replace(fake_deps(), repeats=before.artifacts), template=str(template), logo=logo)
    assert again["design"] == first["design"]
    assert again["logo"] == first["logo"]
    assert await deps.artifacts.read(TEMPLATE) == await before.artifacts.read(TEMPLATE)


@pytest.mark.parametrize(
    ("wish", "lang", "told"),
    [
        ("Les ventes de thé au Japon, pour le conseil", "auto", True),
        ("Les ventes de thé au Japon, pour le conseil", "en", False),
        ("Tea exports for the board", "auto", False),
    ],
)
async def test_a_wish_in_a_third_language_is_told_in_which_the_deck_will_be(wish: str, lang: str, told: bool) -> None:
    found, deps = await taken_in(wish=wish, lang=lang)
    assert any("written in English" in note for note in found["notes"]) is told
    assert len(deps.events.of("warning")) == told
