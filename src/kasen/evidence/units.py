"""Units of numbers in Japanese and English, each as a kind of quantity and a factor to its base.

Factors of units of measure are those of the SI brochure (9th ed., 2019) and, for non-SI units in common use,
of its table 8.
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import NamedTuple


class Unit(NamedTuple):
    """What a number counts: two numbers are comparable when the kinds are equal; value × factor is in the base."""

    kind: str
    factor: Fraction


NO_UNIT = Unit("", Fraction(1))
CLOCK = Unit("clock", Fraction(60))
"""Of times of day, in hours; the base is minutes after midnight."""

# kind: {factor: spellings}. Words of Latin letters are matched whole and without case; `_` stands for a space.
_TABLE: dict[str, dict[str, str]] = {
    "%": {
        "1": "% percent パーセント",
        "10": "割",
    },
    "points": {"1": "ポイント パーセントポイント %ポイント percentage_point percentage_points"},
    "yen": {"1": "円 yen jpy"},
    "dollar": {"1": "ドル 米ドル dollar dollars usd", "1/100": "セント cent cents"},
    "euro": {"1": "ユーロ euro euros eur"},
    "pound sterling": {"1": "ポンド gbp"},
    "mass": {
        "1/1000000": "μg mcg マイクログラム microgram micrograms",
        "1/1000": "mg ミリグラム milligram milligrams",
        "1": "g グラム gram grams",
        "45359237/100000": "lb lbs",
        "1000": "kg キログラム kilogram kilograms kilo kilos",
        "1000000": "t トン tonne tonnes ton tons",
    },
    "length": {
        "1/1000000": "μm マイクロメートル micrometre micrometres micrometer micrometers micron microns ミクロン",
        "1/1000": "mm ミリメートル millimetre millimetres millimeter millimeters",
        "1/100": "cm センチ センチメートル centimetre centimetres centimeter centimeters",
        "254/10000": "インチ inch inches",
        "3048/10000": "フィート foot feet ft",
        "9144/10000": "ヤード yard yards",
        "1609344/1000": "マイル mile miles",
        "1": "m メートル metre metres meter meters",
        "1000": "km キロ キロメートル kilometre kilometres kilometer kilometers",
    },
    "volume": {
        "1/10": "dl デシリットル",
        "1": "l リットル litre litres liter liters",
        "16387064/1000000000": "立方インチ cubic_inch cubic_inches",
        "28316846592/1000000000": "立方フィート cubic_foot cubic_feet cu_ft ft3",
        "764554857984/1000000000": "立方ヤード cubic_yard cubic_yards",
        "1000": "kl キロリットル m3 立方メートル cubic_metre cubic_metres cubic_meter cubic_meters",
        "1/1000": "ml cc ミリリットル millilitre millilitres milliliter milliliters"
        " cm3 立方センチ 立方センチメートル cubic_centimetre cubic_centimetres cubic_centimeter cubic_centimeters",
        "1000000000000": "km3 立方キロ 立方キロメートル cubic_kilometre cubic_kilometres cubic_kilometer"
        " cubic_kilometers",
    },
    "gallons": {"1": "ガロン gallon gallons"},
    "barrels": {"1": "バレル barrel barrels"},
    "area": {
        "1/10000": "cm2 平方センチ 平方センチメートル square_centimetre square_centimetres square_centimeter"
        " square_centimeters",
        "9290304/100000000": "平方フィート square_foot square_feet sq_ft ft2",
        "83612736/100000000": "平方ヤード square_yard square_yards",
        "1": "m2 平方メートル square_metre square_metres square_meter square_meters sq_m",
        "2589988110336/1000000": "平方マイル square_mile square_miles sq_mi",
        "100": "アール",
        "40468564224/10000000": "エーカー acre acres",
        "10000": "ha ヘクタール hectare hectares",
        "1000000": "km2 平方キロ 平方キロメートル square_kilometre square_kilometres square_kilometer"
        " square_kilometers sq_km",
    },
    "power": {
        "1": "w ワット watt watts",
        "1000": "kw キロワット kilowatt kilowatts",
        "1000000": "mw メガワット megawatt megawatts",
        "1000000000": "gw ギガワット gigawatt gigawatts",
        "1000000000000": "tw テラワット terawatt terawatts",
    },
    "energy": {
        "1": "wh ワット時 watt-hour watt-hours watt_hour watt_hours",
        "1000": "kwh キロワット時 キロワットアワー kilowatt-hour kilowatt-hours kilowatt_hour kilowatt_hours",
        "1000000": "mwh メガワット時 megawatt-hour megawatt-hours megawatt_hour megawatt_hours",
        "1000000000": "gwh ギガワット時 gigawatt-hour gigawatt-hours gigawatt_hour gigawatt_hours",
        "1000000000000": "twh テラワット時 terawatt-hour terawatt-hours terawatt_hour terawatt_hours",
    },
    "frequency": {
        "1": "hz ヘルツ hertz",
        "1000": "khz キロヘルツ kilohertz",
        "1000000": "mhz メガヘルツ megahertz",
        "1000000000": "ghz ギガヘルツ gigahertz",
    },
    "memory": {
        "1": "バイト byte bytes",
        "1000": "kb キロバイト kilobyte kilobytes",
        "1000000": "mb メガバイト megabyte megabytes",
        "1000000000": "gb ギガバイト gigabyte gigabytes",
        "1000000000000": "tb テラバイト terabyte terabytes",
        "1000000000000000": "pb ペタバイト petabyte petabytes",
    },
    "speed": {
        "1": "kph",
        "1609344/1000000": "mph",
        "1852/1000": "ノット knot knots",
    },
    "time": {
        "1": "秒 秒間 second seconds sec",
        "60": "分間 分 minute minutes min",
        "3600": "時間 hour hours",
    },
    "days": {"1": "日間 日 day days", "7": "週間 週 week weeks"},
    "months": {
        "1": "か月 ヶ月 カ月 ヵ月 ケ月 箇月 か月間 ヶ月間 カ月間 month months",
        "12": "年間 年 year years",
        "120": "decade decades",
        "1200": "世紀 century centuries",
    },
    "celsius": {"1": "°c 度 degrees degree"},
    "fahrenheit": {"1": "°f fahrenheit"},
    "people": {"1": "人 名 people persons person"},
    "times over": {"1": "倍 fold times"},
    "times": {"1": "回"},
    "cases": {"1": "件 case cases"},
    "pieces": {"1": "個 つ piece pieces item items"},
    "countries": {"1": "か国 カ国 ヶ国 ヵ国 country countries"},
    "prefectures": {"1": "都道府県 県 prefecture prefectures"},
    "long things": {"1": "本"},
    "cups": {"1": "杯 cup cups"},
    "kinds": {"1": "種 種類 kind kinds type types variety varieties"},
    "rank": {"1": "位 st nd rd th 番目"},
    "calories": {"1": "kcal キロカロリー"},
    "groups": {"1": "組"},
    "households": {"1": "世帯 household households"},
    "companies": {"1": "社 company companies"},
    "shops": {"1": "軒 店 店舗 shop shops"},
    "ages": {"1": "歳 才"},
    "generation": {"1": "代目 代"},
}


def _build() -> dict[str, Unit]:
    return {
        name.replace("_", " "): Unit(kind, Fraction(factor))
        for kind, rows in _TABLE.items()
        for factor, names in rows.items()
        for name in names.split()
    }


UNITS = _build()
"""Spelling (NFKC, casefolded) to unit."""
IMPERIAL = frozenset(
    UNITS[name]
    for name in (
        *("inch", "foot", "yard", "mile", "acre", "lb", "cubic inch", "cubic foot", "cubic yard"),
        *("square foot", "square yard", "square mile", "mph", "knot"),
    )
)
"""Units whose amounts are mostly rounded when they are told in metres, hectares or grams."""
_MEASURED = """
% points yen dollar euro mass length volume gallons barrels area power energy frequency memory speed time days months
celsius fahrenheit calories
"""
MEASURES = frozenset([*_MEASURED.split(), "pound sterling"])
"""Kinds of quantities that are measured, not counted: no noun says the same as a unit of theirs."""
SPEEDS = {
    "hour": Fraction(1, 1000),
    "minute": Fraction(60, 1000),
    "second": Fraction(3600, 1000),
}
"""What makes metres in such a time kilometres in an hour, the base of speeds."""
CURRENCY_SIGNS = {"¥": UNITS["円"], "$": UNITS["ドル"], "€": UNITS["ユーロ"], "£": UNITS["ポンド"]}

_CJK_NAMES = sorted((n for n in UNITS if not n.isascii() or n == "%"), key=len, reverse=True)
_LATIN_NAMES = sorted((n.replace(" ", r"\s") for n in UNITS if n.isascii() and n != "%"), key=len, reverse=True)
UNIT_PATTERN = f"(?:{'|'.join(map(re.escape, _CJK_NAMES))}|(?:{'|'.join(_LATIN_NAMES)})(?![a-z0-9]))"
"""Regular expression of one unit, on NFKC and casefolded text."""
CJK_UNIT_PATTERN = f"(?:{'|'.join(map(re.escape, _CJK_NAMES))})"
