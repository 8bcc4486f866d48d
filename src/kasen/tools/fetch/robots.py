"""What a site's robots.txt allows (RFC 9309)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple
from urllib.parse import quote

AGENT = "Kasen"
"""The product token that a robots.txt addresses Kasen by."""
MAX_BYTES = 500 << 10
"""Bytes that are read of a robots.txt; the rest is ignored (RFC 9309 §2.5)."""
_LINE = re.compile(r"[ \t]*([A-Za-z-]+)[ \t]*:[ \t]*(.*?)[ \t]*")
_TOKEN = re.compile(r"[A-Za-z_-]+|\*")
_ESCAPE = re.compile(r"%([0-9A-Fa-f]{2})")
_UNRESERVED = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")


class Rule(NamedTuple):
    """One line: whether it allows, and the pattern of paths that it is about."""

    allows: bool
    pattern: str


class Rules:
    """The rules of a robots.txt for one agent; without any, everything is allowed."""

    def __init__(self, rules: list[Rule]) -> None:
        # The most octets win, and among equals the one that allows: so the first that matches decides.
        self._rules = sorted(rules, key=lambda rule: (-len(rule.pattern), not rule.allows))

    def allows(self, path: str) -> bool:
        """Whether the path, with its query, may be fetched."""
        path = _normal(path or "/")
        if path == "/robots.txt":
            return True
        return next((rule.allows for rule in self._rules if _matches(rule.pattern, path)), True)


ALL = Rules([])
"""No robots.txt: everything is allowed (RFC 9309 §2.3.1.3)."""
NONE = Rules([Rule(False, "/")])
"""The server fails: nothing is allowed (RFC 9309 §2.3.1.4)."""


def parse(text: str, agent: str = AGENT) -> Rules:
    """The rules of all groups that name the agent, else of those for `*`."""
    own: list[Rule] = []
    others: list[Rule] = []
    named = False
    for agents, rules in _groups(text):
        if agent.lower() in agents:
            named = True
            own += rules
        elif "*" in agents:
            others += rules
    return Rules(own if named else others)


def _groups(text: str) -> Iterator[tuple[set[str], list[Rule]]]:
    agents: set[str] = set()
    rules: list[Rule] = []
    open_for_agents = True
    for name, value in _lines(text):
        if name == "user-agent":
            if not open_for_agents:
                yield agents, rules
                agents, rules, open_for_agents = set(), [], True
            token = _TOKEN.match(value)
            agents.add(token[0].lower() if token else "")
        elif name in ("allow", "disallow"):
            open_for_agents = False
            if value and agents:
                rules.append(Rule(name == "allow", _normal(value)))
    yield agents, rules


def _lines(text: str) -> Iterator[tuple[str, str]]:
    for line in text.removeprefix("\ufeff").splitlines():
        found = _LINE.fullmatch(line.partition("#")[0])
        if found:
            yield found[1].lower(), found[2]


def _normal(path: str) -> str:
    """Percent-encoding in one form: what needs none is written plainly, the rest in capitals."""

    def one(escape: re.Match[str]) -> str:
        character = chr(int(escape[1], 16))
        return character if character in _UNRESERVED else escape[0].upper()

    return _ESCAPE.sub(one, quote(path, safe="/%:@!$&'()*+,;=~?[]", errors="replace"))


def _matches(pattern: str, path: str) -> bool:
    """Whether the pattern (`*` for anything, `$` at its end for the end) matches from the path's beginning.

    Each piece between stars is looked for once, leftmost: no pattern makes this slow.
    """
    ends = pattern.endswith("$")
    first, *pieces = pattern.removesuffix("$").split("*")
    if not path.startswith(first):
        return False
    at = len(first)
    last = pieces.pop() if pieces and ends else None
    for piece in pieces:
        found = path.find(piece, at)
        if found < 0:
            return False
        at = found + len(piece)
    if last is not None:
        return len(path) - len(last) >= at and path.endswith(last)
    return not ends or at == len(path)
