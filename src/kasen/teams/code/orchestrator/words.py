"""What a person is asked and why, in English and in Japanese."""

from __future__ import annotations

from collections.abc import Mapping

_EN: Mapping[str, str] = {
    "work": "{name} cannot go on. Try it again, or end the run here?",
    "accepted": "The work {name} was not accepted. Send it back once more, take it as it is, or end the run here?",
    "agent": "Nobody is left to do the work of {about}. Start the agent again, or end the run here?",
    "account": "{about} was refused: its key or login. Mend that and go on, or end the run here?",
    "gate": "The gate of {phase} did not pass. Send the findings back once more, take it as it is, or end here?",
    "red": "`{about}` fails already without the work. Run it again (retry), let the agents mend it (send_back), "
    "go on without it (accept), or end here (give_up)?",
    "approve": "May the work go on to `{to}`?",
    "approve.completed": "May the run end here, with its work as completed?",
    "approve.failed": "May the run end here, as failed?",
}
_JA: Mapping[str, str] = {
    "work": "{name} が進められません。やり直しますか、ここで終えますか？",
    "accepted": "{name} の成果は受け入れられていません。もう一度直させますか、このまま取りますか、ここで終えますか？",
    "agent": "{about} の仕事をする者がいません。起動し直しますか、ここで終えますか？",
    "account": "{about} のキーかログインが拒まれました。直して続けますか、ここで終えますか？",
    "gate": "{phase} のゲートを通りませんでした。もう一度差し戻す、このまま通す、ここで終える、のどれにしますか？",
    "red": "`{about}` は作業を加える前から失敗しています。もう一度実行する（retry）、直させる（send_back）、"
    "このコマンドなしで進める（accept）、ここで終える（give_up）、のどれにしますか？",
    "approve": "次の `{to}` へ進んでよいですか？",
    "approve.completed": "この成果で完了としてよいですか？",
    "approve.failed": "失敗として、ここで終えてよいですか？",
}
_WHY: Mapping[str, tuple[str, str]] = {
    "all_done": ("All tasks of {phase} are done.", "{phase} の作業はすべて終わりました。"),
    "gate_passed": ("The gate of {phase} was passed.", "{phase} のゲートを通りました。"),
    "gate_failed": ("The gate of {phase} was not passed.", "{phase} のゲートを通りませんでした。"),
    "not_converging": (
        "It was sent back as often as it may, and findings are still open.",
        "決めた回数だけ差し戻しましたが、まだ指摘が残っています。",
    ),
    "no_verdict": (
        "A reviewer gave no verdict, also when asked again.",
        "聞き直しても、判定を出さなかったレビュー担当がいます。",
    ),
    "failed_task": ("A task that it needs was not done.", "必要な作業が終わっていません。"),
    "stopped": ("A person ended it.", "人が終了させました。"),
    "given_up": ("It ended again and again, and is not started any more.", "何度も落ちたので、もう起動していません。"),
    "blocked": ("Its agent says that it cannot go on.", "担当が、これ以上進められないと言っています。"),
    "failed": ("It failed.", "失敗しました。"),
    "poisoned": ("It failed as often as it may be tried.", "決めた回数だけ試しましたが、失敗しました。"),
}
_ENDS: Mapping[str, tuple[str, str]] = {
    "gave_up": ("a person gave up {name}", "人が断念した：{name}"),
    "declined": ("a person did not agree that it goes on: {name}", "進むことを人が認めなかった：{name}"),
    "no_way_back": (
        "the gate of {phase} did not pass, and no way leads back from it",
        "{phase} のゲートを通らず、差し戻す先がない",
    ),
    "cannot_begin": ("phase {phase} cannot begin: {name}", "{phase} を始められない：{name}"),
    "cap": ("a cap of the run is reached", "実行の上限に達した"),
    "short": ("what is left of the budget is too little for another turn", "予算の残りが、次の番には足りない"),
    "time": ("its time is over", "決めた時間が過ぎた"),
}


def ending(lang: str, why: str, *, name: str = "", phase: str = "") -> str:
    """Why the work ended before it was complete, for the report."""
    return _ENDS[why][lang == "ja"].format(name=name, phase=_phase(lang, phase))


def question(lang: str, kind: str, *, about: str, to: str = "", title: str = "") -> str:
    """One sentence; `title` names what it is about in people's words, where there are any."""
    ja = lang == "ja"
    words, kind = (_JA if ja else _EN), f"{kind}.{to}" if f"{kind}.{to}" in _EN else kind
    name = about
    if title:
        name = f"「{title}」（{about}）" if ja else f"“{title}” ({about})"
    return _closed_up(words[kind].format(name=name, about=about, to=to, phase=_phase(lang, about)))


def reason(lang: str, why: str, about: str) -> str:
    """Why it is asked: a sentence for what the orchestrator knows by a word, anything else as it is."""
    return _closed_up(_WHY[why][lang == "ja"].format(phase=_phase(lang, about))) if why in _WHY else why


def _closed_up(words: str) -> str:
    """Names in Latin letters stand apart in Japanese, what ends with a bracket does not."""
    return words.replace("） ", "）")


def no_agent(lang: str, verb: str, agent: str) -> str:
    """An order was for nobody."""
    return f"{verb}：エージェント `{agent}` はいません" if lang == "ja" else f"{verb}: there is no agent `{agent}`"


def _phase(lang: str, about: str) -> str:
    """Of `PHASE.ROUND` and `PHASE.ROUND.TO`; the round is named from the second on."""
    phase, _, rest = about.partition(".")
    round = rest.partition(".")[0]
    if not round.isdecimal() or int(round) < 2:
        return f"`{phase}`"
    return f"`{phase}`（{round} 回目）" if lang == "ja" else f"`{phase}` (round {round})"
