"""A line without what only marks it."""

import re

_MARK = re.compile(
    r"^\s*(?:[-*+・●]|\d+[.)])?\s*(?:\[[ x]\]\s*)?(?:(?:decided|to ?do|action|決定|宿題)\s*[:：]\s*)?", re.I
)


def bare(line: str) -> str:
    """The words of a line without bullet, box and label."""
    return _MARK.sub("", line).strip()
