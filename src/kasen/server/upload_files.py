"""Uploads as the files of a run: one by one, or several as one folder."""

from __future__ import annotations

import asyncio
import base64
import binascii
import os
import re
import secrets
import shutil
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote_to_bytes

from kasen.errors import HomeUnusable, InputError, UnknownName
from kasen.server.private import private_folder
from kasen.server.uploads import TAKEN

if TYPE_CHECKING:
    from kasen.server.uploads import Uploads

_REF = re.compile(r"upload:([0-9A-Za-z_-]{1,64})(?:/.*)?", re.DOTALL)
_DATA = re.compile(r"data:([\w.+-]+/[\w.+-]+)?((?:;[\w.+-]+=[^;,]*)*)(;base64)?,", re.IGNORECASE)
_PIECE = 1 << 20
IDS = re.compile(r"[0-9a-f]{32}")
"""Ids of uploads in the text of a request."""


class UploadFiles:
    """The uploads of one caller."""

    def __init__(self, uploads: Uploads, owner: str) -> None:
        self._uploads = uploads
        self._owner = owner

    @staticmethod
    def is_ref(given: Any) -> bool:
        """Whether it names an upload or is a file itself: `upload:ID`, a data URL, or `{name, url}` with one."""
        if isinstance(given, dict):
            return isinstance(given.get("url"), str) and given["url"].startswith(("data:", "upload:"))
        return isinstance(given, str) and given.startswith(("upload:", "data:"))

    async def file(self, field: str, given: Any, forms: tuple[str, ...]) -> Any:
        """The path of the one file that is meant; what is no reference stays. Raises UnknownName and InputError."""
        if not self.is_ref(given):
            return given
        path = self._uploads.look(self._owner, await self._id(field, given))
        if forms and path.suffix.lower() not in forms:
            raise InputError(f"`{field}` does not take `{path.name}`", hint=f"It takes {', '.join(forms)}.")
        return str(path)

    async def folder(self, field: str, given: list[Any], *, is_list: bool) -> Any:
        """The references as one folder, what else is given beside it. Raises UnknownName and InputError."""
        ids = [await self._id(field, one) for one in given if self.is_ref(one)]
        others = [one for one in given if not self.is_ref(one)]
        if not is_list and others:
            raise InputError(f"`{field}` takes uploads, or one file of this machine, not both")
        if not is_list and len(ids) == 1:
            return str(self._uploads.look(self._owner, ids[0]))
        files = [path for one in ids for path in self.beside(one)]
        folder = str(await asyncio.to_thread(self._together, files))
        return [*others, folder] if is_list else folder

    def beside(self, upload_id: str) -> list[Path]:
        """The files of an upload; of one that several became, all of them. Raises UnknownName."""
        first = self._uploads.look(self._owner, upload_id)
        return sorted(path for path in first.parent.iterdir() if path.is_file() and not path.name.startswith("."))

    def _together(self, files: list[Path]) -> Path:
        """A folder of its own that holds them. They are linked: it takes no room, and outlives what was sent."""
        parent = files[0].parent.parent
        folder = private_folder(parent / secrets.token_hex(16))
        try:
            (folder / TAKEN).touch(mode=0o600)
            for path in files:
                os.link(path, _free(folder, path.name))
        except OSError as error:
            shutil.rmtree(folder, ignore_errors=True)
            raise HomeUnusable(f"the uploads cannot be put together: {error.strerror or error}") from error
        return folder

    async def _id(self, field: str, given: Any) -> str:
        url, name = (given["url"], str(given.get("name") or "")) if isinstance(given, dict) else (given, "")
        if found := _REF.fullmatch(url):
            return found[1]
        if not url.startswith("data:"):
            raise InputError(f"`{field}`: `{url[:60]}` names no upload", hint="Write `upload:ID`.")
        kind, data = await asyncio.to_thread(_decoded, field, url)
        received = await self._uploads.receive(self._owner, name or _named(kind), _pieces(data))
        return received.id


def used_ids(request: str) -> set[str]:
    """Ids of the uploads that the text of a request names."""
    return set(IDS.findall(request))


def keep(uploads: Uploads, owner: str, request: str) -> None:
    """Let the uploads that a run's request names belong to the run. It blocks."""
    for one in used_ids(request):
        with suppress(UnknownName):  # other words of 32 hex digits
            uploads.taken(owner, one)


def _free(folder: Path, name: str) -> Path:
    """A name that is not taken: `a.pdf`, then `a (2).pdf`."""
    path, number = folder / name, 2
    while path.exists():
        path = folder / f"{Path(name).stem} ({number}){Path(name).suffix}"
        number += 1
    return path


def _decoded(field: str, url: str) -> tuple[str, bytes]:
    """Media type and bytes of a data URL (RFC 2397). Raises InputError."""
    head = _DATA.match(url)
    if head is None:
        raise InputError(f"`{field}`: the data URL is malformed")
    body = url[head.end() :]
    try:
        data = base64.b64decode(body, validate=True) if head[3] else unquote_to_bytes(body)
    except (binascii.Error, ValueError) as error:
        raise InputError(f"`{field}`: the data URL is not base64") from error
    if not data:
        raise InputError(f"`{field}`: the file is empty")
    return (head[1] or "text/plain").lower(), data


def _named(media_type: str) -> str:
    """A name with the ending that the type has: what reads it goes by that."""
    import mimetypes

    return f"file{mimetypes.MimeTypes().guess_extension(media_type) or ''}"


async def _pieces(data: bytes) -> AsyncIterator[bytes]:
    for start in range(0, len(data), _PIECE):
        yield data[start : start + _PIECE]
