from __future__ import annotations

from typing import get_args

import pytest

from kasen.models.images import NoImage, WhyNot
from kasen.teams.slides.pictures.wording import no_model, progress, summary, why_not


@pytest.mark.parametrize("reason", get_args(WhyNot))
def test_every_reason_is_said_in_both_languages(reason: WhyNot) -> None:
    outcome = NoImage(reason=reason, note="IMAGE_OTHER", model="google:m")
    assert why_not(outcome, "ja").isascii() is False
    assert why_not(outcome, "en").isascii()
    assert "IMAGE" not in why_not(outcome, "en")


def test_a_spent_budget_is_called_so() -> None:
    outcome = NoImage(reason="other", note="budget", model="google:m")
    assert (why_not(outcome, "en"), why_not(outcome, "ja")) == ("the budget is spent", "予算に達した")


def test_a_step_is_summed_up_in_one_line() -> None:
    assert summary(0, 0, [], "en") == "no slide needs a picture"
    assert (summary(1, 1, [], "en"), summary(3, 3, [], "en")) == ("1 picture", "3 pictures")
    assert summary(1, 3, ["refused", "refused"], "en") == "1 of 3 pictures (refused)"
    assert summary(1, 3, ["断られた", "失敗した"], "ja") == "画像 3 点のうち 1 点（断られた、失敗した）"
    assert summary(0, 2, [no_model("ja")], "ja") == "画像 2 点のうち 0 点（画像を作るモデルがない）"
    assert progress(3, "en") == "drawing 3 pictures"
