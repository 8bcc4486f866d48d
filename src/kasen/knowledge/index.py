"""The passages in LanceDB: full-text search over normalised text, and vectors when there is an embedding model."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from datetime import timedelta
from functools import cached_property
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any, NamedTuple

from kasen.knowledge.document import ReadyChunk

if TYPE_CHECKING:
    import pyarrow as pa

_LOADING = Lock()
_TABLE = "passages"
_COLUMNS = ["doc", "text", "match", "page", "headings", "start", "end"]
_KEEP_VERSIONS = timedelta(hours=1)
"""How long readers that opened an old version may go on with it."""


class Candidate(NamedTuple):
    """A passage that the index found. `score` is BM25 over its words, or likeness of its vector; higher is better."""

    doc: int
    text: str
    match: str
    page: int | None
    headings: tuple[str, ...]
    start: int
    end: int
    score: float
    language: str = ""
    """Of those that vectors found: that of its document."""
    usual: float = 0.0
    """How like, by vectors, passages of its language are to this question as a rule."""


class Index:
    """The table of one knowledge base, connected when it is first used. Methods block; call them in a thread."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._table: Any = None

    def add(self, documents: Iterable[tuple[int, Sequence[ReadyChunk], Sequence[Sequence[float]]]]) -> None:
        """Add passages of documents, with their vectors if there are any, in one transaction."""
        load_lancedb()
        import pyarrow as pa

        rows = [
            {
                **chunk.model_dump(include={"text", "match", "page", "start", "end"}),
                "doc": doc,
                "headings": list(chunk.headings),
            }
            | ({"vector": list(vectors[i])} if vectors else {})
            for doc, chunks, vectors in documents
            for i, chunk in enumerate(chunks)
        ]
        if not rows:
            return
        schema = _schema(len(rows[0].get("vector", ())))
        self._open_or_create(schema).add(pa.Table.from_pylist(rows, schema=schema))

    def delete(self, docs: Sequence[int]) -> None:
        """Remove the passages of documents."""
        table = self._open()
        for i in range(0, len(docs), 500):
            if table is not None:
                table.delete(f"doc IN ({', '.join(map(str, docs[i : i + 500]))})")

    def docs(self) -> set[int]:
        """Ids of the documents that have passages here."""
        table = self._open()
        if table is None:
            return set()
        return set(table.search().select(["doc"]).limit(None).to_arrow()["doc"].to_pylist())

    def optimize(self) -> None:
        """Bring the full-text index up to date and put small files together; searching works without it, slower."""
        table = self._open()
        if table is not None:
            table.optimize(cleanup_older_than=_KEEP_VERSIONS)

    def by_words(self, query: str, limit: int) -> list[Candidate]:
        """The best passages by BM25 over words. No text of a query is syntax."""
        table = self._open()
        if table is None or not query.strip():
            return []
        match = load_lancedb().query.MatchQuery(query, "match")
        found = table.search(match, query_type="fts").select([*_COLUMNS, "_score"]).limit(limit)
        return _candidates(found.to_list(), "_score", 1.0)

    def by_vector(self, vector: Sequence[float], limit: int, where: str = "") -> list[Candidate]:
        """The nearest passages by cosine, of those that meet a condition."""
        table = self._open()
        if table is None or "vector" not in table.schema.names:
            return []
        found = table.search(list(vector), vector_column_name="vector").distance_type("cosine")
        found = found.where(where, prefilter=True) if where else found
        return _candidates(found.select([*_COLUMNS, "_distance"]).limit(limit).to_list(), "_distance", -1.0)

    def vectors(self, where: str, limit: int) -> list[list[float]]:
        """Some of the vectors of passages that meet a condition."""
        table = self._open()
        if table is None or "vector" not in table.schema.names:
            return []
        found = table.search().where(where) if where else table.search()
        some: list[list[float]] = found.select(["vector"]).limit(limit).to_arrow()["vector"].to_pylist()
        return some

    @property
    def version(self) -> int:
        """Goes up whenever passages are written; 0 while there are none."""
        table = self._open()
        return 0 if table is None else int(table.version)

    def containing(self, words: str, limit: int) -> list[Candidate]:
        """Passages that hold the words as they are, however a dictionary would cut them. Reads every passage."""
        table = self._open()
        if table is None:
            return []
        quoted = words.replace("'", "''")
        found = table.search().where(f"contains(match, '{quoted}')").select(_COLUMNS).limit(limit)
        return _candidates(found.to_list(), "", 0.0)

    def matches(self) -> list[str]:
        """The normalised text of every passage, in the order in which `put_vectors` takes their vectors."""
        table = self._open()
        return [] if table is None else table.search().select(["match"]).limit(None).to_arrow()["match"].to_pylist()

    def put_vectors(self, numbers: array[float], dimensions: int) -> None:
        """Write all passages again with these vectors, one after the other in `numbers`; 0 dimensions: without any."""
        import pyarrow as pa

        table = self._open()
        if table is None:
            return
        schema = _schema(dimensions)
        rows = table.search().select(_COLUMNS).limit(None).to_arrow().select(_COLUMNS)
        if dimensions:
            flat = pa.Array.from_buffers(pa.float32(), len(numbers), [None, pa.py_buffer(numbers)])
            rows = rows.append_column("vector", pa.FixedSizeListArray.from_arrays(flat, dimensions))
        self._table = self._db.create_table(_TABLE, data=rows.select(schema.names).cast(schema), mode="overwrite")
        self._open_or_create(schema)

    @cached_property
    def _db(self) -> Any:
        return load_lancedb().connect(self._folder, read_consistency_interval=timedelta(0))

    def _open(self) -> Any:
        if self._table is None and _TABLE in self._db.list_tables().tables:
            try:
                self._table = self._db.open_table(_TABLE)
            except ValueError as error:  # its folder is listed while its first version is being written
                if "not found" not in str(error) or (self._folder / f"{_TABLE}.lance" / "data").exists():
                    raise
        return self._table

    def _open_or_create(self, schema: pa.Schema) -> Any:
        table = self._open()
        if table is None:
            table = self._db.create_table(_TABLE, schema=schema, exist_ok=True)
            self._table = table
        if not any("match" in index.columns for index in table.list_indices()):
            table.create_index("match", config=load_lancedb().index.FTS(base_tokenizer="icu"))
        return table


def load_lancedb() -> Any:
    """LanceDB, imported by one thread: two that import it at once find parts of it half made."""
    with _LOADING:
        import lancedb
    return lancedb


def _schema(dimensions: int) -> pa.Schema:
    import pyarrow as pa

    fields = [
        pa.field("doc", pa.int64(), nullable=False),
        pa.field("text", pa.string(), nullable=False),
        pa.field("match", pa.string(), nullable=False),
        pa.field("page", pa.int32()),
        pa.field("headings", pa.list_(pa.string())),
        pa.field("start", pa.int64(), nullable=False),
        pa.field("end", pa.int64(), nullable=False),
    ]
    if dimensions:
        fields.append(pa.field("vector", pa.list_(pa.float32(), dimensions)))
    return pa.schema(fields)


def _candidates(rows: list[dict[str, Any]], column: str, sign: float) -> list[Candidate]:
    return [
        Candidate(
            doc=row["doc"],
            text=row["text"],
            match=row["match"],
            page=row["page"],
            headings=tuple(row["headings"] or ()),
            start=row["start"],
            end=row["end"],
            score=sign * row[column] if column else 0.0,
        )
        for row in rows
    ]
