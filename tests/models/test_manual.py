from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from kasen.errors import ConfigurationError, Refused
from kasen.models.asker import Asker
from kasen.models.manual import LARGEST, POLL_S, ManualModel
from kasen.models.provider import ModelContext, ModelRequest
from kasen.models.registry import Models
from kasen.models.reply import parser
from kasen.models.role import Answer, Role
from kasen.testing.clock import FakeClock
from kasen.testing.ledger import MemoryLedger

GOOD = '{"title": "宇治", "steps": []}'


class Hand:
    """Somebody who looks at the folder each time the model does, and writes what `script` says for that look."""

    def __init__(self, folder: Path, *script: Callable[[Path], None]) -> None:
        self.folder = folder
        self.clock = FakeClock()
        self.script = list(script)
        self.looks = 0

    async def sleep(self, seconds: float) -> None:
        await self.clock.sleep(seconds)
        self.looks += 1
        if self.looks > 100:
            raise AssertionError("the answer was never taken")
        if self.script:
            self.script.pop(0)(self.folder)

    def model(self, limit_s: float | None = None) -> ManualModel:
        return ManualModel("hand", self.context(limit_s))

    def context(self, limit_s: float | None = None) -> ModelContext:
        return ModelContext(manual_folder=self.folder, manual_limit_s=limit_s, sleep=self.sleep, clock=self.clock)


def write(text: str | bytes, kind: str = "answer.json", role: str = "planner") -> Callable[[Path], None]:
    def step(folder: Path) -> None:
        (prompt,) = folder.glob(f"*-{role}-*.prompt.md")
        data = text if isinstance(text, bytes) else text.encode()
        (folder / prompt.name.replace("prompt.md", kind)).write_bytes(data)

    return step


def nothing(_: Path) -> None:
    return


def errors(folder: Path) -> list[str]:
    return [path.read_text(encoding="utf-8") for path in folder.glob("*.error.txt")]


@pytest.fixture
def request_of(planner: Role[Any]) -> ModelRequest:
    return ModelRequest(
        role="planner",
        prompt="Plan 「宇治」.\n",
        schema=planner.reply.model_json_schema(),
        schema_name="Plan",
        call_id="0123456789abcdef",
        check=parser(planner),
    )


async def test_an_ask_is_parked_as_files_and_answered_by_a_file_beside_them(
    tmp_path: Path, request_of: ModelRequest
) -> None:
    hand = Hand(tmp_path / "new" / "手", write(GOOD))
    completion = await hand.model().complete(request_of)
    assert (completion.text, completion.model, completion.usd) == (GOOD, "manual:hand", 0.0)
    names = sorted(path.name for path in hand.folder.iterdir())
    stem = "001-planner-0123456789ab"
    assert names == [f"{stem}.answer.json", f"{stem}.prompt.md", f"{stem}.schema.json", "README.md"]
    assert (hand.folder / f"{stem}.prompt.md").read_text(encoding="utf-8") == request_of.prompt
    assert json.loads((hand.folder / f"{stem}.schema.json").read_text(encoding="utf-8")) == request_of.schema
    assert set(hand.clock.slept) == {POLL_S}


async def test_an_answer_counts_when_it_stays_the_same(tmp_path: Path, request_of: ModelRequest) -> None:
    parts = [write(GOOD[:end]) for end in (0, 5, 12, len(GOOD) - 1, len(GOOD))]
    hand = Hand(tmp_path, *parts, nothing)
    assert (await hand.model().complete(request_of)).text == GOOD
    assert errors(tmp_path) == []
    assert hand.looks == 6


async def test_a_malformed_answer_is_told_why_and_read_again_when_it_changes(
    tmp_path: Path, request_of: ModelRequest
) -> None:
    told: list[list[str]] = []
    hand = Hand(
        tmp_path, write('{"steps": 3}'), nothing, nothing, lambda f: told.append(errors(f)), write(GOOD), nothing
    )
    assert (await hand.model().complete(request_of)).text == GOOD
    assert len(told[0]) == 1
    assert "title: Field required; steps: Input should be a valid" in told[0][0]
    assert errors(tmp_path) == []


async def test_the_same_malformed_answer_is_judged_once(
    tmp_path: Path, request_of: ModelRequest, caplog: pytest.LogCaptureFixture
) -> None:
    hand = Hand(tmp_path, write("{}"), *[nothing] * 8, write(GOOD))
    await hand.model().complete(request_of)
    said = [record.getMessage() for record in caplog.records]
    assert len(said) == 2
    assert "waits for an answer by hand" in said[0]
    assert "is not valid" in said[1]


@pytest.mark.parametrize(
    ("bad", "said"),
    [
        (b"\xff\xfe{", "not UTF-8"),
        (b" " * LARGEST + b"{}", "longer than 5,000,000 bytes"),
        (b"no json", "Invalid JSON"),
    ],
)
async def test_files_that_are_no_answer_are_named(
    tmp_path: Path, request_of: ModelRequest, bad: bytes, said: str
) -> None:
    told: list[str] = []
    hand = Hand(tmp_path, write(bad), nothing, lambda f: told.extend(errors(f)), write(GOOD))
    await hand.model().complete(request_of)
    assert said in told[0]


async def test_a_chat_answer_with_one_fence_is_taken_from_markdown(tmp_path: Path, request_of: ModelRequest) -> None:
    hand = Hand(tmp_path, write(f"はい、計画です。\n\n```json\n{GOOD}\n```\n以上。", "answer.md"))
    completion = await hand.model().complete(request_of)
    assert parser_value(request_of, completion) == "宇治"


async def test_the_file_that_was_changed_last_is_the_answer(tmp_path: Path, request_of: ModelRequest) -> None:
    def older_json(folder: Path) -> None:
        write("{}", "answer.json")(folder)
        (path,) = folder.glob("*.answer.json")
        os.utime(path, ns=(1, 1))

    hand = Hand(tmp_path, older_json, write(f"```json\n{GOOD}\n```", "answer.md"))
    assert "宇治" in (await hand.model().complete(request_of)).text


async def test_a_restarted_run_finds_the_earlier_answer_under_the_same_name(
    tmp_path: Path, request_of: ModelRequest
) -> None:
    await Hand(tmp_path, write(GOOD)).model().complete(request_of)
    files = sorted(tmp_path.iterdir())
    later = Hand(tmp_path)
    assert (await later.model().complete(request_of)).text == GOOD
    assert sorted(tmp_path.iterdir()) == files
    assert later.looks == 1


async def test_asks_are_numbered_in_order_and_by_role(tmp_path: Path, request_of: ModelRequest) -> None:
    for number, role in enumerate(["planner", "web searcher/../x", "planner"]):
        hand = Hand(tmp_path)
        ask = replace(request_of, role=role, call_id=f"{number}" * 16)
        waiting = asyncio.create_task(hand.model(limit_s=0).complete(ask))
        with pytest.raises(Refused):
            await waiting
    assert sorted(path.name for path in tmp_path.glob("*.prompt.md")) == [
        "001-planner-000000000000.prompt.md",
        "002-web_searcher____x-111111111111.prompt.md",
        "003-planner-222222222222.prompt.md",
    ]


async def test_without_an_answer_it_is_refused_at_the_limit(tmp_path: Path, request_of: ModelRequest) -> None:
    hand = Hand(tmp_path)
    with pytest.raises(Refused, match="no answer by hand within 10 s"):
        await hand.model(limit_s=10).complete(request_of)
    assert hand.clock.seconds == pytest.approx(10)


async def test_a_cancelled_ask_leaves_its_files(tmp_path: Path, request_of: ModelRequest) -> None:
    clock = FakeClock()
    model = ManualModel("hand", ModelContext(manual_folder=tmp_path, sleep=clock.sleep, clock=clock))
    task = asyncio.create_task(model.complete(request_of))
    for _ in range(5):
        await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert len(list(tmp_path.glob("*.prompt.md"))) == 1


async def test_a_folder_that_cannot_be_used_is_a_configuration_error(tmp_path: Path, request_of: ModelRequest) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(ConfigurationError, match="for answers by hand cannot be used"):
        await Hand(tmp_path / "file").model().complete(request_of)
    with pytest.raises(ConfigurationError, match="need a folder"):
        ManualModel("hand", ModelContext())


async def test_parallel_asks_of_a_team_are_answered_by_hand_and_the_receipts_keep_them(
    tmp_path: Path, planner: Role[Any]
) -> None:
    def answer_all(folder: Path) -> None:
        for prompt in folder.glob("*.prompt.md"):
            words = prompt.read_text(encoding="utf-8").strip()
            target = folder / prompt.name.replace("prompt.md", "answer.json")
            target.write_text(json.dumps({"title": words}), encoding="utf-8")

    hand = Hand(tmp_path, answer_all)
    ledger = MemoryLedger()
    ask = Asker(
        models_of=lambda _role: ["manual:hand"],
        open_model=Models(hand.context()),
        ledger=ledger,
        node_path=lambda: "node",
    )
    async with asyncio.TaskGroup() as group:
        tasks: list[asyncio.Task[Answer[Any]]] = [group.create_task(ask(planner, topic=t)) for t in ("茶", "米", "酒")]
    assert [task.result().value.title for task in tasks] == ["Plan 「茶」.", "Plan 「米」.", "Plan 「酒」."]
    assert {receipt.by for receipt in ledger.receipts.values()} == {"manual:hand"}
    assert sorted(path.name[:3] for path in tmp_path.glob("*.prompt.md")) == ["001", "002", "003"]


def parser_value(request: ModelRequest, completion: Any) -> str:
    return str(getattr(request.check(completion), "title", ""))
