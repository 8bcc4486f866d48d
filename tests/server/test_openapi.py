"""Requests made from the server's own description, to a server as users start it: no 5xx, answers as described.

Half of the names in them are real ones, so that routes are entered and not only refused at the door.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from schemathesis.checks import CHECKS, load_all_checks
from schemathesis.generation.case import Case
from schemathesis.schemas import APIOperation

from kasen.server.app import description
from server.process import served

load_all_checks()
Operation = APIOperation[Any, Any, Any, Any]
Made = Case[Any]
CHOSEN: Any = CHECKS.get_by_names(
    ["not_a_server_error", "status_code_conformance", "content_type_conformance", "response_schema_conformance"]
)
WITHIN = 20.0
ECHO = {"team": "echo", "request": {"text": "やまびこ"}, "options": {"preset": "none"}}
BODIES: dict[str, dict[str, Any]] = {
    "POST /api/runs": ECHO,
    "POST /api/runs/{run_id}/approvals/{approval}": {"default": True},
    "POST /api/kb/{name}/documents": {"uploads": []},
    "POST /api/chat": {
        "id": "茶",
        "team": "echo",
        "messages": [{"id": "m1", "role": "user", "parts": [{"type": "text", "text": "や"}]}],
    },
    "POST /api/teams/{team}/estimate": {"request": {"text": "や", "question": "茶とは何か"}},
}
OTHER_NAMES = {
    ("name", "GET /api/runs/{run_id}/artifacts/{name}"): "artifact",
    ("run_id", "POST /api/runs/{run_id}/cancel"): "unwanted",
}
"""What a parameter means there, where it means something else elsewhere."""
ONLY_REFUSED = {
    "POST /api/session",
    "POST /api/runs/{run_id}/stop",
    "DELETE /api/kb/{name}/documents",
    "DELETE /api/kb/{name}/readings/{reading_id}",
    "GET /api/chat/{chat_id}",
    "DELETE /api/chat/{chat_id}",
    "POST /api/chat/{chat_id}/stop",
    "DELETE /api/uploads/{upload_id}",
}
"""No token exists, no run is at work for long, and ids are guessed."""
LONGEST_S = 60
"""Seconds that a run which a generated request has begun may take; it is by rules."""


@dataclass(frozen=True)
class There:
    """A server with something in it."""

    url: str
    names: dict[str, list[str]]
    """Parameter of a path → real values."""
    schema: Any


@pytest.fixture(scope="module")
def there(tmp_path_factory: pytest.TempPathFactory) -> Iterator[There]:
    """A server with a finished run, one that waits, a knowledge base and an upload; it ends with its runs."""
    with served(tmp_path_factory.mktemp("openapi")) as server:
        url = f"http://127.0.0.1:{server.port}"
        with httpx.Client(base_url=url, timeout=WITHIN) as client:
            done = client.post("/api/runs", json=ECHO).json()["id"]
            asks = {**ECHO, "request": {"text": "a b", "ask_first": True}}
            waits, unwanted = (client.post("/api/runs", json=asks).json()["id"] for _ in range(2))
            for run_id in (done, waits, unwanted):
                client.get(f"/api/runs/{run_id}/events")
            assert client.post("/api/kb", json={"name": "茶"}).status_code == 201
            upload = client.post("/api/uploads?name=茶.md", content="# 茶\n\n宇治の茶。".encode()).json()["id"]
            given_documents = {"uploads": [f"upload:{upload}"]}
            assert client.post("/api/kb/茶/documents", json=given_documents).json()["added"] == 1
            described = client.get("/openapi.json").json()
            files = [one["name"] for one in client.get(f"/api/runs/{done}/artifacts").json()]
        names = {"run_id": [done, waits], "team": ["echo", "research"], "approval": ["parts"], "upload_id": [upload]}
        names["unwanted"] = [unwanted]
        yield There(url, {**names, "name": ["茶"], "artifact": files}, schemathesis.openapi.from_dict(described))


def operations(there: There) -> list[Operation]:
    found = [each.ok() for each in there.schema.get_all_operations()]
    return sorted(found, key=lambda each: (each.method == "delete", _late(each.label), each.label))


def _late(label: str) -> int:
    """What ends runs comes after what carries them on, and answers after that: nothing waits any more."""
    return next((place for place, word in enumerate(("/continue", "/approvals/", "/cancel"), 1) if word in label), 0)


def made_real(case: Made, there: There, chance: random.Random) -> Made:
    """Real names in place of most of those that were made up, and a body that can be meant in place of half of them."""
    for parameter in case.path_parameters or {}:
        key = OTHER_NAMES.get((parameter, case.operation.label), parameter)
        if key in there.names and chance.random() < 0.7:
            case.path_parameters[parameter] = chance.choice(there.names[key])
    meant = BODIES.get(case.operation.label)
    if meant is not None and isinstance(case.body, dict) and chance.random() < 0.5:
        case.body = {**meant, "uploads": [there.names["upload_id"][0]]} if "uploads" in meant else dict(meant)
    if isinstance(case.body, dict) and isinstance(options := case.body.get("options"), dict):
        case.body["options"] = {**options, "budget_seconds": LONGEST_S, "preset": "none"}
    return case


def walk(there: There, *, examples: int) -> dict[str, set[int]]:
    """Ask each operation so many times; the statuses that came."""
    came: dict[str, set[int]] = {}
    with httpx.Client(base_url=there.url, timeout=WITHIN) as client:
        for operation in operations(there):
            came[operation.label] = asked(operation, there, client, examples)
    return came


def asked(operation: Operation, there: There, client: httpx.Client, examples: int) -> set[int]:
    statuses: set[int] = set()
    chance = random.Random(operation.label)

    @seed(7)
    @settings(
        max_examples=examples,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy())
    def once(case: Made) -> None:
        response = made_real(case, there, chance).call(base_url=there.url, timeout=WITHIN)
        statuses.add(response.status_code)
        case.validate_response(response, checks=CHOSEN)

    once()
    return statuses


def test_what_the_description_allows_is_answered_as_it_says(there: There) -> None:
    came = walk(there, examples=12)
    assert len(came) >= 34
    silent = {label for label, statuses in came.items() if not any(status < 400 for status in statuses)}
    assert silent <= ONLY_REFUSED


def test_every_route_says_what_it_does_takes_and_refuses() -> None:
    found = description()
    every = [(path, method, said) for path, methods in found["paths"].items() for method, said in methods.items()]
    names = [said["operationId"] for _, _, said in every]
    assert len(set(names)) == len(names)
    for path, method, said in every:
        where = f"{method.upper()} {path}"
        assert re.fullmatch(r"[a-z]+([A-Z][a-z]+)*", said["operationId"]), where
        assert said["summary"], where
        assert len(said["description"]) > 10, where
        assert {"401", "403", "404", "409", "413", "422", "429"} <= set(said["responses"]), where
        problem = said["responses"]["404"]["content"]["application/json"]["schema"]
        assert problem == {"$ref": "#/components/schemas/Problem"}, where
        body = said.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
        assert not body or "examples" in json.dumps(_shape(found, body)), f"{where} shows no example"


def _shape(found: dict[str, Any], schema: dict[str, Any]) -> list[Any]:
    """The shapes of a body, and those of its fields."""
    names = re.findall(r"#/components/schemas/(\w+)", json.dumps(schema))
    inner = [found["components"]["schemas"][name] for name in names]
    return inner + [shape for one in inner for shape in _shape(found, one)]


@pytest.mark.slow
def test_what_the_description_allows_is_answered_as_it_says_for_many_requests(there: There) -> None:
    assert len(walk(there, examples=150)) >= 34
