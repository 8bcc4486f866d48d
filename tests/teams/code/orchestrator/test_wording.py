from __future__ import annotations

import pytest

from kasen.teams.code.orchestrator.wording import SHOWN, defect, named_few, why


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
