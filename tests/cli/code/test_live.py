from __future__ import annotations

import io
from dataclasses import replace
from pathlib import Path

import pytest
from rich.console import Console

from cli.code.boards import BOARD, RUN
from kasen.cli.code.board import Around
from kasen.cli.code.event_lines import JapaneseLines
from kasen.cli.code.live import BoardLive, view_of
from kasen.cli.watch import JsonLines, PlainLines, Quiet
from kasen.runtime.events import Event, RunFailed, RunFinished, Warned
from kasen.teams.code.place import Place

AROUND = Around(run_id=RUN, title="Make the login safe", status="created")


def shown(tmp_path: Path, *events: Event) -> str:
    place = Place(tmp_path, RUN)
    place.board.parent.mkdir(parents=True)
    place.board.write_text(BOARD.model_dump_json(), encoding="utf-8")
    view = BoardLive(place, AROUND)
    out = io.StringIO()
    view._console = view._live.console = Console(file=out, width=120, force_terminal=True, color_system=None)
    with view:
        for event in events:
            view.show(event)
    return out.getvalue()


def facts(seq: int) -> dict[str, object]:
    return {"run_id": RUN, "seq": seq, "attempt": 1, "at": "2027-01-15T08:00:00.000+00:00"}


def test_what_needs_an_eye_is_a_line_and_the_board_stays_below(tmp_path: Path) -> None:
    text = shown(tmp_path, Warned.model_validate({**facts(1), "text": "the repository\x1b[2J has changes"}))
    assert "! the repository" in text
    assert "\x1b[2J" not in text
    assert "going on" in text
    assert "impl-frontend-1" in text


def test_how_it_ends_stands_on_the_board(tmp_path: Path) -> None:
    text = shown(
        tmp_path,
        RunFinished.model_validate({**facts(1), "status": "done", "seconds": 1.0, "calls": 3, "usd": 1.84}),
    )
    assert " done   Make the login safe" in text


@pytest.mark.parametrize(("error", "word"), [("Stopped", "interrupted"), ("ProviderError", "failed")])
def test_a_run_that_its_user_stopped_did_not_fail(tmp_path: Path, error: str, word: str) -> None:
    text = shown(tmp_path, RunFailed.model_validate({**facts(1), "error": error, "message": "it ended"}))
    assert f" {word}   Make the login safe" in text


def test_where_no_terminal_is_there_are_lines(tmp_path: Path) -> None:
    place = Place(tmp_path, RUN)
    assert isinstance(view_of(place, AROUND, json=True, quiet=False), JsonLines)
    assert type(view_of(place, AROUND, json=False, quiet=True)) is Quiet
    assert isinstance(view_of(place, AROUND, json=False, quiet=False), PlainLines)
    assert isinstance(view_of(place, replace(AROUND, lang="ja"), json=False, quiet=False), JapaneseLines)
