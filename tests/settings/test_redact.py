from __future__ import annotations

import base64
import html
import json
import re
import time
import urllib.parse
from collections.abc import Callable
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kasen.settings import Redactor, load_settings, redactor_of
from kasen.settings.redact import REDACTED

KEY = "sk-test-A/b+c=d&e\"f\\g<h>i'j k鍵"
PLAIN = "sk-test-0123456789abcdef"

FORMS: dict[str, Callable[[str], str]] = {
    "as it is": str,
    "in JSON": lambda key: json.dumps({"key": key}),
    "in JSON with its own letters": lambda key: json.dumps({"key": key}, ensure_ascii=False),
    "in JSON inside JSON": lambda key: json.dumps(json.dumps({"key": key})),
    "in a query": lambda key: urllib.parse.urlencode({"key": key}),
    "in a path": urllib.parse.quote,
    "in a path, all of it": lambda key: urllib.parse.quote(key, safe=""),
    "in a path, small hex": lambda key: re.sub("%..", lambda found: found[0].lower(), urllib.parse.quote(key, safe="")),
    "in HTML": lambda key: f"<p>{html.escape(key)}</p>",
    "in HTML with quotes": lambda key: f"<p>{html.escape(key, quote=False)}</p>",
    "in base64": lambda key: base64.b64encode(key.encode()).decode(),
    "in base64 for addresses": lambda key: base64.urlsafe_b64encode(key.encode()).decode().rstrip("="),
    "in a header": lambda key: f"Authorization: Bearer {key}\r\n",
    "in a traceback": lambda key: f"ValueError: bad key '{key}' at 0x7f",
}


@pytest.mark.parametrize("key", [KEY, PLAIN])
@pytest.mark.parametrize("form", FORMS)
def test_a_secret_is_found_in_every_notation(form: str, key: str) -> None:
    written = FORMS[form](key)
    clean = Redactor([key])(f"before {written} after")
    assert REDACTED in clean
    assert clean.startswith("before ")
    assert clean.endswith(" after")
    for inner in FORMS.values():
        assert inner(key) not in clean


def test_other_words_stay_and_are_not_even_copied() -> None:
    redact = Redactor([KEY, PLAIN])
    text = "sk-test-012345678 is shorter, 歌仙 is a poem " * 100
    assert redact(text) is text
    data = text.encode()
    assert redact.file(data) is data


def test_of_two_secrets_the_longer_goes_first() -> None:
    redact = Redactor([PLAIN, PLAIN + "-and-more"])
    assert redact(f"{PLAIN}-and-more {PLAIN}") == f"{REDACTED} {REDACTED}"


@pytest.mark.parametrize("short", ["", "   ", "1234567", " 1234567 "])
def test_what_is_too_short_to_be_a_secret_stays(short: str) -> None:
    redact = Redactor([short])
    assert not redact
    assert redact(f"a {short} b") == f"a {short} b"


def test_data_is_cleaned_to_its_leaves_and_keys_and_keeps_its_shape() -> None:
    redact = Redactor([PLAIN])
    value = {PLAIN: [f"x{PLAIN}", (1, PLAIN), {"a": {"b": PLAIN}}], "n": None, "f": 1.5, "raw": PLAIN.encode()}
    clean = redact.data(value)
    assert clean == {
        REDACTED: [f"x{REDACTED}", (1, REDACTED), {"a": {"b": REDACTED}}],
        "n": None,
        "f": 1.5,
        "raw": PLAIN.encode(),
    }


def test_a_file_of_text_is_cleaned_and_other_bytes_stay() -> None:
    redact = Redactor([PLAIN])
    assert redact.file(f"鍵 {PLAIN}\r\n".encode()) == f"鍵 {REDACTED}\r\n".encode()
    binary = b"\x89PNG\xff" + PLAIN.encode()
    assert redact.file(binary) is binary
    assert redact.file(b"") == b""


@given(st.lists(st.integers(1, 9), max_size=60), st.text(alphabet="skt-ab0 ", max_size=30))
def test_a_stream_hides_a_secret_wherever_it_is_cut(sizes: list[int], around: str) -> None:
    redact = Redactor([PLAIN, "tests-and-more"])
    text = f"{around}{PLAIN}{around}tests-and-more{around}"
    stream, pieces, start = redact.stream(), [], 0
    for size in sizes:
        pieces.append(stream.feed(text[start : start + size]))
        start += size
    pieces += [stream.feed(text[start:]), stream.end()]
    assert "".join(pieces) == redact(text)


def test_a_stream_holds_back_no_more_than_it_has_to() -> None:
    stream = Redactor([PLAIN]).stream()
    assert stream.feed("tea and sk-te") == "tea and "
    assert stream.feed("a") == "sk-tea"
    assert stream.feed("k") == "k"
    assert stream.end() == ""


def test_the_secrets_are_those_of_the_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TAVILY_API_KEY", PLAIN)
    monkeypatch.setenv("LANGSMITH_API_KEY", "test-key-of-traces")
    redact = redactor_of(load_settings())
    assert redact(f"{PLAIN} test-key-of-traces") == f"{REDACTED} {REDACTED}"


@pytest.mark.alone
def test_a_megabyte_with_eight_keys_costs_less_than_encoding_it_as_json() -> None:
    redact = Redactor([f"sk-test-{number:040d}" for number in range(8)])
    text = ("The tea of Uji 宇治の茶 and sk-test in a line of words, 1234. " * 30_000)[:1_000_000]

    def seconds(call: Callable[[], object]) -> float:
        best = 1e9
        for _ in range(5):
            start = time.perf_counter()
            call()
            best = min(best, time.perf_counter() - start)
        return best

    assert seconds(lambda: redact(text)) < 3 * seconds(lambda: json.dumps(text))


def test_a_date_that_is_a_password_does_not_break_numbers() -> None:
    redact = Redactor(["20240101", "1234567890123456"])
    assert redact('{"n": 20240101}') == '{"n": 20240101}'
    assert redact("key 1234567890123456") == "key [redacted]"


def test_masking_takes_secrets_out_and_leaves_every_other_character_where_it_is() -> None:
    secret = "sk-test-mask/0123+45"
    redact = Redactor([secret])
    text = f"鍵は{secret}、または {quote(secret, safe='')} です。"
    masked = redact.masked(text)
    assert len(masked) == len(text)
    assert masked == f"鍵は{'*' * len(secret)}、または {'*' * len(quote(secret, safe=''))} です。"
    plain = "no secret"
    assert redact.masked(plain) is plain
