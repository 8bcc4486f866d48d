from __future__ import annotations

import pytest

from kasen.teams.slides.schemas.design import Layout, LayoutRole, Slot, SlotKind
from kasen.teams.slides.schemas.part import Box
from kasen.teams.slides.template.roles import is_closing, named_role, role_of

SLIDE = Box(x=0, y=0, w=1600, h=900)
TITLE = Slot(idx=0, kind="title", box=Box(x=80, y=50, w=1440, h=100))


def content(x: int = 80, y: int = 200, w: int = 1440, h: int = 600, kind: SlotKind = "object") -> Slot:
    return Slot(idx=x + y, kind=kind, box=Box(x=x, y=y, w=w, h=h))


def role(slots: list[Slot], *, kind: str = "", name: str = "", centred: bool = False) -> LayoutRole:
    return role_of(slots, kind=kind, name=name, centred=centred, slide=SLIDE)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Title Slide", "title"), ("タイトル スライド", "title"), ("表紙", "title"), ("セクション見出し", "section"),
        ("Section Header", "section"), ("中扉", "section"), ("タイトルとコンテンツ", "content"),
        ("Title and Content", "content"), ("2 つのコンテンツ", "two_content"), ("Two Content", "two_content"),
        ("比較", "comparison"), ("Comparison", "comparison"), ("タイトルのみ", "title_only"),
        ("Title Only", "title_only"), ("白紙", "blank"), ("Blank", "blank"), ("タイトル付きの図", "picture"),
        ("Picture with Caption", "picture"), ("タイトルと縦書きテキスト", "other"),
        ("縦書きタイトルと縦書きテキスト", "other"), ("Name Card", "other"), ("Custom 7", None), ("", None),
    ],
)  # fmt: skip
def test_office_s_names_are_known_in_both_languages(name: str, said: LayoutRole | None) -> None:
    assert named_role("", name) == said


def test_placeholders_go_before_the_name() -> None:
    assert role([TITLE, content(w=700), content(x=820, w=700)], name="Title Slide") == "two_content"
    assert role([TITLE], name="Two Content") == "title_only"
    assert role([content()], name="Title and Content") == "other", "no title"
    assert role([], name="Title Slide") == "blank"
    assert role([TITLE, content(kind="picture")], name="白紙") == "picture"


def test_the_name_tells_what_placeholders_leave_open() -> None:
    text = content(kind="body")
    assert role([TITLE, text], name="章扉") == "section"
    assert role([TITLE, text], kind="secHead", name="x") == "section"
    assert role([TITLE, text], name="本文") == "content"
    assert role([TITLE], name="Section") == "section"
    assert role([TITLE, Slot(idx=1, kind="subtitle", box=text.box)], name="x") == "title"


def test_without_a_name_that_says_anything_the_places_tell() -> None:
    low = Slot(idx=0, kind="title", box=Box(x=80, y=400, w=1440, h=150))
    assert role([low, content(y=560, h=120, kind="body")], name="Custom 3") == "section"
    assert role([TITLE, content()], name="Custom 3") == "content"
    assert role([TITLE], name="Custom 3", centred=True) == "title"


def test_columns_of_unlike_width_are_no_two_columns_and_two_heads_make_a_comparison() -> None:
    assert role([TITLE, content(w=1000), content(x=1100, w=400)]) == "other"
    assert role([TITLE, content(h=280), content(y=500, h=280)]) == "other", "one over the other"
    heads = [content(w=700, h=60, kind="body"), content(x=820, w=700, h=60, kind="body")]
    tall = [content(y=270, w=700, h=500), content(x=820, y=270, w=700, h=500)]
    assert role([TITLE, heads[0], tall[0], heads[1], tall[1]]) == "comparison"
    assert role([TITLE, *(content(x=80 + n * 360, w=340) for n in range(4))]) == "other", "four columns"


def test_text_that_stands_is_for_nothing_that_a_deck_has() -> None:
    assert role([TITLE, content().model_copy(update={"vertical": True})], name="Title and Content") == "other"


def test_a_layout_for_the_last_slide_is_told_by_its_name() -> None:
    box = Box(x=0, y=0, w=1, h=1)
    last = ("Closing", "Thank you!", "End slide", "Final", "ご清聴ありがとう", "裏表紙", "おわりに", "まとめ")
    others = ("Title Slide", "Disclosures", "Enclosed picture", "Trends", "Weekend", "表紙", "")
    for name, said in (*((name, True) for name in last), *((name, False) for name in others)):
        assert is_closing(Layout(index=0, name=name, role="title", free=box)) is said
