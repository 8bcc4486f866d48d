from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

from cli.code.built import Site, site, until
from cli.conftest import Invoke
from cli.patience import PATIENCE
from kasen.cli.code.detach import _BEGUN, LOG, say_detached, tell_begun
from kasen.runtime.lock import is_owned, owner_of
from kasen.teams.code.processes.tree import process


def folder(here: Site) -> Path:
    return here.place.root.parent


def ended(here: Site) -> None:
    """End what a test that failed has left in the background."""
    pid = owner_of(folder(here))
    if pid and (one := process(pid)):
        one.send(signal.SIGKILL)
    for child in _BEGUN:
        child.wait(PATIENCE)
    _BEGUN.clear()


def test_a_run_in_the_background_is_stopped_and_goes_on_there(kasen: Invoke, clean_environment: Path) -> None:
    here = site(clean_environment, waits="go")
    begun = kasen(*here.line, "-dy")  # a flag that is not taken off would make the process begin another one
    try:
        assert begun.exit_code == 0, begun.stderr
        assert begun.stdout.strip() == here.place.run_id
        pid = owner_of(folder(here))
        assert pid
        assert pid != os.getpid()
        assert os.getsid(pid) == pid  # no terminal ends it
        until(lambda: here.script.calls("coder-1"), "the coder begins")
        busy = kasen("code", "continue")
        assert busy.exit_code == 2
        assert "is being driven by another process" in busy.stderr
        assert kasen("code", "discard", "--yes").exit_code == 2
        assert kasen("code", "approve").exit_code == 2

        stopped = kasen("code", "stop")
        assert stopped.exit_code == 0, stopped.stderr
        assert not is_owned(folder(here))
        assert here.agents == []
        assert "interrupted" in kasen("code", "status").stdout

        here.script.open("go")
        again = kasen("code", "continue", "--detach")
        assert again.stdout.strip() == here.place.run_id
        until(lambda: " done " in kasen("code", "status").stdout, "the run ends")
        until(lambda: "take the work over" in (folder(here) / LOG).read_text(encoding="utf-8"), "it says so")
    finally:
        ended(here)


def test_what_does_not_begin_in_the_background_is_told_as_it_would_be_here(
    kasen: Invoke, clean_environment: Path
) -> None:
    here = site(clean_environment)
    shown = kasen(*here.line, "--detach", "-r", "wish.md")
    assert shown.exit_code == 4
    assert shown.stdout == ""
    assert "kasen: there is no file `wish.md`" in shown.stderr
    assert "Say the requirement in words" in shown.stderr
    assert not list(here.home.glob(".detached-*"))


def test_who_waits_is_told_once_and_nobody_who_waits_is_no_reason_to_stop() -> None:
    reading, writing = os.pipe()
    tell_begun(writing, "01KB", "en")
    with os.fdopen(reading, "rb") as told:
        assert told.read() == b"01KB en\n", "and that it is all"
    nobody, writing = os.pipe()
    os.close(nobody)
    for begun in (writing, None):
        try:
            tell_begun(begun, "01KB", "en")
        except OSError as error:
            pytest.fail(f"the run that has begun would end with {error!r}")
    os.close(writing)


def test_what_can_be_done_with_it_is_said_in_the_language_of_the_run(capsys: pytest.CaptureFixture[str]) -> None:
    for lang, words in (("en", "it goes on in the background"), ("ja", "バックグラウンドで続きます")):
        say_detached("01KB", lang)
        shown = capsys.readouterr()
        assert shown.out == "01KB\n"
        assert shown.err.startswith(words)
        assert "kasen code stop 01KB" in shown.err
