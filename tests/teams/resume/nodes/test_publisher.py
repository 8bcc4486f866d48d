"""Pages, files, and the user's own file on their word."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from kasen.teams.resume.nodes.publisher import publisher
from kasen.teams.resume.schemas.change import Decision
from kasen.testing.deps import fake_deps
from teams.resume.bench import BETTER, CRITICS, ENGLISH, WEAK, critique, edit, finding, prefers, reviewed
from teams.resume.played import better


def roles() -> dict[str, Any]:
    critics: dict[str, Any] = dict.fromkeys(CRITICS, better(BETTER, finding()))
    return {**critics, "revisor": lambda _: {"edits": [edit()]}, "judge": prefers(BETTER)}


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
async def test_what_is_written_is_the_file_byte_for_byte_but_for_the_edit(tmp_path: Path, end: str, mark: str) -> None:
    text = mark + ENGLISH.replace("\n", end)
    done = await reviewed(tmp_path, roles(), text=text, accept="all", write=True)
    assert done.result.outcome == "improved"
    assert (tmp_path / "cv.qmd").read_bytes() == text.replace(WEAK, BETTER).encode("utf-8")
    assert Path(done.result.backup).read_bytes() == text.encode("utf-8")


async def test_a_file_of_four_hundred_lines_comes_back_identical_outside_the_edit(tmp_path: Path) -> None:
    more = "".join(f"\n### Project {n} {{#p{n}}}\n\n- Kept the service of site {n} running.\n" for n in range(96))
    text = ENGLISH.replace("\n## Skills", f"{more}\n::: {{.columns}}\n{{{{< fa check >}}}}\n:::\n\n## Skills")
    assert text.count("\n") >= 400
    done = await reviewed(tmp_path, roles(), text=text, accept="all")
    before, after = text.splitlines(keepends=True), done.result.revised.splitlines(keepends=True)
    assert len(before) == len(after)
    assert [(old, new) for old, new in zip(before, after, strict=True) if old != new] == [
        (f"- {WEAK}\n", f"- {BETTER}\n")
    ]


async def test_a_file_that_its_owner_changes_meanwhile_is_not_written(tmp_path: Path) -> None:
    path = tmp_path / "cv.qmd"

    def meddles(request: Any) -> Any:
        path.write_text(f"{ENGLISH}\nMine.\n", encoding="utf-8")
        return prefers(BETTER)(request)

    done = await reviewed(tmp_path, {**roles(), "judge": meddles}, accept="all", write=True)
    assert path.read_text(encoding="utf-8") == f"{ENGLISH}\nMine.\n"
    assert done.result.written == ""
    assert any("has changed since it was read" in note for note in done.result.notes)
    assert BETTER in done.text("revised.qmd")


JAPANESE = """# 職務経歴書

## 職務経歴

### 架空ペイメント株式会社（2021年4月 〜 現在）

- 応答時間を30％短縮した。
"""


@pytest.mark.parametrize("encoding", ["cp932", "euc_jp", "utf-16"])
@pytest.mark.parametrize(
    ("new", "fits"), [("応答時間を30％短縮しました。", True), ("応答時間を30％短縮しました\U00020bb7。", False)]
)
async def test_a_file_keeps_its_encoding_and_is_left_alone_when_that_lacks_a_character(
    tmp_path: Path, encoding: str, new: str, fits: bool
) -> None:
    old, path = "応答時間を30％短縮した。", tmp_path / "cv.md"
    critics: dict[str, Any] = dict.fromkeys(CRITICS, better(new, finding(old, problem="語尾が弱い。")))
    cast = {**critics, "revisor": lambda _: {"edits": [edit(old, new, 7)]}, "judge": prefers(new)}
    given: dict[str, Any] = {"text": JAPANESE, "name": "cv.md", "encoding": encoding, "lang": "ja"}
    done = await reviewed(tmp_path, cast, accept="all", write=True, **given)
    assert done.result.outcome == "improved"
    fits = fits or encoding == "utf-16"
    assert path.read_bytes() == (JAPANESE.replace(old, new) if fits else JAPANESE).encode(encoding)
    assert bool(done.result.written) is fits
    assert any("UTF-8" in note for note in done.result.notes) is not fits
    assert new in done.text("revised.md")


async def test_a_run_that_was_ended_before_the_judge_says_so_and_offers_what_it_has(tmp_path: Path) -> None:
    done = await reviewed(tmp_path, roles(), accept="all", write=True)
    (tmp_path / "cv.qmd").write_text(ENGLISH, encoding="utf-8")
    late = ("result", "decisions", "comparison", "stopped")
    state = {key: value for key, value in done.state.items() if key not in late}
    deps = fake_deps()
    result = (await publisher(state, SimpleNamespace(context=deps)))["result"]  # type: ignore[arg-type]
    assert (result.stopped, result.outcome, result.written) == ("ended", "not_compared", "")
    assert [one.state for one in result.decisions] == ["open"]
    assert BETTER in deps.artifacts.text("revised.qmd")
    assert f"+- {BETTER}" in deps.artifacts.text("changes.diff")
    assert "ended before its last round" in deps.artifacts.text("review.md")
    assert (tmp_path / "cv.qmd").read_text(encoding="utf-8") == ENGLISH


@pytest.mark.parametrize(
    ("words", "is_sound"), [("See [the service](https://example.com).", True), ("Developed it.[^nowhere]", False)]
)
async def test_an_owner_may_bring_a_link_and_is_told_of_what_breaks_the_file(
    tmp_path: Path, words: str, is_sound: bool
) -> None:
    done = await reviewed(tmp_path, roles(), accept="all")
    deps = fake_deps()
    state = {**done.state, "decisions": [Decision(id="E1", state="edited", new=words)]}
    result = (await publisher(state, SimpleNamespace(context=deps)))["result"]  # type: ignore[arg-type]
    assert words in result.revised
    assert any("is not sound" in note for note in result.notes) is not is_sound


async def test_facts_are_listed_with_what_became_of_them(tmp_path: Path) -> None:
    done = await reviewed(tmp_path, {**roles(), "revisor": lambda _: {"edits": [edit("30%", "70%", 17), edit()]}})
    facts = json.loads(done.text("facts.json"))
    assert any("30" in fact["text"] and fact["status"] == "kept" for fact in facts["facts"])
    assert facts["refused"]
    assert facts["to_confirm"]


async def test_a_review_of_a_text_file_is_what_its_reader_opens(tmp_path: Path) -> None:
    done = await reviewed(tmp_path, dict.fromkeys(CRITICS, critique(3, [finding()])), review_only=True)
    assert set(done.deps.artifacts.versions) >= {"review.html", "review.md", "iter1_feedback.md", "facts.json"}
    assert "<script" in done.text("review.html")
    assert "The verb is weak." in done.text("review.md")


async def test_a_repetition_of_a_run_that_wrote_makes_the_same_review_and_writes_nothing(tmp_path: Path) -> None:
    first = await reviewed(tmp_path, roles(), accept="all", write=True)
    assert (tmp_path / "cv.qmd").read_text(encoding="utf-8") == ENGLISH.replace(WEAK, BETTER)
    (tmp_path / "cv.qmd").write_text("# Another\n\nSince then.\n", encoding="utf-8")
    again = await reviewed(
        tmp_path, roles(), text=ENGLISH, name="cv.qmd", accept="all", write=True, more={"repeats": first.deps.artifacts}
    )
    assert (tmp_path / "cv.qmd").read_text(encoding="utf-8") == ENGLISH
    assert (again.result.original, again.result.revised) == (first.result.original, first.result.revised)
    assert (first.result.written, again.result.written) == (str(tmp_path / "cv.qmd"), "")
