"""What a person is asked, in English and in Japanese."""

from __future__ import annotations

from collections.abc import Mapping

_EN: Mapping[str, str] = {
    "work": "{name} cannot go on. Try it again, or end the run here?",
    "accepted": "The work {name} was not accepted. Send it back once more, take it as it is, or end the run here?",
    "agent": "Nobody is left to do the work of {about}. Start the agent again, or end the run here?",
    "account": "{about} was refused: its key or login. Mend that and go on, or end the run here?",
    "gate": "The gate of {about} did not pass. Send the findings back once more, take it as it is, or end here?",
    "approve": "May the work go on to {to}?",
}
_JA: Mapping[str, str] = {
    "work": "{name} が進められません。やり直しますか、ここで終えますか？",
    "accepted": "{name} の成果は受け入れられていません。もう一度直させますか、このまま取りますか、ここで終えますか？",
    "agent": "{about} の仕事をする者がいません。起動し直しますか、ここで終えますか？",
    "account": "{about} の鍵かログインが拒まれました。直して続けますか、ここで終えますか？",
    "gate": "{about} のゲートを通りませんでした。もう一度差し戻す、このまま通す、ここで終える、のどれにしますか？",
    "approve": "{to} へ進んでよいですか？",
}


def question(lang: str, kind: str, *, about: str, to: str = "", title: str = "") -> str:
    """One sentence; `title` names what it is about in people's words, where there are any."""
    name = f"“{title}” ({about})" if title else about
    if lang == "ja":
        name = f"「{title}」（{about}）" if title else about
    return (_JA if lang == "ja" else _EN)[kind].format(name=name, about=about, to=to)
