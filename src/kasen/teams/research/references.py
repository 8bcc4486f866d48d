"""Numbers of sources in the order of first citation, and the passages cited under each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from kasen.evidence.types import Passage, Source
from kasen.teams.research.checks import Checked, Cited
from kasen.teams.research.origins import origins
from kasen.tools.report.model import Citation, CitedPassage, Mark, Reference, Sentence, Words


class References:
    """Gives each source its number when it is first cited; ask for sentences in reading order."""

    def __init__(self, passages: Mapping[str, Passage], sources: Mapping[str, Source], docs: Sequence[Path]) -> None:
        self._passages = passages
        self._sources = sources
        self._docs = docs
        self._used: dict[str, dict[str, None]] = {}

    def sentence(self, checked: Checked, *, marks: Iterable[Mark] = (), text: str | None = None) -> Sentence:
        """A statement with its citations; `partial` is marked by itself."""
        found: list[Mark] = ["partial"] if checked.claim.support == "partial" else []
        return Sentence(
            text=checked.text if text is None else text,
            citations=self._citations(checked.cited),
            marks=tuple(dict.fromkeys([*found, *marks])),
            claim_id=checked.claim.id,
        )

    def origins(self) -> dict[str, str]:
        """Origin of each source that was kept, see `kasen.teams.research.origins`."""
        return origins(list(self._passages.values()), self._sources)

    def _citations(self, cited: Sequence[Cited]) -> tuple[Citation, ...]:
        words: dict[int, list[Words]] = {}
        for one in cited:
            number = self._number(one.passage_id)
            words.setdefault(number, []).append(Words(passage_id=one.passage_id, start=one.start, end=one.end))
        return tuple(Citation(reference=number, words=tuple(found)) for number, found in words.items())

    def _number(self, passage_id: str) -> int:
        source_id = self._passages[passage_id].source_id
        self._used.setdefault(source_id, {}).setdefault(passage_id)
        return list(self._used).index(source_id) + 1

    def listed(self) -> tuple[Reference, ...]:
        """Every source cited so far."""
        return tuple(self._reference(number, id) for number, id in enumerate(self._used, start=1))

    def source_ids(self) -> list[str]:
        """Ids of the sources cited so far, in the order of their numbers."""
        return list(self._used)

    def _reference(self, number: int, source_id: str) -> Reference:
        source = self._sources[source_id]
        cited = [self._passages[id] for id in self._used[source_id]]
        is_web = source.kind == "web"
        return Reference(
            number=number,
            title=source.title or source.uri,
            kind=source.kind,
            file="" if is_web else shown_path(source.uri, self._docs),
            publisher=source.publisher,
            published=source.published,
            fetched=source.fetched_at[:10],
            uri=source.uri if is_web else "",
            passages=tuple(
                CitedPassage(id=p.id, text=p.text, page=p.page, unit=source.unit, headings=p.headings) for p in cited
            ),
        )


def shown_path(uri: str, docs: Sequence[Path]) -> str:
    """The path of a document as the reader knows it: below a folder that was given, else the name of the file."""
    path = Path(uri)
    for folder in docs:
        whole = folder.expanduser().absolute()
        if path.is_relative_to(whole) and path != whole:
            return str(path.relative_to(whole))
    return path.name
