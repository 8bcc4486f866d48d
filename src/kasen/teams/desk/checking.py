"""What a model decided at the desk, held against what there is: no team that does not exist, no foreign language."""

from __future__ import annotations

import re

from kasen.teams.desk import wording
from kasen.teams.desk.deciding import has_file
from kasen.teams.desk.schemas import LINE, Decision, Known, Request
from kasen.teams.desk.wording import handing_off, said

_JAPANESE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")
_ABOUT_US = re.compile(
    r"kasen|歌仙|あなた|ここで|このサイト|使い|使え|対応|ファイル|\b(?:you|your|file|files|format|formats|upload|here)\b",
    re.IGNORECASE,
)
"""Questions that the desk may answer itself."""
_NOBODY = frozenset({"none", "null", "nobody", "no team", "n/a", "na", "-", "—", "なし", "無し", "empty", '""'})
"""How models write that no team shall work."""
_LATIN = re.compile(r"[A-Za-z]{2,}")


def held(decision: Decision, by_rule: Decision, request: Request, lang: str) -> Decision:
    """The decision with what is careless in it mended; `by_rule` is what the rule would have decided."""
    known = {team.name: team for team in request.teams}
    team = _named(decision.team, known)
    if decision.team.strip().lower() not in {"", *_NOBODY} and team is None:
        return by_rule
    reply = _reply(decision.reply, lang)
    if team is None:
        return by_rule if not reply or _answers_itself(reply, by_rule, request) else Decision(reply=reply)
    if team.needs and team.name != request.under and not has_file(team, request.files):
        return Decision(reply=said(wording.ASK_FILE, lang, forms=", ".join(team.needs)))
    words = _words(decision.request, request.message)
    if not any(letter.isalnum() for letter in words) and not request.files:
        return by_rule
    mode = decision.mode.strip().lower()
    return Decision(
        reply=reply or handing_off(team.name, lang),
        team=team.name,
        request=words,
        mode=mode if mode in team.modes else "",
    )


def _answers_itself(reply: str, by_rule: Decision, request: Request) -> bool:
    """A question about the world that was answered at the desk, without a source: it is for a team."""
    is_asking = re.search(r"[?？]|か。|ください|教えて|please|could you|let me know", reply, re.IGNORECASE) is not None
    is_for_a_team = bool(by_rule.team) and by_rule.team != request.under
    return is_for_a_team and not is_asking and _ABOUT_US.search(request.message) is None


def _named(given: str, known: dict[str, Known]) -> Known | None:
    """The team that is meant: `Research`, `research team`, `team:research`."""
    plain = given.strip().strip("`\"'").lower()
    if plain in known:
        return known[plain]
    named = [team for name, team in known.items() if re.search(rf"(?<![a-z]){re.escape(name)}(?![a-z])", plain)]
    return named[0] if len(named) == 1 and len(plain) <= 40 else None


def _reply(given: str, lang: str) -> str:
    """The words, cut; empty when they are in another language than the person's."""
    text = given.strip()
    japanese, latin = len(_JAPANESE.findall(text)), len(_LATIN.findall(text))
    is_foreign = (lang == "ja" and not japanese) or (lang != "ja" and japanese > max(8, 3 * latin))
    return "" if is_foreign else text[:LINE]


def _words(given: str, message: str) -> str:
    """What the team shall do: the person's message where the model said nothing, or said it in another language."""
    text = given.strip()
    is_foreign = bool(_JAPANESE.search(message)) != bool(_JAPANESE.search(text))
    return message if not text or is_foreign else text
