"""Write the made-up tables in `slides/`: run it from anywhere; files come out the same byte for byte.

Nothing in them was measured. The association, the shops and the museum do not exist.
"""

from __future__ import annotations

import csv
import io
import json
import re
import sys
import zipfile
from datetime import datetime
from pathlib import Path

_MADE = datetime(2026, 1, 1)  # noqa: DTZ001 - what Excel stores has no zone
REGIONS = {"North America": (620, 1.16), "Europe": (410, 1.09), "Asia": (530, 1.05), "Oceania": (90, 1.12)}
PRODUCTS = {"matcha": (0.58, 4.6, 1.06), "sencha": (0.30, 2.1, 1.01), "other": (0.12, 1.3, 0.97)}
YEARS = range(2020, 2025)
SHOPS = {
    "本店": (5_200, 38),
    "駅前店": (4_100, 45),
    "港町店": (2_650, 27),
    "山手店": (1_900, 19),
    "郊外店": (2_300, 33),
}
MONTHS = ((4, 0.96), (5, 1.02), (6, 0.93), (7, 1.05), (8, 1.18), (9, 0.97))


def main(folder: Path) -> None:
    """Write all of them into that folder."""
    files = {
        "tea_exports.csv": tea_exports(),
        "uriage.csv": uriage(),
        "shops.xlsx": shops(),
        "visitors.json": visitors(),
    }
    for name, data in files.items():
        (folder / name).write_bytes(data)


def tea_exports() -> bytes:
    """A long table with a title above it: year, region, product, tonnes, million yen, and a total row."""
    rows: list[list[object]] = []
    for age, year in enumerate(YEARS):
        for region, (tonnes, growth) in REGIONS.items():
            for product, (part, price, trend) in PRODUCTS.items():
                volume = round(tonnes * part * growth**age * trend**age)
                rows.append([year, region, product, volume, round(volume * price * 1.03**age)])
    head = [["Kasumi Tea Exporters (a fictional association): made-up figures"], []]
    names = ["year", "region", "product", "volume (t)", "value (million yen)"]
    total = ["Total", "", "", sum(int(str(r[3])) for r in rows), sum(int(str(r[4])) for r in rows)]
    return _csv([*head, names, *rows, total])


def uriage() -> bytes:
    """売上: months of an era, a unit above the table, thousands with commas, a minus sign as accountants write it."""
    rows: list[list[object]] = [["架空茶舗 月次売上(サンプルデータ・数値は架空)"], ["", "", "", "単位:千円"]]
    rows.append(["月", "店舗売上", "通販売上", "前年同月差"])
    for number, (month, factor) in enumerate((*MONTHS, (10, 1.01), (11, 1.08), (12, 1.31))):
        shop, online = round(16_150 * factor), round(3_400 * factor * 1.035**number)
        change = round(online * 0.21) - round(shop * (0.028 if month in (4, 6) else 0.006))
        rows.append([f"令和6年{month}月", f"{shop:,}", f"{online:,}", f"▲{-change:,}" if change < 0 else f"{change:,}"])
    return _csv(rows)


def shops() -> bytes:
    """Two sheets: monthly sales of five shops, and what the shops are."""
    from openpyxl import Workbook  # type: ignore[import-untyped]

    book = Workbook()
    sales = book.active
    sales.title = "売上"
    sales.append(["架空茶舗 店舗別売上(サンプルデータ・数値は架空)"])
    sales.append(["月", *(f"{name}(千円)" for name in SHOPS)])
    for month, factor in MONTHS:
        values = [round(size * factor * (1 + i / 60)) for i, (size, _) in enumerate(SHOPS.values())]
        sales.append([datetime(2024, month, 1), *values])  # noqa: DTZ001 - what Excel stores has no zone
        sales.cell(sales.max_row, 1).number_format = 'yyyy"年"m"月"'
    about = book.create_sheet("店舗")
    about.append(["店舗", "席数", "平均客単価(円)", "再来店率"])
    for index, (name, (_, seats)) in enumerate(SHOPS.items()):
        about.append([name, seats, 1_180 + 90 * index, 0.31 + index * 0.035])
        about.cell(about.max_row, 4).number_format = "0.0%"
    book.properties.created = book.properties.modified = _MADE
    stream = io.BytesIO()
    book.save(stream)
    return _same_each_time(stream.getvalue())


def visitors() -> bytes:
    """Nested JSON: visitors of a museum by month and kind of ticket."""
    months = [f"2024-{month:02}" for month in range(1, 13)]
    season = (0.7, 0.75, 1.05, 1.2, 1.3, 0.9, 0.95, 1.4, 1.0, 1.15, 1.1, 0.85)
    items = [
        {
            "month": month,
            "visitors": {"adults": round(8_200 * f), "children": round(2_300 * f * (1.35 if f > 1.15 else 1))},
        }
        for month, f in zip(months, season, strict=True)
    ]
    about = {"museum": "Lantern Museum (fictional)", "note": "made-up figures", "data": {"months": items}}
    return (json.dumps(about, ensure_ascii=False, indent=1) + "\n").encode()


def _csv(rows: list[list[object]]) -> bytes:
    stream = io.StringIO(newline="")
    csv.writer(stream, lineterminator="\n").writerows(rows)
    return stream.getvalue().encode()


def _same_each_time(archive: bytes) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(archive)) as old, zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            data = old.read(name)
            if name == "docProps/core.xml":
                data = re.sub(rb"(<dcterms:modified[^>]*>)[^<]*", rb"\g<1>2026-01-01T00:00:00Z", data)
            new.writestr(zipfile.ZipInfo(name, _MADE.timetuple()[:6]), data, zipfile.ZIP_DEFLATED)
    return made.getvalue()


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent / "slides")
