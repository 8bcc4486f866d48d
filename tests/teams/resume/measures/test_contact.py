from kasen.teams.resume.measures.contact import head_data
from teams.resume.measures.given import quoted, view


def test_name_mail_and_one_more_way_are_enough_in_english() -> None:
    text = "# Example Person\n\nperson@example.com | +00 000 000 0001\n\n## Summary\n\nEngineer.\n"
    found = head_data(view(text))
    assert (found.score, found.note) == (5.0, "Missing: nothing. Better left out: nothing.")
    assert head_data(view(text.replace("+00 000 000 0001", "https://example.com/me"))).score == 5.0
    assert head_data(view(text.replace("person@example.com", ""))).score == 3.5


def test_what_employers_must_not_ask_is_quoted() -> None:
    head = "# Example Person\n\nperson@example.com, +00 000 000 0001\n\n"
    text = head + "Date of birth: 1 April 1990, married\n\n![me](me.jpg)\n\n## Summary\n\nEngineer.\n"
    found = head_data(view(text))
    assert found.score == 0.5
    assert quoted(text, found) == ["![me](me.jpg)", "Date of birth", "married"]


def test_name_and_date_of_making_are_enough_in_japanese() -> None:
    text = "# 職務経歴書\n\n2026年9月1日現在\n\n氏名：見本 花子\n\n## 職務要約\n\n看護師です。\n"
    assert head_data(view(text)).score == 5.0
    assert head_data(view(text.replace("2026年9月1日現在", ""))).note == "ない項目：作成日。要らない項目：なし。"
    at_the_end = text.replace("2026年9月1日現在", "") + "\n2026年9月1日\n"
    assert head_data(view(at_the_end)).score == 5.0


def test_the_front_matter_counts() -> None:
    text = "---\ntitle: 職務経歴書\nauthor: 見本 花子\ndate: 2026-09-01\nlang: ja\n---\n\n## 職務要約\n\n看護師です。\n"
    assert head_data(view(text)).score == 5.0


def test_a_履歴書_asks_for_the_birthday_and_a_職務経歴書_does_not() -> None:
    body = "\n\n2026年9月1日\n\n氏名：見本 花子\n\n生年月日：1990年4月1日\n\n## 学歴\n\n見本大学 卒業\n"
    assert head_data(view("# 履歴書" + body)).score == 5.0
    needless = head_data(view("# 職務経歴書" + body))
    assert needless.score == 3.5
    assert "要らない" in needless.defects[0].text


def test_birthdays_in_the_text_of_the_work_are_no_concern() -> None:
    head = "# Example Person\n\nperson@example.com +00 000 000 0001\n\n## Experience\n\n"
    text = head + "### Nurse, X Ltd, 2020-01 – present\n\n- Recorded the date of birth of newborns\n"
    assert head_data(view(text)).score == 5.0
