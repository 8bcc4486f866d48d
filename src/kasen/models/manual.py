"""Answers by hand: each ask is parked as files in a folder, the answer is a file written beside it."""

from __future__ import annotations

import importlib.resources
import json
import logging
import os
import re
from dataclasses import dataclass
from pathlib import Path

from kasen.errors import ConfigurationError, Malformed, Refused
from kasen.models.provider import Completion, ModelContext, ModelRequest

log = logging.getLogger("kasen.models")
POLL_S = 0.5
"""Seconds between two looks at the folder; an answer counts when it was the same at two looks."""
LARGEST = 5_000_000
"""Bytes of an answer that are read at most."""
_NAME = re.compile(r"[^A-Za-z0-9_-]")
_NUMBER = re.compile(r"(\d+)-")


@dataclass(frozen=True)
class Parked:
    """The files of one ask, `<n>-<role>-<id>.*`; the id comes from the receipt's key, so a continued run finds them."""

    folder: Path
    stem: str

    def file(self, kind: str) -> Path:
        """Path of `prompt.md`, `schema.json`, `answer.json`, `answer.md` or `error.txt`."""
        return self.folder / f"{self.stem}.{kind}"

    def answer(self) -> bytes | None:
        """The answer as it stands, from the file changed last; None while there is none or it is empty."""
        found: list[tuple[int, bytes]] = []
        for kind in ("answer.json", "answer.md"):
            try:
                with self.file(kind).open("rb") as file:
                    found.append((os.fstat(file.fileno()).st_mtime_ns, file.read(LARGEST + 1)))
            except FileNotFoundError:
                continue
        written = [item for item in found if item[1].strip()]
        return max(written)[1] if written else None


class ManualModel:
    """Implements `ChatModel`: whoever, or whatever model, is at hand writes the answers.

    A malformed answer gets an `error.txt` that says what is wrong, and is read again when it changes.
    """

    by_hand = True
    account = "manual"
    patience = 1.0

    def __init__(self, model: str, context: ModelContext) -> None:
        self.id = f"manual:{model}"
        if context.manual_folder is None:
            raise ConfigurationError("answers by hand need a folder", hint="Set `manual_dir` in kasen.toml.")
        self._folder = context.manual_folder
        self._limit_s = context.manual_limit_s
        self._sleep = context.sleep
        self._clock = context.clock

    async def complete(self, request: ModelRequest) -> Completion:
        """Park the ask and wait for its answer. Raises Refused at the time limit, ConfigurationError for the folder."""
        try:
            parked = self._park(request)
            # A person has to see this without asking for more words, so it is not a mere INFO.
            log.warning("%s waits for an answer by hand: %s", request.role, parked.file("answer.json"))
            completion = await self._answer(parked, request)
            parked.file("error.txt").unlink(missing_ok=True)
        except OSError as error:
            raise ConfigurationError(
                f"the folder `{self._folder}` for answers by hand cannot be used: {error}"
            ) from error
        return completion

    async def _answer(self, parked: Parked, request: ModelRequest) -> Completion:
        end = None if self._limit_s is None else self._clock() + self._limit_s
        before: bytes | None = None
        judged: bytes | None = None
        while True:
            now = parked.answer()
            if now is not None and now == before and now != judged:
                judged = now
                try:
                    return self._completion(now, request)
                except Malformed as error:
                    _write(
                        parked.file("error.txt"),
                        f"{error}\n\nMend the answer file; it is read again when it changes.\n",
                    )
                    log.warning("%s: the answer by hand is not valid: %s", request.role, error)
            before = now
            if end is not None and self._clock() >= end:
                raise Refused(f"no answer by hand within {self._limit_s:g} s")
            await self._sleep(POLL_S)

    def _completion(self, data: bytes, request: ModelRequest) -> Completion:
        if len(data) > LARGEST:
            raise Malformed(f"the answer is longer than {LARGEST:,} bytes")
        try:
            text = data.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise Malformed(f"the answer is not UTF-8 text (byte {error.start + 1})") from error
        completion = Completion(model=self.id, text=text, usd=0.0)
        request.check(completion)
        return completion

    def _park(self, request: ModelRequest) -> Parked:
        self._folder.mkdir(parents=True, exist_ok=True)
        readme = importlib.resources.files("kasen") / "models" / "manual.md"
        if not (self._folder / "README.md").exists():
            _write(self._folder / "README.md", readme.read_text(encoding="utf-8"))
        name = f"{_NAME.sub('_', request.role)}-{request.call_id[:12]}"
        earlier = sorted(self._folder.glob(f"[0-9]*-{name}.prompt.md"))
        if earlier:
            return Parked(self._folder, earlier[0].name.removesuffix(".prompt.md"))
        parked = Parked(self._folder, f"{self._next_number():03d}-{name}")
        _write(parked.file("schema.json"), json.dumps(dict(request.schema), ensure_ascii=False, indent=2) + "\n")
        _write(parked.file("prompt.md"), request.prompt)
        return parked

    def _next_number(self) -> int:
        found = (_NUMBER.match(path.name) for path in self._folder.glob("[0-9]*.prompt.md"))
        return max((int(match.group(1)) for match in found if match), default=0) + 1


def _write(path: Path, text: str) -> None:
    """Whole or not at all, so that nobody who watches the folder reads half a prompt."""
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    part.write_text(text, encoding="utf-8", errors="backslashreplace", newline="\n")
    part.replace(path)
