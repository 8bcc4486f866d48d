from __future__ import annotations

from typing import Any, get_args

import pytest

from kasen.runtime import events
from kasen.server.ui_stream.translate import Translator, artifact_url
from server.ui_stream.events import RUN, event, started


def wires(translator: Translator, *given: events.Event) -> list[dict[str, Any]]:
    return [chunk.wire() for one in given for chunk in translator.take(one)]


def test_every_kind_of_event_is_translated_or_left_out_on_purpose() -> None:
    kinds = {kind.model_fields["type"].default for kind in get_args(get_args(events.Event)[0])}
    assert len(kinds) >= 20
    silent = {kind for kind in kinds if not hasattr(Translator, f"_{kind}")}
    assert silent == {"model_call"}


def test_the_run_is_one_part_that_changes() -> None:
    found = wires(Translator(RUN), started(lang="ja"), event("run_finished", status="done", calls=2, node="", task=""))
    assert [(one["type"], one["id"], one["data"]["status"]) for one in found] == [
        ("data-run", RUN, "running"),
        ("data-run", RUN, "done"),
    ]
    assert (found[0]["data"]["team"], found[0]["data"]["lang"], found[1]["data"]["calls"]) == ("echo", "ja", 2)


@pytest.mark.parametrize(("error", "status"), [("Stopped", "interrupted"), ("InputError", "failed")])
def test_the_end_of_an_attempt_without_a_result_is_told(error: str, status: str) -> None:
    failed = event("run_failed", error=error, message="m", node="", task="")
    translator = Translator(RUN)
    assert wires(translator, started(), failed)[-1]["data"]["status"] == status
    assert translator.status == status


def test_no_steps_are_told_and_a_role_is_one_part() -> None:
    found = wires(Translator(RUN), event("node_started"), event("node_finished", seconds=1.5, summary="3 points"))
    assert {one["id"] for one in found} == {f"{RUN}.t1"}
    assert [one["data"]["state"] for one in found] == ["working", "done"]
    assert found[1]["data"]["summary"] == "3 points"
    assert not [one for one in found if "step" in one["type"]]


def test_a_plan_and_progress_are_replaced_in_place_findings_and_scores_add_up() -> None:
    translator = Translator(RUN)
    plans = wires(translator, event("plan", steps=[{"id": "1"}]), event("plan", steps=[{"id": "2"}]))
    assert plans[0]["id"] == plans[1]["id"]
    finding: dict[str, Any] = {"id": "f", "severity": "major", "text": "no result"}
    found = wires(translator, event("finding", **finding, seq=71), event("finding", **finding, seq=72))
    assert [one["id"] for one in found] == [f"{RUN}.71", f"{RUN}.72"]
    more = {"place": "", "suggestion": "", "state": "open", "role": "writer", "run_id": RUN}
    assert found[0]["data"] == {**finding, **more}
    score = wires(translator, event("score", name="impact", value=7.5, scale=10))[0]
    assert (score["type"], score["data"]["value"], score["data"]["scale"]) == ("data-score", 7.5, 10)
    progress = [wires(translator, event("progress", text="read", done=n, total=3))[0]["id"] for n in (1, 2)]
    assert progress[0] == progress[1]


def test_phases_agents_and_tasks_change_in_place_and_keep_their_own_roles() -> None:
    translator = Translator(RUN)
    phases = [event("phase", phase="planning", state=state, seq=n) for n, state in enumerate(("going_on", "done"), 1)]
    assert {one["id"] for one in wires(translator, *phases)} == {f"{RUN}.phase.planning"}
    agents = [event("agent", agent="coder-1", role=role, state="idle", seq=n) for n, role in ((3, "coder"), (4, ""))]
    assert [one["data"]["role"] for one in wires(translator, *agents)] == ["coder", "writer"]
    task = wires(translator, event("task", task_id="T1", state="done", role="coder", attempts=1))[0]
    assert (task["id"], task["data"]["role"], task["data"]["attempts"]) == (f"{RUN}.task.T1", "coder", 1)


def test_pages_and_documents_are_sources_once_each() -> None:
    translator = Translator(RUN)
    page = event("source", source_id="s1", title="茶", uri="https://example.org/tea", kind="web")
    document = event("source", source_id="s2", title="", uri="/docs/宇治.pdf", kind="document")
    assert wires(translator, page, page, document) == [
        {"type": "source-url", "sourceId": "s1", "url": "https://example.org/tea", "title": "茶"},
        {
            "type": "source-document",
            "sourceId": "s2",
            "mediaType": "application/pdf",
            "title": "宇治.pdf",
            "filename": "宇治.pdf",
        },
    ]


def test_an_artifact_is_linked_relative_to_the_server() -> None:
    found = wires(Translator(RUN), event("artifact", name="茶 1.md", version=2, media_type="text/markdown", size=3))
    assert found[0]["data"]["url"] == f"/api/runs/{RUN}/artifacts/%E8%8C%B6%201.md?version=2"
    assert artifact_url("R", "a/b", 1) == "/api/runs/R/artifacts/a%2Fb?version=1"


def asked(seq: int = 50, **more: Any) -> events.Event:
    schema = {"type": "object", "properties": {"go_on": {"type": "boolean"}}}
    return event("approval_asked", approval="plan", question="Go?", answer_schema=schema, seq=seq, **more)


@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        ({"go_on": True}, "tool-output-available"),
        ({"go_on": False}, "tool-output-denied"),
        ("x", "tool-output-available"),
    ],
)
def test_a_pause_is_a_call_that_waits_and_its_answer_the_output(answer: Any, kind: str) -> None:
    translator = Translator(RUN)
    call, request, run = wires(translator, asked(default={"go_on": True}))
    assert call["toolCallId"] == request["toolCallId"] == request["approvalId"] == f"{RUN}.50"
    assert (call["toolName"], call["dynamic"], call["input"]["question"]) == ("approve_plan", True, "Go?")
    assert call["input"]["default"] == {"go_on": True}
    assert run["data"]["status"] == "paused"
    given = wires(translator, event("approval_given", approval="plan", answer=answer, by="person"))
    assert (given[0]["type"], given[0]["toolCallId"]) == (kind, f"{RUN}.50")
    assert given[-1]["data"]["status"] == "running"


def test_pauses_of_one_name_are_answered_in_their_order() -> None:
    translator = Translator(RUN)
    wires(translator, asked(50), asked(51))
    given = event("approval_given", approval="plan", answer={}, by="person")
    assert [wires(translator, given)[0]["toolCallId"] for _ in range(2)] == [f"{RUN}.50", f"{RUN}.51"]
    assert wires(translator, given) == []


def test_a_run_that_ends_closes_its_words_and_the_calls_that_nobody_answered() -> None:
    translator = Translator(RUN)
    wires(translator, started(), asked(50), event("text", id="a", text="half"))
    found = [chunk.wire() for chunk in translator.end("cancelled", why="It ended.")]
    assert [one["type"] for one in found] == ["text-end", "tool-output-error", "data-run"]
    assert found[1]["errorText"] == "It ended."
    assert list(translator.end("cancelled", why="It ended.")) == []


def test_a_new_attempt_voids_what_the_dead_one_was_writing() -> None:
    found = wires(Translator(RUN), started(), event("text", id="a", text="half"), started(attempt=2))
    assert found[-1]["type"] == "text-end"
    assert found[-1]["providerMetadata"]["kasen"]["void"] is True
