from __future__ import annotations

import pytest

from kasen.teams.slides.data import saying
from kasen.teams.slides.data.rule import figures_of
from kasen.teams.slides.schemas.part import Lang
from teams.slides.data.tabled import table


@pytest.mark.parametrize(("lang", "is_japanese"), [("ja", True), ("en", False)])
def test_everything_is_said_in_the_language_of_the_deck(lang: Lang, is_japanese: bool) -> None:
    told = [
        saying.no_tables(lang), saying.unreadable("x", lang), saying.no_sandbox("", lang), saying.refused("x", lang),
        saying.no_code(lang), saying.some_refused(2, lang), saying.repairing(lang), saying.nothing_to_show(lang),
    ]  # fmt: skip
    assert all(any("\u3041" <= c <= "\u30fe" for c in text) == is_japanese for text in told)


def test_the_summary_counts_and_names_the_figures() -> None:
    figures = figures_of([table()], "", lang="en")
    assert saying.summary(figures[:1], by_rule=True, lang="en") == (
        f"1 figure from the shape of the data: {figures[0].title}"
    )
    assert saying.summary(figures * 2, by_rule=False, lang="ja").startswith(f"図表 {2 * len(figures)} 点: ")


def test_how_to_install_a_sandbox_is_said() -> None:
    assert "apt-get install bubblewrap" in saying.no_sandbox("it is missing: sudo apt-get install bubblewrap", "en")


def test_a_long_reason_is_cut() -> None:
    assert len(saying.refused("x\n" * 2_000, "en")) < 300
