"""Facts that the owner confirms, in a YAML file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml

from kasen.errors import InputError
from kasen.teams.resume.not_yaml import why_not_yaml
from kasen.teams.resume.schemas.request import Request
from kasen.tools.plain_yaml import plain_yaml

FILE = "facts.yaml"
MOST = 200
LONGEST = 500
_BYTES = 200_000


def confirmed_facts(request: Request) -> tuple[list[str], str]:
    """The sentences that count as said, and the name of their file; none where there is no file.

    The file is a list of sentences, or holds one under `facts`; entries without words are gaps that nobody filled in.

    Raises:
        InputError: the file that was named cannot be read, or is no such list.
    """
    path = request.facts or Path(request.resume).parent / FILE
    if request.facts is None and not path.is_file():
        return [], ""
    try:
        if path.stat().st_size > _BYTES:
            raise InputError(f"`{path.name}` is too large for a list of facts")
        found = plain_yaml(path.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise InputError(f"`{path}` cannot be read: {error.strerror or error}") from error
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise InputError(f"`{path}` is not YAML: {why_not_yaml(error)}") from error
    return _sentences(found, path.name), path.name


def _sentences(found: Any, name: str) -> list[str]:
    entries = found.get("facts") if isinstance(found, dict) else found
    if entries is None:
        return []
    if not isinstance(entries, list):
        raise InputError(f"`{name}` is not a list of facts", hint="Write one sentence per line, each after `- `.")
    wrong = next((n for n, one in enumerate(entries, start=1) if not _is_sentence(one)), 0)
    if wrong:
        raise InputError(f"entry {wrong} of `{name}` is no sentence", hint="Put a sentence with a colon into quotes.")
    texts = [one.get("fact", "") if isinstance(one, dict) else one for one in entries]
    return [" ".join(str(text).split())[:LONGEST] for text in texts if text and str(text).strip()][:MOST]


def _is_sentence(entry: Any) -> bool:
    """A sentence, or an entry as the review writes them; a sentence with a colon is something else to YAML."""
    return "fact" in entry if isinstance(entry, dict) else not isinstance(entry, list)
