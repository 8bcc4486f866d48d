"""The coordinator without a model: by words."""

from __future__ import annotations

import re
import unicodedata

from kasen.teams.desk import wording
from kasen.teams.desk.schemas import Decision, Known, Line
from kasen.teams.desk.wording import handing_off, said

DECK, REPORT, RESUME = "slides", "research", "resume"
_DECK = re.compile(
    r"スライド|プレゼン|デッキ|(?:発表|提案|説明|報告)(?:する|用の?|のため(?:の|に))?資料|パワーポイント|パワポ|\b(?:decks?|slides?|presentations?|powerpoint|pptx)\b",
    re.IGNORECASE,
)
_RESUME = re.compile(
    r"履歴書|職務経歴|レジュメ|\b(?:my|the|this|a)\s+(?:resume|cv)\b|r[ée]sum[ée]s?(?<!resume)(?<!resumes)|"
    r"\b(?:review|improve|check|rewrite|polish)\b.{0,30}\b(?:resume|cv)\b|\bcurriculum vitae\b|\bCV\b",
    re.IGNORECASE,
)
_RESUME_FILE = re.compile(r"履歴書|職務経歴|レジュメ|resume|résumé|(?<![a-z])cv(?![a-z])", re.IGNORECASE)
_QUESTION = re.compile(
    r"[?？]|なぜ|どうして|どのよう|どうやって|どうなって|何が|何を|何故|いつ|どこ|誰が|いくら|違い|比較|調べ|調査|教えて|"
    r"まとめて|要約|検証|原因|理由|について|\b(?:why|how|what|when|where|who|which|whose|compare|research|find out|"
    r"look into|investigate|tell me|explain|summari[sz]e|report|fact[- ]?check|verify|cause[sd]?|difference)\b",
    re.IGNORECASE,
)
_HELLO = re.compile(
    r"(?:こんにち[はわ]|こんばん[はわ]|おはよう(?:ございます)?|はじめまして|やあ|どうも|もしもし|"
    r"hi|hello|hey|good (?:morning|afternoon|evening))(?:\s+(?:there|kasen))?[\s!！。.、,]*",
    re.IGNORECASE,
)
_THANKS = re.compile(
    r"(?:ありがとう(?:ございま(?:す|した))?|助かりました|サンキュー|どうもありがとう|"
    r"thanks?(?: you)?(?: so much| a lot)?|great|nice|ok(?:ay)?|了解(?:です|しました)?|わかりました)[\s!！。.、,]*",
    re.IGNORECASE,
)
_WHAT_CAN = re.compile(
    r"何ができ|なにができ|できること|使い方|使いかた|どう使|誰ですか|あなたは(?:誰|何)|自己紹介|ヘルプ|^\s*help\b|"
    r"what (?:can|do) you do|who are you|how (?:do|can) (?:i|we) use (?:this|you|it|kasen)|what is kasen|"
    r"what are you\b|kasenとは|歌仙とは",
    re.IGNORECASE,
)
_FILLER = re.compile(
    r"ください|下さい|お願い(?:します|できますか)?|ほしい(?:です)?|欲しい(?:です)?|たい(?:です)?|作成|作っ?て|作る|作り|"
    r"用|を|の|で|が|は|に|と|して|する|します|please|make|create|prepare|build|give|me|us|want|need|would|like|can|"
    r"could|you|some|new|nice|good|for|to|an?|the|i|we|us|my|our|of|about|on|[^\w]",
    re.IGNORECASE,
)
_MAKE = re.compile(
    r"^(?:please\s+|can you\s+|could you\s+|i want (?:you )?to\s+)*"
    r"(?:make|create|design|build|write|draw|paint|code|translate)\b|"
    r"(?:作っ|作成し|書い|描い|デザインし|翻訳し)て",
    re.IGNORECASE,
)
"""Wishes for something that is neither a deck nor an answer: nobody makes it, so it is asked what is meant."""
_ORDER = re.compile(
    r"(?:(?:について|に関して|を|、|\s)*(?:調べ|調査し|教え|まとめ|検討し)て?"
    r"(?:ください|下さい|ほしい(?:です)?|欲しい(?:です)?|もらえますか|くれますか|くれる|いただけますか|お願いします)?[。.!！?？\s]*)$"
)
"""What is asked of somebody at the end of a Japanese sentence, and says nothing of the subject."""
_ORDER_EN = re.compile(
    r"^(?:please\s+)?(?:(?:can|could|would)\s+you\s+)?(?:please\s+)?"
    r"(?:find out|look into|tell me|research|investigate)\s+(?:about\s+)?",
    re.IGNORECASE,
)
_LATIN = re.compile(r"[A-Za-z][A-Za-z'’-]+")


def decide(
    *,
    message: str,
    teams: list[Known],
    files: list[str],
    earlier: list[Line],
    under: str,
    under_title: str,
    lang: str,
) -> Decision:
    """Rule: a team by its words, a question to research, else ask back; what answers a question belongs to it."""
    del under_title
    words = unicodedata.normalize("NFKC", message).strip()
    known = {team.name: team for team in teams}
    if not known:
        return Decision(reply=said(wording.NOBODY, lang))
    if (talk := _small_talk(words, teams, files, lang)) is not None:
        return talk
    team = _team_of(words, files, known, under)
    if team is None and not under and (asked := _asked_before(earlier)):
        message, words = f"{asked}\n{message}".strip(), f"{asked} {words}".strip()
        team = _team_of(words, files, known, under) or (REPORT if REPORT in known and words else None)
    if team is None:
        asked_for = wording.ASK_FILES if files else wording.ASK_WHAT
        return Decision(reply=said(asked_for, lang))
    return _handed(known[team], message, words, files, under, lang)


def _small_talk(words: str, teams: list[Known], files: list[str], lang: str) -> Decision | None:
    if _WHAT_CAN.search(words) and not _DECK.search(words) and len(words) <= 60:
        lines = [f"- **{team.name}** — {team.summary}" for team in teams]
        return Decision(reply="\n".join([said(wording.CAN, lang), "", *lines]))
    if files:
        return None
    if _HELLO.fullmatch(words):
        return Decision(reply=said(wording.HELLO, lang))
    return Decision(reply=said(wording.THANKS, lang)) if _THANKS.fullmatch(words) else None


def _asked_before(earlier: list[Line]) -> str:
    """What the person said last, when it was no small talk and was answered by a question."""
    said_last = [line.text.strip() for line in earlier if line.who == "person"][-1:]
    told = [line.text for line in earlier if line.who == "kasen"][-1:]
    is_asked = bool(told) and re.search(r"[?？]|か。|ください|Please", told[0]) is not None
    words = said_last[0] if said_last else ""
    is_talk = _HELLO.fullmatch(words) or _THANKS.fullmatch(words) or _WHAT_CAN.search(words)
    return words if is_asked and not is_talk else ""


def _team_of(words: str, files: list[str], known: dict[str, Known], under: str) -> str | None:
    """Whose words these are; None when nobody can tell."""
    is_new = [name for name, found in ((RESUME, _RESUME), (DECK, _DECK)) if name in known and found.search(words)]
    if is_new:
        return is_new[0]
    if RESUME in known and any(_RESUME_FILE.search(name) for name in files) and not _QUESTION.search(words):
        return RESUME
    if under in known and words:
        return under
    is_long = len(_LATIN.findall(words)) >= 6 or len(_letters(words)) >= 14
    is_wish = _QUESTION.search(words) or (is_long and not _MAKE.search(words))
    return REPORT if REPORT in known and is_wish and len(_letters(words)) >= 4 else None


def _handed(team: Known, message: str, words: str, files: list[str], under: str, lang: str) -> Decision:
    is_again = team.name == under
    if team.needs and not is_again and not has_file(team, files):
        return Decision(reply=said(wording.ASK_FILE, lang, forms=", ".join(team.needs)))
    if team.name == DECK and not is_again and not files and not _letters(_FILLER.sub("", _DECK.sub("", words))):
        return Decision(reply=said(wording.ASK_SUBJECT, lang))
    reply = said(wording.AGAIN, lang) if is_again else handing_off(team.name, lang)
    request = _subject(message.strip()) if team.name == REPORT else message.strip()
    return Decision(reply=reply, team=team.name, request=request)


def _subject(words: str) -> str:
    """A question without the words that ask somebody to answer it, where enough is left."""
    bare = _ORDER_EN.sub("", _ORDER.sub("", words)).strip()
    return bare if len(_letters(bare)) >= 4 else words


def has_file(team: Known, files: list[str]) -> bool:
    """Whether one of the files is such as the team needs."""
    return any(name.lower().endswith(tuple(team.needs)) for name in files)


def _letters(words: str) -> str:
    return "".join(letter for letter in words if letter.isalnum())
