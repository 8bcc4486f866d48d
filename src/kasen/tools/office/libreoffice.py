"""Slides rendered and measured by the LibreOffice of this machine: no macros, no links, no network, bounded."""

from __future__ import annotations

import asyncio
import re
import shutil
import subprocess
import tempfile
import weakref
from collections.abc import Callable
from contextlib import suppress
from importlib import resources
from pathlib import Path
from typing import TypeVar

from kasen.errors import ConfigurationError, Refused, Retryable
from kasen.knowledge.pdf_pages import pictured
from kasen.settings import plain_environment
from kasen.tools.office.copying import Copy, to_measure, to_show
from kasen.tools.office.exported import extents
from kasen.tools.office.model import Extent, PdfFont, Rendering
from kasen.tools.validation.running import run

T = TypeVar("T")
COMMANDS = ("soffice", "libreoffice")
INSTALL = "apt-get install libreoffice-impress"
AT_ONCE = 2
"""Conversions that run at once in one process: each takes a core."""
SECONDS = 60.0
SECONDS_A_SLIDE = 3.0
"""Most that a conversion may take: for its start, and for each slide on top."""
MEMORY = 4 << 30
"""Bytes of address space of each of its processes."""
MOST_OUTPUT = 400_000
_VERSION_SECONDS = 20.0
_VERSION = re.compile(r"LibreOffice(?:Dev)?\s+(\d+(?:\.\d+)+)")
_FLAGS = (
    "--headless",
    "--invisible",
    "--norestore",
    "--nologo",
    "--nodefault",
    "--nolockcheck",
    "--nofirststartwizard",
)


def program() -> str:
    """Path of the LibreOffice of this machine; empty where there is none."""
    return next(filter(None, map(shutil.which, COMMANDS)), "")


def version() -> str:
    """`7.4.7.2`; empty where there is no LibreOffice that starts."""
    return _version(found) if (found := program()) else ""


class LibreOffice:
    """Implements `Office`. `program` is its path, found on this machine when it is not given."""

    def __init__(
        self, program: str = "", *, at_once: int = AT_ONCE, seconds: float = SECONDS, memory: int = MEMORY
    ) -> None:
        self._program = program
        self._seconds = seconds
        self._memory = memory
        self._turn = asyncio.Semaphore(at_once)
        self._profile: Path | None = None
        self._by = ""

    async def render(self, pptx: bytes, /, *, width: int = 1280) -> Rendering:
        """See `Office`. Hidden slides are rendered too."""
        program = self._found()
        copy = await asyncio.to_thread(to_show, pptx)
        if not copy.slides:
            raise Refused("the deck has no slides to render")
        pdf = await self._converted(program, copy, "pdf", Path.read_bytes)
        pages = await pictured(pdf, width=width)
        if pages.refused:
            raise Refused(f"the PDF of the deck {pages.refused}")
        fonts = tuple(PdfFont(name=font.name, embedded=font.embedded) for font in pages.fonts)
        self._by = self._by or f"LibreOffice {await asyncio.to_thread(_version, program)}".strip()
        return Rendering(pdf=pdf, pictures=pages.pictures, fonts=fonts, by=self._by)

    async def measure(self, pptx: bytes, /) -> list[Extent]:
        """See `Office`. A group has one extent for itself, that of all its members, and one for each; no shadows."""
        program = self._found()
        copy = await asyncio.to_thread(to_measure, pptx)
        if not copy.shapes:
            return []
        return await self._converted(program, copy, "svg", lambda svg: extents(svg, copy.shapes))

    def _found(self) -> str:
        found = self._program or program()
        if not found:
            raise ConfigurationError(
                "rendering slides needs LibreOffice, which is not installed", hint=f"Run: {INSTALL}."
            )
        return found

    async def _converted(self, program: str, copy: Copy, form: str, read: Callable[[Path], T]) -> T:
        async with self._turn:
            place = Path(await asyncio.to_thread(tempfile.mkdtemp, prefix="kasen-office-"))
            try:
                made = await self._convert(program, copy, form, place)
                return await asyncio.to_thread(read, made)
            finally:
                await asyncio.to_thread(shutil.rmtree, place, True)

    async def _convert(self, program: str, copy: Copy, form: str, place: Path) -> Path:
        """The file that was made of the copy, in `place`. Raises Retryable or Refused."""
        profile = place / "profile"
        await asyncio.to_thread(self._prepare, place, copy.data)
        seconds = self._seconds + SECONDS_A_SLIDE * copy.slides
        line = [*_bounded(self._memory), program, f"-env:UserInstallation={profile.as_uri()}", *_FLAGS]
        done = await run(
            [*line, "--convert-to", form, "--outdir", str(place / "out"), str(place / "deck.pptx")],
            folder=place,
            seconds=seconds,
            environment={"LANG": "C.UTF-8", "LC_ALL": "C.UTF-8", "TMPDIR": str(place), "SAL_USE_VCLPLUGIN": "svp"},
            most=MOST_OUTPUT,
        )
        made = place / "out" / f"deck.{form}"
        if done.code is None and done.why.startswith("could not"):
            raise ConfigurationError(f"LibreOffice {done.why}", hint="See whether `soffice --version` works.")
        if done.code is None:
            raise Retryable(f"LibreOffice did not finish the deck: it {_said(done.why)}")
        # It ends with 0 also where it made nothing.
        if not made.is_file() or not made.stat().st_size:
            raise Refused(
                f"LibreOffice made no {form.upper()} of the deck", hint=f"See whether it has Impress: {INSTALL}."
            )
        await asyncio.to_thread(self._keep, profile)
        return made

    def _prepare(self, place: Path, data: bytes) -> None:
        (place / "deck.pptx").write_bytes(data)
        if self._profile is not None:
            shutil.copytree(self._profile, place / "profile")
            return
        user = place / "profile" / "user"
        user.mkdir(parents=True)
        (user / "registrymodifications.xcu").write_bytes(_hardened())

    def _keep(self, profile: Path) -> None:
        """Keep a copy of the first profile that worked: setting one up takes longer than most decks."""
        if self._profile is not None:
            return
        kept = Path(tempfile.mkdtemp(prefix="kasen-office-profile-"))
        weakref.finalize(self, shutil.rmtree, kept, True)
        with suppress(OSError):
            shutil.copytree(profile, kept / "profile")
            (kept / "profile" / "user" / "registrymodifications.xcu").write_bytes(_hardened())
            self._profile = kept / "profile"


def _hardened() -> bytes:
    return resources.files("kasen.tools.office").joinpath("hardened.xcu").read_bytes()


def _said(why: str) -> str:
    return f"was {why}" if why.startswith("ended") else why


def _bounded(memory: int) -> list[str]:
    found = shutil.which("prlimit")
    return [found, f"--as={memory}", "--core=0", "--"] if found else []


def _version(program: str) -> str:
    try:
        done = subprocess.run(
            [program, "--version"], capture_output=True, timeout=_VERSION_SECONDS, check=False, env=plain_environment()
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    found = _VERSION.search(done.stdout.decode("utf-8", "replace"))
    return found[1] if found else ""
