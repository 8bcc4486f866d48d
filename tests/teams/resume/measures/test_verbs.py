from kasen.teams.resume.measures.verbs import empty_phrases, first_person, strong_openings
from teams.resume.measures.given import english, japanese, one, quoted, view


def test_items_that_begin_with_a_duty_are_grouped_by_their_words() -> None:
    text = english(
        "- Worked on A\n- Worked on B\n- Responsible for C\n- Built D\n- Wrote E\n- Led F\n- Sold G\n- Ran H"
    )
    found = strong_openings(view(text))
    assert found.note == "3 of 8 items begin with a duty or a weak verb."
    assert found.score == 1.2
    assert quoted(text, found) == ["Worked on", "Responsible for"]
    assert "(2 items)" in found.defects[0].text


def test_deeds_are_not_weak() -> None:
    text = english("- Built A\n- Handmade B\n- Helpdesk moved to C\n- Network rebuilt")
    assert strong_openings(view(text)).score == 5.0


def test_items_that_end_in_a_duty_are_weak_in_japanese() -> None:
    text = japanese("- 開発を担当\n- 保守を担当しました。\n- 性能を改善\n- 設計書を作成した。")
    found = strong_openings(view(text))
    assert found.score == 0.0
    assert quoted(text, found) == ["担当"]
    assert "（2項目）" in found.defects[0].text


def test_a_list_of_duties_may_name_duties() -> None:
    text = japanese("【担当業務】\n\n- 開発を担当\n- 保守を担当\n\n【実績】\n\n- 性能を30%改善\n- 障害を半減")
    found = strong_openings(view(text))
    assert found.note.startswith("2項目のうち0項目")
    assert found.score == 5.0


def test_the_first_person_is_counted_and_roman_numbers_are_not() -> None:
    text = english(
        "- I built my service and they thanked me\n- Passed Level I in June\n- Phase I and Type I were done\n- CI/CD"
    )
    found = first_person(view(text))
    assert found.note == "Uses of I, me or my: 3."
    assert one(found).question == ""
    assert quoted(text, found) == ["I"]


def test_no_first_person_is_the_best() -> None:
    assert first_person(view(english("- Built it"))).score == 5.0
    many = english(
        "- I did my work and my tasks and my job and I like my boss and my desk and I am glad and so is my dog"
    )
    assert first_person(view(many)).score == 1.0


def test_stock_phrases_are_named_once_each() -> None:
    text = english("- Team player and team player, results-driven")
    found = empty_phrases(view(text))
    assert found.note == "Stock phrases: 3."
    assert quoted(text, found) == ["Team player", "results-driven"]
    ja = empty_phrases(view(japanese("- 責任感が強く、日々精進した")))
    assert (ja.score, len(ja.defects)) == (3.0, 2)
