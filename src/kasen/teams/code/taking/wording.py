"""Why a run's work cannot be taken over or thrown away now, and what to do, in English and in Japanese."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kasen.errors import InputError

SHOWN = 8
"""Names that a sentence holds; the others are counted."""
_WORDS: Mapping[str, tuple[str, str, str, str]] = {
    "gone": (
        "`{root}` has no branch `{branch}`",
        "The run has made nothing, or it was discarded.",
        "`{root}` にブランチ `{branch}` がありません",
        "この実行は何も作らなかったか、成果が破棄されています。",
    ),
    "moved": (
        "`{branch}` is at {head}, and what passed is {passed}: somebody else moved it",
        "Nothing was taken. To take what passed: git branch --force {branch} {commit}",
        "`{branch}` は {head} にあり、合格したのは {passed} です。ほかの誰かが動かしています",
        "何も取り込んでいません。合格した分を取り込むには：git branch --force {branch} {commit}",
    ),
    "nothing_passed": (
        "nothing passed in this run: `{branch}` holds nothing that `{into}` does not have",
        "What agents wrote lies on the branches kasen-work/{run}/…; throw all of it away: kasen code discard {run}",
        "この実行では何も合格していません。`{branch}` に、`{into}` にないものはありません",
        "エージェントが書いたものはブランチ kasen-work/{run}/… にあります。すべて消す：kasen code discard {run}",
    ),
    "unknown": (
        "the run has not written down what passed (it began before Kasen did so, or its folder is gone), "
        "and `{branch}` is at {head}",
        "Nothing was taken. Look at it: git log {into}..{branch}. To take it by hand: git merge {branch}",
        "この実行には、どこまで合格したかの記録がありません（記録を始める前の版の実行か、フォルダーが失われています）。"
        "`{branch}` は {head} にあります",
        "何も取り込んでいません。中を見る：git log {into}..{branch}。手で取り込む：git merge {branch}",
    ),
    "detached": (
        "no branch is checked out in `{root}`",
        "Check the branch out that is to have the work.",
        "`{root}` では、どのブランチもチェックアウトされていません",
        "取り込み先のブランチをチェックアウトしてください。",
    ),
    "itself": (
        "`{branch}` itself is checked out",
        "Check the branch out that is to have the work.",
        "`{branch}` 自身がチェックアウトされています",
        "取り込み先のブランチをチェックアウトしてください。",
    ),
    "other": (
        "`{now}` is checked out now, not `{into}`: nothing was taken",
        "",
        "いまは `{into}` でなく `{now}` がチェックアウトされています。何も取り込んでいません",
        "",
    ),
    "no_branch_now": (
        "no branch is checked out now, not `{into}`: nothing was taken",
        "",
        "いまは `{into}` がチェックアウトされていません。何も取り込んでいません",
        "",
    ),
    "dirty": (
        "`{root}` has changes that are not committed: {names}",
        "Commit or stash them, then say it again. Nothing was taken.",
        "`{root}` にコミットしていない変更があります：{names}",
        "コミットするか stash してから、もう一度実行してください。何も取り込んでいません。",
    ),
    "over": (
        "files of yours that git does not hold would be written over: {names}",
        "Move them away, then say it again. Nothing was taken.",
        "git が管理していないファイルが上書きされてしまいます：{names}",
        "別の場所に移してから、もう一度実行してください。何も取り込んでいません。",
    ),
    "both": (
        "`{branch}` cannot be merged into `{into}` by itself: both changed the same lines of {names}",
        "Nothing was taken. By hand: git merge {branch}",
        "`{branch}` を `{into}` にそのまま取り込めません。両方が {names} の同じ行を変えています",
        "何も取り込んでいません。手で取り込む：git merge {branch}",
    ),
    "unmerged": (
        "`{branch}` cannot be merged into `{into}` by itself: {said}",
        "Nothing was taken. By hand: git merge {branch}",
        "`{branch}` を `{into}` にそのまま取り込めません：{said}",
        "何も取り込んでいません。手で取り込む：git merge {branch}",
    ),
    "since_ended": (
        "since the run ended, `{common}` was changed in what git runs: {names}",
        "Look at it. Where it is your own, give --own, or take the work by hand: git merge {head}",
        "実行の終了後に、git が動かすもの（`{common}`）が変わっています：{names}",
        "中を確かめてください。ご自身の変更なら --own を付けます。手で取り込むなら：git merge {head}",
    ),
    "since_began": (
        "since the run began, `{common}` was changed in what git runs: {names}",
        "Look at it. Where it is your own, give --own, or take the work by hand: git merge {head}",
        "実行の開始後に、git が動かすもの（`{common}`）が変わっています：{names}",
        "中を確かめてください。ご自身の変更なら --own を付けます。手で取り込むなら：git merge {head}",
    ),
    "held": (
        "`{branch}` is checked out in `{root}`",
        "Check another branch out first.",
        "`{branch}` は `{root}` でチェックアウトされています",
        "先に別のブランチをチェックアウトしてください。",
    ),
}


def refused(lang: str, why: str, /, **facts: object) -> InputError:
    """The error, with the next step."""
    ja = lang == "ja"
    said, hint = _WORDS[why][2 * ja : 2 * ja + 2]
    return InputError(said.format(**facts), hint=hint.format(**facts))


def in_words(lang: str, names: Sequence[str], *, shown: int = SHOWN, mark: str = "`") -> str:
    """Some names, and how many more there are."""
    more = len(names) - shown
    after = "" if more <= 0 else f" ほか {more} 件" if lang == "ja" else f" and {more} more"
    return ", ".join(f"{mark}{name}{mark}" for name in names[:shown]) + after
