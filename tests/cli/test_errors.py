from __future__ import annotations

import errno
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer

from kasen import errors
from kasen.cli.errors import exit_code
from kasen.cli.logs import begin


def classes(of: type[errors.KasenError] = errors.KasenError) -> Iterator[type[errors.KasenError]]:
    yield of
    for child in of.__subclasses__():
        if child.__module__ == errors.__name__:
            yield from classes(child)


def raising(error: BaseException) -> Any:
    def command() -> None:
        raise error

    return command


def test_the_classes_of_errors_were_found() -> None:
    assert len(list(classes())) >= 15


@pytest.mark.parametrize("kind", list(classes()), ids=lambda kind: kind.__name__)
def test_every_error_is_one_sentence_and_its_own_exit_code(
    kind: type[errors.KasenError], capsys: pytest.CaptureFixture[str]
) -> None:
    assert exit_code(raising(kind("`a.pdf` is encrypted", hint="Decrypt it."))) == kind.exit_code
    shown = capsys.readouterr()
    assert shown.err == "kasen: `a.pdf` is encrypted\n       Decrypt it.\n"
    assert shown.out == ""


def test_every_exit_code_is_documented() -> None:
    from kasen.cli import errors as edge

    codes = {kind.exit_code for kind in classes()}
    assert codes == {1, 2, 3, 4, 5, 6, 70, 75, 130}
    missing = [code for code in codes if f"| {code} |" not in (edge.__doc__ or "")]
    assert missing == []


def test_an_unexpected_error_is_a_sentence_and_shows_its_traceback_only_on_request(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert exit_code(raising(ValueError("odd\nthing"))) == 70
    shown = capsys.readouterr().err
    assert "ValueError: odd thing" in shown
    assert "--debug" in shown
    assert "Traceback" not in shown
    assert exit_code(raising(ValueError("odd")), debug=True) == 70
    assert "Traceback" in capsys.readouterr().err


@pytest.mark.parametrize("error", [KeyboardInterrupt(), typer.Abort()])
def test_stopping_is_130(error: BaseException, capsys: pytest.CaptureFixture[str]) -> None:
    assert exit_code(raising(error)) == 130
    assert capsys.readouterr().err == "kasen: stopped\n"


def test_a_command_may_choose_its_exit_code() -> None:
    assert exit_code(raising(typer.Exit(75))) == 75
    assert exit_code(lambda: 5) == 5
    assert exit_code(lambda: None) == 0
    assert exit_code(lambda: "text") == 0


def test_terminal_escapes_in_a_message_are_not_sent_to_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    exit_code(raising(errors.InputError("\x1b]0;owned\x07\x1b[31mred\x1b[0m \u202eevil")))
    shown = capsys.readouterr().err
    assert "red" in shown
    assert not set(shown) & {"\x1b", "\x07", "\u202e"}


def test_a_reader_that_goes_away_is_no_error_worth_a_word() -> None:
    code = "import sys; from kasen.cli.errors import exit_code; sys.exit(exit_code(lambda: print('x' * 10_000_000)))"
    with subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout
        assert process.stderr
        process.stdout.read(1)
        process.stdout.close()
        assert process.stderr.read() == ""
    assert process.returncode == 141


def test_no_secret_of_the_settings_is_shown_in_an_error_its_hint_or_its_traceback(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-test-0123456789")

    def command() -> None:
        begin({})
        raise errors.KeyRefused("wrong key sk-test-0123456789", hint="look at sk-test-0123456789") from ValueError(
            "sk-test-0123456789"
        )

    assert exit_code(command, debug=True) == 6
    shown = capsys.readouterr().err
    assert "0123456789" not in shown
    assert "kasen: wrong key [redacted]\n       look at [redacted]\n" in shown
    assert "ValueError: [redacted]" in shown


@pytest.mark.parametrize(
    ("error", "code", "said"),
    [
        (
            OSError(errno.ENOSPC, "No space left on device", "/mnt/a/kasen.db"),
            70,
            "the disk is full at `/mnt/a/kasen.db`",
        ),
        (OSError(errno.ENOSPC, "No space left on device"), 70, "the disk is full\n"),
        (
            PermissionError(errno.EACCES, "Permission denied", "a.md"),
            4,
            "refuses to read or write at `a.md`: permission",
        ),
        (OSError(errno.EROFS, "Read-only file system", b"a.md"), 4, "at `a.md`: read-only file system"),
        (UnicodeEncodeError("utf-8", "\udcff", 0, 1, "surrogates not allowed"), 4, "is not UTF-8"),
        (FileNotFoundError(errno.ENOENT, "No such file", "x"), 70, "something broke inside Kasen"),
    ],
    ids=["full", "full somewhere", "forbidden", "read-only", "not UTF-8", "a bug"],
)
def test_what_the_machine_refuses_is_told_as_such(
    error: Exception, code: int, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert exit_code(raising(error)) == code
    assert said in capsys.readouterr().err


def test_a_full_disk_behind_stdout_is_one_sentence() -> None:
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        done = subprocess.run(
            [sys.executable, "-m", "kasen", "teams"], stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    assert (done.returncode, done.stderr.splitlines()[0]) == (70, "kasen: the disk is full")
    assert len(done.stderr.splitlines()) == 2
