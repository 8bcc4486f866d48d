from __future__ import annotations

from typing import Any

import pytest

from kasen.runtime.rows import ArtifactRow, Options, RunRow
from kasen.server.ui_stream.closing import closing, document_of, to_read, words


def row(status: str = "done", *, lang: str = "en", **more: Any) -> RunRow:
    kept = {"id": "R", "team": "t", "mode": "m", "title": "x", "request": {}, "options": Options(), "fence": 1}
    return RunRow(
        **kept, lang=lang, status=status, last_seq=1, cancel_asked=False, created_at="", updated_at="", **more
    )


def made(*names: str) -> list[ArtifactRow]:
    kinds = {"md": "text/markdown", "html": "text/html", "png": "image/png", "json": "application/json"}
    return [
        ArtifactRow(name=name, version=1, media_type=kinds.get(name[name.rindex(".") + 1 :], "x/y"), size=1, sha256="")
        for name in names
    ]


def text_of(*args: Any, **more: Any) -> str:
    return "".join(str(chunk.wire().get("delta", "")) for chunk in closing(*args, **more))


def test_the_files_of_the_document_come_first_and_workings_are_left_out() -> None:
    files = made(
        "_deck.json", "changes.diff", "iter1_feedback.md", "review.html", "review.md", "slide-01.png", "x.json"
    )
    assert document_of(files) is files[4]
    assert [one.name for one in to_read(files)] == ["review.html", "review.md", "changes.diff"]
    assert document_of(made("a.png")) is None
    assert [one.name for one in to_read(made("facts.json"))] == ["facts.json"]


def test_a_reply_the_beginning_of_the_document_and_the_files_are_told() -> None:
    done = row(result={"reply": "Working from tea.csv."})
    found = text_of(done, made("deck.md", "deck.html"), "# Tea\n\nThree slides.", told="")
    assert found.startswith("Working from tea.csv.\n\nThree slides.\n\nFiles: [deck.md](/api/runs/R/artifacts/deck.md?")
    kinds = [chunk.wire()["type"] for chunk in closing(done, made("deck.md"), "", told="")]
    assert kinds == ["text-start", "text-delta", "text-end", "file"]


def test_what_was_said_before_is_not_said_again() -> None:
    done = row(result={"text": "the words"})
    assert text_of(done, [], "", told="so: the  words") == ""
    assert text_of(done, [], "", told="") == "the words"


def test_a_run_that_says_nothing_and_made_nothing_is_done_at_least() -> None:
    assert text_of(row(result={}, lang="ja"), [], "", told="") == "終わりました。"


@pytest.mark.parametrize(
    ("status", "part"),
    [
        ("failed", "It did not work: no disk. Free some space"),
        ("interrupted", "continue"),
        ("cancelled", "cancelled"),
        ("stopped: budget", "budget"),
        ("stopped: person", "ended here"),
    ],
)
def test_an_end_without_a_result_says_why(status: str, part: str) -> None:
    assert part in text_of(row(status, error={"message": "no disk", "hint": "Free some space."}), [], "", told="")


def test_hints_that_are_commands_of_a_terminal_are_left_out() -> None:
    failed = row("failed", error={"message": "no documents", "hint": "Add them with `kasen kb add`."})
    assert "kasen kb" not in text_of(failed, [], "", told="")


def test_no_words_are_no_part() -> None:
    assert words("a", "  ") == []
