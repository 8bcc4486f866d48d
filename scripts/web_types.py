"""Print OpenAPI documents from which the types of `web/` are written: the server's, the events', each team's result.

Usage: scripts/web_types.py FOLDER: one JSON file each.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from pydantic import BaseModel, TypeAdapter

from kasen.runtime.events import Event
from kasen.server.app import description
from kasen.team import load, load_object, names

REF = "#/components/schemas/{model}"


def main() -> None:
    """Write the documents into the folder."""
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    documents = {"server": description(), "events": _alone("Event", TypeAdapter(Event))}
    for team in map(load, names()):
        if not team.internal or team.terminal_only:
            result: type[BaseModel] = load_object(team.result)
            documents[team.name] = _alone("Result", TypeAdapter(result))
    for name, document in documents.items():
        (folder / f"{name}.json").write_text(json.dumps(document, ensure_ascii=False, indent=1), encoding="utf-8")


def _alone(name: str, adapter: TypeAdapter[Any]) -> dict[str, Any]:
    """A document without paths: the type as it is answered, under that name."""
    schema = adapter.json_schema(mode="serialization", ref_template=REF)
    parts = schema.pop("$defs", {})
    return {
        "openapi": "3.1.0",
        "info": {"title": name, "version": "1"},
        "paths": {},
        "components": {"schemas": {**parts, name: schema}},
    }


if __name__ == "__main__":
    main()
