from __future__ import annotations

from kasen.teams.resume.schemas.portfolio import PortfolioItem, Ranking


def test_a_ranking_of_a_careless_model_keeps_what_can_be_read() -> None:
    said = Ranking.model_validate({"items": [{"item": "P1", "stars": 5}], "winner": "P1"})
    assert [one.item for one in said.items] == ["P1"]


def test_an_item_needs_no_more_than_a_title() -> None:
    assert PortfolioItem(id="P1", title="作品").technologies == ()
