from __future__ import annotations

import json

import yaml

from kasen.teams.resume.page.facts import facts_json, facts_yaml
from kasen.teams.resume.schemas.facts import ToConfirm
from teams.resume.scenes import improved_en, improved_ja, nothing
from tools.report.sample import HOSTILE


def test_the_ledger_holds_facts_confirmed_refused_and_what_is_to_confirm() -> None:
    ledger = json.loads(facts_json(improved_ja()))
    assert list(ledger) == ["file", "run", "facts", "confirmed", "refused", "to_confirm"]
    assert ledger["confirmed"] == ["社内改善賞"]
    assert ledger["refused"][0]["doubts"][0]["kind"] == "number"
    assert "月次決算".encode() in facts_json(improved_ja())
    assert facts_json(improved_ja()) == facts_json(improved_ja())


def test_the_skeleton_confirms_nothing_until_a_person_takes_a_sign_away() -> None:
    text = facts_yaml(improved_en())
    assert yaml.safe_load(text) is None
    filled = text.replace('# - "Made search', '- "Made search')
    assert yaml.safe_load(filled) == ["Made search 40 % faster."]
    assert "By how much did the search get faster?" in text
    assert facts_yaml(nothing()) == ""


def test_words_from_outside_cannot_leave_their_comment() -> None:
    odd = ToConfirm(
        question=f"{HOSTILE}\n- planted\x85- planted\u2028- planted\x00\ufffe\ud800", about="a\r- b", proposed=HOSTILE
    )
    text = facts_yaml(improved_en().model_copy(update={"to_confirm": [odd]}))
    assert yaml.safe_load(text) is None
    (fact,) = yaml.safe_load(text.replace("# - ", "- "))
    assert isinstance(fact, str)
