from __future__ import annotations

from kasen.teams.resume.document.parse import parse
from kasen.teams.resume.document.personal import personal_in


def personal(text: str) -> list[tuple[str, str]]:
    return [(one.kind, text[one.start : one.end]) for one in personal_in(parse(text))]


def test_what_a_field_names_is_found_again_further_down() -> None:
    text = "氏名：見本 太郎\n\n## 自己PR\n\n見本太郎です。\n"
    assert ("name", "見本太郎") in personal(text)


def test_accounts_and_domains_are_learnt_from_the_head() -> None:
    text = (
        "# Jo Specimen\n\njo@specimen.dev · https://github.com/jospec\n\n"
        "## Projects\n\nhttps://github.com/jospec/x and specimen.dev/talks\n"
    )
    links = [words for kind, words in personal(text) if kind == "link"]
    assert "specimen.dev/talks" in links
    assert any("jospec" in words for words in links[1:])


def test_the_name_in_a_mail_address_is_a_name() -> None:
    assert ("name", "Jo Specimen") in personal("jo.specimen@gmail.com\n\n## Summary\n\nJo Specimen leads.\n")
    assert [kind for kind, _ in personal("job.info@gmail.com\n\n## Summary\n\nJob info is here.\n")] == ["email"]


def test_pictures_at_the_head_and_portraits_elsewhere_are_photos() -> None:
    text = "![](a.png)\n\n## Summary\n\n![diagram](b.png) ![my photo](c.png)\n"
    assert [words for kind, words in personal(text) if kind == "photo"] == ["![](a.png)", "![my photo](c.png)"]


def test_employers_keep_a_word_that_the_owner_shares_with_them() -> None:
    text = "# Jo Muster\n\n## Experience\n\n### Muster & Sons Ltd — Manager (2015 – 2020)\n\n- Muster led it\n"
    found = [(kind, words) for kind, words in personal(text) if kind == "name"]
    assert found == [("name", "Jo Muster"), ("name", "Muster"), ("name", "Muster")][: len(found)]
    assert text.index("Muster & Sons") not in [one.start for one in personal_in(parse(text))]
