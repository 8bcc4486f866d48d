"""Cases of evals go to a dataset of LangSmith when that is asked for, each once, and never otherwise."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import threading
import uuid
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

SCRIPT = Path(__file__).parent.parent / "evals" / "upload.py"
KEY = "lsv2_pt_test_planted_key_0123456789"
OTHER = "AIzaSyTestTestTestTestTestTestTestTest1"
WHEN = "2026-01-01T00:00:00+00:00"


class LangSmith(ThreadingHTTPServer):
    """The few routes that datasets need; keeps what it was sent."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.asked: list[tuple[str, str]] = []
        self.keys: set[str | None] = set()
        self.datasets: dict[str, str] = {}
        self.examples: dict[str, dict[str, Any]] = {}
        self.refuses = False

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"


class Handler(BaseHTTPRequestHandler):
    server: LangSmith

    def log_message(self, *_: Any) -> None:
        """Say nothing."""

    def do_GET(self) -> None:
        place = urlsplit(self.path)
        query = parse_qs(place.query)
        self.heard("GET", place.path)
        if place.path == "/info":
            self.answer({"instance_flags": {"dataset_examples_multipart_enabled": True}, "batch_ingest_config": {}})
        elif place.path == "/datasets":
            wanted = query.get("name", [""])[0]
            self.answer([self.dataset(name) for name in self.server.datasets if name == wanted])
        elif place.path == "/examples":
            found = list(self.server.examples.values())
            start = int(query.get("offset", ["0"])[0])
            self.answer(found[start : start + int(query.get("limit", ["100"])[0])])
        else:
            self.answer({"detail": "not found"}, 404)

    def do_POST(self) -> None:
        self.heard("POST", self.path)
        body = self.rfile.read(int(self.headers["Content-Length"]))
        if self.server.refuses:
            self.answer({"detail": f"forbidden for {KEY}"}, 403)
        elif self.path == "/datasets":
            name = json.loads(body)["name"]
            self.server.datasets[name] = str(uuid.uuid4())
            self.answer(self.dataset(name))
        elif found := re.fullmatch(r".*/datasets/([0-9a-f-]+)/examples", self.path):
            self.answer(self.take(found[1], body))
        else:
            self.answer({"detail": "not found"}, 404)

    def take(self, dataset: str, body: bytes) -> dict[str, Any]:
        edge = b"--" + self.headers["Content-Type"].partition("boundary=")[2].strip('"').encode()
        new: dict[str, dict[str, Any]] = {}
        for part in body.split(edge)[1:-1]:
            head, _, content = part.strip(b"\r\n").partition(b"\r\n\r\n")
            name = re.search(rb'name="([^"]+)"', head)
            assert name is not None
            id, _, field = name[1].decode().partition(".")
            one = new.setdefault(id, {"id": id, "dataset_id": dataset, "created_at": WHEN, "modified_at": WHEN})
            one.update({field: json.loads(content)} if field else json.loads(content))
        self.server.examples |= new
        return {"count": len(new), "example_ids": list(new), "as_of": WHEN}

    def dataset(self, name: str) -> dict[str, Any]:
        times = {"created_at": WHEN, "modified_at": WHEN}
        return {
            "id": self.server.datasets[name],
            "name": name,
            "data_type": "kv",
            "tenant_id": str(uuid.UUID(int=1)),
            **times,
        }

    def heard(self, method: str, path: str) -> None:
        self.server.asked.append((method, path))
        self.server.keys.add(self.headers.get("x-api-key"))

    def answer(self, body: Any, status: int = 200) -> None:
        data = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)


@pytest.fixture
def langsmith(monkeypatch: pytest.MonkeyPatch) -> Iterator[LangSmith]:
    server = LangSmith()
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    monkeypatch.setenv("LANGSMITH_ENDPOINT", server.address)
    monkeypatch.setenv("LANGSMITH_API_KEY", KEY)
    yield server
    server.shutdown()
    thread.join()
    server.server_close()


def run(file: Path, *given: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(SCRIPT), str(file), "--dataset", "claims", *given]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)


@pytest.fixture
def claims(tmp_path: Path) -> Path:
    file = tmp_path / "claims.jsonl"
    cases = [{"claim": f"Uji has {n} tea houses.", "passage": "Uji", "true": n == 3, "kind": "number"} for n in (3, 4)]
    file.write_text("\n".join(map(json.dumps, cases)) + "\n", encoding="utf-8")
    return file


def test_cases_become_examples_of_a_new_dataset_and_are_sent_once(langsmith: LangSmith, claims: Path) -> None:
    done = run(claims, "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == {"dataset": "claims", "made": True, "sent": 2, "there": 0}
    first = next(one for one in langsmith.examples.values() if one["outputs"]["true"])
    assert first["inputs"] == {"claim": "Uji has 3 tea houses.", "passage": "Uji"}
    assert first["metadata"]["kind"] == "number"
    assert langsmith.keys == {KEY}
    again = run(claims, "--json")
    assert json.loads(again.stdout) == {"dataset": "claims", "made": False, "sent": 0, "there": 2}
    with claims.open("a", encoding="utf-8") as file:
        file.write('{"claim": "Uji has rain.", "passage": "Uji", "true": false}\n')
    assert json.loads(run(claims, "--json").stdout)["sent"] == 1
    assert len(langsmith.examples) == 3


def test_nothing_is_sent_without_a_key_or_where_it_is_only_shown(
    langsmith: LangSmith, claims: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = run(claims, "--dry-run")
    assert shown.returncode == 0, shown.stderr
    assert [json.loads(line)["outputs"] for line in shown.stdout.splitlines()] == [{"true": True}, {"true": False}]
    monkeypatch.delenv("LANGSMITH_API_KEY")
    done = run(claims)
    assert done.returncode == 3
    assert "there is no key of LangSmith. Set LANGSMITH_API_KEY." in done.stderr
    assert langsmith.asked == []


def test_no_key_goes_out_and_none_is_said_in_an_error(
    langsmith: LangSmith, claims: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GOOGLE_API_KEY", OTHER)
    claims.write_text(json.dumps({"claim": f"the key is {OTHER}", "true": False}), encoding="utf-8")
    assert run(claims).returncode == 0
    assert OTHER not in json.dumps(langsmith.examples)
    langsmith.refuses = True
    claims.write_text('{"claim": "another"}', encoding="utf-8")
    done = run(claims)
    assert done.returncode == 6
    assert "LangSmith did not take them" in done.stderr
    assert KEY not in done.stderr


@pytest.mark.parametrize(
    ("text", "examples"),
    [
        ('[{"a": 1, "wanted": 2}]', [({"a": 1}, {"wanted": 2})]),
        ('{"cases": [{"a": 1}], "about": "x"}', [({"a": 1}, {})]),
        ('{"claim": "x", "true": true}', [({"claim": "x"}, {"true": True})]),
        (
            '{"data": [{"title": "T", "paragraphs": [{"context": "c", "qas": [{"id": "7", "question": "q", '
            '"answers": [{"text": "a", "answer_start": 0}]}]}]}]}',
            [({"question": "q", "context": "c"}, {"answers": ["a"]})],
        ),
    ],
)
def test_files_of_every_eval_are_understood(tmp_path: Path, text: str, examples: list[Any]) -> None:
    file = tmp_path / "cases.json"
    file.write_text(text, encoding="utf-8")
    lines = [json.loads(line) for line in run(file, "--dry-run").stdout.splitlines()]
    assert [(line["inputs"], line["outputs"]) for line in lines] == examples


def test_texts_that_another_file_holds_go_with_their_questions() -> None:
    done = run(SCRIPT.parent / "questions" / "cross.json", "--dry-run")
    assert done.returncode == 0, done.stderr
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(lines) == 48
    assert all(line["inputs"]["context"] and line["outputs"]["answers"] for line in lines)
    assert all(line["metadata"]["id"] for line in lines)


def test_an_answer_that_was_not_accepted_is_no_reference(tmp_path: Path) -> None:
    file = tmp_path / "asks.jsonl"
    asks = [{"prompt": "p", "answer": {"a": 1}, "accepted": yes, "why": ["bad"]} for yes in (True, False)]
    file.write_text("\n".join(map(json.dumps, asks)), encoding="utf-8")
    kept, refused = (json.loads(line) for line in run(file, "--dry-run").stdout.splitlines())
    assert kept["outputs"] == {"answer": {"a": 1}, "accepted": True, "why": ["bad"]}
    assert refused["outputs"] == {}
    assert refused["metadata"] == {"answer": {"a": 1}, "accepted": False, "why": ["bad"]}
    assert refused["inputs"] == {"prompt": "p"}


@pytest.mark.parametrize(("text", "said"), [('{"a": 1}\nnonsense', "line 2 of"), ("[3]", "case 1 of")])
def test_a_file_of_another_form_is_refused_with_the_place(tmp_path: Path, text: str, said: str) -> None:
    file = tmp_path / "cases.json"
    file.write_text(text, encoding="utf-8")
    done = run(file, "--dry-run")
    assert done.returncode == 4
    assert said in done.stderr
