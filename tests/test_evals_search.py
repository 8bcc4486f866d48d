"""The own questions are sound, and search, answers and the verifier reach on them what they reached."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kasen.evidence.reading import Reading
from kasen.testing.providers import serving_in_thread

EVALS = Path(__file__).parent.parent / "evals"
ENGLISH = EVALS / "questions" / "en.json"
CROSS = EVALS / "questions" / "cross.json"


def printed(script: str, *given: str | Path) -> str:
    command = [sys.executable, str(EVALS / script), *map(str, given)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stderr
    return done.stdout


def measured(script: str, *given: str | Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(printed(script, *given, "--json").splitlines()[-1])
    return found


def paragraphs(file: Path) -> Iterator[dict[str, Any]]:
    for article in json.loads(file.read_text(encoding="utf-8"))["data"]:
        yield from article["paragraphs"]


def test_the_english_set_is_large_enough_and_asks_what_its_texts_cannot_answer_too() -> None:
    texts = list(paragraphs(ENGLISH))
    asked = [qa for text in texts for qa in text["qas"]]
    assert len(texts) >= 40
    assert sum(not qa["is_impossible"] for qa in asked) >= 120
    assert sum(qa["is_impossible"] for qa in asked) >= 15
    assert all(120 <= len(text["context"].split()) <= 250 for text in texts)


def test_the_cross_lingual_sample_has_twenty_questions_each_way() -> None:
    own = {text["id"]: text["context"] for text in paragraphs(ENGLISH)}
    ways = []
    for text in paragraphs(CROSS):
        words = text.get("context") or own[text["of"].removeprefix("en.json#")]
        ways += [(Reading(qa["question"]).is_cjk, Reading(words).is_cjk) for qa in text["qas"]]
    assert ways.count((True, False)) >= 20
    assert ways.count((False, True)) >= 20
    assert len(set(ways)) == 2


@pytest.mark.parametrize("file", [ENGLISH, CROSS])
def test_every_answer_is_a_span_of_its_text_and_nothing_is_asked_twice(file: Path) -> None:
    own = {text["id"]: text["context"] for text in paragraphs(ENGLISH)}
    ids, questions, contexts = [], [], []
    for text in paragraphs(file):
        words = text.get("context") or own[text["of"].removeprefix("en.json#")]
        contexts.append(words)
        for qa in text["qas"]:
            ids.append(qa["id"])
            questions.append(qa["question"])
            assert bool(qa["answers"]) is not qa["is_impossible"], qa["id"]
            for answer in qa["answers"]:
                at = answer["answer_start"]
                assert words[at : at + len(answer["text"])] == answer["text"], qa["id"]
    for values in (ids, questions, contexts):
        assert len(set(values)) == len(values)


def test_the_right_text_is_mostly_first_and_nearly_always_among_five() -> None:
    found = measured("retrieval.py", ENGLISH, "--limit", "60")
    assert (found["n"], found["embedding"]) == (60, "")
    assert found["r1"] >= 0.85
    assert found["r5"] >= 0.95


def test_reports_hold_the_answer_and_their_citations_resolve() -> None:
    found = measured("answers.py", ENGLISH, "--limit", "60")
    assert (found["n"], found["seed"]) == (60, 0)
    assert found["gold_in_findings"] >= 0.88
    assert found["gold_in_two"] >= 0.83
    assert (found["citations_resolved"], found["every_finding_cited"]) == (1.0, 1.0)


def test_what_is_not_there_is_refused_or_marked() -> None:
    assert measured("answers.py", ENGLISH, "--limit", "24", "--without-answers")["marked"] >= 0.9


def test_planted_changes_of_english_sentences_are_found_and_rewordings_pass(tmp_path: Path) -> None:
    file = tmp_path / "claims.jsonl"
    file.write_text(printed("plant.py", ENGLISH, "--limit", "90", "--seed", "3"), encoding="utf-8")
    found = measured("verify.py", file)
    assert {"date", "number", "unit", "name", "denial", "exchanged", "opened", "synonym"} <= found["kinds"].keys()
    assert found["seed"] == 3
    assert found["found_share"] >= 0.95
    assert found["alarm_share"] + found["weakened_share"] <= 0.02


def test_claims_by_hand_are_balanced_and_what_was_reached_on_them_is_kept(tmp_path: Path) -> None:
    lines = (EVALS / "verify_by_hand.jsonl").read_text(encoding="utf-8").splitlines()
    claims = [json.loads(line) for line in lines]
    assert len({(claim["claim"], claim["passage"]) for claim in claims}) == len(claims) >= 120
    for held_out, found_share, alarms in ((False, 0.9, 0.05), (True, 0.65, 0.1)):
        half = [claim for claim in claims if claim["held_out"] is held_out]
        assert 30 <= sum(claim["lang"] == "ja" for claim in half) <= len(half) - 30
        assert sum(claim["true"] for claim in half) * 3.5 >= len(half)
        file = tmp_path / "half.jsonl"
        file.write_text("\n".join(json.dumps(claim) for claim in half), encoding="utf-8")
        found = measured("verify.py", file)
        assert found["found_share"] >= found_share
        assert found["alarm_share"] + found["weakened_share"] <= alarms


def test_pairs_for_inference_are_counted_by_their_label(tmp_path: Path) -> None:
    pairs = [
        ("男性が犬と歩いている。", "男性が犬と歩いている。", "entailment"),
        ("男性が犬と歩いている。", "女性が料理をしている。", "contradiction"),
        ("男性が犬と歩いている。", "男性は大阪の会社に勤めている。", "neutral"),
    ]
    file = tmp_path / "pairs.jsonl"
    lines = [{"sentence1": one, "sentence2": other, "label": label} for one, other, label in pairs]
    file.write_text("\n".join(json.dumps(line, ensure_ascii=False) for line in lines), encoding="utf-8")
    found = measured("verify.py", file)
    assert (found["n"], found["true"], found["found"], found["precision"]) == (3, 1, 2, 1.0)
    assert set(found["kinds"]) == {"entailment", "contradiction", "neutral"}


def test_vectors_of_a_server_are_used_when_a_model_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    with serving_in_thread() as fake:
        monkeypatch.setenv("KASEN_COMPATIBLE_BASE_URL", f"{fake.url}/v1")
        found = measured("retrieval.py", CROSS, "--limit", "4", "--embedding", "compatible:fake")
        assert any("embeddings" in call.path for call in fake.calls)
    assert (found["embedding"], found["kinds"]) == ("compatible:fake", "")
    assert found["n"] == 4


def test_the_server_of_vectors_and_how_it_is_told_can_be_named() -> None:
    with serving_in_thread() as fake:
        more = ("--embedding", "compatible:fake", "--server", f"{fake.url}/embeddings/v1")
        kinds = ("--kinds", "input_type=query||passage")
        found = measured("retrieval.py", CROSS, "--sample", "3", *more, *kinds)
        told = [call.body["input_type"] for call in fake.calls]
    assert (found["n"], found["kinds"]) == (3, "input_type=query||passage")
    assert (told.count("query"), set(told)) == (3, {"query", "passage"})


def test_a_file_of_another_form_is_refused_in_one_sentence(tmp_path: Path) -> None:
    file = tmp_path / "x.json"
    file.write_text("{}", encoding="utf-8")
    done = subprocess.run(
        [sys.executable, str(EVALS / "retrieval.py"), str(file)],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 1
    assert "is no file in SQuAD form" in done.stderr
    assert "Traceback" not in done.stderr
