"""Stores of files on loopback that speak as Google Cloud Storage and as S3 do, as far as artifacts need it.

    with gcs_server() as store:
        settings = Settings(artifacts="gs://bucket/runs", artifacts_endpoint=store.url)

Signatures and tokens are not looked at. `store.files` holds what is kept, `store.calls` what was asked.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, quote, unquote, urlsplit
from xml.sax.saxutils import escape

DAY = "2026-01-01T00:00:00.000Z"
PAGE = 1000
"""Files of one page of a listing."""


@dataclass
class FakeStore:
    """What a store keeps and was asked; a test may change it while it is served."""

    url: str = ""
    files: dict[str, bytes] = field(default_factory=dict)
    """`bucket/key` → bytes."""
    types: dict[str, str] = field(default_factory=dict)
    """`bucket/key` → media type."""
    calls: list[str] = field(default_factory=list)
    """`PUT /bucket/key`, in order."""
    fail: list[int] = field(default_factory=list)
    """Statuses with which the next requests fail, one each."""
    down: bool = False
    """Every request gets 503."""
    hang: threading.Event | None = None
    """Requests wait until it is set."""
    conditions: bool = True
    """Whether a file that must be new is refused where there is one."""
    page: int = PAGE
    uploads: dict[str, dict[int, bytes]] = field(default_factory=dict)
    """Uploads in pieces that are under way."""

    def keep(self, bucket: str, key: str, data: bytes, media_type: str) -> None:
        """Keep a file."""
        self.files[f"{bucket}/{key}"] = data
        self.types[f"{bucket}/{key}"] = media_type

    def claim(self, bucket: str, key: str) -> bool:
        """Whether there was no file of that name; then there is one, for the first who asks."""
        mine = b"claimed by %d" % threading.get_ident()
        return self.files.setdefault(f"{bucket}/{key}", mine) is mine or not self.conditions

    def listed(self, bucket: str, prefix: str, after: str) -> tuple[list[str], bool]:
        """One page of keys that begin so, and whether there are more."""
        keys = sorted(name.partition("/")[2] for name in self.files if name.startswith(f"{bucket}/{prefix}"))
        keys = [key for key in keys if key > after]
        return keys[: self.page], len(keys) > self.page


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    store: FakeStore

    def log_message(self, *_: Any) -> None:
        """Nothing on stderr."""

    def _any(self) -> None:
        parts = urlsplit(self.path)
        self.query = {name: values[0] for name, values in parse_qs(parts.query, keep_blank_values=True).items()}
        self.body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        self.store.calls.append(f"{self.command} {unquote(parts.path)}")
        if self.store.hang is not None:
            self.store.hang.wait(30)
        status = 503 if self.store.down else self.store.fail.pop(0) if self.store.fail else 0
        if status:
            self.refuse(status)
        else:
            self.act(parts.path)

    do_GET = do_PUT = do_POST = do_DELETE = do_HEAD = _any

    def act(self, path: str) -> None:
        """Answer the request."""
        raise NotImplementedError

    def refuse(self, status: int) -> None:
        """Answer that it failed."""
        self.answer(status, json.dumps({"error": {"message": f"refused with {status}"}}).encode(), "application/json")

    def answer(self, status: int, body: bytes = b"", media_type: str = "text/plain", **headers: str) -> None:
        """Send it; a HEAD gets no body."""
        self.send_response(status)
        length = headers.pop("length", str(len(body)))
        for name, value in {"Content-Type": media_type, "Content-Length": length, **headers}.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)


_GCS_PATH = re.compile(r"(?P<upload>/upload)?(?:/download)?/storage/v1/b/(?P<bucket>[^/]+)/o(?:/(?P<key>.+))?")


class _Gcs(_Handler):
    def act(self, path: str) -> None:
        """The JSON API: uploads in one piece and resumable, media, listing, deletion."""
        found = _GCS_PATH.fullmatch(path)
        if found is None:
            return self.refuse(404)
        bucket, key = unquote(found["bucket"]), unquote(found["key"] or "")
        if found["upload"]:
            return self._upload(bucket)
        if not key:
            return self._list(bucket)
        if f"{bucket}/{key}" not in self.store.files:
            return self.refuse(404)
        if self.command == "DELETE":
            del self.store.files[f"{bucket}/{key}"]
            return self.answer(204)
        if self.query.get("alt") == "media":
            return self.answer(200, self.store.files[f"{bucket}/{key}"])
        return self._json(self._resource(bucket, key))

    def _upload(self, bucket: str) -> None:
        if "upload_id" in self.query:
            return self._piece(bucket)
        if self.query.get("uploadType") == "resumable":
            name = json.loads(self.body)["name"]
            self.store.uploads[name] = {}
            media_type = self.headers.get("X-Upload-Content-Type", "")
            self.store.types[f"{bucket}/{name}"] = media_type
            place = f"{self.store.url}/upload/storage/v1/b/{bucket}/o?uploadType=resumable&upload_id={quote(name)}"
            return self.answer(200, Location=place)
        boundary = re.search(r'boundary="([^"]+)"', self.headers["Content-Type"])
        assert boundary is not None
        _, said, media, *_ = self.body.split(b"--" + boundary[1].encode())
        head, _, data = media.partition(b"\n\n")
        name = json.loads(said.partition(b"\n\n")[2])["name"]
        if self.query.get("ifGenerationMatch") == "0" and not self.store.claim(bucket, name):
            return self.refuse(412)
        media_type = head.decode().partition("Content-Type: ")[2].strip()
        self.store.keep(bucket, name, data.removesuffix(b"\n"), media_type)
        return self._json(self._resource(bucket, name))

    def _piece(self, bucket: str) -> None:
        name = self.query["upload_id"]
        start, last, size = map(int, re.findall(r"\d+", self.headers["Content-Range"]))
        self.store.uploads[name][start] = self.body
        if last + 1 < size:
            return self.answer(308, Range=f"bytes=0-{last}")
        pieces = self.store.uploads.pop(name)
        media_type = self.store.types[f"{bucket}/{name}"]
        self.store.keep(bucket, name, b"".join(pieces[at] for at in sorted(pieces)), media_type)
        return self._json(self._resource(bucket, name))

    def _list(self, bucket: str) -> None:
        keys, more = self.store.listed(bucket, self.query.get("prefix", ""), self.query.get("pageToken", ""))
        body: dict[str, Any] = {"kind": "storage#objects", "items": [self._resource(bucket, key) for key in keys]}
        self._json({**body, **({"nextPageToken": keys[-1]} if more else {})})

    def _resource(self, bucket: str, key: str) -> dict[str, Any]:
        data = self.store.files[f"{bucket}/{key}"]
        md5 = base64.b64encode(hashlib.md5(data, usedforsecurity=False).digest()).decode()
        facts = {"kind": "storage#object", "name": key, "bucket": bucket, "size": str(len(data)), "md5Hash": md5}
        return {**facts, "generation": "1", "updated": DAY, "timeCreated": DAY}

    def _json(self, body: dict[str, Any]) -> None:
        self.answer(200, json.dumps(body).encode(), "application/json")


class _S3(_Handler):
    def act(self, path: str) -> None:
        """Objects whole and in parts, listing, deletion; buckets by path."""
        bucket, _, key = unquote(path.lstrip("/")).partition("/")
        if not key:
            return self._list(bucket)
        if "uploadId" in self.query or "uploads" in self.query:
            return self._in_parts(bucket, key)
        if self.command == "PUT":
            if self.headers.get("If-None-Match") == "*" and not self.store.claim(bucket, key):
                return self.refuse(412)
            self.store.keep(bucket, key, self.body, self.headers.get("Content-Type", ""))
            return self.answer(200, ETag=_etag(self.body))
        if self.command == "DELETE":
            self.store.files.pop(f"{bucket}/{key}", None)
            return self.answer(204)
        data = self.store.files.get(f"{bucket}/{key}")
        if data is None:
            return self.refuse(404)
        facts = {"ETag": _etag(data), "Last_Modified": "Thu, 01 Jan 2026 00:00:00 GMT"}
        asked = re.fullmatch(r"bytes=(\d+)-(\d*)", self.headers.get("Range", ""))
        if asked is None or not data:
            return self.answer(200, data, **facts)
        start, end = int(asked[1]), min(int(asked[2] or len(data)), len(data) - 1)
        return self.answer(206, data[start : end + 1], **facts, Content_Range=f"bytes {start}-{end}/{len(data)}")

    def refuse(self, status: int) -> None:
        """As S3 says it."""
        code = {404: "NoSuchKey", 403: "AccessDenied", 412: "PreconditionFailed"}.get(status, "SlowDown")
        why = "<Condition>If-None-Match</Condition>" if status == 412 else ""
        self._xml(f"<Error><Code>{code}</Code>{why}<Message>refused with {status}</Message></Error>", status)

    def _in_parts(self, bucket: str, key: str) -> None:
        if "uploads" in self.query:
            self.store.uploads[key] = {}
            self.store.types[f"{bucket}/{key}"] = self.headers.get("Content-Type", "")
            told = f"<Bucket>{bucket}</Bucket><Key>{escape(key)}</Key><UploadId>u1</UploadId>"
            return self._xml(f"<InitiateMultipartUploadResult>{told}</InitiateMultipartUploadResult>")
        if self.command == "PUT":
            self.store.uploads[key][int(self.query["partNumber"])] = self.body
            return self.answer(200, ETag=_etag(self.body))
        parts = self.store.uploads.pop(key)
        if self.command == "DELETE":
            return self.answer(204)
        self.store.keep(bucket, key, b"".join(parts[n] for n in sorted(parts)), self.store.types[f"{bucket}/{key}"])
        told = f'<Bucket>{bucket}</Bucket><Key>{escape(key)}</Key><ETag>"x"</ETag>'
        return self._xml(f"<CompleteMultipartUploadResult>{told}</CompleteMultipartUploadResult>")

    def _list(self, bucket: str) -> None:
        prefix = self.query.get("prefix", "")
        keys, more = self.store.listed(bucket, prefix, self.query.get("continuation-token", ""))
        rows = "".join(
            f"<Contents><Key>{escape(key)}</Key><Size>{len(self.store.files[f'{bucket}/{key}'])}</Size>"
            f'<LastModified>{DAY}</LastModified><ETag>"x"</ETag><StorageClass>STANDARD</StorageClass></Contents>'
            for key in keys
        )
        token = f"<NextContinuationToken>{escape(keys[-1])}</NextContinuationToken>" if more else ""
        head = f"<Name>{bucket}</Name><Prefix>{escape(prefix)}</Prefix><KeyCount>{len(keys)}</KeyCount>"
        truncated = f"<IsTruncated>{str(more).lower()}</IsTruncated>"
        self._xml(f"<ListBucketResult>{head}{truncated}{token}{rows}</ListBucketResult>")

    def _xml(self, body: str, status: int = 200) -> None:
        self.answer(status, f'<?xml version="1.0" encoding="UTF-8"?>{body}'.encode(), "application/xml")


def _etag(data: bytes) -> str:
    return f'"{hashlib.md5(data, usedforsecurity=False).hexdigest()}"'


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, *_: Any) -> None:
        """A client that gave up is no news."""


@contextmanager
def gcs_server() -> Iterator[FakeStore]:
    """A store that speaks as Google Cloud Storage does."""
    with _served(_Gcs) as store:
        yield store


@contextmanager
def s3_server() -> Iterator[FakeStore]:
    """A store that speaks as S3 does."""
    with _served(_S3) as store:
        yield store


@contextmanager
def _served(kind: type[_Handler]) -> Iterator[FakeStore]:
    store = FakeStore()
    server = _Server(("127.0.0.1", 0), type("Handler", (kind,), {"store": store}))
    store.url = f"http://127.0.0.1:{server.server_address[1]}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield store
    finally:
        if store.hang is not None:
            store.hang.set()
        server.shutdown()
        server.server_close()
        thread.join()
