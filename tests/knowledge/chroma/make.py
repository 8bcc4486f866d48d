"""How the stores beside this file were written: `python make.py FOLDER`, by chromadb 0.4.24, 0.5.23 and 1.3.5.

Each is its `chroma.sqlite3`, compressed; the files of vectors are left out, for nothing reads them.
"""

from __future__ import annotations

import random
import sys
from typing import Any

PIECE = 500
STEP = 400


def main(folder: str) -> None:
    import chromadb  # type: ignore[import-not-found]

    client = chromadb.PersistentClient(path=folder, settings=chromadb.config.Settings(anonymized_telemetry=False))
    held = client.create_collection("research_agent_collection")
    text = "".join(f"Sentence {n} of the first document tells of tea garden {n}. " for n in range(40))
    pieces = [text[at : at + PIECE] for at in range(0, len(text), STEP)]
    told: list[dict[str, Any]] = [{"source": "documents/tea.md", "chunk_index": n} for n in range(len(pieces))]
    add(held, [f"a{n}" for n in range(len(pieces))], pieces, [{**one, "quality": 0.8} for one in told])
    japanese = ["二ページ目：碾茶は石臼で挽かれて抹茶になる。", "一ページ目：宇治では覆いをかけた茶園で碾茶を育てる。"]
    add(held, ["p2", "p1"], japanese, [{"source": "/srv/old/宇治茶.pdf", "page": page} for page in (1, 0)])
    add(held, ["x"], ["An entry of which nothing else is known."], None)
    add(held, ["gone"], ["This was deleted."], [{"source": "gone.txt"}])
    held.delete(ids=["gone"])
    client.create_collection("empty")


def add(held: Any, ids: list[str], documents: list[str], metadatas: list[dict[str, Any]] | None) -> None:
    given = {"ids": ids, "documents": documents, "embeddings": [[random.random() for _ in range(4)] for _ in ids]}
    held.add(**given, **({"metadatas": metadatas} if metadatas else {}))


if __name__ == "__main__":
    main(sys.argv[1])
