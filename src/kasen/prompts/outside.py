"""Text from outside: checked when it comes in, made harmless before a prompt or a terminal sees it."""

from __future__ import annotations

import hashlib
import re

from kasen.errors import InputError

TAG = "outside"
"""Name of the tag that fences outside text in prompts; see `partials/fenced.md`."""

_BIDI = "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"
_INVISIBLE = "\u00ad\u180e\u200b\u2060-\u2064\ufeff\ufff9-\ufffb\U000e0000-\U000e007f"
_CONTROL = "\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f"
_SURROGATE = "\ud800-\udfff"

_UNSEEN = re.compile(f"[{_BIDI}{_INVISIBLE}{_CONTROL}{_SURROGATE}]")
_REFUSED = re.compile(f"[{_CONTROL}{_SURROGATE}]")
_ESCAPE = re.compile(
    # OSC, DCS, SOS, PM, APC with their payload up to their end or the end of the line; CSI; other escapes.
    r"(?:\x1b[\]PX^_]|[\x90\x98\x9d\x9e\x9f])[^\x07\x1b\x9c\n]*(?:\x07|\x1b\\|\x9c)?"
    r"|(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]?"
    r"|\x1b[ -/]*[0-~]?"
)
_ID = re.compile(r"[^A-Za-z0-9_.:-]")
_TURNS = "think|thinking|system|assistant|user|start_of_turn|end_of_turn|bos|eos|s"
_LEAD = r"[\s/／\u200c\u200d\ufe00-\ufe0f]*"
_GAP = r"[\s\u200c\u200d\ufe00-\ufe0f]*"


def _spelled(names: str) -> str:
    """A pattern for names in any case, in full-width letters, with spaces and joiners in between."""
    return "|".join(_GAP.join(_letter(c) for c in name) for name in names.split("|"))


def _letter(character: str) -> str:
    if not character.isalpha():
        return f"[{character}{chr(ord(character) + 0xFEE0)}]"
    wide = chr(ord(character) + 0xFEE0), chr(ord(character.upper()) + 0xFEE0)
    return f"[{character}{character.upper()}{''.join(wide)}]"


# One `<` at a time and no two gaps in a row: the search stays linear on any text.
_MARKER = re.compile(
    rf"[<＜﹤](?={_LEAD}(?:(?:{_spelled(TAG)})(?![A-Za-z])|(?:{_spelled(_TURNS)})(?=[\s/／>＞])|[|｜]|<?{_spelled('sys')}[>＞]))"
)
_BRACKET_MARKER = re.compile(r"\[(?=/?INST\])")


def clean_input(text: str, *, name: str, limit: int) -> str:
    """What a person typed or a file gave, fit for use: line ends are LF, hidden characters and fence markers gone.

    Raises InputError for text longer than `limit` characters and for NUL and other control characters;
    `name` says in the message what the text is.
    """
    if len(text) > limit:
        raise InputError(
            f"{name} has {len(text):,} characters; at most {limit:,} are taken",
            hint="Shorten it, or put the long part into a document and give that with --docs.",
        )
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    bad = _REFUSED.search(text)
    if bad:
        line = text.count("\n", 0, bad.start()) + 1
        raise InputError(
            f"{name} holds the control character U+{ord(bad.group()):04X} (line {line}, character {bad.start() + 1})",
            hint="Remove it; a binary file or a terminal escape was perhaps pasted.",
        )
    return unfence(text)


def unfence(text: str) -> str:
    """Text that cannot end its fence or pass for a turn of a chat: markers lose their `<`, hidden characters are gone.

    What a reader sees stays as it is, so that quotes remain verbatim; only `<` before a marker becomes `‹`.
    """
    if not isinstance(text, str):
        raise TypeError(f"only text can be fenced, not `{type(text).__name__}`")
    text = _UNSEEN.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))
    text = _MARKER.sub("‹", text)
    return _BRACKET_MARKER.sub("⁅", text)


def fence_id(value: object) -> str:
    """A kind or id that is safe inside a tag."""
    return _ID.sub("_", str(value))[:120]


def seal(kind: object, id: object, text: str) -> str:
    """12 hex digits that close the fence of exactly this text; a text that held its own seal would be a fixed point."""
    data = "\0".join((str(kind), str(id), text)).encode("utf-8", "surrogatepass")
    return hashlib.sha256(data).hexdigest()[:12]


def printable(text: str) -> str:
    """Text that a terminal only displays: escape sequences, control and direction characters are taken out."""
    text = _ESCAPE.sub("", text.replace("\r\n", "\n"))
    text = text.replace("\r", " ")
    text = re.sub(f"[{_SURROGATE}]", "\N{REPLACEMENT CHARACTER}", text)
    return _UNSEEN.sub("", text)
