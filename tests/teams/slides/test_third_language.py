"""A wish in neither English nor Japanese is known as such; names in one that is are none."""

from __future__ import annotations

import pytest

from kasen.teams.slides.third_language import is_third


@pytest.mark.parametrize(
    "wish",
    [
        "Les ventes de thé au Japon, pour le conseil",
        "Présentation des résultats du trimestre",
        "Die Umsätze der Filialen für den Vorstand",
        "Las ventas de los últimos años para el consejo",
        "Le vendite della regione per il consiglio",
        "Os resultados da empresa para o conselho",
        "De omzet van het jaar voor de directie",
        "Экспорт чая для совета",
        "이사회를 위한 차 수출",
        "صادرات الشاي لمجلس الإدارة",
        "Εξαγωγές τσαγιού",
    ],
)
def test_a_wish_in_a_third_language_is_one(wish: str) -> None:
    assert is_third(wish)


@pytest.mark.parametrize(
    "wish",
    [
        "Tea exports 2015–2024, for the board",
        "Why did Uji become the centre of Japanese tea?",
        "Tourism in Los Angeles and El Paso",
        "Los Angeles, El Paso",
        "Café de Flore: menu and prices",
        "Rio de Janeiro and São Paulo: what the two markets need",
        "Coca-Cola in El Salvador",
        "お茶の輸出を役員会に説明する",
        "宇治茶",
        "ＤＸ推進 roadmap",
        "KPIs 2024",
        "2024",
        "",
        "Translate “Les ventes de thé au Japon, pour le conseil”",
    ],
)
def test_english_and_japanese_with_foreign_names_are_not(wish: str) -> None:
    assert not is_third(wish)
