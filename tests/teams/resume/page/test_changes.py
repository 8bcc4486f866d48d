from __future__ import annotations

import pytest

from kasen.teams.resume.page.changes import command, commands, counts, is_open, shown
from kasen.teams.resume.schemas.change import Change, Decision
from teams.resume.scenes import improved_en, improved_ja, nothing


def test_a_change_is_shown_in_its_line_with_the_words_that_changed() -> None:
    result = improved_ja()
    one = shown(result, result.changes[2])
    assert (one.before, one.after) == ("- ", "")
    assert "".join(run.text for run in one.old if run.changed) == "することが出来ました"
    assert "".join(run.text for run in one.new) == "Pythonで集計を自動化した。"


def test_the_words_of_a_person_are_shown_as_the_new_ones() -> None:
    result = improved_en()
    states = [shown(result, one).state for one in result.changes]
    assert states == ["accepted", "edited", "rejected"]
    assert "Runs the payment service" in "".join(run.text for run in shown(result, result.changes[1]).new)


def test_a_change_whose_words_are_not_there_has_no_words_around_it() -> None:
    stray = Change(id="E9", line=1, start=5, end=9, old="nowhere", new="x")
    assert shown(improved_ja(), stray)[5:7] == ("", "")


def test_changes_wait_until_each_is_decided() -> None:
    result = improved_ja()
    assert is_open(result)
    assert not is_open(
        result.model_copy(update={"decisions": [Decision(id=f"E{n}", state="rejected") for n in range(1, 6)]})
    )
    assert is_open(result.model_copy(update={"decisions": []}))
    assert (is_open(improved_en()), is_open(nothing())) == (False, False)
    assert counts(improved_en()) == {"accepted": 1, "edited": 1, "rejected": 1, "open": 0}


@pytest.mark.parametrize(
    ("accept", "end"),
    [("all", "--accept all --write"), (["E1", "E4"], "--accept E1,E4 --write"), ([], "--accept none --write")],
)
def test_the_command_takes_changes_over(accept: str | list[str], end: str) -> None:
    assert command(improved_ja(), accept) == f"kasen resume --continue 01JEXAMPLERUN0000000000001 {end}"


def test_a_file_that_is_converted_is_not_written_and_nothing_strange_becomes_a_command() -> None:
    result = improved_ja()
    assert command(result.model_copy(update={"form": "docx"}), "all").endswith("--accept all")
    assert command(result.model_copy(update={"run_id": "x; rm -rf /"}), "all") == ""
    assert command(result.model_copy(update={"run_id": ""}), "all") == ""
    assert command(result, ["E1; reboot"]) == ""


def test_while_changes_wait_three_commands_are_offered_and_then_none() -> None:
    assert [name for name, _ in commands(improved_ja())] == ["cmd_all", "cmd_some", "cmd_ask"]
    assert commands(improved_en()) == []
