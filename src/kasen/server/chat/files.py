"""Files of messages: kept as uploads, and put where a team's request takes them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any

from kasen.server.file_fields import Marks, marks_of
from kasen.server.names import media_type_of
from kasen.server.upload_files import UploadFiles
from kasen.team import request_type

if TYPE_CHECKING:
    from kasen.server.caller import Caller
    from kasen.server.uploads import Uploads
    from kasen.team import Team

_PICTURES = frozenset({".png", ".jpg", ".jpeg", ".gif", ".webp"})


async def kept(files: Sequence[Mapping[str, str]], caller: Caller, uploads: Uploads) -> list[dict[str, str]]:
    """The files as uploads of the caller: `{name, url, media_type}` with `upload:ID`.

    Raises:
        UnknownName: an upload is not there, or another caller's.
        InputError: a data URL is malformed.
        Rejected: too much (413).
    """
    taking, found = UploadFiles(uploads, caller.owner), []
    for number, file in enumerate(files, start=1):
        path = Path(await taking.file(f"file {number}", {"url": file["url"], "name": file.get("name", "")}, ()))
        name = path.name
        found.append({"name": name, "url": f"upload:{path.parent.name}", "media_type": media_type_of(name)})
    return found


def placed(
    team: Team, request: dict[str, Any], files: Sequence[Mapping[str, Any]], *, mode: str = "", words: str = ""
) -> tuple[dict[str, Any], list[str]]:
    """The request with the files in the fields that take them, and the names of those that none takes."""
    made, left = dict(request), []
    for file in files:
        name = str(file["name"])
        field = _field(team, made, name, mode, words)
        if field is None:
            left.append(name)
            continue
        marks = marks_of(team)[field]
        made[field] = [*_listed(made.get(field)), file["url"]] if marks.many else file["url"]
    return made, left


def needed(team: Team) -> tuple[str, ...]:
    """Endings of the file without which the team cannot begin; empty where it needs none."""
    fields, marks = request_type(team).model_fields, marks_of(team)
    names = [name for name, one in marks.items() if one.file and fields[name].is_required()]
    return marks[names[0]].forms if names else ()


def _field(team: Team, request: Mapping[str, Any], name: str, mode: str, words: str) -> str | None:
    """The field for a file: one of this mode, then one that asks for its form, then one that takes any."""
    ending = PurePath(name).suffix.lower()
    ranked = [
        (rank, number, field)
        for number, (field, marks) in enumerate(marks_of(team).items())
        if (rank := _rank(team, field, marks, ending, mode, f"{name} {words}")) is not None
        and (marks.many or not request.get(field))
    ]
    return min(ranked)[2] if ranked else None


def _rank(team: Team, field: str, marks: Marks, ending: str, mode: str, said: str) -> int | None:
    if not marks.file or marks.text or (marks.words and not marks.forms):
        return None
    info = request_type(team).model_fields[field]
    extra = info.json_schema_extra
    modes = extra.get("modes") if isinstance(extra, dict) else None
    if isinstance(modes, list) and (mode or team.default_mode) not in modes:
        return None
    if marks.forms and ending not in marks.forms:
        return None
    if marks.forms and set(marks.forms) <= _PICTURES and field not in said.lower() and "ロゴ" not in said:
        return None
    if not marks.forms:
        return 5 if marks.many else 6
    if marks.words:
        return 4
    is_of_mode = isinstance(modes, list) and team.default_mode not in modes
    return 0 if is_of_mode else 1 if info.is_required() else 2 if marks.many else 3


def _listed(value: Any) -> list[Any]:
    return list(value) if isinstance(value, list | tuple) else [value] if value else []
