from __future__ import annotations

import asyncio
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from kasen.errors import ConfigurationError, HomeUnusable, InputError, Retryable, UnknownName
from kasen.knowledge.document import Ready
from kasen.knowledge.library import Skipped
from kasen.knowledge.search import parse
from kasen.knowledge.store import KnowledgeBase, drop, name_of, names, unreadable
from kasen.models.embedder_kinds import Kind

ADD = (
    "import asyncio, sys; from pathlib import Path; from kasen.knowledge.store import KnowledgeBase\n"
    "async def main():\n"
    "    base = await KnowledgeBase.open(Path(sys.argv[1]), 'x')\n"
    "    print('open', flush=True)\n"
    "    report = await base.add([Path(sys.argv[2])])\n"
    "    print(report.added)\n"
    "asyncio.run(main())\n"
)


def many(write: Callable[..., Path], folder: str, count: int, words: str) -> Path:
    for n in range(count):
        write(f"{folder}/{n}.txt", f"{words}{n}号の畑では{n * 31}キロの茶を摘んだ。{words}の話はここまで。")
    return write(f"{folder}/last.txt", f"{words}の最後の文書である。").parent


class Letters:
    """Vectors of letter counts: similar words, similar vectors."""

    model = "letters"
    kinds = ""

    async def embed(self, texts: Sequence[str], kind: Kind | None = None) -> list[list[float]]:
        return [[text.count(letter) + 0.01 for letter in "茶鹿静岡児coffe"] for text in texts]


@pytest.fixture
async def base(tmp_path: Path, write: Callable[..., Path], tea: str, coffee: str) -> KnowledgeBase:
    write("docs/茶.md", f"# 日本茶\n\n## 静岡\n\n{tea}\n")
    write("docs/coffee.txt", coffee)
    made = await KnowledgeBase.open(tmp_path, "x")
    await made.add([tmp_path / "docs"])
    return made


async def test_a_question_gets_the_passage_with_its_place(base: KnowledgeBase, tmp_path: Path, tea: str) -> None:
    hit = (await base.search("日本一の茶産地はどこですか？"))[0]
    assert tea in hit.passage.text
    assert hit.passage.headings == ("日本茶", "静岡")
    assert hit.source.uri == str(tmp_path / "docs/茶.md")
    assert (hit.source.title, hit.source.knowledge_base, hit.source.kind) == ("日本茶", "x", "document")
    text = (tmp_path / "docs/茶.md").read_text(encoding="utf-8")
    assert text[hit.passage.start : hit.passage.end] == hit.passage.text
    assert (await base.search("harvest of Arabica"))[0].source.title == "coffee"


async def test_the_same_document_has_the_same_ids_for_ever(base: KnowledgeBase, tmp_path: Path) -> None:
    first = (await base.search("茶産地"))[0]
    other = await KnowledgeBase.open(tmp_path, "x", create=False)
    assert (await other.search("茶産地"))[0].passage.id == first.passage.id


async def test_what_a_dictionary_cuts_otherwise_is_found_as_typed(base: KnowledgeBase) -> None:
    assert "牧之原台地" in (await base.search("原台"))[0].passage.text


@pytest.mark.parametrize("query", ["", "？", "の" * 5000, "\x00\ud800", '"(+-', "そんな言葉はない"])
async def test_any_query_is_answered(base: KnowledgeBase, query: str) -> None:
    assert isinstance(await base.search(query), list)


async def test_passages_whose_document_is_not_in_the_catalogue_are_never_found(
    base: KnowledgeBase, ready: Callable[..., Ready]
) -> None:
    base._index.add([(99, ready("half.txt", "書きかけの文書は見つからない。").chunks, [])])
    assert base._index.by_words("書きかけ", 5)
    assert await base.search("書きかけの文書") == []


async def test_sync_removes_what_has_vanished(base: KnowledgeBase, tmp_path: Path) -> None:
    (tmp_path / "docs/coffee.txt").unlink()
    report = await base.sync(tmp_path / "docs")
    assert (report.removed, report.unchanged) == (1, 1)
    assert await base.search("Arabica coffee") == []
    assert base.folder == str(tmp_path / "docs")


async def test_add_keeps_what_was_added_before(base: KnowledgeBase, write: Callable[..., Path]) -> None:
    await base.add([write("more/鹿児島.txt", "鹿児島県は霜の害が少なく、新茶の出荷が早い。")])
    assert base.totals() == (3, 3)


async def test_a_document_or_a_folder_can_be_removed(base: KnowledgeBase, tmp_path: Path) -> None:
    assert await base.remove(tmp_path / "docs/coffee.txt") == 1
    assert await base.remove(tmp_path / "docs") == 1
    assert base.totals() == (0, 0)
    with pytest.raises(UnknownName, match="is not in the knowledge base"):
        await base.remove(tmp_path / "docs")


async def test_a_duplicate_is_found_when_the_original_goes(base: KnowledgeBase, tmp_path: Path, coffee: str) -> None:
    copy = tmp_path / "docs/zcopy.txt"
    copy.write_text(coffee, encoding="utf-8")
    assert [Path(s.path).name for s in (await base.add([copy])).duplicates] == ["zcopy.txt"]
    (tmp_path / "docs/coffee.txt").unlink()
    await base.sync(tmp_path / "docs")
    assert (await base.search("Arabica"))[0].source.uri == str(copy)


async def test_names_are_checked_and_listed(tmp_path: Path) -> None:
    for bad in ("", "../x", "a/b", ".hidden", "x" * 65):
        with pytest.raises(InputError, match="cannot name a knowledge base"):
            await KnowledgeBase.open(tmp_path, bad)
    with pytest.raises(UnknownName, match="there is: none"):
        await KnowledgeBase.open(tmp_path, "x", create=False)
    await KnowledgeBase.open(tmp_path, "資料")
    assert names(tmp_path) == ["資料"]
    await drop(tmp_path, "資料")
    assert names(tmp_path) == []


async def test_a_base_that_is_deleted_while_it_is_read_is_gone_and_nothing_else(
    tmp_path: Path, write: Callable[..., Path]
) -> None:
    """Who reads meanwhile is told so, and does not hinder the deleting; a base of the same name begins anew."""
    folder = write("docs/a.md", "# Tea\n\nSencha is steamed.\n").parent
    said: list[BaseException | None] = []

    async def read(delay: float) -> None:
        await asyncio.sleep(delay)
        try:
            base = await KnowledgeBase.open(tmp_path, "tea", create=False)
            await asyncio.to_thread(base.totals)
            await base.search("sencha")
            await asyncio.to_thread(base.report)
        except UnknownName as error:
            said.append(error)

    for _ in range(6):
        assert (await (await KnowledgeBase.open(tmp_path, "tea")).add([folder])).added == 1
        await asyncio.gather(*(read(n / 400) for n in range(12)), drop(tmp_path, "tea"))
        assert names(tmp_path) == []
        assert not [one for one in (tmp_path / "kb").iterdir() if one.name.startswith(".")]
    assert said


async def test_a_folder_has_one_name_by_its_real_path(tmp_path: Path) -> None:
    (tmp_path / "my docs").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "my docs")
    assert name_of(tmp_path / "link") == name_of(tmp_path / "my docs")
    assert name_of(tmp_path / "my docs").startswith("docs-my-docs-")
    assert name_of(tmp_path) != name_of(tmp_path / "my docs")


async def test_a_home_that_cannot_be_written_is_said_so(tmp_path: Path) -> None:
    (tmp_path / "kb").write_text("a file", encoding="utf-8")
    with pytest.raises(HomeUnusable, match="cannot be opened"):
        await KnowledgeBase.open(tmp_path, "x")


async def test_a_missing_path_is_said_before_anything_is_done(base: KnowledgeBase, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="there is no file or folder"):
        await base.add([tmp_path / "docs", tmp_path / "nope"])


async def test_vectors_find_what_words_do_not_and_another_model_is_refused(
    tmp_path: Path, write: Callable[..., Path], tea: str, coffee: str
) -> None:
    folder = write("docs/a.txt", tea).parent
    write("docs/b.txt", coffee)
    base = await KnowledgeBase.open(tmp_path, "v", embedder=Letters())
    await base.add([folder])
    assert (await base.search("鹿鹿鹿静静岡岡"))[0].source.title == "a"
    plain = await KnowledgeBase.open(tmp_path, "v")
    assert (await plain.search("茶産地"))[0].source.title == "a", "words alone still work"
    with pytest.raises(ConfigurationError, match="embedding model `letters`") as refused:
        await plain.add([write("docs/c.txt", "new")])
    assert "kasen kb embed v" in refused.value.hint


class Words(Letters):
    """Another model, with vectors of another length."""

    model = "words"
    kinds = ""

    async def embed(self, texts: Sequence[str], kind: Kind | None = None) -> list[list[float]]:
        return [[vector[1], vector[0]] for vector in await super().embed(texts, kind)]


async def test_a_base_is_brought_to_another_model_without_reading_its_files_again(
    tmp_path: Path, write: Callable[..., Path], tea: str, coffee: str
) -> None:
    folder = write("docs/a.txt", tea).parent
    write("docs/b.txt", coffee)
    old = await KnowledgeBase.open(tmp_path, "v", embedder=Letters())
    await old.add([folder])
    shutil.rmtree(folder)
    base = await KnowledgeBase.open(tmp_path, "v", embedder=Words())
    assert await base.embed() == base.totals()[1] == 2
    assert base.model == "words"
    sent = Failing()
    sent.model, sent.down = "words", True
    assert await (await KnowledgeBase.open(tmp_path, "v", embedder=sent)).embed() == 2, (
        "they are there: nothing is sent"
    )
    assert (await base.search("茶茶茶茶"))[0].source.title == "a"
    assert await old.nearest(parse("鹿")) == [], "vectors of one model are not searched with those of another"
    assert (await old.search("日本一の茶産地"))[0].source.title == "a"
    await base.add([write("docs/c.txt", "鹿児島県では知覧茶が作られている。")])
    assert {hit.source.title for hit in await base.search("鹿児島県")} >= {"c"}
    plain = await KnowledgeBase.open(tmp_path, "v")
    assert await plain.embed() == 3
    assert (plain.model, (await plain.search("知覧茶"))[0].source.title) == ("", "c")
    await plain.add([write("docs/d.txt", "宇治の玉露は覆いをした茶園で摘む。")])
    assert (await plain.search("宇治の玉露"))[0].source.title == "d"


async def test_what_did_not_change_needs_no_vectors_and_is_not_refused(
    tmp_path: Path, write: Callable[..., Path], tea: str
) -> None:
    folder = write("docs/a.txt", tea).parent
    await (await KnowledgeBase.open(tmp_path, "v", embedder=Letters())).sync(folder)
    plain = await KnowledgeBase.open(tmp_path, "v")
    assert (await plain.sync(folder)).unchanged == 1
    write("docs/b.txt", "new words")
    with pytest.raises(ConfigurationError, match="was made with the embedding model `letters`, not with no"):
        await plain.sync(folder)


async def test_passages_without_vectors_take_more_of_the_kind_and_the_way_to_vectors_is_named(
    tmp_path: Path, write: Callable[..., Path], tea: str, caplog: pytest.LogCaptureFixture
) -> None:
    folder = write("docs/a.txt", tea).parent
    await (await KnowledgeBase.open(tmp_path, "v")).sync(folder)
    write("docs/b.txt", "宇治の玉露は覆いをした茶園で摘む。")
    base = await KnowledgeBase.open(tmp_path, "v", embedder=Letters())
    assert (await base.sync(folder)).added == 1
    assert (base.model, (await base.search("宇治の玉露"))[0].source.title) == ("", "b")
    assert "`kasen kb embed v` gives it vectors" in caplog.text
    assert await base.embed() == 2


class Failing(Letters):
    """A provider that answered while documents were added and is down now."""

    down = False

    async def embed(self, texts: Sequence[str], kind: Kind | None = None) -> list[list[float]]:
        if self.down:
            raise Retryable("letters: 503")
        return await super().embed(texts, kind)


async def test_a_provider_that_is_down_leaves_the_search_by_words(
    tmp_path: Path, write: Callable[..., Path], tea: str, caplog: pytest.LogCaptureFixture
) -> None:
    embedder = Failing()
    base = await KnowledgeBase.open(tmp_path, "v", embedder=embedder)
    await base.add([write("docs/a.txt", tea)])
    await base.search("荒茶")
    embedder.down = True
    assert (await base.search("荒茶"))[0].source.title == "a"
    assert "by words only" not in caplog.text, "the vector of a question is asked for once"
    for _ in range(2):
        assert (await base.search("茶産地"))[0].source.title == "a"
    assert caplog.text.count("is searched by words only") == 1


async def test_vectors_that_cannot_be_had_leave_a_base_that_is_searched_by_words(
    tmp_path: Path, write: Callable[..., Path], tea: str
) -> None:
    base = await KnowledgeBase.open(tmp_path, "v")
    await base.add([write("docs/a.txt", tea)])
    embedder = Failing()
    embedder.down = True
    again = await KnowledgeBase.open(tmp_path, "v", embedder=embedder)
    with pytest.raises(Retryable):
        await again.embed()
    assert (again.model, (await again.search("茶産地"))[0].source.title) == ("", "a")
    embedder.down = False
    assert await again.embed() == 1


async def test_many_documents_are_embedded_in_few_calls(tmp_path: Path, write: Callable[..., Path]) -> None:
    calls: list[int] = []

    class Counting(Letters):
        async def embed(self, texts: Sequence[str], kind: Kind | None = None) -> list[list[float]]:
            calls.append(len(texts))
            return await super().embed(texts, kind)

    folder = many(write, "docs", 60, "静岡県")
    base = await KnowledgeBase.open(tmp_path, "v", embedder=Counting())
    await base.add([folder])
    assert sum(calls) >= 60
    assert len(calls) <= 6


@pytest.mark.alone
async def test_the_event_loop_is_not_held_up_while_adding(tmp_path: Path, write: Callable[..., Path]) -> None:
    base = await KnowledgeBase.open(tmp_path, "x")
    folder = many(write, "docs", 300, "静岡県")
    gaps: list[float] = []

    async def tick() -> None:
        while True:
            begun = time.monotonic()
            await asyncio.sleep(0.01)
            gaps.append(time.monotonic() - begun)

    ticking = asyncio.create_task(tick())
    report = await base.add([folder])
    ticking.cancel()
    assert len(gaps) > 10
    assert max(gaps) < max(0.5, report.seconds / 3)


async def test_two_processes_add_and_search_at_once(tmp_path: Path, write: Callable[..., Path]) -> None:
    one, two = many(write, "one", 150, "静岡県"), many(write, "two", 150, "鹿児島県")
    started = [
        await asyncio.create_subprocess_exec(
            sys.executable, "-c", ADD, str(tmp_path), str(folder), stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        for folder in (one, two)
    ]
    base = await KnowledgeBase.open(tmp_path, "x")
    waiting = [asyncio.create_task(process.communicate()) for process in started]
    while not all(task.done() for task in waiting):
        for hit in await base.search("県の畑の茶"):
            assert hit.passage.text
        await asyncio.sleep(0.05)
    for task in waiting:
        out, err = task.result()
        assert out.split()[-1] == b"151", err.decode()
    assert base.totals()[0] == 302
    assert {h.source.title for h in await base.search("鹿児島県の最後の文書")} >= {"last"}
    assert base._index.docs() == base._catalogue.ids()


@pytest.mark.parametrize("written", [0, 1, 401])
async def test_kill_9_while_adding_leaves_nothing_half_written(
    tmp_path: Path, write: Callable[..., Path], written: int
) -> None:
    folder = many(write, "docs", 900, "静岡県")
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", ADD, str(tmp_path), str(folder), stdout=subprocess.PIPE
    )
    assert process.stdout
    await process.stdout.readline()
    watching = await KnowledgeBase.open(tmp_path, "x")
    while watching.totals()[0] < written:  # noqa: ASYNC110 - the other process has no event to wait for
        await asyncio.sleep(0.005)
    assert process.returncode is None
    process.kill()
    await process.communicate()
    base = await KnowledgeBase.open(tmp_path, "x")
    before = base.totals()[0]
    assert base._index.docs() == base._catalogue.ids()
    report = await base.add([folder])
    assert report.added == 901 - before
    assert report.unchanged == before
    assert base.totals() == (901, 901)
    assert base._index.docs() == base._catalogue.ids()


def test_reasons_are_listed_in_one_clause() -> None:
    skipped = [Skipped(f"/d/{n}.pdf", "is encrypted") for n in range(7)]
    assert unreadable(skipped, most=2) == "`0.pdf` is encrypted; `1.pdf` is encrypted; and 5 more"
