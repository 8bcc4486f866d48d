"""What the commands of `kasen code` say of a run, in its language. How a command is written stays English."""

from __future__ import annotations

from collections.abc import Mapping

_SAID: Mapping[str, tuple[str, str]] = {
    # The end of a run.
    "take": ("take the work over: kasen code approve {run}", "成果を取り込む：kasen code approve {run}"),
    "answer_on": ("Answer and go on: kasen code approve {run}", "答えて続ける：kasen code approve {run}"),
    "go_on": ("Go on: kasen code continue {run}", "続ける：kasen code continue {run}"),
    "not_passed": ("run {run} did not pass: {why}", "実行 {run} は合格しませんでした：{why}"),
    "by_person": ("run {run} was ended by a person", "実行 {run} は人の判断で終わりました"),
    "spent": ("run {run} stopped before its end: {why}", "実行 {run} は途中で止まりました：{why}"),
    "raise": (
        "What is done is kept. With a higher cap it goes on: kasen code continue {run} --budget-{cap} N",
        "途中までの結果は残っています。上限を上げて続ける：kasen code continue {run} --budget-{cap} N",
    ),
    "interrupted": (
        "run {run} is stopped; what its agents did is kept",
        "実行 {run} を止めました。エージェントがしたことは残っています",
    ),
    "nothing_to_do": (
        "run {run} is done; there is nothing to continue",
        "実行 {run} は完了していて、続けることはありません",
    ),
    "over": ("run {run} is over ({status})", "実行 {run} は終わっています（{status}）"),
    "left": (
        "What passed lies on branch kasen/{run}: kasen code approve {run}",
        "合格した分はブランチ kasen/{run} にあります：kasen code approve {run}",
    ),
    "left_nothing": (
        "Nothing passed; its work trees and branches are still there: kasen code discard {run}",
        "合格したものはありません。作業ツリーとブランチは残っています：kasen code discard {run}",
    ),
    "background": (
        "it goes on in the background; look: kasen code status --watch {run}",
        "バックグラウンドで続きます。様子を見る：kasen code status --watch {run}",
    ),
    "stop_it": ("stop it: kasen code stop {run}", "止める：kasen code stop {run}"),
    # Answers.
    "answered": ("`{name}` is answered", "`{name}` に答えました"),
    "choose": ("a number or a word, [Ctrl-D] for later:", "番号か語を入力（[Ctrl-D] であとにする）："),
    "waits": ("run {run} waits for `{name}`: {question}", "実行 {run} は `{name}` の回答を待っています：{question}"),
    "no_answer": ("`{word}` is no answer to `{name}`", "`{word}` は `{name}` の答えになりません"),
    "how": ("Answer: kasen code approve {run} --answer {choices}", "回答：kasen code approve {run} --answer {choices}"),
    "choice.yes": ("yes", "はい"),
    "choice.no": ("no", "いいえ"),
    "choice.retry": ("once more", "もう一度"),
    "choice.accept": ("take it as it is", "このまま受け入れる"),
    "choice.give_up": ("end the run here", "ここで終える"),
    "choice.send_back": ("send it back", "差し戻す"),
    # Taking over.
    "asks_nothing": ("run {run} asks nothing", "実行 {run} は何も尋ねていません"),
    "is_going": ("run {run} is going on and asks nothing", "実行 {run} は進行中で、何も尋ねていません"),
    "look": ("Look: kasen code status --watch", "様子を見る：kasen code status --watch"),
    "from_to": ("  {branch} → {into} in {root}", "  {branch} → {into}（{root}）"),
    "so_far": (
        "  ! run: {status}; this is what passed so far",
        "  ! この実行は「{status}」です。ここまでに合格した分だけです",
    ),
    "has_all": ("  {into} has all of it already", "  {into} にはすべて入っています"),
    "has_nothing": (
        "  nothing passed in this run; its work trees and branches: kasen code discard {run}",
        "  この実行では何も合格していません。作業ツリーとブランチを消す：kasen code discard {run}",
    ),
    "more_commits": ("    and {n} commits more", "    ほかにコミット {n} 件"),
    "more_files": ("    and {n} files more", "    ほかにファイル {n} 件"),
    "pr": (
        "push `{branch}` and open a pull request into `{into}`",
        "`{branch}` を push し、`{into}` へのプルリクエストを開きます",
    ),
    "merge": ("merge it into `{into}`", "`{into}` に取り込みます"),
    "merge_push": ("merge it into `{into}` and push that", "`{into}` に取り込み、push します"),
    "is_at": ("{into} is at {head}", "{into} は {head} になりました"),
    "pushed": ("pushed to {where}", "{where} に push しました"),
    "still": (
        "its work trees and branches are still there: kasen code discard {run}",
        "作業ツリーとブランチは残っています。消す：kasen code discard {run}",
    ),
    "since": (
        "since the run, what git runs was changed: {names}. Was it you, and go on? [y/N]",
        "実行のあとで、git が使う設定が変わっています：{names}。ご自身の変更として続けますか？ [y/N]",
    ),
    "sure": ("{what}? [y/N]", "{what}。よろしいですか？ [y/N]"),
    "would": ("this would {what}", "{what}。確認が必要です"),
    "give_yes": ("Give --yes to do it.", "実行するには --yes を付けます。"),
    "not_taken": ("nothing was taken", "何も取り込みませんでした"),
    # Throwing away.
    "stop_first": ("Stop it first: kasen code stop {run}", "先に止めます：kasen code stop {run}"),
    "goes_on": ("run {run} is going on", "実行 {run} は進行中です"),
    "nothing_left": ("run {run} has left nothing in {root}", "実行 {run} が {root} に残したものはありません"),
    "only_here_1": ("1 commit only here: {subject}", "ここにしかないコミット 1 件：{subject}"),
    "only_here": ("{n} commits only here: {subject}", "ここにしかないコミット {n} 件：{subject}"),
    "uncommitted": ("! not committed in {name}", "! コミットされていない変更：{name}"),
    "uncommitted_more": ("! and {n} files more", "! ほかにファイル {n} 件"),
    "discard": ("discard {branches} and {trees} work trees", "ブランチ {n} 本と作業ツリー {trees} 個を消します"),
    "not_discarded": ("nothing was discarded", "何も消しませんでした"),
    "discarded": (
        "discarded; what run {run} said and did stays: kasen runs show {run}",
        "消しました。実行 {run} の記録は残っています：kasen runs show {run}",
    ),
    # Orders.
    "every": ("every agent", "すべてのエージェント"),
    "order.say": ("{who} is told with its next turn", "{who}に、次の番で伝えます"),
    "order.pause": ("{who} gets nothing more after this turn", "{who}には、この番のあと仕事を渡しません"),
    "order.unpause": ("{who} gets work again", "{who}にまた仕事を渡します"),
    "order.respawn": ("{who} is started again in its session", "{who}を同じセッションで起動し直します"),
    "order.kill": ("{who} is ended; its task is another's", "{who}を終わらせ、仕事はほかに回します"),
    "once_on": (
        "once the run goes on: kasen code continue {run}",
        "実行が続いたときに届きます：kasen code continue {run}",
    ),
    "no_agents": (
        "run {run} is over ({status}); it has no agents any more",
        "実行 {run} は終わっていて（{status}）、エージェントはもういません",
    ),
    # Stopping.
    "stopped": (
        "{run} is stopped; go on: kasen code continue {run}",
        "{run} を止めました。続ける：kasen code continue {run}",
    ),
    "was_still": (
        "{run} was not going on ({status}); no agent is left; go on: kasen code continue {run}",
        "{run} は動いていませんでした（{status}）。エージェントは残っていません。続ける：kasen code continue {run}",
    ),
    "was_over": ("{run} is over ({status})", "{run} は終わっています（{status}）"),
    "no_owner": (
        "nobody knows which process drives run {run}",
        "実行 {run} を動かしているプロセスが分かりません",
    ),
    "does_not_end": (
        "process {pid} drives run {run} and does not let go",
        "実行 {run} を動かしているプロセス {pid} が終わりません",
    ),
    # Looking.
    "budget": ("budget: {spent:g} of {limit:g} {cap} used", "上限：{limit:g} {cap} のうち {spent:g} を使いました"),
    "nowhere": ("to attach needs a terminal", "エージェントの画面を開くには端末が要ります"),
    "read": ("Read instead: kasen code logs", "代わりに読む：kasen code logs"),
    "does_not_run": ("agent `{agent}` does not run", "エージェント `{agent}` は動いていません"),
    "none_runs": ("no agent of run {run} runs", "実行 {run} のエージェントは、どれも動いていません"),
    "how_it_stands": ("See how it stands: kasen code status", "様子を見る：kasen code status"),
    "which_agent": ("agent:", "エージェント："),
    "which_words": ("words:", "伝えること："),
    "answered_by": ("{name} answered by {by}", "{name} に回答（{by}）"),
}


def said(lang: str, name: str, /, **facts: object) -> str:
    """The words; a choice that has none stands for itself."""
    if name not in _SAID:
        return name.partition(".")[2] or name
    return _SAID[name][lang == "ja"].format(**facts)
