"""A ZIP package that came from outside: looked at before anything is unpacked, unpacked within bounds."""

from __future__ import annotations

import io
import posixpath
import zipfile
import zlib

MB = 1 << 20
LARGEST_FILE = 200 * MB
MOST_PARTS = 5_000
LARGEST_SUM = 600 * MB
LARGEST_XML = 32 * MB
LARGEST_PART = 150 * MB
_DIRECTORY = 4 * MB
_RATIO = 200
"""Times its packed size that a large part may have; pictures of one colour and plain XML stay below."""
_SMALL = 4 * MB
"""Parts up to this size are not looked at for their ratio."""
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_SAVE_AS = "Save it as .pptx and give it again."


class Unusable(Exception):
    """Why a file cannot be used: a predicate that follows its name, and what to do."""

    def __init__(self, reason: str, hint: str = "") -> None:
        super().__init__(reason)
        self.reason = reason
        self.hint = hint


class Package:
    """The parts of a package by name, without a leading slash. Raises Unusable."""

    def __init__(self, data: bytes) -> None:
        _look_at_beginning(data)
        _look_at_directory(data)
        try:
            self._archive = zipfile.ZipFile(io.BytesIO(data))
        except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError, EOFError) as error:
            raise Unusable("is truncated or damaged: it is no whole .pptx", _SAVE_AS) from error
        members = [each for each in self._archive.infolist() if not each.is_dir()]
        _look_at_sizes(members)
        self.outside = sum(not _is_safe(each.filename) for each in members)
        """Entries whose names lead out of the package: they are never read."""
        self._members = {each.filename.lower(): each for each in members if _is_safe(each.filename)}

    def names(self) -> list[str]:
        """All parts, in the order of the file."""
        return [each.filename for each in self._members.values()]

    def has(self, part: str) -> bool:
        """Whether there is such a part; names differ by more than their case."""
        return part.lower() in self._members

    def read(self, part: str) -> bytes:
        """Its bytes."""
        about = self._members[part.lower()]
        if about.flag_bits & 1:
            raise Unusable("is encrypted", "Save it without a password and give it again.")
        most = LARGEST_XML if part.lower().endswith((".xml", ".rels")) else LARGEST_PART
        if about.file_size > most:
            raise Unusable(f"holds a part that is too large: `{posixpath.basename(part)[:60]}`", _SAVE_AS)
        try:
            return self._archive.read(about)
        except (
            zipfile.BadZipFile,
            zlib.error,
            EOFError,
            OSError,
            RuntimeError,
            NotImplementedError,
            ValueError,
        ) as error:
            raise Unusable("is truncated or damaged: one of its parts cannot be unpacked", _SAVE_AS) from error


def _look_at_beginning(data: bytes) -> None:
    if not data:
        raise Unusable("is empty", _SAVE_AS)
    if data.startswith(_OLE):
        if "EncryptedPackage".encode("utf-16-le") in data:
            raise Unusable("is protected with a password", "Save it without a password and give it again.")
        raise Unusable("is in PowerPoint's old format (.ppt)", _SAVE_AS)
    if not data.startswith(b"PK\x03\x04"):
        raise Unusable("is no PowerPoint file", "Give a .pptx or .potx file.")


def _look_at_directory(data: bytes) -> None:
    """How long the list of parts says it is, before it is read: a list of millions takes minutes and gigabytes."""
    end = data.rfind(b"PK\x05\x06", max(0, len(data) - 65_557))
    if end < 0 or len(data) < end + 22:
        raise Unusable("is truncated or damaged: it is no whole .pptx", _SAVE_AS)
    size = int.from_bytes(data[end + 12 : end + 16], "little")
    large = data.rfind(b"PK\x06\x06", max(0, end - 4_096), end)
    if large >= 0:
        size = max(size if size != 0xFFFFFFFF else 0, int.from_bytes(data[large + 40 : large + 48], "little"))
    if size > _DIRECTORY:
        raise Unusable("holds too many parts to be a presentation", _SAVE_AS)


def _look_at_sizes(members: list[zipfile.ZipInfo]) -> None:
    if len(members) > MOST_PARTS:
        raise Unusable(f"holds too many parts to be a template ({len(members)})", _SAVE_AS)
    for each in members:
        if each.file_size > _SMALL and each.file_size > _RATIO * max(1, each.compress_size):
            raise Unusable("unpacks to far more than it should: it looks like a ZIP bomb", _SAVE_AS)
    if sum(each.file_size for each in members) > LARGEST_SUM:
        raise Unusable(f"unpacks to more than {LARGEST_SUM // MB} MB", "Leave out large media and give it again.")


def _is_safe(name: str) -> bool:
    steps = name.replace("\\", "/").split("/")
    return ".." not in steps and not name.startswith(("/", "\\")) and "\\" not in name and ":" not in steps[0]
