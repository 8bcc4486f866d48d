from __future__ import annotations

import random
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from kasen.knowledge.chunk import FRAGMENT, GOAL, MAX, chunks, strategy
from kasen.knowledge.document import Writer
from kasen.knowledge.formats.markdown import read_markdown
from kasen.knowledge.formats.text import read_text


def sentences(count: int, seed: int = 0) -> str:
    rng = random.Random(seed)
    return "".join("静岡県の茶" * rng.randint(2, 12) + "。" for _ in range(count))


def test_running_text_is_cut_between_sentences_at_500_to_1000_characters() -> None:
    text = sentences(200)
    made = chunks(read_text(text.encode()))
    assert len(made) > 5
    assert all(GOAL <= chunk.length <= MAX for chunk in made)
    assert all(text[chunk.end - 1] == "。" for chunk in made)
    assert "".join(text[c.start : c.end] for c in made) == text


def test_english_is_cut_between_sentences_too() -> None:
    text = "Tea is grown in Shizuoka by Mr. Sato. It is picked by hand in May. " * 60
    made = chunks(read_text(text.encode()))
    assert all(text[c.start : c.end].endswith(".") and c.length <= MAX for c in made)


def test_a_wrapped_sentence_is_not_cut_at_the_end_of_its_line() -> None:
    text = "The monk sold brewed tea in the streets of Kyoto and praised\nhis friend. Others made it known. " * 20
    made = chunks(read_text(text.encode()))
    assert len(made) > 1
    assert all(text[c.end - 1] == "." for c in made)


def test_one_huge_line_of_cells_is_cut_in_time_that_grows_with_its_length() -> None:
    made = chunks(read_text(b"a | " * 100_000))
    assert max(c.length for c in made) <= MAX


def test_sections_stay_whole_and_know_their_headings() -> None:
    text = f"# 茶\n\n{sentences(6, 1)}\n\n## 静岡\n\n{sentences(6, 2)}\n\n## 鹿児島\n\n{sentences(40, 3)}"
    made = read_markdown(text)
    assert strategy(made) == "hybrid"
    found = chunks(made)
    assert [c.headings for c in found][:2] == [("茶",), ("茶", "静岡")]
    assert {c.headings for c in found[2:]} == {("茶", "鹿児島")}
    assert not any(text[c.start : c.end].startswith("#") for c in found)


def test_strategies() -> None:
    assert strategy(read_markdown("# a\n\nshort\n\n# b\n\nshort")) == "markdown"
    assert strategy(read_text(sentences(100).encode())) == "recursive"


def test_a_fragment_joins_its_neighbour_but_never_across_pages() -> None:
    writer = Writer()
    writer.add("短い。", page=1)
    writer.add("長" * 150 + "。", page=2)
    writer.add("章", kind="heading", page=2, headings=("章",))
    writer.add("切れ端。", page=2, headings=("章",))
    found = chunks(writer.done())
    assert [c.page for c in found] == [1, 2]
    assert found[1].length > 150


def read(text: str) -> list[tuple[tuple[str, ...], str]]:
    return [(c.headings, text[c.start : c.end]) for c in chunks(read_markdown(text))]


def test_short_sections_that_are_joined_keep_their_own_headings_as_lines() -> None:
    sections = "## 開館\n\n九時に開く。\n\n## 休館\n\n月曜に休む。"
    assert read(f"# 図書館\n\n{sections}") == [(("図書館",), sections)]
    assert read(sections) == [((), sections)]
    deeper = "## 開館\n\n### 平日\n\n九時に開く。\n\n### 祝日\n\n十時に開く。\n\n## 休館\n\n月曜に休む。"
    assert read(f"# 図書館\n\n{deeper}") == [(("図書館",), deeper)]


def test_a_long_section_does_not_lend_its_heading_to_a_short_one() -> None:
    long = "静岡県の茶。" * 50
    ((headings, words),) = read(f"# 静岡\n\n{long}\n\n# 宇治\n\n京都の茶。")
    assert (headings, words.startswith("# 静岡"), "# 宇治" in words) == ((), True, True)
    ((headings, words),) = read(f"# 宇治\n\n京都の茶。\n\n# 静岡\n\n{long}")
    assert (headings, words.startswith("# 宇治"), "# 静岡" in words) == ((), True, True)


def test_a_short_section_stands_alone_beside_a_piece_that_has_lost_its_heading() -> None:
    found = read(f"# 静岡\n\n{sentences(40, 3)}\n\n# 宇治\n\n京都の茶。")
    assert len(found) > 2
    assert {headings for headings, _ in found[:-1]} == {("静岡",)}
    assert found[-1] == (("宇治",), "京都の茶。")


def test_two_small_tables_of_a_sheet_are_not_put_under_the_headings_of_one() -> None:
    writer = Writer()
    writer.add("宇治 | 3", kind="table", page=1, headings=("売上", "店 | 数"))
    writer.add("佐藤 | 5", kind="table", page=1, headings=("売上", "人 | 日"), gap="\n")
    assert [c.headings[-1] for c in chunks(writer.done())] == ["店 | 数", "人 | 日"]


def test_a_joined_passage_with_its_headings_is_no_longer_than_others() -> None:
    long = "茶" * 940
    found = read(f"# {'静' * 30}\n\n{long}\n\n# {'宇' * 30}\n\n京都の茶。")
    assert [headings[0][0] for headings, _ in found] == ["静", "宇"]


def test_a_short_document_is_one_passage_and_is_not_lost() -> None:
    for text in ("会議は火曜日。", "tea", "# 見出しだけ"):
        made = chunks(read_markdown(text))
        assert len(made) == 1
        assert text[made[0].start : made[0].end] == text


def test_a_text_without_any_place_to_cut_is_cut_anyway() -> None:
    made = chunks(read_text(("あ" * 10_000).encode()))
    assert all(c.length <= MAX for c in made)
    assert sum(c.length for c in made) == 10_000


def test_half_a_million_characters_are_cut_in_linear_steps() -> None:
    made = chunks(read_text(sentences(16_000).encode()))
    assert len(made) > 400
    assert min(c.length for c in made) >= FRAGMENT


@given(st.text(st.sampled_from("あ静a \n。.、#|"), max_size=3000))
@settings(max_examples=60, deadline=None)
def test_no_letter_is_lost_or_doubled(text: str) -> None:
    document = read_text(text.encode())
    made = chunks(document)
    assert all(0 < c.length <= MAX + FRAGMENT for c in made)
    assert all(a.end <= b.start for a, b in pairwise(made))
    assert sum(document.text[c.start : c.end].count("静") for c in made) >= document.text.count("静") - sum(
        document.text[b.start : b.end].count("静") for b in document.blocks if b.kind == "heading"
    )
