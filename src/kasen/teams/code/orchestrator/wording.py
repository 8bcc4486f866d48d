"""What the orchestrator itself finds wrong with work, in the words of a finding, and why it asks a person."""

from __future__ import annotations

from collections.abc import Sequence

from kasen.teams.code.messages import Finding

_WORDS = {
    "strayed": (
        "{n} file(s) were changed that are not of this task: {files}. It may change: {own}.",
        "Put them as they were: git checkout {base} -- FILE, and delete those that are new.",
        "このタスクのものではない{n}個のファイルが変わっている: {files}。変えてよいのは {own}。",
        "元に戻す: git checkout {base} -- ファイル。新しく作ったものは消す。",
    ),
    "unchanged": (
        "It says that it changed {files}, and nothing is changed in its folder.",
        "Do the work, and see with `git status` that it is there. Where nothing has to change, say why; name no files.",
        "{files} を変えたと言っているが、作業フォルダーでは何も変わっていない。",
        "作業を行い、`git status` で変更を確かめる。変える必要がなければ、理由を述べてファイルは挙げない。",
    ),
    "conflict": (
        "Others have changed the same lines of `{file}` in the meantime.",
        "Write what does both, and leave no conflict markers.",
        "その間に、ほかのタスクが `{file}` の同じ行を変えた。",
        "両方の役割を果たすように書き直し、競合の印を残さない。",
    ),
    "unresolved": (
        "`{file}` still holds both sides of the conflict.",
        "Leave what does both, without the lines of `<<<<<<<`, `=======` and `>>>>>>>`.",
        "`{file}` に競合の両側が残っている。",
        "両方の役割を果たすものだけを残し、`<<<<<<<`、`=======`、`>>>>>>>` の行を消す。",
    ),
    "plan.empty": (
        "The plan has no tasks.",
        "Plan at least one task.",
        "計画にタスクがない。",
        "タスクを一つは計画する。",
    ),
    "plan.many": (
        "The plan has {n} tasks; at most {most} are taken.",
        "Make fewer, larger ones.",
        "計画のタスクが{n}個ある。受け取れるのは{most}個まで。",
        "数を減らし、一つを大きくする。",
    ),
    "plan.unknown": (
        "Task `{id}` depends on `{first}`, which is not in the plan.",
        "Name a task of it.",
        "タスク `{id}` が待つ `{first}` は、計画にない。",
        "計画にあるタスクを挙げる。",
    ),
    "plan.circle": (
        "The tasks {ids} wait for each other.",
        "Leave out a dependency.",
        "タスク {ids} が互いを待っている。",
        "依存関係を一つ外す。",
    ),
    "plan.id": (
        "`{id}` cannot be the id of a task.",
        "Use letters, digits, `-` and `_`.",
        "`{id}` はタスクの ID にできない。",
        "英数字と `-`、`_` を使う。",
    ),
    "plan.twice": (
        "There are two tasks `{id}`.",
        "Give each its own id.",
        "タスク `{id}` が二つある。",
        "それぞれに別の ID を付ける。",
    ),
    "plan.silent": (
        "Task `{id}` does not say what to do.",
        "Write an instruction.",
        "タスク `{id}` に、何をするかが書かれていない。",
        "指示（instruction）を書く。",
    ),
    "plan.role": (
        "Task `{id}` is for the role `{role}`, which nobody has in this phase.",
        "Use one of {roles}.",
        "タスク `{id}` の役割 `{role}` を持つ者は、このフェーズにいない。",
        "次のどれかにする: {roles}",
    ),
    "plan.role_near": (
        "Task `{id}` is for the role `{role}`, which nobody has in this phase.",
        "Did you mean `{roles}`?",
        "タスク `{id}` の役割 `{role}` を持つ者は、このフェーズにいない。",
        "`{roles}` のことではないか。",
    ),
    "plan.no_files": (
        "Task `{id}` names no files that it may change.",
        "Name them by globs: `src/api/**`.",
        "タスク `{id}` に、変えてよいファイルがない。",
        "グロブで挙げる: `src/api/**`",
    ),
    "plan.glob": (
        "Task `{id}`: `{glob}` does not name files of the repository that a task may change.",
        "Write paths relative to the repository, outside of `.git`: `src/api/**`.",
        "タスク `{id}` の `{glob}` は、タスクが変えてよいリポジトリのファイルを指していない。",
        "リポジトリからの相対パスで、`.git` の外を挙げる: `src/api/**`",
    ),
    "plan.overlap": (
        "Tasks `{other}` (`{its}`) and `{id}` (`{own}`) may change the same files.",
        "Give each its own files, or let one depend on the other.",
        "タスク `{other}`（`{its}`）と `{id}`（`{own}`）が、同じファイルを変えうる。",
        "ファイルを分けるか、一方をもう一方に依存させる。",
    ),
    "command": (
        "A command fails with this work: {said}",
        "Run it, and mend what it says.",
        "この変更があるとコマンドが失敗する: {said}",
        "そのコマンドを実行し、示された点を直す。",
    ),
}
_WHY = {
    "rounds": ("after {n} reviews these are still open: {what}", "{n}回のレビューのあとも残っている指摘: {what}"),
    "again": ("it was sent back {n} times for the same reason: {what}", "同じ理由で{n}回差し戻した: {what}"),
    "silent": ("{who} gave no verdict: {what}", "{who} が判定を出さなかった: {what}"),
    "given_up": ("a person gave it up", "人が取りやめた"),
    "red": (
        "the command `{command}` of gates.yaml fails on what was there before the work, too: {said}",
        "gates.yaml のコマンド `{command}` は、作業を加える前のコミットでも失敗する: {said}",
    ),
}
_ROLES = {
    "researcher-market": ("Market research", "市場の調査"),
    "researcher-paper": ("Research of papers", "論文の調査"),
    "researcher-competitor": ("Research of competitors", "競合の調査"),
    "requirements-analyst": ("Requirements", "要件定義"),
    "coder": ("coder", "実装"),
}
"""Tasks of roles of Kasen's own workflows; those of others are called as their role is."""
_LOOKS = {
    "security": ("security", "安全性"),
    "performance": ("performance", "性能"),
    "architecture": ("architecture", "設計"),
}
TITLE = 80
"""Characters of a finding in the title of a task."""
SHOWN = 20
"""Files and findings that are named; the others are counted."""


def defect(lang: str, name: str, **facts: object) -> tuple[str, str]:
    """The issue and the suggestion."""
    ja = lang == "ja"
    issue, suggestion = _WORDS[name][2 * ja : 2 * ja + 2]
    return issue.format(**facts), suggestion.format(**facts)


def why(lang: str, name: str, **facts: object) -> str:
    """Why a person is asked, one sentence."""
    return _WHY[name][lang == "ja"].format(**facts)


def shortened(text: str, most: int) -> str:
    """On one line and no longer than that; what is cut ends with `…`."""
    line = " ".join(text.split())
    return line if len(line) <= most else f"{line[: most - 1].rstrip()}…"


def title_of(lang: str, findings: Sequence[Finding]) -> str:
    """What mending them is called: the first one's words, and how many more there are."""
    if not findings:
        return ""
    more = len(findings) - 1
    after = "" if not more else f"（ほか {more} 件）" if lang == "ja" else f" (and {more} more)"
    return f"{shortened(findings[0].issue or findings[0].id, TITLE)}{after}"


def role_title(lang: str, role: str, kind: str) -> str:
    """What the task of a role is called that has no title of its own: `review`, `plan` or `work`."""
    parts, ja = role.split("-"), lang == "ja"
    if kind == "review":
        what = " ".join(_LOOKS.get(one, (one, one))[ja] for one in parts if one not in ("reviewer", "review"))
        if ja:
            return f"全体のレビュー（{what}）" if what else "全体のレビュー"
        return f"Review of the whole: {what}" if what else "Review of the whole"
    if kind == "plan":
        return "計画を立てる" if ja else "Make the plan"
    return _ROLES[role][ja] if role in _ROLES else " ".join(parts)


def named_few(names: Sequence[str]) -> str:
    """The first ones by name, the others by their number."""
    more = len(names) - SHOWN
    return ", ".join(names[:SHOWN]) + (f" (+{more})" if more > 0 else "")
