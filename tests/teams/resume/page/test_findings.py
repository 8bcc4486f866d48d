from __future__ import annotations

from kasen.teams.resume.page.findings import of_iteration, units, whole
from kasen.teams.resume.schemas.result import Result
from teams.resume.scenes import JA, improved_en, improved_ja, no_gain_en, nothing, place


def ids(result: Result) -> list[tuple[list[str], list[str]]]:
    return [([one.finding.id for one in unit.findings], [one.id for one in unit.changes]) for unit in units(result)]


def test_findings_stand_in_the_order_of_the_text_with_the_changes_that_answer_them() -> None:
    assert ids(improved_ja()) == [
        (["F1"], ["E1"]),
        (["F2"], []),
        (["F5"], []),
        (["F3", "F4"], ["E2", "E4"]),
        (["F6"], ["E3"]),
        (["F7"], []),
        ([], ["E5"]),
    ]


def test_the_quoted_words_are_shown_in_their_line() -> None:
    first = units(improved_ja())[0].findings[0]
    line = JA.splitlines()[first.finding.place.line - 1] if first.finding.place else ""
    assert first.before + first.finding.quote + first.after == line
    assert first.about == "採用担当者 · 12 行目"


def test_what_a_later_round_finds_again_is_noted_and_not_repeated() -> None:
    found = [one for unit in units(improved_ja()) for one in unit.findings if one.again]
    assert [(one.finding.id, one.again) for one in found] == [("F5", (2,))]
    assert found[0].about.endswith("2 回目にも")


def test_the_same_words_at_two_places_are_two_findings() -> None:
    result = improved_ja()
    first = result.feedback[0]
    twin = first.findings[0].model_copy(update={"id": "F80", "place": place(JA, "部署")})
    feedback = [first.model_copy(update={"findings": (*first.findings, twin)}), *result.feedback[1:]]
    names = [name for found, _ in ids(result.model_copy(update={"feedback": feedback})) for name in found]
    assert {"F1", "F80"} <= set(names)


def test_findings_about_the_whole_stand_apart_the_gravest_first() -> None:
    assert [one.finding.id for one in whole(improved_ja())] == ["F8", "F9"]
    assert whole(improved_ja())[0].about == "UX デザイナー"


def test_a_finding_about_the_whole_that_a_change_answers_stands_with_it() -> None:
    result = improved_en()
    changed = [one.model_copy(update={"findings": ("F2",)}) if one.id == "E1" else one for one in result.changes]
    result = result.model_copy(update={"changes": changed})
    assert whole(result) == []
    assert (["F1"], []) in ids(result)
    assert any("E1" in made for _, made in ids(result))


def test_of_rounds_that_were_given_up_only_what_the_original_says_is_shown() -> None:
    result = no_gain_en()
    late = result.feedback[-2]
    finding = result.feedback[0].findings[0]
    moved = finding.model_copy(update={"id": "F90", "quote": "words of round two", "text": "new"})
    kept = finding.model_copy(
        update={"id": "F91", "text": "other", "quote": "Docker", "place": place(result.original, "Docker")}
    )
    feedback = [*result.feedback[:-2], late.model_copy(update={"findings": (moved, kept)}), result.feedback[-1]]
    shown = [name for names, _ in ids(result.model_copy(update={"feedback": feedback})) for name in names]
    assert "F91" in shown
    assert "F90" not in shown
    later = of_iteration(result.model_copy(update={"feedback": feedback}), 2)
    assert [one.finding.id for one in later] == ["F90", "F91"]
    assert "of round 2" in later[0].about


def test_nothing_has_no_units() -> None:
    assert (units(nothing()), whole(nothing()), of_iteration(nothing(), 1)) == ([], [], [])
