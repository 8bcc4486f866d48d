"""A text as a model reads it, for looking for orders: invisible letters gone, look-alikes and entities put right."""

from __future__ import annotations

import html
import re
import unicodedata

INVISIBLE = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\U000e0000-\U000e0fff"
)
"""The inside of a regular expression's class: characters that show nothing."""
LOOKALIKES = dict(
    zip(
        "аеорсхуіѕјһԁոАВЕКМНОРСТХІЅЈαεοιυνρτκχΑΒΕΖΗΙΚΜΝΟΡΤΥΧɡıⅼ",
        "aeopcxyisjhdnABEKMHOPCTXISJaeoiuvptkxABEZHIKMNOPTYXgil",
        strict=True,
    )
)
"""Letters of other scripts that look like Latin ones (the Cyrillic and Greek part of Unicode's confusables)."""
_DROPPED = re.compile(f"[{INVISIBLE}*_`~\\\\]")
_ENTITY = re.compile(r"&(?:#\d{1,7}|#x[0-9a-fA-F]{1,6}|[A-Za-z]{2,8});")
_TAG = re.compile(r"</?[A-Za-z][^<>\n]{0,300}>")
_SPACED = re.compile(r"(?<![^\W\d_])(?:[A-Za-z][ .\-_*]){7,200}[A-Za-z](?![^\W\d_])")


def canonical(text: str) -> tuple[str, list[int]]:
    """The text with every letter in its plain form, and for each letter the place in `text` that it came from.

    Emphasis, tags, soft hyphens and zero-width characters vanish; a line end is a space, a blank line stays.
    """
    letters: list[str] = []
    places: list[int] = []
    place = 0
    while place < len(text):
        character = text[place]
        step, plain = 1, character
        if character == "&" and (entity := _ENTITY.match(text, place)):
            step, plain = len(entity.group()), html.unescape(entity.group())
        elif character == "<" and (tag := _TAG.match(text, place)):
            step, plain = len(tag.group()), ""
        elif _DROPPED.match(character):
            plain = ""
        elif ord(character) > 0x7F:
            plain = LOOKALIKES.get(character) or unicodedata.normalize("NFKC", character)
        elif character == "\r":
            plain = ""
        for letter in plain:
            letters.append(letter)
            places.append(place)
        place += step
    return "".join(letters), places


def spaced_out(text: str) -> list[tuple[int, int, str]]:
    """Runs of single letters set apart (`i g n o r e`), with their letters put together in lower case."""
    return [
        (found.start(), found.end(), re.sub(r"[^a-z]", "", found.group().lower())) for found in _SPACED.finditer(text)
    ]
