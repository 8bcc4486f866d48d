"""The real wire with a real model of 135M parameters: what it says is nonsense, how it comes is not."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, Literal

import pytest
from pydantic import BaseModel, Field

from kasen.errors import ConfigurationError, Refused, Retryable, TooLong
from kasen.models.access import Access
from kasen.models.asker import Asker
from kasen.models.local.model import LEAST_OUTPUT, LocalModel
from kasen.models.local.server import LlamaServer, serving, stop_all
from kasen.models.provider import Completion, ModelContext, ModelRequest
from kasen.models.registry import Models
from kasen.models.reply import parser
from kasen.models.role import Picture, Role, Usage
from kasen.testing.ledger import MemoryLedger


class Leaf(StrEnum):
    TEA = "抹茶"
    HERB = "蓬"


class Cup(BaseModel):
    kind: Literal["cup"] = "cup"
    size: int = Field(ge=1, le=9)


class Bowl(BaseModel):
    kind: Literal["bowl"] = "bowl"
    glaze: str = Field(max_length=12)


class Tray(BaseModel):
    leaf: Leaf
    note: str | None = Field(default=None, max_length=12)
    vessels: list[Annotated[Cup | Bowl, Field(discriminator="kind")]] = Field(default=[], min_length=1, max_length=2)
    hot: bool


class Word(BaseModel):
    word: str = Field(max_length=12)


class Story(BaseModel):
    story: str = Field(min_length=900)


def request(reply: type[BaseModel] = Word, prompt: str = "Tea.", **more: Any) -> ModelRequest:
    return ModelRequest(
        role="taster", prompt=prompt, schema=reply.model_json_schema(), schema_name=reply.__name__, **more
    )


@pytest.fixture
def model(small_model: Path) -> LocalModel:
    return LocalModel(str(small_model), ModelContext())


# --- finding the file -------------------------------------------------------------------------------------------------


def test_a_model_is_named_after_its_file_not_its_place(small_model: Path, model: LocalModel) -> None:
    assert model.id == model.account == f"local:{small_model.name}"
    assert (model.by_hand, model.patience) == (False, 6.0)


def test_the_default_is_what_stands_in_the_folder_of_models(small_model: Path, tmp_path: Path) -> None:
    (tmp_path / "茶.gguf").symlink_to(small_model)
    models = Models(ModelContext(access=Access(models_folder=tmp_path)))
    for name in ("local:default", "local:", "local:茶"):
        assert models(name).id == "local:茶.gguf"


def test_a_missing_file_is_a_configuration_error_before_anything_is_asked(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match="no model file `qwen3-8b`") as failure:
        LocalModel("qwen3-8b", ModelContext(access=Access(models_folder=tmp_path)))
    assert failure.value.hint == "Run `kasen models pull qwen3-8b`."


def test_a_missing_extra_is_one_sentence_with_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "xllamacpp", None)
    with pytest.raises(ConfigurationError, match="needs the package `xllamacpp`") as failure:
        LocalModel("default", ModelContext())
    assert failure.value.hint == 'Run: pip install "kasen[local]"'


# --- answers ----------------------------------------------------------------------------------------------------------


async def test_an_answer_streams_and_is_counted(model: LocalModel) -> None:
    words: list[str] = []
    counts: list[Usage] = []
    beats = 0

    async def on_text(delta: str) -> None:
        words.append(delta)

    def pulse() -> None:
        nonlocal beats
        beats += 1

    answer = await model.complete(request(Cup, on_text=on_text, on_usage=counts.append, pulse=pulse))
    assert answer.model == model.id
    assert answer.finish == "stop"
    assert "".join(words) == answer.text
    assert len(words) > 3
    assert beats > len(words)
    assert counts[-1] == answer.usage
    assert len(counts) >= len(words), "a call that breaks off has to be counted too"
    assert answer.usage.output_tokens >= len(words)
    assert answer.usage.input_tokens > 20
    assert [count.output_tokens for count in counts] == sorted(count.output_tokens for count in counts)
    again = await model.complete(request(Cup))
    assert 0 < again.usage.cached_tokens < again.usage.input_tokens == answer.usage.input_tokens


@pytest.mark.parametrize("prompt", ["日本茶について一言。", "Describe a tray of tea bowls."])
async def test_the_schema_holds_whatever_the_model_says(model: LocalModel, prompt: str) -> None:
    """Nested and discriminated models, enums in Japanese, optional fields, bounds of numbers, texts and lists."""
    role = Role(name="taster", package="none", reply=Tray, rule=lambda: Tray(leaf=Leaf.HERB, hot=False))
    answer = await model.complete(request(Tray, prompt))
    tray = parser(role)(answer)
    assert 1 <= len(tray.vessels) <= 2


async def test_a_schema_that_is_no_grammar_still_gives_json(model: LocalModel, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kasen.models.local.model.LEAST_OUTPUT", 8)
    wanted = ModelRequest(role="r", prompt="Tea.", schema={"$ref": "#/nowhere"}, schema_name="X", answer_tokens=1)
    answer = await model.complete(wanted)
    assert answer.text.lstrip().startswith("{")


async def test_an_endless_answer_is_cut_off_and_says_so(model: LocalModel, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kasen.models.local.model.LEAST_OUTPUT", 24)
    answer = await model.complete(request(Story, "Write a very long story.", answer_tokens=2))
    assert (answer.finish, answer.note) == ("length", "stopped after 24 tokens")
    assert answer.usage.output_tokens == 24
    assert LEAST_OUTPUT > 1000, "what the cap is without this test"


async def test_more_text_than_the_model_takes_is_too_long(model: LocalModel) -> None:
    with pytest.raises(TooLong, match="exceeds the available context size"):
        await model.complete(request(prompt="茶 " * 9000))


async def test_pictures_are_refused_without_loading_anything(model: LocalModel) -> None:
    with pytest.raises(Refused, match="reads text only"):
        await model.complete(request(pictures=[Picture(b"\x89PNG")]))


async def test_asks_at_the_same_time_are_all_answered(model: LocalModel, small_model: Path) -> None:
    other = LocalModel(str(small_model), ModelContext())
    answers = await asyncio.gather(*(one.complete(request()) for one in (model, other, model)))
    assert all(Word.model_validate_json(answer.text) for answer in answers)


def test_a_model_is_asked_from_one_event_loop_after_the_other(model: LocalModel) -> None:
    for _ in range(2):
        assert asyncio.run(model.complete(request())).text


async def test_cancelling_stops_the_generation(model: LocalModel, caplog: pytest.LogCaptureFixture) -> None:
    heard: list[str] = []
    begun = asyncio.Event()

    async def on_text(delta: str) -> None:
        heard.append(delta)
        if len(heard) == 5:
            begun.set()

    await model.complete(request())
    with caplog.at_level(logging.DEBUG, logger="kasen.models"):
        asking = asyncio.create_task(model.complete(request(Story, "Write a very long story.", on_text=on_text)))
        await begun.wait()
        asking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asking
        await model.complete(request())
    released = [line for line in caplog.messages if "stop processing: n_tokens = " in line]
    taken = int(released[0].rpartition("n_tokens = ")[2].partition(",")[0])
    assert any("cancel task" in line for line in caplog.messages)
    assert taken < 200, "a cancelled generation ran on"


async def test_a_model_whose_process_dies_is_worth_asking_again(small_model: Path, tmp_path: Path) -> None:
    path = tmp_path / "mortal.gguf"
    path.symlink_to(small_model)
    mortal = LocalModel(str(path), ModelContext())
    server = await serving(path)

    async def on_text(_: str) -> None:
        if server.ended() == "":
            os.kill(server.pid, signal.SIGKILL)
            await asyncio.to_thread(os.waitid, os.P_PID, server.pid, os.WEXITED | os.WNOWAIT)

    with pytest.raises(Retryable, match="ended by signal 9"):
        await mortal.complete(request(Story, on_text=on_text))
    assert (await mortal.complete(request())).finish == "stop"
    stop_all()


# --- the whole ask ----------------------------------------------------------------------------------------------------


async def test_a_role_is_asked_through_the_whole_chain(small_model: Path, package_of: Callable[..., str]) -> None:
    role = Role(
        name="taster",
        package=package_of(taster="「{{ tea }}」をひとことで。"),
        reply=Word,
        rule=lambda tea: Word(word=tea),
        shows="word",
    )
    shown: list[str] = []

    async def emit_text(_: str, delta: str) -> None:
        shown[:] = ["".join([*shown, delta])]

    ask = Asker(
        models_of=lambda _: [f"local:{small_model}"],
        open_model=Models(ModelContext()),
        ledger=MemoryLedger(),
        emit_text=emit_text,
        node_path=lambda: "taste",
    )
    answer = await ask(role, tea="煎茶")
    assert answer.by == f"local:{small_model.name}"
    assert isinstance(answer.value, Word)
    assert answer.usage.output_tokens > 5
    assert shown == [answer.value.word]
    assert answer.usd == 0.0


# --- a wire that misbehaves -------------------------------------------------------------------------------------------


@asynccontextmanager
async def answering(reply: bytes) -> AsyncIterator[LlamaServer]:
    """A server of the kind that a `LocalModel` talks to, which answers these bytes and hangs up."""

    async def handle(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(reply)
        await writer.drain()
        writer.close()

    listening = await asyncio.start_server(handle, "127.0.0.1", 0)
    async with listening:
        server = LlamaServer(Path("fake.gguf"), 512)
        server.url = f"http://127.0.0.1:{listening.sockets[0].getsockname()[1]}"
        yield server


def said(body: str, status: str = "200 OK") -> bytes:
    data = body.encode()
    return f"HTTP/1.1 {status}\r\nContent-Length: {len(data)}\r\n\r\n".encode() + data


async def told(model: LocalModel, reply: bytes, **more: Any) -> Completion:
    async with answering(reply) as server:
        return await model._stream(server, {}, request(**more))


BROKEN = {
    "an error within the stream": said('data: {"error": {"code": 500, "message": "out of slots"}}\n\n'),
    "an error event": said('error: {"code": 503, "message": "Loading model", "type": "unavailable_error"}\n\n'),
    "no JSON": said("data: {oops\n\n"),
    "no end": said('data: {"choices": [{"delta": {"content": "{"}, "finish_reason": null}]}\n\n'),
    "hung up": b"HTTP/1.1 200 OK\r\nContent-Length: 999\r\n\r\ndata: {",
    "no HTTP": b"nonsense\r\n\r\n",
    "nothing": b"",
    "500 without JSON": said("<html>", "500 Internal Server Error"),
}


@pytest.mark.parametrize("reply", BROKEN.values(), ids=BROKEN.keys())
async def test_a_broken_wire_is_worth_asking_again(model: LocalModel, reply: bytes) -> None:
    with pytest.raises(Retryable, match="local:"):
        await told(model, reply)


async def test_reasoning_comes_apart_from_the_answer(model: LocalModel) -> None:
    lines = [
        '{"choices": [{"delta": {"reasoning_content": "緑か…"}, "finish_reason": null}]}',
        '{"choices": [{"delta": {"content": "{}"}, "finish_reason": null}]}',
        '{"choices": [{"delta": {}, "finish_reason": "stop"}]}',
        '{"choices": [], "usage": {"prompt_tokens": 5, "completion_tokens": 7}}',
    ]
    thoughts: list[str] = []

    async def on_reasoning(delta: str) -> None:
        thoughts.append(delta)

    body = "".join(f"data: {line}\n\n" for line in lines) + "data: [DONE]\n\n"
    answer = await told(model, said(body), on_reasoning=on_reasoning)
    assert (answer.text, thoughts) == ("{}", ["緑か…"])
    assert answer.usage == Usage(input_tokens=5, output_tokens=7)


async def test_a_full_context_is_named_as_the_reason(model: LocalModel) -> None:
    lines = (
        '{"choices": [{"delta": {"content": "{"}, "finish_reason": "length"}]}',
        '{"choices": [], "usage": {"prompt_tokens": 12, "completion_tokens": 500}}',
    )
    answer = await told(model, said("".join(f"data: {line}\n\n" for line in lines)))
    assert (answer.finish, answer.note) == ("length", "the context of 512 tokens is full")
