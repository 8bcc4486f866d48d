"""Inputs that mean harm, made out of good ones, and what holds for everything that reads them."""

from __future__ import annotations

import io
import json
import os
import signal
import sys
import zipfile
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

SECONDS = 5
"""Seconds of computing that one small input may cost; good ones take milliseconds."""
MEMORY = 400 << 20
"""Bytes that the process may grow by over one input, be it for a moment."""
_FORGET_PEAK = Path("/proc/self/clear_refs")
_STATUS = Path("/proc/self/status")
_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
_DOES = frozenset(
    {
        "os.remove", "os.rename", "os.mkdir", "os.rmdir", "os.link", "os.symlink", "os.truncate", "os.chmod",
        "os.chown", "os.exec", "os.fork", "os.posix_spawn", "os.system", "subprocess.Popen", "shutil.rmtree",
        "socket.connect", "socket.sendto", "socket.getaddrinfo", "socket.gethostbyname",
    }
)  # fmt: skip
"""What no reader of outside bytes does, as CPython's audit events name it; beside writing to a file."""

HARM = (
    b"\x00", b"\xff\xfe", b"\xed\xa0\x80", b"\r\n", b"\n\n", b"---\n", b"```", b"```json\n", b"~~~\n", b"<!--", b"-->",
    b"<![CDATA[", b"]]>", b"<!DOCTYPE x [<!ENTITY e SYSTEM 'file:///etc/passwd'>]>", b"&e;", b"&#0;", b"&#xd800;",
    b"../" * 8, b"/etc/passwd", b"http://127.0.0.1:9/x", b"file:///etc/passwd", b"{{", b"}}", b"${HOME}", b"$(id)",
    b"[", b"]", b"{", b"}", b'"', b"'", b"\\", b"\\u0000", b"\\ud800", b"null", b"NaN", b"-1", b"1e999", b"9" * 400,
    b"0x" + b"f" * 4000, b"99999999-99-99", b"2026-13-45", b"&a", b"*a", b"!!python/object/apply:os.system [id]", b": ",
    b"- ", b"? ", b"\t", b" " * 40, b"\xe3\x80\x80", b"\xe2\x80\xae", b"\xef\xbb\xbf", b"\x1b]0;x\x07", b"%00", b"%",
    b"<svg onload=alert(1)>", b"=cmd|'/c calc'!A0", b"|", b"~", b"*", b"**", b"_", b"#", b">", b"<", b"</", b"(", b")",
)  # fmt: skip
"""Pieces that some reader somewhere has stumbled over."""
_NAMES = ("../../x", "/x", "a\\..\\b", "", "x" * 300)
"""What no part of an archive is called."""


class Refused(Exception):
    """The reader said no, with a value that says so."""


class TooSlow(BaseException):
    """No `except Exception` of what is tested takes it."""


@dataclass(frozen=True, kw_only=True)
class Reader:
    """One way in for bytes of others."""

    read: Callable[[bytes, Path], object]
    """Bytes, and a folder that is its own."""
    seeds: Sequence[bytes]
    """What it reads well."""
    may: tuple[type[BaseException], ...] = ()
    """How it says no; nothing else may be raised."""
    packed: bool = False
    """The seeds are ZIP archives, whose parts are spoiled too."""
    runs: frozenset[str] = frozenset()
    """Programs that it begins, with arguments that are told from options."""


def holds(reader: Reader, data: bytes, place: Path) -> None:
    """It answers or refuses as it promised, soon, within its memory, and touches nothing outside of its folder."""
    with quick(), within(), watched(place) as done, suppress(*reader.may):
        reader.read(data, place)
    done = [one for one in done if one not in {f"subprocess.Popen {program}" for program in reader.runs}]
    assert not done, f"it did what no reader does: {done[:5]}"


@contextmanager
def quick(seconds: float = SECONDS) -> Iterator[None]:
    """Raises TooSlow when what runs inside has computed for longer than that."""

    def over(_number: int, _frame: object) -> None:
        raise TooSlow(f"more than {seconds:g} s of computing")

    before = signal.signal(signal.SIGPROF, over)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


@contextmanager
def within(most: int = MEMORY) -> Iterator[None]:
    """Raises AssertionError when the process grew by more bytes than that inside, be it for a moment.

    The highest that it ever was is forgotten first. Only Linux can do that: elsewhere nothing is measured.
    """
    is_measured = os.access(_FORGET_PEAK, os.W_OK)
    if is_measured:
        _FORGET_PEAK.write_text("5", encoding="ascii")
    before = _held("VmRSS") if is_measured else 0
    yield
    grown = _held("VmHWM") - before if is_measured else 0
    assert grown <= most, f"it took {grown >> 20} MB"


def _held(what: str) -> int:
    """Bytes by their name in the status of this process: `VmRSS` now, `VmHWM` at its highest."""
    lines = _STATUS.read_text(encoding="utf-8", errors="replace").splitlines()
    return next(int(line.split()[1]) << 10 for line in lines if line.startswith(f"{what}:"))


_active: list[tuple[str, list[str]]] = []
_hooked: list[bool] = []


@contextmanager
def watched(inside: Path) -> Iterator[list[str]]:
    """What happens while the block runs: files written outside of that folder, processes begun, addresses asked."""
    if not _hooked:
        sys.addaudithook(_audit)  # it cannot be taken out again; it looks only while a block is open
        _hooked.append(True)
    done: list[str] = []
    _active.append((str(inside.resolve()), done))
    try:
        yield done
    finally:
        _active.pop()


def _audit(event: str, args: tuple[Any, ...]) -> None:
    if not _active:
        return
    inside, done = _active[-1]
    path = os.fsdecode(args[0]) if args and isinstance(args[0], str | bytes | os.PathLike) else str(args[:1])
    is_ours = path == inside or path.startswith((f"{inside}/", "/dev/null")) or "__pycache__" in path
    if event == "open":
        flags = args[2] if isinstance(args[2], int) else 0
        if flags & _WRITING and not is_ours:
            done.append(f"open {path}")
    elif event in _DOES and not is_ours:
        done.append(f"{event} {path}")


@st.composite
def spoiled(draw: st.DrawFn, seeds: Sequence[bytes]) -> bytes:
    """A good input with some of it cut, doubled, replaced or put in."""
    data = bytearray(draw(st.sampled_from(list(seeds))))
    for _ in range(draw(st.integers(0, 4))):
        start = draw(st.integers(0, len(data)))
        end = min(len(data), start + draw(st.sampled_from([0, 1, 2, 8, 64, 1024])))
        piece = draw(st.one_of(st.sampled_from(HARM), st.binary(max_size=8)))
        match draw(st.sampled_from(["put", "instead", "cut", "twice", "many"])):
            case "put":
                data[start:start] = piece
            case "instead":
                data[start:end] = piece
            case "cut":
                del data[start:end]
            case "twice":
                data[end:end] = data[start:end]
            case _:
                data[start:start] = piece * draw(st.sampled_from([2, 50, 600]))
    return bytes(data)


@st.composite
def spoiled_package(draw: st.DrawFn, seeds: Sequence[bytes]) -> bytes:
    """A good archive of which a part is spoiled, missing, doubled or called otherwise; or its very bytes are."""
    if draw(st.integers(0, 4)) == 0:
        return draw(spoiled(seeds))
    parts = _parts(draw(st.sampled_from(list(seeds))))
    names = sorted(parts)
    for _ in range(draw(st.integers(1, 3))):
        name = draw(st.sampled_from(names))
        data = parts.get(name, b"")
        match draw(st.sampled_from(["spoil", "spoil", "spoil", "swap", "drop", "call", "empty"])):
            case "spoil":
                parts[name] = draw(spoiled([data]))
            case "swap":
                parts[name] = parts.get(draw(st.sampled_from(names)), b"")
            case "drop":
                parts.pop(name, None)
            case "call":
                parts[draw(st.sampled_from(["../../x", "/x", "a\\..\\b", "", "x" * 300, f"{name}/", name.upper()]))] = (
                    data
                )
            case _:
                parts[name] = b""
    return packed(parts)


def _parts(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {one.filename: archive.read(one) for one in archive.infolist()}


def packed(parts: dict[str, bytes]) -> bytes:
    """An archive of those parts."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in parts.items():
            archive.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), data, zipfile.ZIP_DEFLATED)
    return made.getvalue()


def bytes_for(reader: Reader) -> st.SearchStrategy[bytes]:
    """Inputs for a reader."""
    return spoiled_package(reader.seeds) if reader.packed else spoiled(reader.seeds)


def values(words: Collection[str] = ()) -> st.SearchStrategy[Any]:
    """JSON values, odd ones first of all, with keys out of `words`."""
    texts = st.sampled_from(["", "x", "\x00", "\u202e", "茶", "a" * 3000, *words])
    numbers = st.sampled_from([0, 1, -1, 2**31, 2**63, 10**400, 0.5, 1e308, -0.0])
    leaves = st.one_of(st.none(), st.booleans(), numbers, texts, st.just([]), st.just({}))
    keys = st.sampled_from(sorted(words) or ["a", "b"])
    return st.recursive(leaves, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(keys, inner, max_size=3))


@st.composite
def bent(draw: st.DrawFn, goods: Sequence[Any]) -> Any:
    """A good JSON value in which something else stands in one or two places, or something is missing."""
    value = json.loads(json.dumps(draw(st.sampled_from(list(goods)))))
    words = sorted(_keys(value))
    for _ in range(draw(st.integers(1, 2))):
        places = list(_places(value))
        if not places:
            return draw(values(words))
        holder, key = draw(st.sampled_from(places))
        if draw(st.integers(0, 3)) == 0 and isinstance(holder, dict):
            holder.pop(key, None)
        else:
            holder[key] = draw(values(words))
    return value


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, one in list(inner):
        yield value, key
        yield from _places(one)


def _keys(value: Any) -> set[str]:
    found = set(value) if isinstance(value, dict) else set()
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return found.union(*(_keys(one) for one in inner))


def pumped(token: bytes, size: int, seeds: Sequence[bytes]) -> Iterator[bytes]:
    """One piece again and again, as many bytes as `size`: alone, and in the middle of the first good input.

    What a reader does twice for each of them takes a second; what it does for each pair of them never ends.
    """
    many = token * (size // len(token))
    yield many
    first = seeds[0]
    half = first.find(b"\n", len(first) // 2) + 1
    yield first[:half] + many + first[half:]
