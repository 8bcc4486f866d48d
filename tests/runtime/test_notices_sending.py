from __future__ import annotations

import asyncio
import hashlib
import hmac
import json
import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from kasen.models.connection import Connection
from kasen.runtime.notices_sending import NotTold, Program, Webhook, is_this_machine, signature
from kasen.testing.hooks import hook_receiver

BODY = '{"title": "宇治の茶"}'.encode()
QUICK = (0.0, 0.0)


def webhook(url: str, secret: str = "") -> Webhook:
    return Webhook(url, secret, Connection(), pauses_s=QUICK)


async def test_the_body_arrives_as_it_is_and_signed() -> None:
    with hook_receiver() as receiver:
        await webhook(f"{receiver.url}?channel=ops", "test-key").send(BODY)
        (sent,) = receiver.got
    assert (sent.body, sent.path) == (BODY, "/hook?channel=ops")
    expected = hmac.new(b"test-key", BODY, hashlib.sha256).hexdigest()
    assert sent.headers["x-kasen-signature"] == f"sha256={expected}"
    assert sent.headers["content-type"] == "application/json"


async def test_without_a_secret_nothing_is_signed() -> None:
    with hook_receiver() as receiver:
        await webhook(receiver.url).send(BODY)
        assert "x-kasen-signature" not in receiver.got[0].headers


def test_the_signature_is_that_of_rfc_4231() -> None:
    told = signature("Jefe", b"what do ya want for nothing?")  # test case 2
    assert told == "sha256=5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"


@pytest.mark.parametrize(
    ("statuses", "tries", "fails"),
    [
        ((204,), 1, False),
        ((500, 503, 200), 3, False),
        ((429, 201), 2, False),
        ((500, 500, 500, 200), 3, True),
        ((404,), 1, True),
        ((302, 200), 1, True),
    ],
)
async def test_what_may_pass_is_tried_three_times_and_a_refusal_once(
    statuses: tuple[int, ...], tries: int, fails: bool
) -> None:
    with hook_receiver(*statuses) as receiver:
        if fails:
            with pytest.raises(NotTold, match=str(statuses[tries - 1])) as told:
                await webhook(receiver.url).send(BODY)
            assert "/hook" not in str(told.value)  # the path of such an address may be a key
        else:
            await webhook(receiver.url).send(BODY)
        assert len(receiver.got) == tries


async def test_nobody_there_is_said_without_the_address() -> None:
    with pytest.raises(NotTold, match=r"127\.0\.0\.1:9\) could not be reached") as told:
        await webhook("http://127.0.0.1:9/secret-part").send(BODY)
    assert "secret-part" not in str(told.value)


async def test_an_address_that_never_answers_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kasen.runtime.notices_sending.TIMEOUT_S", 0.2)
    with hook_receiver(0, 0, 0) as receiver:
        with pytest.raises(NotTold, match="did not answer"):
            await webhook(receiver.url).send(BODY)
        assert len(receiver.got) == 3


@pytest.mark.parametrize(
    ("host", "here"),
    [
        ("127.0.0.1", True),
        ("127.9.9.9", True),
        ("::1", True),
        ("localhost", True),
        ("a.localhost", True),
        ("10.0.0.5", False),
        ("192.168.1.2", False),
        ("0.0.0.0", False),
        ("localhost.example", False),
        ("notlocalhost", False),
        ("hooks.example.com", False),
    ],
)
def test_only_loopback_is_this_machine(host: str, here: bool) -> None:
    assert is_this_machine(host) is here


def script(tmp_path: Path, words: str) -> list[str]:
    path = tmp_path / "told.py"
    path.write_text(words, encoding="utf-8")
    return [sys.executable, str(path)]


async def test_a_program_reads_the_notice_and_gets_no_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "test-key-of-openai")
    monkeypatch.setenv("DISPLAY", ":7")
    words = "import json, os, sys\nopen(sys.argv[1], 'w').write(json.dumps([sys.stdin.read(), dict(os.environ)]))"
    told = tmp_path / "told.json"
    await Program([*script(tmp_path, words), str(told)]).send(BODY)
    read, environment = json.loads(told.read_text(encoding="utf-8"))
    assert json.loads(read)["title"] == "宇治の茶"
    assert "OPENAI_API_KEY" not in environment
    assert environment["DISPLAY"] == ":7"
    assert "PATH" in environment


async def test_a_program_that_fails_is_told_with_its_last_words(tmp_path: Path) -> None:
    words = "import sys\nprint('first', file=sys.stderr)\nprint('無理です', file=sys.stderr)\nsys.exit(3)"
    with pytest.raises(NotTold, match=r"exit 3: 無理です$"):
        await Program(script(tmp_path, words)).send(BODY)


async def test_a_program_that_does_not_read_its_input_is_well(tmp_path: Path) -> None:
    await Program(script(tmp_path, "import os; os.close(0)")).send(b"x" * (4 << 20))


async def test_what_is_no_program_is_said() -> None:
    with pytest.raises(NotTold, match=r"`no-such-program`.* cannot be started: no such file"):
        await Program(["no-such-program"]).send(BODY)


def _is_gone(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    stat = Path(f"/proc/{pid}/stat")
    return not stat.exists() or stat.read_text(encoding="utf-8").rpartition(")")[2].split()[0] == "Z"


STAYS = """
import pathlib, subprocess, sys, time
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
pathlib.Path(sys.argv[1]).write_text(str(child.pid))
time.sleep({})
"""


async def test_a_program_that_stays_is_killed_with_its_children(tmp_path: Path) -> None:
    pid = tmp_path / "pid"
    with pytest.raises(NotTold, match="did not end within 2 s"):
        await Program([*script(tmp_path, STAYS.format(600)), str(pid)], timeout_s=2).send(BODY)
    await _until_gone(int(pid.read_text(encoding="utf-8")))


async def test_what_a_program_leaves_behind_ends_with_it(tmp_path: Path) -> None:
    pid = tmp_path / "pid"
    await Program([*script(tmp_path, STAYS.format(0)), str(pid)]).send(BODY)
    await _until_gone(int(pid.read_text(encoding="utf-8")))


async def test_a_program_is_killed_when_nobody_waits_any_more(tmp_path: Path) -> None:
    pid = tmp_path / "pid"
    task = asyncio.create_task(Program([*script(tmp_path, STAYS.format(600)), str(pid)]).send(BODY))
    await _until(lambda: pid.exists() and bool(pid.read_text(encoding="utf-8")))
    task.cancel()
    await asyncio.wait({task})
    await _until_gone(int(pid.read_text(encoding="utf-8")))


async def _until_gone(pid: int) -> None:
    await _until(lambda: _is_gone(pid))


async def _until(holds: Callable[[], bool]) -> None:
    """Look again and again: what other processes do rings no bell here."""
    async with asyncio.timeout(20):
        while not holds():  # noqa: ASYNC110
            await asyncio.sleep(0.02)
