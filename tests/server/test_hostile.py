"""Requests that mean harm, or nothing: each is refused with the status that says why, by a server as users start it.

`$BEARER`, `$COOKIE` and the like stand for what the two callers of the shared server hold.
"""

from __future__ import annotations

import json
import select
import socket
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice, repeat
from pathlib import Path

import pytest

from kasen.server.tokens import hash_of
from server.process import Answered, Served, request, send, served

KEN, MIO, GONE = "kasen_test-token-of-ken", "kasen_test-token-of-mio", "kasen_test-token-that-is-gone"
EXPIRED, ORPHAN = "test-session-that-is-over", "test-session-of-a-token-that-is-gone"
TEA = b"# Tea\n\nSencha comes from Uji, near Kyoto. It has been grown there since the 13th century.\n"
JSON = ("Content-Type", "application/json")
BEARER = ("Authorization", "$BEARER")


@dataclass(frozen=True)
class Bad:
    """One request and the status that it deserves."""

    name: str
    status: int
    line: str = "GET /healthz HTTP/1.1"
    headers: tuple[tuple[str, str], ...] = ()
    body: bytes = b""
    host: str | None = "127.0.0.1"


def hosts() -> Iterator[Bad]:
    """Names that are not ours, and `Host` headers that are none."""
    for name in (
        "evil.example",
        "evil.example:8317",
        "localhost.evil.example",
        "127.0.0.1.evil.example",
        "evil-localhost",
        "169.254.169.254",
        "192.0.2.1:8317",
        "0.0.0.0",
        "2130706433",
        "127.1",
        "0x7f.0.0.1",
        "[::ffff:192.0.2.1]",
        "[2001:db8::1]:8317",
        "localhost..",
    ):
        yield Bad(f"host {name}", 421, host=name)
    for name in (
        "",
        "localhost, evil.example",
        "localhost:99999",
        "localhost:port",
        "localhost:",
        "me@localhost",
        "localhost/healthz",
        "[::1",
        "::1",
        "local host",
        "例え.example",
        "localhost#evil",
    ):
        yield Bad(f"malformed host {name}", 400, host=name.encode().decode("latin-1"))
    yield Bad("host absent", 400, host=None)
    yield Bad("host absent in HTTP/1.0", 400, line="GET /healthz HTTP/1.0", host=None)
    yield Bad("host doubled", 400, headers=(("Host", "127.0.0.1"),))
    yield Bad("host doubled, the second foreign", 400, headers=(("Host", "evil.example"),))
    for forwarded in ("X-Forwarded-Host", "X-Host", "X-Original-Host", "X-Forwarded-Server"):
        yield Bad(f"foreign host behind {forwarded}", 421, headers=((forwarded, "localhost"),), host="evil.example")
    yield Bad("foreign host behind Forwarded", 421, headers=(("Forwarded", "host=localhost"),), host="evil.example")
    yield Bad("foreign name in the target", 400, line="GET http://evil.example/healthz HTTP/1.1")
    yield Bad("foreign host with a good token", 421, "GET /api/nothing HTTP/1.1", (BEARER,), host="evil.example")


def pages() -> Iterator[Bad]:
    """What pages of other addresses make a browser send."""
    ask = Bad("", 403, "POST /api/session HTTP/1.1", (JSON,), b'{"token": "x"}')
    for origin in (
        "null",
        "https://evil.example",
        "http://localhost",
        "http://127.0.0.1:1",
        "http://127.0.0.1.evil.example",
        "http://127.0.0.1@evil.example",
        "chrome-extension://abc",
        "file://",
        "http://127.0.0.1/",
        "http://",
    ):
        yield replace(ask, name=f"origin {origin}", headers=(JSON, ("Origin", origin)))
    yield replace(ask, name="origin empty", headers=(JSON, ("Origin", "")))
    for site in ("cross-site", "same-site", "CROSS-SITE", "nonsense"):
        yield replace(ask, name=f"site {site}", headers=(JSON, ("Sec-Fetch-Site", site)))
    doubled = (JSON, ("Origin", "http://127.0.0.1"), ("Origin", "https://evil.example"))
    yield replace(ask, name="origin doubled", status=400, headers=doubled)
    upload = Bad("", 403, "POST /api/uploads?name=a.txt HTTP/1.1", body=b"words")
    foreign = ("Origin", "https://evil.example")
    yield replace(upload, name="upload with a token from a foreign page", headers=(BEARER, foreign))
    yield replace(upload, name="upload with a cookie from a foreign page", headers=(("Cookie", "$COOKIE"), foreign))
    yield replace(upload, name="upload with a cookie from nowhere", headers=(("Cookie", "$COOKIE"),))
    read = ("Cookie", "$COOKIE"), ("Sec-Fetch-Site", "same-site")
    yield Bad("reading with a cookie from another port", 403, "GET /openapi.json HTTP/1.1", read)
    yield Bad("sign out from a foreign page", 403, "DELETE /api/session HTTP/1.1", (("Cookie", "$COOKIE"), foreign))


def strangers() -> Iterator[Bad]:
    """Nobody, and those who pretend."""
    ask = Bad("", 401, "GET /openapi.json HTTP/1.1")
    for value in (
        "Bearer",
        "Bearer ",
        "Bearer wrong",
        "Basic a2VuOmtlbg==",
        "Token $TOKEN",
        "$TOKEN",
        "Bearer $TOKEN extra",
        "Bearer $HASH",
        "Bearer sha256:$HASH",
        "Bearer $GONE",
        "Bearer $SESSION",
        "Bearer ken",
        "Bearer " + "A" * 5000,
        "Bearer \xff\xfe",
    ):
        yield replace(ask, name=f"authorization {value[:24]!r}", headers=(("Authorization", value),))
    for value in (
        "kasen_session=$TOKEN",
        "kasen_session=$HASH",
        "kasen_session=",
        "kasen_session=chosen; kasen_session=$SESSION",
        "KASEN_SESSION=$SESSION",
        f"kasen_session={EXPIRED}",
        f"kasen_session={ORPHAN}",
        "session=$SESSION",
        "kasen_session=" + "A" * 5000,
        "\xff=\xfe; ;;=",
    ):
        yield replace(ask, name=f"cookie {value[:40]!r}", headers=(("Cookie", value),))
    two = (BEARER, ("Authorization", "Bearer wrong"))
    yield replace(ask, name="authorization doubled", status=400, headers=two)
    yield replace(ask, name="nothing shown")
    yield replace(
        ask, name="a token in the address", line="GET /openapi.json?token=$TOKEN&access_token=$TOKEN HTTP/1.1"
    )
    for line in (
        "GET /api/runs",
        "POST /api/uploads",
        "DELETE /api/uploads/x",
        "GET /metrics",
        "GET /API/runs",
        "GET /api",
    ):
        yield replace(ask, name=f"nothing shown: {line}", line=f"{line} HTTP/1.1")
    for header in ("X-Forwarded-For", "X-Real-IP", "X-Forwarded-User", "X-Remote-User", "X-Original-URL"):
        yield replace(ask, name=f"pretending by {header}", headers=((header, "127.0.0.1"),))
    for status, body in ((401, {"token": "wrong"}), (422, {"token": ""}), (422, {"token": "A" * 300}), (422, {})):
        given = json.dumps(body).encode()
        line = "POST /api/session HTTP/1.1"
        yield Bad(f"sign in with {str(body)[:30]}", 401 if body == {"token": ""} else status, line, (JSON,), given)


def addresses() -> Iterator[Bad]:
    """Ways up, around and out."""
    for path in (
        "/api/uploads/../../etc/passwd",
        "/api/uploads/%2e%2e/%2e%2e/etc/passwd",
        "/api/uploads/..%2f..%2fetc%2fpasswd",
        "/api/uploads/..%5c..%5cetc",
        "/api/uploads/.%2e/secret",
        "/assets/../../kasen.db",
        "/assets/%2e%2e/context.py",
        "/assets/..%5c..%5ccontext.py",
        "/runs/%2e%2e/kasen.db",
        "/%ff.js",
        "/./healthz",
        "/healthz%00",
        "/api/uploads/a%00b",
        "/api/uploads/a%0d%0aSet-Cookie:%20a=b",
        "/api/uploads/%ff%fe",
        "/api/uploads/%c0%ae%c0%ae",
        "/api/uploads/%ed%a0%80",
        "/api/uploads/a%7f",
    ):
        yield Bad(f"address {path}", 400, f"GET {path} HTTP/1.1", (BEARER,))
    yield Bad("address twice encoded", 404, "DELETE /api/uploads/%252e%252e%252fsecret HTTP/1.1", (BEARER,))
    yield Bad("address of 9 kB", 414, f"GET /{'a' * 9000} HTTP/1.1")
    yield Bad("query of 9 kB", 414, f"GET /healthz?{'a' * 9000} HTTP/1.1")
    yield Bad("address with a space", 400, "GET /heal thz HTTP/1.1")
    yield Bad("address is a star", 400, "OPTIONS * HTTP/1.1")
    yield Bad("address is another server", 400, "CONNECT evil.example:443 HTTP/1.1")
    for path in ("/nothing", "/api/nothing", "/api/uploads/", "/healthz/", "/.env", "/kasen.db", "//healthz", "/docs"):
        yield Bad(f"no such place {path}", 404, f"GET {path} HTTP/1.1", (BEARER,))
    for path in ("/assets", "/assets/", "/assets//", "/index.html/", "/.built", "/assets/%252e%252e/app.py", "/app.py"):
        yield Bad(f"no such page {path}", 404, f"GET {path} HTTP/1.1")
    yield Bad("a page is only read", 401, "POST /runs HTTP/1.1")
    yield Bad("a page is only read, by whomever", 404, "DELETE /index.html HTTP/1.1", (BEARER,))
    for given in ("x", "0" * 32, "0" * 31, "F" * 32, "$THEIRS", "%E6%9D%B1"):
        yield Bad(f"upload {given}", 404, f"DELETE /api/uploads/{given} HTTP/1.1", (BEARER,))
    yield Bad("upload with an endless id", 422, f"DELETE /api/uploads/{'0' * 65} HTTP/1.1", (BEARER,))


def methods() -> Iterator[Bad]:
    """Methods that are none, or not there."""
    for method in ("TRACE", "TRACK", "PROPFIND", "get", "GET0", "PURGE"):
        yield Bad(f"method {method}", 405, f"{method} /healthz HTTP/1.1")
    for method in ("POST", "PUT", "PATCH", "DELETE", "OPTIONS"):
        yield Bad(f"{method} where there is only GET", 405, f"{method} /healthz HTTP/1.1")
    yield Bad("GET where there is only POST", 405, "GET /api/uploads HTTP/1.1", (BEARER,))
    yield Bad("HEAD where there is only POST", 405, "HEAD /api/uploads HTTP/1.1", (BEARER,))
    preflight = (("Origin", "https://evil.example"), ("Access-Control-Request-Method", "POST"))
    yield Bad("preflight of a foreign page", 401, "OPTIONS /api/uploads HTTP/1.1", preflight)
    for header in ("X-HTTP-Method-Override", "X-HTTP-Method", "X-Method-Override"):
        override = (BEARER, (header, "DELETE"))
        yield Bad(f"overridden by {header}", 405, "POST /api/uploads/$MINE HTTP/1.1", override)


def shapes() -> Iterator[Bad]:
    """What is no HTTP, or HTTP that two programs read in two ways."""
    sign_in = Bad("", 400, "POST /api/session HTTP/1.1", body=b'{"token": "x"}')
    for name, lengths in {
        "two lengths": (("Content-Length", "14"), ("Content-Length", "15")),
        "two lengths in one": (("Content-Length", "14, 15"),),
        "length and chunks": (("Content-Length", "14"), ("Transfer-Encoding", "chunked")),
        "length below nothing": (("Content-Length", "-1"),),
        "length with a sign": (("Content-Length", "+14"),),
        "length in words": (("Content-Length", "many"),),
        "length in hexadecimal digits": (("Content-Length", "0x0e"),),
        "length with an underscore": (("Content-Length", "1_4"),),
        "an encoding that is unknown": (("Transfer-Encoding", "gzip"),),
        "chunks within an encoding": (("Transfer-Encoding", "gzip, chunked"),),
        "chunks twice": (("Transfer-Encoding", "chunked"), ("Transfer-Encoding", "chunked")),
        "content type doubled": (("Content-Length", "14"), JSON, ("Content-Type", "text/plain")),
    }.items():
        yield replace(sign_in, name=name, headers=lengths)
    chunked = (("Transfer-Encoding", "chunked"), JSON)
    for name, body in {
        "no number": b"x\r\n{}",
        "a number below nothing": b"-2\r\n{}",
        "no end": b"2\r\n{}xx\r\n",
    }.items():
        yield replace(sign_in, name=f"chunks with {name}", headers=chunked, body=body)
    yield Bad("another version", 505, "GET /healthz HTTP/9.9")
    yield Bad("the first line of HTTP/2", 505, "PRI * HTTP/2.0")
    for name, line in {
        "no version": "GET /healthz",
        "no address": "GET HTTP/1.1",
        "no method": "/healthz HTTP/1.1",
        "nonsense": "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        "nothing": "",
    }.items():
        yield Bad(f"first line: {name}", 400, line)
    for name, header in {
        "a space in its name": ("X Y", "1"),
        "a space after its name": ("Host ", "evil.example"),
        "no name": ("", "1"),
        "NUL in its value": ("X-Y", "a\x00b"),
        "a line break in its value": ("X-Y", "a\rb"),
        "a name that is no word": ("X(Y)", "1"),
    }.items():
        yield Bad(f"header with {name}", 400, headers=(header,))
    yield Bad("200 headers", 431, headers=tuple((f"X-{number}", "1") for number in range(200)))
    yield Bad("a header of 20 kB", 431, headers=(("X-Y", "a" * 20_000),))
    yield Bad("a cookie of 20 kB", 431, headers=(("Cookie", "a" * 20_000),))


def bodies() -> Iterator[Bad]:
    """What stands in bodies."""
    sign_in = Bad("", 400, "POST /api/session HTTP/1.1", (JSON,))
    for name, body in {
        "invalid UTF-8": b'{"token": "\xff\xfe"}',
        "NaN": b'{"token": NaN}',
        "infinity": b'{"token": Infinity}',
        "a number without end": b'{"token": 1e999}',
        "10,000 levels of lists": b"[" * 10_000 + b"]" * 10_000,
        "10,000 levels of objects": b'{"a":' * 10_000 + b"1" + b"}" * 10_000,
        "100 levels": b"[" * 100 + b"]" * 100,
        "levels without an end": b"[" * 100_000,
        "half a surrogate": b'{"token": "\\ud800"}',
        "a byte order mark": b"\xef\xbb\xbf{}",
        "UTF-16": '{"token": "x"}'.encode("utf-16"),
        "half of it": b'{"token": "x',
        "two of it": b"{}{}",
        "a comment": b'{"token": "x"} // hello',
        "single quotes": b"{'token': 'x'}",
        "NUL": b"\x00",
        "a control character": b'{"token": "a\nb"}',
    }.items():
        yield replace(sign_in, name=f"JSON: {name}", body=body)
    for name, body in {
        "a list": b"[]",
        "null": b"null",
        "a text": b'"token"',
        "a number for a text": b'{"token": 5}',
        "a list for a text": b'{"token": ["x"]}',
        "an object for a text": b'{"token": {"$ne": ""}}',
        "a huge number": b'{"token": "x", "more": ' + b"9" * 30 + b"}",
        "a number of 5,000 digits": b'{"token": "x", "more": ' + b"9" * 300 + b"}",
        "a number below 64 bits": b'{"token": "x", "more": -9223372036854775809}',
        "nothing that is asked for": b"{}",
    }.items():
        yield replace(sign_in, name=f"JSON: {name}", status=422, body=body)
    yield replace(sign_in, name="no body", status=422, headers=(("Content-Length", "0"), JSON))
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "application/jsonx", ""):
        given = (("Content-Type", kind),)
        yield replace(sign_in, name=f"JSON as {kind!r}", status=415, headers=given, body=b'{"token": "x"}')
    yield replace(sign_in, name="JSON as nothing", status=415, headers=(), body=b'{"token": "x"}')
    large = ("Content-Length", str(3 << 20))
    yield replace(sign_in, name="3 MB announced", status=413, headers=(JSON, large))
    endless = ("Content-Length", "9" * 18)
    yield replace(sign_in, name="an exabyte announced", status=413, headers=(JSON, endless))


def files() -> Iterator[Bad]:
    """Uploads."""
    ask = Bad("", 422, "POST /api/uploads?name=a.txt HTTP/1.1", (BEARER,))
    yield replace(ask, name="an empty file", headers=(BEARER, ("Content-Length", "0")))
    yield replace(ask, name="no file at all")
    yield replace(ask, name="a name of 2 kB", line=f"POST /api/uploads?name={'a' * 2000} HTTP/1.1", body=b"x")
    large = (BEARER, ("Content-Length", str(2 << 20)))
    yield replace(ask, name="a file of 2 MB where 1 is allowed", status=413, headers=large)
    part = b'--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nwords\r\n'
    field = b'--b\r\nContent-Disposition: form-data; name="file"\r\n\r\nwords\r\n'
    for name, status, kind, body in (
        ("without a boundary", 400, "multipart/form-data", part + b"--b--\r\n"),
        ("with an endless boundary", 400, f"multipart/form-data; boundary={'b' * 300}", part),
        ("of nonsense", 400, "multipart/form-data; boundary=b", b"nonsense"),
        ("that ends early", 400, "multipart/form-data; boundary=b", part),
        ("without a file", 422, "multipart/form-data; boundary=b", field + b"--b--\r\n"),
        ("with two files", 422, "multipart/form-data; boundary=b", part + part + b"--b--\r\n"),
        ("with an empty file", 422, "multipart/form-data; boundary=b", part.replace(b"words", b"") + b"--b--\r\n"),
    ):
        yield replace(ask, name=f"a form {name}", status=status, headers=(BEARER, ("Content-Type", kind)), body=body)


def runs() -> Iterator[Bad]:
    """Runs of others, runs that are none, and requests that no team can mean. `$RUN` is Ken's, `$THEIR_RUN` Mio's."""
    ask = Bad("", 404, headers=(BEARER,))
    for run in ("$THEIR_RUN", "01KB0000000000000000000000", "x", "%25", "$RUN_IN_LOWER_CASE", "%E6%9D%B1", "' OR 1=1"):
        place = f"/api/runs/{run.replace(' ', '%20')}"
        for what in ("", "/events", "/approvals", "/artifacts", "/artifacts/report.md", "/evidence"):
            yield replace(ask, name=f"GET {run}{what}", line=f"GET {place}{what} HTTP/1.1")
    for line in ("DELETE /api/runs/$THEIR_RUN", "POST /api/runs/$THEIR_RUN/cancel", "POST /api/runs/$THEIR_RUN/stop"):
        yield replace(ask, name=line, line=f"{line} HTTP/1.1")
    for name in (
        "nothing.md",
        "%252e%252e%252fkasen.db",
        "report.md%20",
        "REPORT.MD",
        "report",
        "~",
        "*",
        "con",
    ):
        yield replace(ask, name=f"artifact {name}", line=f"GET /api/runs/$RUN/artifacts/{name} HTTP/1.1")
    for name in ("../../../kasen.db", "..%2f..%2fkasen.db", "%2e%2e%5ckasen.db", "report.md%00.html", "a/../report.md"):
        yield replace(ask, name=f"artifact {name}", status=400, line=f"GET /api/runs/$RUN/artifacts/{name} HTTP/1.1")
    for what in ("%2fetc%2fpasswd", "/etc/passwd"):
        yield replace(ask, name=f"artifact {what}", line=f"GET /api/runs/$RUN/artifacts/{what} HTTP/1.1")
    for query in ("version=-1", "version=x", "version=1e9", "version=99999999999999999999", "version=1.5"):
        line = f"GET /api/runs/$RUN/artifacts/report.md?{query} HTTP/1.1"
        yield replace(ask, name=f"artifact with {query}", status=422, line=line)
    yield replace(
        ask, name="artifact that is no version", line="GET /api/runs/$RUN/artifacts/report.md?version=9 HTTP/1.1"
    )
    yield replace(ask, name="an endless name", status=422, line=f"GET /api/runs/$RUN/artifacts/{'a' * 400} HTTP/1.1")
    beyond = (BEARER, ("Range", "bytes=99999999-"))
    yield replace(
        ask, name="a range beyond", status=416, line="GET /api/runs/$RUN/artifacts/report.md HTTP/1.1", headers=beyond
    )
    for query in ("after=-1", "after=x", "after=99999999999999999999", "limit=0", "limit=99999"):
        yield replace(ask, name=f"events with {query}", status=422, line=f"GET /api/runs/$RUN/events?{query} HTTP/1.1")
    last = (BEARER, ("Last-Event-ID", "1; DROP TABLE events"))
    yield replace(
        ask, name="events after nonsense", status=422, line="GET /api/runs/$RUN/events HTTP/1.1", headers=last
    )
    for query in ("limit=-1", "limit=x", "limit=100000", f"q={'a' * 500}", f"team={'a' * 500}"):
        yield replace(ask, name=f"list with {query[:12]}", status=422, line=f"GET /api/runs?{query} HTTP/1.1")
    yield from starts()


def starts() -> Iterator[Bad]:
    """What nobody who holds a token may start."""
    ask = Bad("", 422, "POST /api/runs HTTP/1.1", (BEARER, JSON))
    good = {"question": "Where does sencha come from?"}
    for name, status, given in (
        ("a team that is none", 404, {"team": "nobody", "request": good}),
        ("a team that is a path", 404, {"team": "../research", "request": good}),
        ("a mode that is none", 404, {"team": "research", "mode": "x", "request": good}),
        ("no request", 422, {"team": "research"}),
        ("a request that is a list", 422, {"team": "research", "request": []}),
        ("an empty request", 422, {"team": "research", "request": {}}),
        ("a word that is not asked for", 422, {"team": "research", "request": good, "owner": "mio"}),
        ("an option that is none", 422, {"team": "research", "request": good, "options": {"owner": "mio"}}),
        ("less than no money", 422, {"team": "research", "request": good, "options": {"budget_usd": -1}}),
        ("a file of this machine", 422, {"team": "research", "request": {**good, "docs": ["/etc/passwd"]}}),
        ("a file nearby", 422, {"team": "research", "request": {**good, "docs": ["kasen.db"]}}),
        ("a file by its address", 422, {"team": "research", "request": {**good, "docs": ["file:///etc/passwd"]}}),
        ("an upload of another", 404, {"team": "research", "request": {**good, "docs": ["upload:$THEIRS"]}}),
        ("an upload with a way out", 422, {"team": "research", "request": {**good, "docs": ["upload:../mio/x"]}}),
        (
            "a run of another to go on from",
            404,
            {"team": "research", "request": good, "options": {"continues": "$THEIR_RUN"}},
        ),
    ):
        yield replace(ask, name=f"a run with {name}", status=status, body=json.dumps(given).encode())


ALL = [*runs(), *hosts(), *pages(), *strangers(), *addresses(), *methods(), *shapes(), *bodies(), *files()]


@dataclass(frozen=True)
class Shared:
    """The shared server, and what stands for the names in the requests."""

    server: Served
    names: dict[str, str]

    def fill(self, text: str) -> str:
        for name, value in self.names.items():
            text = text.replace(name, value)
        return text

    def send(self, bad: Bad) -> Answered:
        headers = [(name, self.fill(value)) for name, value in bad.headers]
        try:
            body = self.fill(bad.body.decode()).encode()
        except UnicodeDecodeError:
            body = bad.body
        return request(self.server.port, self.fill(bad.line), headers, body, host=bad.host)


def run_of(port: int, token: str) -> str:
    """A run by rules over an upload, seen to its end."""
    bearer = ("Authorization", f"Bearer {token}")
    upload = json.loads(request(port, "POST /api/uploads?name=tea.md HTTP/1.1", [bearer], TEA).body)
    asked = {"question": "Where does sencha come from?", "docs": [f"upload:{upload['id']}"]}
    given = {"team": "research", "mode": "quick", "request": asked, "options": {"preset": "none"}}
    started = request(port, "POST /api/runs HTTP/1.1", [bearer, JSON], json.dumps(given).encode())
    assert started.status == 201, started
    run = str(json.loads(started.body)["id"])
    lines = f"GET /api/runs/{run}/events HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\n\r\n"
    seen = b""
    with socket.create_connection(("127.0.0.1", port), timeout=30) as connection:
        connection.sendall(lines.encode())
        while b"event: end" not in seen:
            piece = connection.recv(65536)
            assert piece, seen
            seen += piece
    return run


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shared]:
    """A server with tokens of Ken and Mio and one that was removed; Mio has an upload."""
    folder = tmp_path_factory.mktemp("shared")
    (folder / "home").mkdir()
    over = {
        hash_of(EXPIRED): {"owner": "ken", "token": hash_of(KEN), "ends": 1.0},
        hash_of(ORPHAN): {"owner": "gone", "token": hash_of(GONE), "ends": 9e12},
    }
    (folder / "home" / "sessions.json").write_text(json.dumps(over), encoding="utf-8")
    tokens = f"ken:{hash_of(KEN)},mio:{hash_of(MIO)}"
    with served(folder, env={"KASEN_TOKENS": tokens, "KASEN_UPLOAD_MB": "1"}) as server:
        port = server.port
        signed = request(port, "POST /api/session HTTP/1.1", [JSON], json.dumps({"token": KEN}).encode())
        assert signed.status == 201, signed
        session = signed.headers["set-cookie"].partition(";")[0].partition("=")[2]
        ids = [
            json.loads(request(port, line, [("Authorization", f"Bearer {token}")], b"words").body)["id"]
            for line, token in (("POST /api/uploads HTTP/1.1", MIO), ("POST /api/uploads HTTP/1.1", KEN))
        ]
        mine, theirs = run_of(port, KEN), run_of(port, MIO)
        of_runs = {"$THEIR_RUN": theirs, "$RUN_IN_LOWER_CASE": mine.lower(), "$RUN": mine}
        names = {
            **of_runs,
            "$BEARER": f"Bearer {KEN}",
            "$TOKEN": KEN,
            "$HASH": hash_of(KEN),
            "$GONE": GONE,
            "$SESSION": session,
        }
        yield Shared(server, {**names, "$COOKIE": f"kasen_session={session}", "$THEIRS": ids[0], "$MINE": ids[1]})
        assert request(port).status == 200, "it has borne it all"
        assert server.process.poll() is None
        assert "Traceback" not in server.told


def test_there_are_enough_and_none_twice() -> None:
    assert len(ALL) >= 100
    assert len({bad.name for bad in ALL}) == len(ALL)


@pytest.mark.parametrize("bad", ALL, ids=[bad.name for bad in ALL])
def test_is_refused(shared: Shared, bad: Bad) -> None:
    answer = shared.send(bad)
    assert answer.status == bad.status, answer
    assert "set-cookie" not in answer.headers
    assert "access-control-allow-origin" not in answer.headers
    if answer.headers.get("content-type") == "application/json" and not bad.line.startswith("HEAD"):
        said = json.loads(answer.body)
        assert said.keys() == {"error", "message", "hint"}
        assert str(shared.server.home) not in answer.body.decode()
        assert answer.headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize(
    "host",
    ["LOCALHOST", "localhost.", "localhost:1", "LocalHost:65535", "[::1]:8317", "127.0.0.2", "[::ffff:127.0.0.1]"],
)
def test_names_of_this_machine_are_taken_however_they_are_written(shared: Shared, host: str) -> None:
    assert request(shared.server.port, host=host).status == 200


def test_the_run_of_another_cannot_be_told_from_one_that_is_not_there(shared: Shared) -> None:
    for what in ("", "/events", "/artifacts", "/evidence", "/approvals"):
        said = []
        for run in (shared.names["$THEIR_RUN"], "01KB0000000000000000000000"):
            answer = shared.send(Bad("", 404, f"GET /api/runs/{run}{what} HTTP/1.1", (BEARER,)))
            said.append((answer.status, answer.body.decode().replace(run, "ID")))
        assert said[0] == said[1]


def test_what_is_refused_above_is_taken_where_it_is_right(shared: Shared) -> None:
    """The same requests with the one thing mended: they were refused for it and for nothing else."""
    upload = Bad("", 201, "POST /api/uploads?name=a.txt HTTP/1.1", (BEARER,), b"words")
    own = ("Origin", "http://127.0.0.1")
    assert shared.send(upload).status == 201
    assert shared.send(replace(upload, headers=(("Cookie", "$COOKIE"), own))).status == 201
    assert (
        shared.send(replace(upload, headers=(("Cookie", "$COOKIE"), ("Sec-Fetch-Site", "same-origin")))).status == 201
    )
    assert shared.send(Bad("", 200, "GET /openapi.json HTTP/1.1", (("authorization", "bearer $TOKEN"),))).status == 200
    assert shared.send(Bad("", 200, "HEAD /healthz HTTP/1.1")).status == 200
    for place in ("", "/events", "/artifacts", "/artifacts/report.md", "/evidence"):
        found = shared.send(
            Bad("", 200, f"GET /api/runs/$RUN{place} HTTP/1.1", (BEARER, ("Accept", "application/json")))
        )
        assert found.status == 200, place
    body = b'--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nwords\r\n--b--\r\n'
    form = (BEARER, ("Content-Type", "multipart/form-data; boundary=b"))
    assert shared.send(replace(upload, headers=form, body=body)).status == 201


def uploads(shared: Shared) -> list[Path]:
    return [path for path in (shared.server.home / "uploads").rglob("*") if path.is_file()]


@pytest.mark.parametrize("line", ["POST /api/session HTTP/1.1", "POST /api/uploads?name=a.bin HTTP/1.1"])
def test_chunks_without_end_are_cut_off_and_leave_nothing(shared: Shared, line: str) -> None:
    before = uploads(shared)
    head = f"{line}\r\nHost: localhost\r\nAuthorization: Bearer {KEN}\r\nTransfer-Encoding: chunked\r\n"
    chunk = b"4000\r\n" + b"a" * 0x4000 + b"\r\n"
    answer = send(
        shared.server.port,
        f"{head}Content-Type: application/json\r\n\r\n".encode(),
        more=islice(repeat(chunk), 4096),
    )
    assert (answer.status, answer.headers["connection"]) == (413, "close")
    assert uploads(shared) == before


@pytest.mark.parametrize(("bearer", "status"), [("", 401), (f"Authorization: Bearer {KEN}\r\n", 413)])
def test_who_still_sends_when_it_is_refused_reads_the_answer(shared: Shared, bearer: str, status: int) -> None:
    """As a proxy does that hands a file on: a reset would be a 502, and a server that counts as down."""
    head = f"POST /api/uploads HTTP/1.1\r\nHost: localhost\r\n{bearer}Content-Length: 3000000\r\n\r\n"
    with socket.create_connection(("127.0.0.1", shared.server.port), timeout=10) as connection:
        connection.sendall(head.encode())
        select.select([connection], [], [], 10)  # the answer is there
        for _ in range(10):
            connection.sendall(b"a" * 300_000)
        seen = b"".join(iter(lambda: connection.recv(65536), b""))
    assert seen.startswith(f"HTTP/1.1 {status} ".encode())
    assert seen.endswith(b"}")


def test_a_client_that_goes_away_leaves_no_part_of_its_file(shared: Shared) -> None:
    before = uploads(shared)
    head = f"POST /api/uploads HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {KEN}\r\n"
    head += "Content-Length: 900000\r\n\r\n"
    with socket.create_connection(("127.0.0.1", shared.server.port)) as connection:
        connection.sendall(head.encode() + b"a" * 300_000)
    assert request(shared.server.port).status == 200
    probe = Bad("", 201, "POST /api/uploads HTTP/1.1", (BEARER,), b"after")
    assert shared.send(probe).status == 201
    patience = time.monotonic() + 20
    while len(uploads(shared)) > len(before) + 1 and time.monotonic() < patience:
        time.sleep(0.05)  # noqa: TID251 - the other may be given up after the probe was read
    assert len(uploads(shared)) == len(before) + 1


@pytest.mark.parametrize(
    "name", ["../../../etc/passwd", "..\\..\\boot.ini", "/etc/passwd", ".bashrc", "a\x00b", "CON\r\n", "‮fdp.exe", ".."]
)
def test_a_name_with_a_way_out_names_a_file_inside(shared: Shared, name: str) -> None:
    from urllib.parse import quote

    answer = shared.send(Bad("", 201, f"POST /api/uploads?name={quote(name)} HTTP/1.1", (BEARER,), b"words"))
    assert answer.status == 201
    found = json.loads(answer.body)
    kept = shared.server.home / "uploads" / "ken" / found["id"] / found["name"]
    assert kept.read_bytes() == b"words"
    assert (kept.stat().st_mode & 0o777, kept.parent.stat().st_mode & 0o777) == (0o600, 0o700)
    assert not set(found["name"]) & set("/\\\x00\r\n‮")


def test_an_id_that_a_stranger_chose_is_no_session(shared: Shared) -> None:
    """Session fixation: whatever cookie the browser brings, signing in gives another."""
    chosen = ("Cookie", "kasen_session=chosen-by-a-stranger")
    sign_in = Bad("", 201, "POST /api/session HTTP/1.1", (JSON, chosen), json.dumps({"token": MIO}).encode())
    cookie = shared.send(sign_in).headers["set-cookie"]
    assert "chosen" not in cookie
    assert MIO not in cookie
    assert {"HttpOnly", "SameSite=strict", "Path=/"} <= {part.strip() for part in cookie.split(";")}
    assert shared.send(Bad("", 401, "GET /openapi.json HTTP/1.1", (chosen,))).status == 401
    given = ("Cookie", cookie.partition(";")[0])
    assert shared.send(Bad("", 200, "GET /openapi.json HTTP/1.1", (given,))).status == 200
    assert shared.send(Bad("", 204, "DELETE /api/session HTTP/1.1", (given,))).status == 204
    assert shared.send(Bad("", 401, "GET /openapi.json HTTP/1.1", (given,))).status == 401


def test_without_tokens_pages_of_others_are_refused_all_the_same(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        foreign = ("Origin", "https://evil.example")
        assert request(server.port, "POST /api/uploads HTTP/1.1", [foreign], b"x").status == 403
        assert request(server.port, "GET /openapi.json HTTP/1.1", [foreign]).status == 403
        assert request(server.port, "GET /openapi.json HTTP/1.1", host="evil.example").status == 421
        assert request(server.port, "POST /api/uploads HTTP/1.1", [], b"x").status == 201
