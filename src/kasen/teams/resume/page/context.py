"""What stands on a line around a place of a text."""

from __future__ import annotations


def around(text: str, start: int, end: int, most: int) -> tuple[str, str]:
    """Words of the line before and after the range, at most `most` characters each; nothing for a range outside."""
    if not 0 <= start <= end <= len(text):
        return "", ""
    first = text.rfind("\n", 0, start) + 1
    ends_line = end > start and text[end - 1] == "\n"
    last = end if ends_line else text.find("\n", end)
    before, after = text[first:start], text[end : len(text) if last < 0 else last].rstrip("\r")
    return (
        f"…{before[-most:]}" if len(before) > most else before,
        f"{after[:most]}…" if len(after) > most else after,
    )
