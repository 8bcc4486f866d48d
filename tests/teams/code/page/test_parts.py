from __future__ import annotations

import pytest

from kasen.teams.code.page.parts import (
    SHOWN,
    Badge,
    Card,
    Command,
    Items,
    Line,
    Section,
    Table,
    few,
    opening,
    sections,
)
from kasen.teams.code.schemas.story import Lang
from teams.code.told import RUN, good, story


def named(found: list[Section], heading: str) -> Section:
    return next(one for one in found if one.heading == heading)


def test_how_it_ended_stands_first_with_what_it_took() -> None:
    said, figures, notes = opening(story())
    assert said == Badge("Did not pass: after 3 reviews some findings are still open", "bad")
    assert figures == "five-phase · files: 4 · turns: 5 · $1.84 · 14 min 21 s"
    assert notes == [
        "What passed lies on the branch; your own branch and files are as they were.",
        "Agents did not see these changes of yours, which were not committed: README.md",
    ]
    assert opening(good())[0].tone == "good"
    assert opening(good())[2] == []


def test_what_a_person_wants_to_know_comes_in_that_order_and_what_is_empty_is_left_out() -> None:
    headings = [one.heading for one in sections(story())]
    assert headings[:8] == [
        "How to take it",
        "What was asked",
        "What was built",
        "The gate",
        "Open findings",
        "Not done",
        "Work that was not taken",
        "What a person decided",
    ]
    fewer = [one.heading for one in sections(good())]
    assert "Work that was not taken" not in fewer
    assert named(sections(good()), "Open findings").blocks == (Line("None is open."),)
    assert named(sections(good()), "Not done").blocks == (Line("Everything that was planned was done."),)


def test_a_finding_has_one_line_as_its_heading_and_what_a_command_printed_below() -> None:
    one = story()
    found = one.findings[0].model_copy(update={"issue": "tests fails: Ran 3\n\n  FAILED (failures=1)\n"})
    (card,) = named(sections(one.model_copy(update={"findings": (found,)})), "Open findings").blocks
    assert isinstance(card, Card)
    assert card.title == "tests fails: Ran 3"
    assert card.text == "\n  FAILED (failures=1)\n\nPass it through `safe()`."


def test_a_run_that_a_cap_stopped_is_not_sent_to_a_cap_that_may_not_be_the_one() -> None:
    one = story()
    stopped = one.model_copy(update={"result": one.result.model_copy(update={"outcome": "stopped"})})
    commands = [block for block in named(sections(stopped), "How to take it").blocks if isinstance(block, Command)]
    go_on = next(block for block in commands if " continue " in block.text)
    assert go_on.text == f"kasen code continue {RUN} --budget-CAP N"
    assert "usd, tokens, seconds or calls" in go_on.does


def test_each_piece_says_who_did_it_who_looked_and_what_was_found() -> None:
    page, tax = named(sections(story()), "What was built").blocks
    assert isinstance(page, Card)
    assert isinstance(tax, Card)
    assert (tax.title, tax.badge, tax.meta) == (
        "Make the tax",
        Badge("merged", "good"),
        "impl-backend-1 (codex) · implementation.1.tax",
    )
    assert tax.lines == (
        "Review 1 by reviewer-1: sent back (1 to mend): The rate is read anew whenever the list is opened.",
        "Review 2 by reviewer-1: passes: OK",
        "major, src/backend/tax.py:3: The rate is read anew whenever the list is opened.",
        "Files: src/backend/tax.py, src/backend/price.py",
    )


def test_what_a_person_decided_is_said_in_words() -> None:
    (items,) = named(sections(story("ja")), "人が決めたこと").blocks
    assert items == Items(("手引きを書く → 取りやめる",))


def test_the_gate_is_a_table_with_every_voice() -> None:
    (table,) = named(sections(story()), "The gate").blocks
    assert isinstance(table, Table)
    assert [row[1] for row in table.rows] == ["reviewer-security-1", "reviewer-performance-1", "tests"]
    assert table.rows[0][2] == Badge("sent back (1 to mend)", "bad")


def test_what_was_not_done_is_named_with_the_reason_and_phases_that_were_not_reached() -> None:
    card, never = named(sections(story()), "Not done").blocks
    assert isinstance(card, Card)
    assert card.text.startswith("after 3 reviews some findings are still open\n")
    assert never == Items(("The phase release was not reached.",))


def test_commands_are_those_that_help_now() -> None:
    taken = [one.text for one in named(sections(good()), "How to take it").blocks if isinstance(one, Command)]
    assert taken[0] == f"git -C '/srv/tea shop' diff 1f2e3d4c5b...kasen/{RUN}"
    assert taken[1:] == [
        f"kasen code approve {RUN}",
        f"kasen code approve {RUN} --pr",
        f"kasen code discard {RUN}",
    ]
    stopped = good().result.model_copy(update={"outcome": "stopped"})
    empty = good().model_copy(update={"result": stopped, "changed": ()})
    assert [one.text.split()[1] for one in sections(empty)[0].blocks if isinstance(one, Command)] == ["code", "code"]


def test_costs_are_summed_and_their_absence_is_said() -> None:
    (table,) = named(sections(story()), "What it cost").blocks
    assert isinstance(table, Table)
    assert table.rows[-1] == ("total", "", "5", "201,600", "13,300", "$1.84")
    assert table.rows[0][-1] == "price unknown"
    (line,) = named(sections(story(costs=())), "What it cost").blocks
    assert line == Line("The agents told of no cost. 14 min 21 s")


@pytest.mark.parametrize(("lang", "said"), [("en", " and 3 more"), ("ja", " ほか3件")])
def test_many_names_are_counted(lang: Lang, said: str) -> None:
    names = [f"src/{number}.py" for number in range(SHOWN + 3)]
    assert few(names, lang) == ", ".join(names[:SHOWN]) + said
    assert few(names[:SHOWN], lang) == ", ".join(names[:SHOWN])


def test_what_an_agent_says_is_not_there_and_what_changed_nothing_are_never_hidden() -> None:
    told = story()
    piece = told.pieces[0].model_copy(update={"came": "merged", "files": (), "not_done": ("not tried in a browser",)})
    made = told.model_copy(
        update={"pieces": (piece,), "result": told.result.model_copy(update={"outcome": "completed"})}
    )
    by_heading = {section.heading: section.blocks for section in sections(made)}
    (card,) = by_heading["What was built"]
    assert isinstance(card, Card)
    assert card.badge == Badge("nothing changed", "fair")
    assert "Not done, as its agent says: not tried in a browser" in card.lines
    assert by_heading["Not done"] == (Items((f"{piece.title}: not tried in a browser",)),)
