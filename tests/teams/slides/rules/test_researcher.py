from __future__ import annotations

import pytest

from kasen.teams.slides.rules.researcher import LONGEST, MOST_TASKS, topics
from kasen.teams.slides.schemas.brief import About


def asked(wish: str, *, instruction: str = "", inputs: tuple[str, ...] = (), title: str = "") -> list[str]:
    about = About(wish=wish, title=title)
    found = topics(
        about=about, instruction=instruction, inputs=inputs, documents=True, web=True, today="2026-01-01", lang="en"
    )
    assert [task.id for task in found.tasks] == [f"R{n}" for n in range(1, len(found.tasks) + 1)]
    return [task.question for task in found.tasks]


@pytest.mark.parametrize(
    ("wish", "questions"),
    [
        (
            "Create a presentation about WebAssembly for engineers, 12 slides",
            ["WebAssembly for engineers"],
        ),
        ("I need slides on battery recycling in Europe.", ["battery recycling in Europe"]),
        (
            "Make a 10-slide deck about the tea market: history, exports and prices",
            ["the tea market history", "the tea market exports", "the tea market prices"],
        ),
        ("緑茶の輸出について10枚のスライドを作ってください。", ["緑茶の輸出"]),
        ("生成AIの社内活用に関するプレゼン資料を15枚で作成して", ["生成AIの社内活用"]),
        ("新入社員向けの情報セキュリティ研修資料", ["新入社員向けの情報セキュリティ研修"]),
        ("水素社会\n・製造\n・輸送", ["水素社会 製造", "水素社会 輸送"]),
        (
            "脱炭素の動向：規制、技術",
            ["脱炭素の動向 規制", "脱炭素の動向 技術"],
        ),
        ("Q3 sales review for the board", ["Q3 sales review for the board"]),
        ("About https://example.org/a/b and oceans", ["About https://example.org/a/b and oceans"]),
    ],
)
def test_the_topics_of_a_wish_are_asked_for_without_the_words_that_order_a_deck(
    wish: str, questions: list[str]
) -> None:
    assert asked(wish) == questions


def test_an_instruction_goes_before_the_wish_and_inputs_come_after() -> None:
    assert asked("a deck", instruction="Exports of tea since 2010.", inputs=("Uji  city", " ")) == [
        "Exports of tea since 2010",
        "Uji city",
    ]
    assert asked("お茶", instruction="調査") == ["お茶"], "the name of the step says nothing"


def test_nothing_but_order_words_falls_back_to_the_title_or_the_wish() -> None:
    assert asked("スライドを作って", title="茶の歴史") == ["茶の歴史"]
    assert asked("スライドを作って") == ["スライドを作って"]


def test_a_long_wish_gives_few_questions_of_bounded_length() -> None:
    found = asked("\n".join(f"{'long ' * 100}topic {n}." for n in range(50)))
    assert len(found) == MOST_TASKS
    assert all(len(question) <= LONGEST for question in found)


def test_a_hostile_wish_takes_no_time() -> None:
    for wish in ("make " * 4000, "・\n" * 6000, "：" * 20_000, "1枚" * 6000, "、" * 20_000 + "あ"):
        assert asked(wish)
