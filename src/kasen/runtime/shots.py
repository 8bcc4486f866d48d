"""Pictures of a page as a run sees them: taken once, kept with the run, repeated without a browser or a network.

They are kept where searches and pages are (`web_records`), and no other run is given them: what lies at an address
that the user typed may be private.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

import orjson
from pydantic import BaseModel, ConfigDict

from kasen import errors
from kasen.errors import ConfigurationError, InputError, KasenError, ProviderError, Refused
from kasen.runtime import web_words
from kasen.runtime.rows import timestamp
from kasen.runtime.web_memory import Memory, Name
from kasen.runtime.web_records import NEVER, Kept
from kasen.tools.screenshot.model import Shot

if TYPE_CHECKING:
    from kasen.settings import Redactor
    from kasen.tools.screenshot.model import Shoot


class KeptShot(BaseModel):
    """How taking pictures ended, as it is stored."""

    model_config = ConfigDict(frozen=True, ser_json_bytes="base64", val_json_bytes="base64")

    shot: Shot | None = None
    error: str = ""
    hint: str = ""
    kind: str = ""
    """Class of the error."""

    def raised(self) -> KasenError:
        """The error again."""
        kind = getattr(errors, self.kind, Refused)
        return (kind if isinstance(kind, type) and issubclass(kind, KasenError) else Refused)(
            self.error, hint=self.hint
        )


class RunShoot:
    """Implements `Shoot` for one run; with `shoot` None it knows only what is recorded."""

    def __init__(self, shoot: Shoot | None, memory: Memory, redact: Redactor) -> None:
        self._shoot = shoot
        self._memory = memory
        self._redact = redact

    async def __call__(self, url: str) -> Shot:
        """See `Shoot`; the browser is asked once in a run, failures included. Raises StoreFailed and Fenced as well."""
        memory, url = self._memory, self._redact(url).strip()
        # With its fragment: in many an application that is what tells pages apart.
        name = Name(hashlib.sha256(orjson.dumps(("shot", url))).hexdigest())
        kept = await memory.get([name], [name], memory.lives.pages, lambda: self._made(url, name.key))
        if kept is None:
            raise Refused(web_words.no_picture(url, memory.replay_of, memory.lang))
        found = KeptShot.model_validate_json(kept.body)
        if found.shot is None:
            raise found.raised()
        return found.shot

    async def _made(self, url: str, key: str) -> Kept:
        assert self._shoot is not None, "without a browser there is a run to repeat"
        at = timestamp(self._memory.now())
        try:
            found = KeptShot(shot=self._clean(await self._shoot(url)))
        except (ProviderError, ConfigurationError, InputError) as error:
            hint = self._redact(error.hint)
            found = KeptShot(error=self._redact(str(error)), hint=hint, kind=type(error).__name__)
        return Kept(key=key, at=at, body=found.model_dump_json(), shared=NEVER)

    def _clean(self, shot: Shot) -> Shot:
        """Without secrets in what is said about the page; pictures stay as they are."""
        said = shot.model_dump(exclude={"views"})
        clean = self._redact.data(said)
        return shot if clean == said else Shot.model_validate({**clean, "views": shot.views})
