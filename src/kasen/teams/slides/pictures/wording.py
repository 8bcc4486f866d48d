"""What is said of pictures, in both languages."""

from __future__ import annotations

from kasen.models.images import NoImage, WhyNot
from kasen.teams.slides.schemas.part import Lang

_WHY: dict[WhyNot, tuple[str, str]] = {
    "safety": ("the image model's filter refused it", "画像モデルのフィルターに断られた"),
    "prohibited": ("the image model may not draw it", "画像モデルが描けない内容だった"),
    "recitation": ("it came too close to a known work", "既存の作品に近すぎると判断された"),
    "blocked": ("the prompt was refused", "指示文が断られた"),
    "length": ("it was cut off at a limit", "上限に達して途中で切れた"),
    "no_image": ("the image model answered without a picture", "画像モデルが画像を返さなかった"),
    "empty": ("the image model answered nothing", "画像モデルが何も返さなかった"),
    "other": ("the image model failed", "画像モデルが失敗した"),
}
_BUDGET = ("the budget is spent", "予算に達した")
NO_MODEL = ("no model makes pictures here", "画像を作るモデルがない")


def why_not(outcome: NoImage, lang: Lang) -> str:
    """Why there is no picture, a clause."""
    words = _BUDGET if outcome.note == "budget" else _WHY[outcome.reason]
    return words[lang == "ja"]


def no_model(lang: Lang) -> str:
    """That nobody can draw, a clause."""
    return NO_MODEL[lang == "ja"]


def summary(made: int, wanted: int, whys: list[str], lang: Lang) -> str:
    """How a step of the visualizer ended, one line."""
    ja = lang == "ja"
    if not wanted:
        return "画像の要るスライドはない" if ja else "no slide needs a picture"
    reasons = list(dict.fromkeys(whys))
    if not reasons:
        return f"{wanted} 点の画像" if ja else f"{wanted} picture{'s' if wanted > 1 else ''}"
    told = "、".join(reasons) if ja else "; ".join(reasons)
    return f"画像 {wanted} 点のうち {made} 点（{told}）" if ja else f"{made} of {wanted} pictures ({told})"


def looks(count: int, lang: Lang) -> str:
    """How a step ended that said how pictures look, one line."""
    return f"{count} 枚の見え方" if lang == "ja" else f"how {count} slide{'s' if count > 1 else ''} will look"


def progress(wanted: int, lang: Lang) -> str:
    """What is being done, for events."""
    return f"{wanted} 点の画像を描く" if lang == "ja" else f"drawing {wanted} pictures"
