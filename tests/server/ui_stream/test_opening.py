from __future__ import annotations

from kasen.server.ui_stream.opening import SHORT, opening

REPORT = """# Tea

2026-11-22 · quick

> Only quotations.

## Executive Summary

Uji was first.[^1] It had fog.

Second paragraph.

## Key Findings

- one

[^1]: x
"""


def test_a_report_opens_with_its_warning_and_its_summary() -> None:
    assert opening(REPORT) == ["> Only quotations.", "Uji was first. It had fog.", "Second paragraph."]


def test_without_a_summary_what_stands_first_is_taken_and_tables_are_left_out() -> None:
    text = "# Review\n\n**8.3 / 10**\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\nノート: x\n\nMeasured.\n\n```\ncode\n```\n"
    assert opening(text) == ["**8.3 / 10**", "Measured."]


def test_a_long_document_is_cut_at_a_sentence() -> None:
    found = opening("茶は霧の多い土地で育つ。" * 100)
    assert len(found) == 1
    assert found[0].endswith("。")
    assert len(found[0]) <= SHORT


def test_an_empty_document_opens_with_nothing() -> None:
    assert opening("") == []
    assert opening("# Only a title") == []
