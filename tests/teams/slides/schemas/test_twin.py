from __future__ import annotations

from kasen.teams.slides.schemas.deck import Deck, Slide
from kasen.teams.slides.schemas.twin import Twin


def test_a_twin_is_the_same_after_it_was_written() -> None:
    whole = Slide(id="s-01", kind="bullets", title="お茶", notes="話す。")
    parts = tuple(whole.model_copy(update={"id": id}) for id in ("s-01", "s-01.2"))
    twin = Twin(file=2, deck=Deck(title="お茶", lang="ja", slides=parts), slides=(whole,))
    assert Twin.model_validate_json(twin.model_dump_json()) == twin
