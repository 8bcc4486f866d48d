"""Words of the pages, in both languages."""

from __future__ import annotations

from kasen.teams.slides.schemas.part import Lang

_LABELS: dict[str, tuple[str, str]] = {
    "slides": ("Slides", "スライド"),
    "checks": ("Checks", "検査"),
    "nothing_found": ("The checks found nothing.", "検査で問題は見つからなかった。"),
    "nothing_else": ("Beyond that, the checks found nothing.", "そのほか、検査で問題は見つからなかった。"),
    "problems": ("What the checks still find", "検査でまだ残るもの"),
    "repaired": ("Mended on the way", "途中で直したもの"),
    "notes": ("Worth knowing", "知っておくこと"),
    "sources": ("Sources", "出典"),
    "no_sources": ("Nothing on these slides cites a source.", "出典を示した記述はない。"),
    "made": ("How this was made", "作り方"),
    "plan": ("Plan", "計画"),
    "figures": ("Figures computed from the data", "データから計算した図表"),
    "by": ("written by", "作成"),
    "rule": ("rules", "規則"),
    "rests": ("rests on", "根拠"),
    "no_source": ("no source", "出典なし"),
    "speaker": ("Notes", "ノート"),
    "rendered": ("Rendered by", "描画"),
    "template": ("Template", "テンプレート"),
    "marked": ("Something is missing; it is marked on the slides.", "欠けている部分があり、スライドに印を付けた。"),
    "skeleton": (
        "A skeleton: no documents, no data and no model. Give --docs, --data or a model key.",
        "骨組みだけです：資料・データ・モデルがありません。--docs、--data、またはモデルのキーを渡してください。",
    ),
    "versions": ("Versions", "版"),
    "new": ("new", "新規"),
    "moved": ("was slide {}", "元はスライド{}"),
    "deleted": ("deleted", "削除"),
    "untouched": ("{} of {} slides are byte for byte as they were.", "{1} 枚中 {0} 枚は 1 バイトも変わっていない。"),
    "changed": ("changed", "変更"),
    "computed": ("computed as", "計算"),
    "step": ("Step", "工程"),
    "status": ("Status", "状態"),
    "result": ("Result", "結果"),
    "count": ("{} slides", "{} 枚"),
    "seconds": ("{:.1f} s", "{:.1f} 秒"),
    "role": ("Role", "役割"),
    "calls": ("Calls", "呼び出し"),
    "tokens_in": ("Tokens in", "入力"),
    "tokens_out": ("Tokens out", "出力"),
    "price": ("Price", "費用"),
    "completed": ("done", "完了"),
    "failed": ("failed", "失敗"),
    "skipped": ("left out", "省略"),
    "pending": ("not begun", "未着手"),
    "running": ("under way", "作業中"),
}


def label(name: str, lang: Lang) -> str:
    """The word or sentence of that name."""
    return _LABELS[name][lang == "ja"]
