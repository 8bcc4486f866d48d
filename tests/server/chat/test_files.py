from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from kasen.errors import InputError, UnknownName
from kasen.server.caller import Caller
from kasen.server.chat.files import kept, needed, placed
from kasen.server.uploads import Uploads
from kasen.team import load


def put(team: str, *names: str, mode: str = "", words: str = "", **request: Any) -> tuple[dict[str, Any], list[str]]:
    files = [{"name": name, "url": f"upload:{number}"} for number, name in enumerate(names)]
    return placed(load(team), request, files, mode=mode, words=words)


def test_files_go_where_their_form_is_asked_for() -> None:
    found, left = put("slides", "a.csv", "b.XLSX", "house.pptx", "notes.pdf")
    assert found == {"data": ["upload:0", "upload:1"], "template": "upload:2", "docs": ["upload:3"]}
    assert left == []


def test_a_deck_to_be_changed_is_told_from_a_template_by_the_mode() -> None:
    assert put("slides", "a.pptx", mode="edit")[0] == {"deck": "upload:0"}
    assert put("slides", "a.pptx")[0] == {"template": "upload:0"}


def test_a_picture_is_a_logo_only_where_somebody_says_so() -> None:
    assert put("slides", "tea.png")[0] == {"docs": ["upload:0"]}
    assert put("slides", "our-logo.png")[0] == {"logo": "upload:0"}
    assert put("slides", "a.png", words="ロゴを入れて")[0] == {"logo": "upload:0"}


def test_the_file_that_a_team_cannot_do_without_comes_first() -> None:
    assert needed(load("resume")) == (".qmd", ".md", ".docx", ".pdf", ".json")
    assert needed(load("research")) == ()
    found, left = put("resume", "cv.md", "posting.txt", "facts.yaml")
    assert found == {"resume": "upload:0", "job": "upload:1", "facts": "upload:2"}
    assert left == []


def test_what_was_given_by_name_stays_and_what_fits_nowhere_is_told() -> None:
    found, _ = put("research", "a.pdf", docs=["upload:x"])
    assert found == {"docs": ["upload:x", "upload:0"]}
    assert put("echo", "a.pdf") == ({}, ["a.pdf"])


async def test_data_urls_become_uploads_of_the_caller(tmp_path: Path) -> None:
    uploads = Uploads(tmp_path)
    files = [{"name": "../茶.csv", "url": "data:text/csv;base64,YSxi"}, {"name": "", "url": "data:,plain%20words"}]
    one, two = await kept(files, Caller("yuki"), uploads)
    assert (one["name"], one["media_type"]) == ("茶.csv", "text/csv")
    assert uploads.look("yuki", one["url"].removeprefix("upload:")).read_bytes() == b"a,b"
    assert uploads.look("yuki", two["url"].removeprefix("upload:")).read_bytes() == b"plain words"
    assert await kept([one], Caller("yuki"), uploads) == [one]
    with pytest.raises(UnknownName):
        await kept([one], Caller("ken"), uploads)
    with pytest.raises(InputError, match="file 1"):
        await kept([{"name": "a", "url": "data:text/csv;base64,%%%"}], Caller(), uploads)
