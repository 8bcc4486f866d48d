"""Why something did not come off, in the language of the run.

Shims, watchers and adapters say it in English sentences, as logs and agents read them; people read them here.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

_JA: Mapping[str, str] = {
    # Turns.
    "its turn took longer than {} s": "番が {} 秒を超えた",
    "its tool `{}` ran longer than {} s": "ツール `{}` の実行が {} 秒を超えた",
    "it said nothing for {} s after its start": "起動してから {} 秒間、何も言わなかった",
    "it said nothing for {} s, and none of its tools ran": "{} 秒間何も言わず、ツールも動いていなかった",
    "its shim ended twice in this turn": "この番の途中で、シムが二度落ちた",
    "it cost more than the {} US dollars that it may": "上限の {} ドルを超えた",
    "its answer is larger than {} bytes": "答えが {} バイトを超えている",
    # Answers.
    "its answer is wrong at `{}`: {}": "答えの `{}` が正しくない：{}",
    "its answer is wrong{}: {}": "答えが正しくない（{}）：{}",
    "it answered in words, without the JSON object that was asked for": "求められた JSON でなく、文章で答えた",
    "it answered without the result that was asked for": "求められた結果を答えなかった",
    "a report is not the result that was asked for": "報告書は、求められた結果ではない",
    "it said nothing": "何も答えなかった",
    "it may not use: {}": "使ってよいツールではない：{}",
    "its plan has no tasks, and no `reason` why none can be made": "計画にタスクがなく、作れない理由（`reason`）もない",
    "it said FAIL and named nothing that blocks": "FAIL と言いながら、直すべきことを挙げなかった",
    "it says FAIL and names nothing that blocks": "FAIL と言いながら、直すべきことを挙げなかった",
    "it said FAIL and left no finding open": "FAIL と言いながら、残る指摘を挙げなかった",
    "it said nothing of {}": "{} について何も言わなかった",
    "it gave no verdict": "判定を出さなかった",
    # Programs.
    "it ended with {} and told no result": "終了コード {} で終わり、結果を告げなかった",
    "it ended with {}": "終了コード {} で終わった",
    "it was ended by signal {}": "シグナル {} で終了させられた",
    "the vendor said {}: {}": "提供元が {} を返した：{}",
    "the run failed": "実行が失敗した",
    # Agents.
    "its process ended": "プロセスが終わった",
    "it ended while nobody watched": "誰も見ていない間に終わった",
    "it ended as soon as it was started": "起動してすぐに終わった",
    "it could not be started: {}": "起動できなかった：{}",
    "it gave no sign of life for {} s": "{} 秒間、生存の合図がなかった",
    "these of its processes cannot be ended: {}": "終わらせられないプロセス：{}",
    "the last line in its pane: {}": "画面の最後の行：{}",
    # Claims.
    "its lease ran out": "リースの期限が切れた",
    "its agent put it aside without an answer": "担当が答えずに脇へ置いた",
    "the run was begun again and its agent was gone": "実行の再開時に、担当のエージェントがいなかった",
    "the run was begun again before it was sent": "担当に届く前に、実行が再開された",
    "its tree cannot be made ready: {}": "作業ツリーを用意できない：{}",
    "what came of it cannot be taken: {}": "成果を受け取れない：{}",
    "a person ended its agent": "人が担当のエージェントを終わらせた",
    "it was sent back": "差し戻された",
}
_WHOLE = "(.*?)"
_PATTERNS = tuple(
    (re.compile(_WHOLE.join(map(re.escape, english.split("{}"))), re.DOTALL), japanese)
    for english, japanese in _JA.items()
)


def spoken(lang: str, why: str) -> str:
    """The sentence in that language; one that is not Kasen's own, as what a program said, stays as it is."""
    if lang != "ja":
        return why
    whole = _translated(why)
    return whole if whole != why else "。".join(map(_translated, why.split("; ")))


def _translated(why: str) -> str:
    for pattern, japanese in _PATTERNS:
        if found := pattern.fullmatch(why):
            return japanese.format(*found.groups())
    return why
