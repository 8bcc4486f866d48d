from __future__ import annotations

import io
import logging
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kasen.cli.logs import begin, log_to_terminal


@pytest.fixture(autouse=True)
def no_handlers_left() -> Iterator[None]:
    logger = logging.getLogger("kasen")
    before, level = list(logger.handlers), logger.level
    yield
    logger.handlers[:] = before
    logger.setLevel(level)


def said(capsys: pytest.CaptureFixture[str]) -> str:
    logger = logging.getLogger("kasen.some.part")
    logger.debug("tokens %d", 12)
    logger.info("step done")
    logger.warning("near the limit \x1b[31m")
    logger.error("broken")
    return capsys.readouterr().err


@pytest.mark.parametrize(
    ("level", "lines"),
    [
        ("ERROR", ["error: broken"]),
        ("WARNING", ["warning: near the limit ", "error: broken"]),
        ("INFO", ["info: step done", "warning: near the limit ", "error: broken"]),
        ("DEBUG", ["debug: tokens 12", "info: step done", "warning: near the limit ", "error: broken"]),
    ],
)
def test_the_terminal_shows_what_the_level_asks_for(
    level: str, lines: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    log_to_terminal(level)
    assert said(capsys).splitlines() == lines


def test_setting_the_level_again_does_not_double_the_lines(capsys: pytest.CaptureFixture[str]) -> None:
    log_to_terminal("INFO")
    log_to_terminal("ERROR")
    assert said(capsys).splitlines() == ["error: broken"]


def test_the_log_of_a_run_still_gets_everything_from_info_up(capsys: pytest.CaptureFixture[str]) -> None:
    log_to_terminal("ERROR")
    assert logging.getLogger("kasen").isEnabledFor(logging.INFO)


def test_settings_that_were_read_but_not_followed_are_said(kasen: Any) -> None:
    Path(".env").write_text("LANGCHAIN_TRACING_V2=true\n", encoding="utf-8")
    shown = kasen("runs", "list")
    assert shown.exit_code == 0
    assert "warning: LangSmith tracing is on but LANGCHAIN_API_KEY is not set" in shown.stderr


def test_a_traceback_is_for_debug_and_not_for_the_log(capsys: pytest.CaptureFixture[str]) -> None:
    log_to_terminal("DEBUG")
    logging.getLogger("kasen.some.part").error("attempt failed", exc_info=ValueError("deep inside"))
    assert capsys.readouterr().err == "error: attempt failed\n"


def test_a_log_line_goes_to_what_stderr_is_by_then(monkeypatch: pytest.MonkeyPatch) -> None:
    log_to_terminal("WARNING")
    turned = io.StringIO()
    monkeypatch.setattr(sys, "stderr", turned)
    logging.getLogger("kasen.some.part").warning("asked again")
    assert turned.getvalue() == "warning: asked again\n"


def test_no_secret_of_the_settings_is_shown_in_a_log_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-test-0123456789")
    begin({})
    logging.getLogger("kasen.some.part").warning("asked with %s", "sk-test-0123456789")
    assert capsys.readouterr().err == "warning: asked with [redacted]\n"
