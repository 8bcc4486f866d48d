from __future__ import annotations

import pytest

from kasen.teams.code.messages import Finding
from kasen.teams.code.orchestrator.wording import SHOWN, TITLE, defect, named_few, role_title, title_of, why


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_each_defect_is_said_in_both_languages_with_its_facts(lang: str) -> None:
    facts = {"n": 2, "files": "a.py, b.py", "own": "src/**", "base": "0123", "file": "a.py", "said": "1 failed"}
    for name in ("strayed", "conflict", "unresolved", "command"):
        issue, suggestion = defect(lang, name, **facts)
        assert issue
        assert suggestion
        assert "{" not in issue + suggestion
        assert any("ぁ" <= letter <= "ん" for letter in issue + suggestion) == (lang == "ja")
    assert "a.py, b.py" in defect(lang, "strayed", **facts)[0]
    for name in ("rounds", "again", "silent", "given_up"):
        assert "{" not in why(lang, name, n=3, what="x", who="reviewer-1")


def test_many_names_are_counted() -> None:
    assert named_few(["a", "b"]) == "a, b"
    assert named_few([str(n) for n in range(SHOWN + 3)]).endswith("19 (+3)")


def test_what_mends_findings_is_called_by_the_first_and_what_a_role_does_by_what_it_is() -> None:
    long = Finding(severity="major", issue="値段を 丸める\n場所が" + "二つ" * 50)
    title = title_of("ja", [long, long, long])
    assert title.startswith("値段を 丸める 場所が")
    assert title.endswith("…（ほか 2 件）")
    assert len(title) <= TITLE + len("（ほか 2 件）")
    assert title_of("en", [long, long]).endswith("… (and 1 more)")
    assert title_of("en", []) == ""
    assert role_title("en", "reviewer-architecture", "review") == "Review of the whole: architecture"
    assert role_title("ja", "reviewer", "review") == "全体のレビュー"
    assert role_title("en", "researcher-market", "work") == "Market research"
    assert role_title("ja", "reviewer-security", "review") == "全体のレビュー（安全性）"
    assert role_title("ja", "impl-shop", "work") == "impl shop"
