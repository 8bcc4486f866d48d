"""Words of the report, in both languages."""

from __future__ import annotations

from kasen.teams.code.schemas.story import Lang

_LABELS: dict[str, tuple[str, str]] = {
    "completed": ("Done: the work passed and lies on a branch.", "完了：成果は検査を通り、ブランチにある。"),
    "failed": ("Did not pass: {reason}", "不合格：{reason}"),
    "declined": ("Ended by a person: {reason}", "人の判断で終了：{reason}"),
    "stopped": ("Stopped before the end: {reason}", "途中で止まった：{reason}"),
    "kept": (
        "What passed lies on the branch; your own branch and files are as they were.",
        "通った分はブランチにある。自分のブランチとファイルは元のまま。",
    ),
    "nothing": (
        "Nothing was merged: the branch is where it began.",
        "取り込まれたものはない。ブランチは元のまま。",
    ),
    "dirty": (
        "Agents did not see these changes of yours, which were not committed: {files}",
        "コミットしていなかった次の変更を、エージェントは見ていない：{files}",
    ),
    "files_n": ("files: {}", "{}ファイル"),
    "turns_n": ("turns: {}", "{}ターン"),
    "free": ("no cost told", "費用の報告なし"),
    "unknown": ("price unknown", "料金不明"),
    "take": ("How to take it", "受け取り方"),
    "look": ("Look at it", "見る"),
    "approve": (
        "Merge it into your branch, when it is clean",
        "自分のブランチに取り込む（作業ツリーに変更がないとき）",
    ),
    "pr": (
        "Or leave your branch as it is, and open a pull request",
        "または自分のブランチは変えずに、プルリクエストを開く",
    ),
    "discard": ("Throw it away", "捨てる"),
    "go_on": (
        "Go on with a higher cap; for CAP write the one that was reached: usd, tokens, seconds or calls",
        "上限を上げて続ける（CAP は達した上限：usd、tokens、seconds、calls のどれか）",
    ),
    "asked": ("What was asked", "頼まれたこと"),
    "built": ("What was built", "作られたもの"),
    "groundwork": ("What came before", "その前の仕事"),
    "gates": ("The gate", "ゲート"),
    "round": ("round", "回"),
    "who": ("who", "誰が"),
    "verdict": ("verdict", "判定"),
    "said": ("what was said", "言われたこと"),
    "open": ("Open findings", "残っている指摘"),
    "none_open": ("None is open.", "残っている指摘はない。"),
    "mended": ("Findings that were mended", "直された指摘"),
    "advice": ("Advice that sent nothing back", "差し戻さなかった助言"),
    "not_done": ("Not done", "行われなかったこと"),
    "undone": ("Not done, as its agent says: {}", "担当が「できていない」としたこと：{}"),
    "all_done": ("Everything that was planned was done.", "計画したことはすべて行われた。"),
    "never": ("The phase {} was not reached.", "フェーズ「{}」には進まなかった。"),
    "unmerged": ("Work that was not taken", "取り込まれていない成果"),
    "unmerged_line": (
        "{agent}: {commits} commit(s) on `{branch}`: {files}",
        "{agent}：`{branch}` に{commits}個のコミット：{files}",
    ),
    "decisions": ("What a person decided", "人が決めたこと"),
    "files": ("Files", "ファイル"),
    "cost": ("What it cost", "費用"),
    "role": ("role", "役割"),
    "by": ("by", "担当"),
    "turns": ("turns", "ターン"),
    "tokens_in": ("tokens in", "入力トークン"),
    "tokens_out": ("tokens out", "出力トークン"),
    "usd": ("US$", "米ドル"),
    "total": ("total", "合計"),
    "no_cost": ("The agents told of no cost.", "エージェントは費用を報告していない。"),
    "review": ("Review {n} by {who}: {verdict}", "{n}回目のレビュー（{who}）：{verdict}"),
    "blocking_n": ("{} ({} to mend)", "{}（直すもの{}件）"),
    "told": ("{}: {}", "{}：{}"),
    "found_at": ("{severity}, {place}: {issue}", "{severity}（{place}）：{issue}"),
    "answer.retry": ("once more", "もう一度"),
    "answer.accept": ("taken as it is", "そのまま受け入れる"),
    "answer.give_up": ("given up", "取りやめる"),
    "answer.yes": ("yes", "はい"),
    "answer.no": ("no", "いいえ"),
    "changed": ("Files: {}", "ファイル：{}"),
    "more": ("{} and {} more", "{} ほか{}件"),
    "came.merged": ("merged", "取り込み済み"),
    "came.unchanged": ("nothing changed", "変更なし"),
    "came.taken": ("taken by a person", "人が受け入れた"),
    "came.done": ("done", "済み"),
    "came.open": ("not finished", "未完"),
    "came.failed": ("given up", "断念"),
    "verdict.PASS": ("passes", "合格"),
    "verdict.FAIL": ("sent back", "差し戻し"),
    "verdict.NO_VERDICT": ("no verdict", "判定なし"),
    "verdict.INFRA_FAILED": ("could not look", "レビューできず"),
    "verdict.": ("not over", "途中"),
    "severity.critical": ("critical", "重大"),
    "severity.major": ("major", "重要"),
    "severity.minor": ("minor", "軽微"),
    "h": ("{} h {} min", "{}時間{}分"),
    "min": ("{} min {} s", "{}分{}秒"),
    "s": ("{} s", "{}秒"),
}


def label(name: str, lang: Lang) -> str:
    """The words; a name that has none stands for itself, without its kind."""
    return _LABELS[name][lang == "ja"] if name in _LABELS else name.partition(".")[2] or name


def span(seconds: float, lang: Lang) -> str:
    """`1 h 20 min`, `3 min 4 s`, `12 s`."""
    whole = round(seconds)
    if whole >= 3600:
        return label("h", lang).format(whole // 3600, whole % 3600 // 60)
    return label("min", lang).format(whole // 60, whole % 60) if whole >= 60 else label("s", lang).format(whole)


def money(usd: float | None, lang: Lang) -> str:
    """`$1.84`; a price that nobody knows is said so."""
    if usd is None:
        return label("unknown", lang)
    return f"${usd:.2f}" if usd >= 1 or usd == 0 else f"${usd:.4f}"
