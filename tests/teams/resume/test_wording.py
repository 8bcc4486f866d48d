from __future__ import annotations

from typing import get_args

import pytest

from kasen.teams.resume import wording
from kasen.teams.resume.schemas.change import RefusedFor
from kasen.teams.resume.schemas.feedback import Feedback, Scored
from kasen.teams.resume.schemas.part import CRITICS
from teams.resume.scenes import scenes


@pytest.mark.parametrize("reason", get_args(RefusedFor))
def test_every_refusal_has_a_sentence_in_both_languages(reason: str) -> None:
    assert wording.refused(reason, "en").endswith(".")
    assert wording.refused(reason, "ja").endswith("。")


def test_every_note_takes_the_same_values_in_both_languages() -> None:
    values = dict.fromkeys(
        ("url", "models", "why", "count", "file", "role", "critic", "iteration", "problem", "form", "all"), "X"
    )
    for kind in wording._NOTES:
        said = [wording.note(kind, lang, **values) for lang in ("en", "ja")]
        assert said[0].count("X") == said[1].count("X"), kind
        assert "{" not in said[0] + said[1]


def test_the_line_of_a_critic_says_score_and_findings_or_what_was_measured() -> None:
    said = Feedback(agent="recruiter", iteration=1, score=7.25, verdict="pass")
    assert wording.said(said, "en") == "7.2 · 0 findings"
    assert (
        wording.said(said.model_copy(update={"verdict": "no_verdict"}), "en") == "0 of 0 criteria measured · 0 findings"
    )
    assert wording.said(said.model_copy(update={"score": None}), "ja") == "判定なし"


def test_the_weights_that_are_shared_out_are_the_figures_of_the_design() -> None:
    weights = {"recruiter": 0.333, "tech_writer": 0.222, "copywriter": 0.278, "ux_designer": 0.167}
    scored = Scored(iteration=1, score=7.0, weights=weights, left_out=("visual_designer",))
    assert wording.shared_out(scored, "en") == (
        "No score from the visual designer; the weights are shared out: "
        "recruiter .333, technical writer .222, copywriter .278, UX designer .167."
    )
    assert ".167" in wording.shared_out(scored, "ja")
    assert wording.shared_out(scored.model_copy(update={"left_out": ()}), "en") == ""


def test_critics_have_names_in_both_languages() -> None:
    assert {wording.name(critic, "en") for critic in CRITICS} != {wording.name(critic, "ja") for critic in CRITICS}


@pytest.mark.parametrize("name", scenes())
def test_the_last_line_of_a_run_says_what_came_of_it(name: str) -> None:
    assert wording.ended(scenes()[name])


def test_that_a_file_was_written_stands_first_and_is_not_cut_off() -> None:
    result = scenes()["improved.ja"]
    for lang, words in (("en", "written to cv.qmd, "), ("ja", "cv.qmd に書き込み・")):
        written = result.model_copy(update={"lang": lang, "written": "/tmp/cv.qmd"})
        assert wording.ended(written).startswith(words)
        assert "cv.qmd" not in wording.ended(written.model_copy(update={"written": ""}))
