from __future__ import annotations

import pytest

from kasen.models.google.prices import google_price
from kasen.models.prices import price
from kasen.models.role import Usage

USAGE = Usage(input_tokens=1000, cached_tokens=200, output_tokens=1300)


def priced(model: str, usage: Usage = USAGE, **counts: int) -> float:
    usd = google_price(model, usage, **counts)
    assert usd is not None
    return usd


def test_tokens_alone_cost_what_the_chat_costs() -> None:
    assert priced("gemini-3.8-flash") == price("google:gemini-3.8-flash", USAGE)


@pytest.mark.parametrize("model", ["gemini-3-pro-image-preview", "gemini-3.1-flash-image", "gemini-2.5-flash-image"])
def test_tokens_of_a_picture_have_a_rate_of_their_own(model: str) -> None:
    assert priced(model, image_tokens=1120) > 5 * priced(model)


def test_a_picture_of_more_tokens_than_the_output_counts_as_the_output() -> None:
    assert priced("gemini-2.5-flash-image", image_tokens=9999) == priced("gemini-2.5-flash-image", image_tokens=1300)


def test_searches_are_charged_per_query_or_per_prompt() -> None:
    def searches(model: str, count: int) -> float:
        return round(priced(model, searches=count) - priced(model), 9)

    assert searches("gemini-3.8-flash", 3) == pytest.approx(3 * searches("gemini-3.8-flash", 1))
    assert searches("gemini-2.5-flash", 3) == pytest.approx(searches("gemini-2.5-flash", 1))
    assert searches("gemini-2.5-flash", 1) > 0


def test_a_model_of_vertex_has_the_price_of_its_name_and_an_unknown_one_none() -> None:
    assert priced("publishers/google/models/gemini-3.8-flash") == priced("gemini-3.8-flash")
    assert google_price("projects/p/locations/l/endpoints/123", USAGE) is None
    assert google_price("tunedModels/mine", USAGE) is None
