from __future__ import annotations

import subprocess
import sys

from kasen.tools.fetch.child import HEADER
from kasen.tools.fetch.reading import Job, Reading
from tools.fetch import pages

JOB = Job(medium="html", url="https://example.org/", today="2026-01-02")


def framed(*parts: bytes) -> bytes:
    return b"".join(len(part).to_bytes(HEADER, "big") + part for part in parts)


def served(requests: bytes, *, seconds: float = 30.0, memory: int = 2 << 30) -> subprocess.CompletedProcess[bytes]:
    line = [sys.executable, "-m", "kasen.tools.fetch.child", str(seconds), str(memory)]
    return subprocess.run(line, input=requests, capture_output=True, check=False, timeout=60)


def test_it_answers_each_page_in_turn_and_ends_with_its_requests() -> None:
    job = JOB.model_dump_json().encode()
    done = served(framed(job, pages.uji()) + framed(job, b"") + framed(job, pages.sencha()))
    assert (done.returncode, done.stderr) == (0, b"")
    answers, at = list[Reading](), 0
    while at < len(done.stdout):
        size = int.from_bytes(done.stdout[at : at + HEADER], "big")
        answers.append(Reading.model_validate_json(done.stdout[at + HEADER : at + HEADER + size]))
        at += HEADER + size
    assert [answer.title for answer in answers] == ["宇治茶の歴史", "", "Sencha"]


def test_it_ends_itself_when_a_page_takes_too_long() -> None:
    slow = b"<html><body><table><tr>" + b"<td>x" * 30_000 + b"</table></body></html>"
    assert served(framed(JOB.model_dump_json().encode(), slow), seconds=0.2).returncode == -14


def test_a_page_that_eats_memory_is_refused_for_that() -> None:
    done = served(framed(JOB.model_dump_json().encode(), b"<p>x" * 600_000), memory=160 << 20)
    assert "needs more memory" in Reading.model_validate_json(done.stdout[HEADER:]).refusal


def test_a_request_that_breaks_off_is_no_request() -> None:
    done = served(framed(JOB.model_dump_json().encode(), b"x")[:12])
    assert done.stdout == b""
