"""What an agent's journal, pane and answers never show: keys of the settings, and those that its program is given."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from urllib.parse import urlsplit

from kasen.errors import KasenError
from kasen.settings.environment import named_environment
from kasen.settings.redact import Redactor

_TELLING = re.compile(r"KEY|TOKEN|SECRET|PASS|CREDENTIAL|AUTH")


def redactor_for(names: Iterable[str]) -> Redactor:
    """`names`: the variables that the program may see. One that is called a key is one; of addresses, the password."""
    from kasen.settings.load import load_settings

    secrets = list(_in_environment(names))
    with suppress(KasenError):  # settings that cannot be read hold no key that anybody uses
        secrets += load_settings().secrets()
    return Redactor(secrets)


def _in_environment(names: Iterable[str]) -> Iterator[str]:
    wanted = set(names)
    for name, value in named_environment(wanted).items():
        if name not in wanted:
            continue
        if _TELLING.search(name.upper()):
            yield value
        elif "://" in value:
            with suppress(ValueError):
                yield urlsplit(value).password or ""
