from __future__ import annotations

import pytest

from kasen.knowledge.language import detect


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("静岡県は日本一の茶産地である。", "ja"),
        ("ニュース", "ja"),
        ("日本茶", "ja"),
        ("静岡県 is the largest producer. 茶の生産量は全国一です。", "ja"),
        ("这是一个关于茶叶的说明，我们发现茶的产量增长。", "zh"),
        ("한국의 차 문화", "ko"),
        ("The tea of Shizuoka is known for its colour and it is sold in Tokyo.", "en"),
        ("Der Tee aus Shizuoka ist für die Farbe bekannt und wird nicht exportiert.", "de"),
        ("Le thé de Shizuoka est connu pour sa couleur dans le monde.", "fr"),
        ("Чай из Сидзуоки известен своим цветом.", "ru"),
        ("tea", "en"),
        ("", "und"),
        ("12345 --- !!!", "und"),
    ],
)
def test_the_main_language_is_told(text: str, code: str) -> None:
    assert detect(text) == code
