from __future__ import annotations

from kasen.teams.slides.rules.editor import spelled_out


def test_the_rule_changes_nothing_and_tells_the_forms_in_the_persons_language() -> None:
    nothing: dict[str, list[str]] = {name: [] for name in ("slides", "kinds", "refs", "figures", "problems")}
    said = spelled_out(wish="nicer", title="t", lang="en", reply_lang="ja", **nothing)
    assert said.edits == []
    assert "モデル" in said.reply
