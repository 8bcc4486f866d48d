"""What a person says to a pause, as the answer that the pause takes."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from kasen.errors import InputError
from kasen.runtime.approvals import check_answer

if TYPE_CHECKING:
    from kasen.runtime.rows import Question

REMARKS = ("comment", "human_input")
"""Fields of answers that take what a person has to say."""
ANSWER = "answer"
"""The only field of an answer in words."""
_YES = re.compile(
    r"(?:はい|ええ|うん|ok(?:ay)?|yes|y|go on|go ahead|accept|approve[d]?|looks good|lgtm|お願いします|"
    r"進めて(?:ください)?|それで(?:お願いします|いいです|よい|いい)?|いいです|大丈夫(?:です)?|承認(?:します)?|続けて(?:ください)?)[\s。.!！]*",
    re.IGNORECASE,
)
_NO = re.compile(
    r"(?:いいえ|いや|no|n|stop|cancel|reject|やめて(?:ください)?|中止(?:して(?:ください)?)?|却下|だめ(?:です)?)[\s。.!！]*",
    re.IGNORECASE,
)


def answer_of(asked: Question, *, approved: bool, reason: str = "", given: Any = None) -> Any:
    """The answer: `given` or JSON in `reason` as it is, else the default or a no, with the reason as its remark.

    Raises:
        InputError: it does not fit what is asked, or the pause knows no no.
    """
    edited = given if given is not None else _json(reason)
    if edited is not None:
        check_answer(asked, edited)
        return edited
    fields, reason = fields_of(asked), reason.strip()
    answer = _yes(asked, fields, reason) if approved else _no(asked, fields, reason)
    check_answer(asked, answer)
    return answer


def meant(asked: Question, words: str) -> Any:
    """What a message under a pause answers. Raises InputError when it cannot be an answer to it."""
    fields = fields_of(asked)
    if list(fields) == [ANSWER]:
        return answer_of(asked, approved=True, reason=words)
    if _YES.fullmatch(words.strip()):
        return answer_of(asked, approved=True)
    if _NO.fullmatch(words.strip()):
        return answer_of(asked, approved=False)
    if not any(name in fields for name in REMARKS) and _json(words) is None:
        raise InputError(
            f"the work above waits for an answer: {asked.question}",
            hint="Approve or decline it there, or write yes or no.",
        )
    return answer_of(asked, approved=True, reason=words)


def fields_of(asked: Question) -> dict[str, Any]:
    """The fields that an answer may have."""
    fields = asked.answer_schema.get("properties", {})
    return fields if isinstance(fields, dict) else {}


def _yes(asked: Question, fields: dict[str, Any], reason: str) -> Any:
    if list(fields) == [ANSWER]:
        return {ANSWER: _option(asked, reason)}
    remark = next((name for name in REMARKS if name in fields), "")
    return {**(asked.default or {}), remark: reason} if remark and reason else asked.default


def _no(asked: Question, fields: dict[str, Any], reason: str) -> Any:
    remark = next((name for name in REMARKS if name in fields), "")
    said = {remark: reason} if remark and reason else {}
    if "go_on" in fields:
        return {**(asked.default or {}), "go_on": False, **said}
    if "accept" in fields:
        return {"accept": [], **said}
    if list(fields) == [ANSWER]:
        return {ANSWER: reason}
    raise InputError(f"`{asked.approval}` cannot be declined", hint="Answer it, or stop the chat.")


def _option(asked: Question, words: str) -> str:
    """The option whose number was said, else the words."""
    options = [str(one) for one in asked.shown] if isinstance(asked.shown, list) else []
    number = int(words) if words.isdecimal() and len(words) < 4 else 0
    return options[number - 1] if 0 < number <= len(options) else words


def _json(text: str) -> Any:
    """A JSON object that stands there; None for anything else."""
    if not text.strip().startswith("{"):
        return None
    try:
        found = json.loads(text)
    except ValueError:
        return None
    return found if isinstance(found, dict) else None
