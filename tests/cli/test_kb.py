from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from kasen.testing.providers import serving_in_thread

TEA = "静岡県は日本一の茶産地である。牧之原台地は明治の初めに徳川家の旧臣が開墾した。"


@pytest.fixture
def docs() -> Path:
    folder = Path("docs")
    folder.mkdir()
    (folder / "茶.md").write_text(f"# 日本茶\n\n{TEA}", encoding="utf-8")
    (folder / "broken.pdf").write_bytes(b"%PDF-1.4")
    return folder


def test_documents_are_added_searched_reported_and_removed(kasen: Any, docs: Path) -> None:
    added = kasen("kb", "add", "docs")
    assert added.exit_code == 0, added.stderr
    assert added.stdout == ""
    assert "skipped:" in added.stderr
    assert "broken.pdf` is broken: not a readable PDF" in added.stderr
    assert "`default`: 1 added, 0 updated, 0 unchanged" in added.stderr
    assert "1 unchanged" in kasen("kb", "add", "docs").stderr
    found = kasen("kb", "search", "日本一の茶産地はどこ？")
    assert found.stdout.startswith(f"1. 日本茶 ({docs.resolve()}/茶.md)\n   静岡県は")
    report = kasen("kb", "report").stdout
    assert "1 documents, 1 passages" in report
    assert "rejected (1):" in report
    removed = kasen("kb", "remove", "docs/茶.md")
    assert "removed 1 documents" in removed.stderr
    assert (docs / "茶.md").exists()
    assert kasen("kb", "search", "茶産地").stdout == ""


def test_json_is_for_scripts(kasen: Any, docs: Path) -> None:
    added = json.loads(kasen("kb", "add", "docs", "--kb", "tea", "--json").stdout)
    assert (added["kb"], added["added"], added["documents"]) == ("tea", 1, 1)
    assert added["skipped"][0]["reason"] == "is broken: not a readable PDF"
    hit = json.loads(kasen("kb", "search", "茶産地", "--json").stdout.splitlines()[0])
    assert hit["passage"]["text"] == TEA
    assert hit["source"]["knowledge_base"] == "tea"
    assert json.loads(kasen("kb", "list", "--json").stdout) == {
        "name": "tea",
        "documents": 1,
        "passages": 1,
        "folder": "",
    }
    assert json.loads(kasen("kb", "report", "--kb", "tea", "--json").stdout)["uniqueness"] == 1.0
    assert json.loads(kasen("kb", "remove", "docs/茶.md", "--json").stdout) == {"removed": "docs/茶.md", "documents": 1}
    assert json.loads(kasen("kb", "remove", "tea", "--json").stdout) == {"removed": "tea", "documents": None}


def test_a_whole_base_is_removed_by_its_name(kasen: Any, docs: Path) -> None:
    kasen("kb", "add", "docs", "--kb", "tea")
    assert "removed the knowledge base `tea`" in kasen("kb", "remove", "tea").stderr
    shown = kasen("kb", "list")
    assert (shown.exit_code, shown.stdout) == (0, "")
    assert "kasen kb add PATH" in shown.stderr


@pytest.mark.parametrize(
    ("args", "code", "words"),
    [
        (("add", "nope"), 4, "there is no file or folder `nope`"),
        (("add", "broken.pdf"), 4, "nothing in `broken.pdf` could be added"),
        (("add", "ok.txt", "--kb", "../x"), 4, "cannot name a knowledge base"),
        (("search", "x"), 4, "there is no knowledge base yet"),
        (("search", "  "), 4, "the query is empty"),
        (("search", "x", "--kb", "nope"), 2, "there is no knowledge base `nope`"),
        (("report",), 4, "there is no knowledge base yet"),
        (("remove", "nope"), 4, "there is no knowledge base yet"),
        (("add",), 2, "missing argument"),
    ],
)
def test_mistakes_are_one_sentence_with_a_code(kasen: Any, args: tuple[str, ...], code: int, words: str) -> None:
    Path("broken.pdf").write_bytes(b"%PDF-1.4")
    Path("ok.txt").write_text(TEA, encoding="utf-8")
    shown = kasen("kb", *args)
    assert shown.exit_code == code
    assert words in shown.stderr
    assert shown.stdout == ""
    assert "Traceback" not in shown.stderr


def test_what_is_no_base_and_no_document_is_said_in_one_sentence(kasen: Any, docs: Path) -> None:
    kasen("kb", "add", "docs", "--kb", "tea")
    refused = kasen("kb", "remove", "nope")
    assert refused.exit_code == 2
    assert "there is no knowledge base `nope`, and no such document or folder in `tea`" in refused.stderr


def test_a_path_that_is_not_there_leaves_no_base_behind(kasen: Any) -> None:
    assert kasen("kb", "add", "nope", "--kb", "tea").exit_code == 4
    assert kasen("kb", "list").stdout == ""


def test_escapes_in_documents_do_not_reach_the_terminal(kasen: Any) -> None:
    Path("a.txt").write_text(f"{TEA}\x1b]0;owned\x07\x1b[31m赤い茶", encoding="utf-8")
    kasen("kb", "add", "a.txt")
    assert "\x1b" not in kasen("kb", "search", "茶産地").stdout


def test_vectors_come_from_the_provider_that_is_set_and_a_base_is_brought_to_another(
    kasen: Any, docs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving_in_thread() as fake:
        access = fake.access()
        monkeypatch.setenv("OPENAI_API_KEY", access.openai_api_key)
        monkeypatch.setenv("OPENAI_BASE_URL", access.openai_base_url)
        monkeypatch.setenv("OLLAMA_BASE_URL", access.ollama_base_url)
        monkeypatch.setenv("KASEN_EMBEDDINGS", "openai:text-embedding-3-small")
        added = kasen("kb", "add", "docs")
        assert added.exit_code == 0, added.stderr
        assert "openai:text-embedding-3-small: about " in added.stderr
        assert "tokens, about $0.0" in added.stderr
        assert "vectors: openai:text-embedding-3-small" in kasen("kb", "report").stdout
        assert kasen("kb", "search", "茶の産地").stdout.startswith("1. 日本茶")
        (docs / "b.txt").write_text("玉露は宇治で作られる。", encoding="utf-8")
        monkeypatch.setenv("KASEN_EMBEDDINGS", "ollama:nomic-embed-text")
        refused = kasen("kb", "add", "docs")
        assert refused.exit_code == 3
        assert "run `kasen kb embed default`" in " ".join(refused.stderr.split())
        done = kasen("kb", "embed")
        assert done.exit_code == 0, done.stderr
        assert "`default`: 1 passages, vectors of ollama:nomic-embed-text" in done.stderr
        assert "free" in done.stderr
        assert kasen("kb", "add", "docs").exit_code == 0
        assert {call.provider for call in fake.calls} == {"openai", "ollama"}
        assert "without vectors" in kasen("kb", "embed", "--model", "none").stderr
        told = json.loads(kasen("kb", "embed", "--json").stdout)
        assert told == {"kb": "default", "passages": 2, "model": "ollama:nomic-embed-text"}


def test_an_embedding_model_that_cannot_be_is_said_in_one_sentence(kasen: Any, docs: Path) -> None:
    wrong = kasen("kb", "embed", "default", "--model", "nosuch:model")
    assert wrong.exit_code == 2
    assert "there is no provider `nosuch`" in wrong.stderr
