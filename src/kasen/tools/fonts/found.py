"""Which file of this machine a font name means, asked of fontconfig once per name and weight."""

from __future__ import annotations

import re
import subprocess
from dataclasses import dataclass
from functools import cache

_BOLD = 180
"""Weight from which fontconfig calls a face bold (`FC_WEIGHT_DEMIBOLD`)."""
_SECONDS = 20
_METRIC_TWINS = (
    frozenset({"arial", "liberation sans", "arimo", "helvetica"}),
    frozenset({"times new roman", "liberation serif", "tinos"}),
    frozenset({"courier new", "liberation mono", "cousine"}),
    frozenset({"calibri", "carlito"}),
    frozenset({"cambria", "caladea"}),
    frozenset({"georgia", "gelasio"}),
)
"""Families that were drawn to the same widths."""
_UNSAFE = re.compile(r"[\x00-\x1f\x7f]")
_SPECIAL = re.compile(r"([\\\-:,=])")


@dataclass(frozen=True)
class Font:
    """A font as asked for, and what this machine shows for it."""

    family: str
    bold: bool
    lang: str
    path: str = ""
    """File; empty where nothing is known of this machine's fonts, and widths are estimated."""
    index: int = 0
    """Face within a collection."""
    real: str = ""
    """Family of that file."""
    substitute: bool = True
    """Whether it is another family than the one that was asked for."""
    same_widths: bool = False
    """Whether it has the widths of the family that was asked for: that family itself, or its metric twin."""
    emboldened: bool = False
    """Bold was asked for, and the face is not: programs thicken it."""

    @property
    def estimated(self) -> bool:
        """Whether there is no file to measure with."""
        return not self.path


@cache
def font(family: str, *, bold: bool = False, lang: str = "") -> Font:
    """What this machine shows for a family; `lang` is what the text is in where the family is not there.

    Blocks for some milliseconds the first time. Without fontconfig the answer is a font that is estimated.
    """
    answer = _asked(_pattern(family, bold, lang))
    if answer is None:
        return Font(family, bold, lang)
    path, index, families, weight = answer
    names = [name.strip() for name in families.split(",") if name.strip()]
    substitute = family.strip().casefold() not in {name.casefold() for name in names}
    return Font(
        family,
        bold,
        lang,
        path=path,
        index=index & 0xFFFF,
        real=names[0] if names else "",
        substitute=substitute,
        same_widths=not substitute or _twins(family, names),
        emboldened=bold and weight < _BOLD,
    )


def _pattern(family: str, bold: bool, lang: str) -> str:
    name = _SPECIAL.sub(r"\\\1", _UNSAFE.sub("", family).strip())[:200]
    return f"{name}:weight={'bold' if bold else 'regular'}" + (f":lang={lang}" if lang.isalpha() else "")


def _asked(pattern: str) -> tuple[str, int, str, float] | None:
    command = ["fc-match", "--format", "%{file}\n%{index}\n%{family}\n%{weight}", "--", pattern]
    try:
        done = subprocess.run(command, capture_output=True, timeout=_SECONDS, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return None
    rows = done.stdout.decode("utf-8", "replace").split("\n")
    if done.returncode or len(rows) < 4 or not rows[0]:
        return None
    return rows[0], _number(rows[1]), rows[2], float(_number(rows[3]))


def _number(text: str) -> int:
    found = re.match(r"\d+", text)
    return int(found.group()) if found else 0


def _twins(family: str, names: list[str]) -> bool:
    asked, there = family.strip().casefold(), {name.casefold() for name in names}
    return any(asked in twins and there & twins for twins in _METRIC_TWINS)
