"""Facts that the owner confirms."""

from __future__ import annotations

from pathlib import Path

import pytest

from kasen.errors import InputError
from kasen.teams.resume.confirmed import confirmed_facts
from kasen.teams.resume.schemas.request import Request


def asked(folder: Path, facts: str | None = None) -> tuple[list[str], str]:
    return confirmed_facts(Request(resume=str(folder / "cv.qmd"), facts=folder / facts if facts else None))


@pytest.mark.parametrize(
    "text",
    [
        "- チームは12名だった。\n- Cut the closing by two days.\n",
        "facts:\n  - チームは12名だった。\n  - fact: Cut the closing by two days.\n    line: 4\n  - fact: ''\n",
        "\ufefffacts: ['チームは12名だった。', 'Cut the closing by two days.', null]\n",
    ],
)
def test_a_list_of_sentences_is_read_and_gaps_are_not(tmp_path: Path, text: str) -> None:
    (tmp_path / "facts.yaml").write_text(text, encoding="utf-8")
    assert asked(tmp_path) == (["チームは12名だった。", "Cut the closing by two days."], "facts.yaml")


def test_without_a_file_nothing_is_confirmed(tmp_path: Path) -> None:
    assert asked(tmp_path) == ([], "")


@pytest.mark.parametrize("text", ["just words", "- [", "facts: 3", "- &a [x]\n- [*a, *a]", "- 2020-13-45"])
def test_what_is_no_list_is_said(tmp_path: Path, text: str) -> None:
    (tmp_path / "facts.yaml").write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=r"facts\.yaml"):
        asked(tmp_path)


def test_a_file_that_was_named_has_to_be_there(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be read"):
        asked(tmp_path, "mine.yaml")


@pytest.mark.parametrize("text", ["- ok\n- Team: 12 people.\n", "facts:\n- ok\n- [a, b]\n"])
def test_a_sentence_that_yaml_takes_for_something_else_is_not_left_out_in_silence(tmp_path: Path, text: str) -> None:
    (tmp_path / "facts.yaml").write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=r"entry 2 of `facts\.yaml` is no sentence") as error:
        asked(tmp_path)
    assert "quotes" in error.value.hint


def test_an_empty_file_confirms_nothing(tmp_path: Path) -> None:
    (tmp_path / "facts.yaml").write_text("# nothing yet\n", encoding="utf-8")
    assert asked(tmp_path) == ([], "facts.yaml")
