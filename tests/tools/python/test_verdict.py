from __future__ import annotations

import signal
from typing import get_args

import pytest

from kasen.tools.python.model import PythonLimits, Why
from kasen.tools.python.verdict import of_code, sentence

TRACE = 'Traceback (most recent call last):\n  File "/box/main.py", line 1, in <module>\n'


@pytest.mark.parametrize(
    ("code", "stderr", "why"),
    [
        (0, "a warning", ""),
        (1, TRACE + "ValueError: 値が違います", "error"),
        (3, "", "error"),
        (1, TRACE + "MemoryError", "memory"),
        (1, TRACE + "numpy._core._exceptions._ArrayMemoryError: Unable to allocate 8.00 GiB", "memory"),
        (1, TRACE + "OSError: [Errno 28] No space left on device: 'out/x'", "disk"),
        (1, TRACE + "OSError: [Errno 27] File too large", "disk"),
        (1, TRACE + "OSError: [Errno 5] Input/output error", "error"),
        (1, TRACE + "MyMemoryErrorIsAnother: x", "error"),
        (128 + signal.SIGKILL, "", "killed"),
        (128 + signal.SIGSEGV, "", "killed"),
        (128 + signal.SIGXCPU, "", "time"),
        (128 + signal.SIGXFSZ, "", "disk"),
    ],
)
def test_the_end_of_a_program_is_read_from_its_code_and_its_last_words(code: int, stderr: str, why: Why) -> None:
    assert of_code(code, stderr) == why


def test_an_error_is_told_with_the_exception_even_where_its_message_goes_on() -> None:
    assert (
        sentence("error", PythonLimits(), code=1, stderr=TRACE + "ValueError: 値が違います")
        == "It raised ValueError: 値が違います"
    )
    long = TRACE + "pandas.errors.ParserError: first line\n  and more\n    of it"
    assert sentence("error", PythonLimits(), code=1, stderr=long) == "It raised pandas.errors.ParserError: first line"
    assert sentence("error", PythonLimits(), code=3, stderr="") == "It ended with exit code 3."
    assert len(sentence("error", PythonLimits(), code=1, stderr="E: " + "x" * 10_000)) < 400


def test_a_signal_is_told_by_its_name() -> None:
    assert sentence("killed", PythonLimits(), code=139) == "It was ended by signal 11 (SIGSEGV)."
    assert "255" in sentence("killed", PythonLimits(), code=255)


def test_every_reason_has_its_sentence_and_a_good_end_has_none() -> None:
    limits = PythonLimits(seconds=2.5, memory_mb=1500)
    said = {why: sentence(why, limits, code=137) for why in get_args(Why)}
    assert said.pop("") == ""
    assert len(set(said.values())) == len(said)
    assert all(text.startswith("It ") and text.endswith(".") for text in said.values())
    assert "2.5 s" in said["time"]
    assert "1,500 MB" in said["memory"]
