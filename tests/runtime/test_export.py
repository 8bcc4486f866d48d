from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path

import pytest

from kasen.errors import ConfigurationError, InputError, KasenError, StoreFailed
from kasen.evidence.types import Claim
from kasen.runtime.artifacts import RunArtifacts
from kasen.runtime.attempt import Attempt
from kasen.runtime.evidence import RunEvidence
from kasen.runtime.export import MARK, evidence_lines, export, slug
from kasen.runtime.places import Places
from kasen.runtime.rows import Options, RunRow
from kasen.runtime.store import Store
from kasen.testing.search import document_hit
from tools.report.full import full


async def new_attempt(store: Store, title: str = "What is tea?") -> tuple[RunRow, Attempt]:
    row = await store.create(team="echo", mode="echo", title=title, lang="en", request={}, options=Options())
    return row, Attempt(store, row.id, await store.claim(row.id))


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("What is tea?", "what-is-tea"),
        ("  お茶とは　何か？ ", "お茶とは-何か"),
        ("../../etc/passwd", "etc-passwd"),
        ("ＡＢＣ １２", "abc-12"),
        ("???", "run"),
        ("x" * 500, "x" * 48),
    ],
)
def test_a_title_becomes_a_name_for_files(title: str, name: str) -> None:
    assert slug(title) == name
    assert len(slug(title).encode()) <= 255


async def test_the_latest_versions_of_the_wanted_formats_are_copied(store: Store, tmp_path: Path) -> None:
    row, attempt = await new_attempt(store)
    written = RunArtifacts(attempt)
    for text in (b"old", b"new"):
        await written.write("report.md", text, "text/markdown")
    await written.write("report.html", b"<p>", "text/html")
    await written.write("data.csv", b"1", "text/csv")
    paths = await export(store, row, None, tmp_path, ["md"])
    folder = tmp_path / "what-is-tea"
    assert {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths} == {
        "what-is-tea.en.md": b"new",
        "data.csv": b"1",
    }
    assert (folder / MARK).read_text(encoding="utf-8") == row.id


async def test_what_a_run_keeps_for_its_repetitions_does_not_come_out(store: Store, tmp_path: Path) -> None:
    row, attempt = await new_attempt(store)
    for name in ("review.md", "_read.json"):
        await RunArtifacts(attempt).write(name, b"x", "text/markdown")
    paths = await export(store, row, tmp_path / "out", tmp_path, ["md", "json"])
    assert [path.name for path in paths] == ["review.md"]


async def test_another_run_of_the_same_title_gets_a_folder_of_its_own(store: Store, tmp_path: Path) -> None:
    folders = []
    for _ in range(2):
        row, attempt = await new_attempt(store)
        await RunArtifacts(attempt).write("report.md", row.id.encode(), "text/markdown")
        for _ in range(2):
            (path,) = await export(store, row, None, tmp_path, ["md"])
        folders.append(path.parent.name)
    assert folders == ["what-is-tea", "what-is-tea-2"]


async def test_a_folder_of_the_user_is_never_taken_for_ours(store: Store, tmp_path: Path) -> None:
    (tmp_path / "what-is-tea").mkdir()
    (tmp_path / "what-is-tea" / "mine.md").write_text("mine", encoding="utf-8")
    row, attempt = await new_attempt(store)
    await RunArtifacts(attempt).write("report.md", b"x", "text/markdown")
    (path,) = await export(store, row, None, tmp_path, ["md"])
    assert path.parent.name == "what-is-tea-2"
    assert [file.name for file in (tmp_path / "what-is-tea").iterdir()] == ["mine.md"]


async def test_the_ledger_names_each_claim_with_its_passages_and_sources(store: Store, tmp_path: Path) -> None:
    row, attempt = await new_attempt(store)
    hit = document_hit("煎茶は静岡。", path="/docs/茶.md", page=2, heading="産地")
    evidence = RunEvidence(attempt)
    await evidence.add([hit])
    claim = Claim(id="c1", text="主張", passage_ids=(hit.passage.id,), quote="静岡", support="supported", by="a:model")
    await evidence.record_claims([claim])
    (line,) = (await evidence_lines(store, row.id)).splitlines()
    told = json.loads(line)
    assert (told["text"], told["support"], told["by"]) == ("主張", "supported", "a:model")
    (passage,) = told["passages"]
    assert passage["text"][passage["quote_start"] : passage["quote_end"]] == told["quote"]
    assert passage["end"] - passage["start"] == len(passage["text"])
    assert (passage["text"], passage["page"], passage["headings"], passage["title"]) == (
        "煎茶は静岡。",
        2,
        ["産地"],
        "茶.md",
    )
    paths = await export(store, row, tmp_path / "out", tmp_path, [])
    assert [path.name for path in paths] == ["what-is-tea.en.evidence.jsonl"]


async def test_a_run_without_claims_has_no_ledger(store: Store) -> None:
    row, _ = await new_attempt(store)
    assert await evidence_lines(store, row.id) == b""


async def test_a_place_that_cannot_be_written_is_named_and_the_run_is_kept(store: Store, tmp_path: Path) -> None:
    row, attempt = await new_attempt(store)
    await RunArtifacts(attempt).write("report.md", b"x", "text/markdown")
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(InputError, match="cannot be written") as error:
        await export(store, row, tmp_path / "file" / "out", tmp_path, ["md"])
    assert f"kasen runs export {row.id}" in error.value.hint


async def test_a_file_of_the_user_is_not_overwritten_and_nothing_else_is_written(store: Store, tmp_path: Path) -> None:
    row, attempt = await new_attempt(store)
    await RunArtifacts(attempt).write("data.csv", b"ours", "text/csv")
    await RunArtifacts(attempt).write("more.csv", b"ours", "text/csv")
    out = tmp_path / "mine"
    out.mkdir()
    (out / "more.csv").write_text("precious", encoding="utf-8")
    with pytest.raises(InputError, match=r"more\.csv` is there already"):
        await export(store, row, out, tmp_path, ["md"])
    assert {file.name: file.read_text(encoding="utf-8") for file in out.iterdir()} == {"more.csv": "precious"}


async def test_a_folder_of_ours_takes_the_results_again(store: Store, tmp_path: Path) -> None:
    for text in (b"old", b"new"):
        row, attempt = await new_attempt(store)
        await RunArtifacts(attempt).write("data.csv", text, "text/csv")
        (path,) = await export(store, row, tmp_path / "out", tmp_path, ["md"])
    assert path.read_bytes() == b"new"


async def test_runs_of_one_title_that_end_together_get_a_folder_each(store: Store, tmp_path: Path) -> None:
    rows = []
    for _ in range(8):
        row, attempt = await new_attempt(store)
        await RunArtifacts(attempt).write("report.md", row.id.encode(), "text/markdown")
        rows.append(row)
    exported = await asyncio.gather(*(asyncio.to_thread(asyncio.run, _exported(store, row, tmp_path)) for row in rows))
    assert [path.read_text(encoding="utf-8") for path in exported] == [row.id for row in rows]


async def _exported(store: Store, row: RunRow, reports: Path) -> Path:
    (path,) = await export(store, row, None, reports, ["md"])
    return path


async def stored_report(store: Store, title: str = "What is tea?") -> RunRow:
    row, attempt = await new_attempt(store, title)
    written = RunArtifacts(attempt)
    await written.write("report.md", b"# x", "text/markdown")
    await written.write("report.json", full("ja").model_dump_json().encode(), "application/json")
    return row


async def test_pdf_word_and_bibtex_are_made_from_the_stored_report(store: Store, tmp_path: Path) -> None:
    row = await stored_report(store)
    paths = await export(store, row, tmp_path / "out", tmp_path, ["md", "docx", "bib"])
    assert [path.name.removeprefix("what-is-tea.en.") for path in paths] == ["md", "docx", "bib"]
    assert paths[1].read_bytes()[:2] == b"PK"
    assert "宇治茶" in paths[2].read_text(encoding="utf-8")
    assert not (store.folder(row.id) / "artifacts" / "report.docx").exists(), "nothing is added to the run"


async def test_a_form_that_cannot_be_made_keeps_no_other_from_coming_out(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "playwright.async_api", None)
    row = await stored_report(store)
    failed: list[KasenError] = []
    paths = await export(store, row, tmp_path / "out", tmp_path, ["pdf", "md", "bib"], failed=failed)
    assert [path.suffix for path in paths] == [".md", ".bib"]
    assert [(str(error), error.hint) for error in failed] == [
        ("printing needs the package `playwright`", "Run: pip install 'kasen[export]'")
    ]
    with pytest.raises(ConfigurationError, match="playwright"):
        await export(store, row, tmp_path / "other", tmp_path, ["pdf", "md"])
    assert [path.suffix for path in (tmp_path / "other").glob("*.md")] == [".md"]


async def test_a_form_that_the_team_has_made_itself_is_not_missed(store: Store, tmp_path: Path) -> None:
    row, attempt = await new_attempt(store)
    await RunArtifacts(attempt).write("deck.pdf", b"%PDF", "application/pdf")
    assert [path.name for path in await export(store, row, tmp_path / "out", tmp_path, ["pdf"])] == ["deck.pdf"]
    with pytest.raises(InputError, match=r"has no report that can be made into bib$"):
        await export(store, row, tmp_path / "out", tmp_path, ["pdf", "bib"])


@pytest.mark.parametrize("stored", [b"", b"{", b'{"title": 1}', None])
async def test_a_run_without_a_report_says_so(store: Store, tmp_path: Path, stored: bytes | None) -> None:
    row, attempt = await new_attempt(store)
    await RunArtifacts(attempt).write("data.csv", b"1", "text/csv")
    if stored is not None:
        await RunArtifacts(attempt).write("report.json", stored, "application/json")
    with pytest.raises(InputError, match="has no report that can be made into bib"):
        await export(store, row, None, tmp_path, ["bib"])


async def test_a_run_that_made_nothing_yet_has_nothing_to_make_forms_of(store: Store, tmp_path: Path) -> None:
    row, _ = await new_attempt(store)
    assert await export(store, row, tmp_path / "out", tmp_path, ["pdf"]) == []
    assert not (tmp_path / "out").exists()


async def test_a_folder_is_called_what_the_result_says_it_is(store: Store, tmp_path: Path) -> None:
    row, attempt = await new_attempt(store, title="slide 3: title: One")
    await RunArtifacts(attempt).write("deck.pptx", b"x", "x")
    named = row.model_copy(update={"result": {"called": "Tea abroad v2"}})
    assert [path.parent.name for path in await export(store, named, None, tmp_path, ["md"])] == ["tea-abroad-v2"]
    other = row.model_copy(update={"result": {"called": " "}, "id": row.id})
    assert [path.parent.name for path in await export(store, other, None, tmp_path, ["md"])] == ["slide-3-title-one"]


async def test_what_is_kept_elsewhere_is_exported_from_there(home: Path, tmp_path: Path) -> None:
    async with Store(home, places=Places(f"file://{tmp_path}/away")) as store:
        row, attempt = await new_attempt(store)
        written = RunArtifacts(attempt)
        for text in (b"old", b"new"):
            await written.write("report.md", text, "text/markdown")
        await written.write("report.json", full("en").model_dump_json().encode(), "application/json")
        paths = await export(store, row, tmp_path / "out", tmp_path, ["md", "bib"])
        assert {path.name for path in paths} == {"what-is-tea.en.md", "what-is-tea.en.bib"}
        assert (tmp_path / "out" / "what-is-tea.en.md").read_bytes() == b"new"
        assert not (store.folder(row.id) / "artifacts").exists()
        store.places.root = ""
        (tmp_path / "away" / row.id / "1" / "report.v2.md").unlink()
        with pytest.raises(StoreFailed, match="could not be read"):
            await export(store, row, tmp_path / "again", tmp_path, ["md"])
