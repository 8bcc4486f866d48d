"""Works to show: from items.yaml, from a folder, or from what GitHub exports."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import yaml

from kasen.errors import InputError
from kasen.knowledge.document import Unreadable
from kasen.teams.resume.document.hidden import find_hidden
from kasen.teams.resume.not_yaml import why_not_yaml
from kasen.teams.resume.portfolio_folder import archive_files, items_file, works_in
from kasen.teams.resume.portfolio_records import Work, bounded, work_of, works_of
from kasen.teams.resume.schemas.portfolio import PortfolioItem
from kasen.teams.resume.schemas.posting import Hidden
from kasen.tools.plain_yaml import plain_yaml

MOST = 200
"""Works that are read; the rest is left out."""
_BYTES = 20 << 20
_FORMS = (
    "Give items.yaml, a folder of works, or what "
    "`gh repo list --json name,description,url,repositoryTopics,languages` prints."
)
_FIELDS = "Give each work a title: a list of `- title: …` with description, url and technologies."


def read_portfolio(path: str) -> tuple[list[PortfolioItem], list[Hidden]]:
    """The works under a path as P1, P2, …, at most 200, hidden words taken out, and those words.

    YAML or JSON: a list of works, a mapping of titles, or repositories as GitHub's command line, its API or its export
    of an account lists them. A folder: items.yaml or such an export in it, else one work for each folder with a README
    and each Markdown file. Raises InputError in one sentence.
    """
    place = Path(path)
    try:
        if place.is_dir():
            works = _of_folder(place)
        elif place.is_file():
            works = _of_file(place)
        else:
            raise InputError(f"there is no portfolio at `{path}`", hint=_FORMS)
    except Unreadable as reason:
        raise InputError(f"the portfolio `{place.name}` {reason}", hint=_FORMS) from reason
    except OSError as error:
        raise InputError(f"the portfolio `{place.name}` cannot be read ({error.strerror or error})") from error
    if not works:
        raise InputError(f"the portfolio `{place.name}` holds no works", hint=_FORMS)
    return _items(works)


def _of_folder(folder: Path) -> list[Work]:
    listed = items_file(folder)
    if listed is not None:
        return _of_file(listed)
    exported = archive_files(folder)
    if exported:
        return [work for file in exported for work in _of_file(file)]
    return works_in(folder)


def _of_file(file: Path) -> list[Work]:
    if file.suffix.lower() in (".md", ".markdown", ".qmd"):
        return works_in(file)
    if file.suffix.lower() not in (".yaml", ".yml", ".json"):
        raise InputError(f"the portfolio `{file.name}` is neither YAML, JSON nor Markdown", hint=_FORMS)
    works = works_of(_loaded(file))
    if works is None:
        raise InputError(f"`{file.name}` holds no list of works", hint=_FIELDS)
    read = [work_of(one) for one in works[: MOST * 5]]
    wrong = next((n for n, work in enumerate(read, start=1) if work is None), 0)
    if wrong:
        raise InputError(f"work {wrong} of `{file.name}` has no title", hint=_FIELDS)
    return [work for work in read if work is not None]


def _loaded(file: Path) -> Any:
    """What the file holds. Raises InputError."""
    if file.stat().st_size > _BYTES:
        raise InputError(f"the portfolio `{file.name}` is too large (more than {_BYTES >> 20} MB)")
    is_json = file.suffix.lower() == ".json"
    load: Callable[[str], Any] = json.loads if is_json else plain_yaml
    try:
        return load(file.read_text(encoding="utf-8-sig"))
    except UnicodeDecodeError as error:
        raise InputError(f"`{file.name}` is not UTF-8", hint="Save it as UTF-8.") from error
    except yaml.YAMLError as error:
        raise InputError(f"`{file.name}` is not YAML: {why_not_yaml(error)}") from error
    except (ValueError, RecursionError) as error:
        raise InputError(f"`{file.name}` is not JSON: {' '.join(str(error).split())[:200]}") from error


def _items(works: Sequence[Work]) -> tuple[list[PortfolioItem], list[Hidden]]:
    items: list[PortfolioItem] = []
    hidden: list[Hidden] = []
    for number, work in enumerate(works[:MOST], start=1):
        texts = [find_hidden(text, where="portfolio") for text in (work.title, work.description, work.text)]
        hidden += [one for _, found in texts for one in found]
        (title, _), (description, _), (text, _) = texts
        items.append(
            PortfolioItem(
                id=f"P{number}",
                title=bounded(title, 200) or f"P{number}",
                description=bounded(description, 2000),
                url=work.url,
                technologies=work.technologies,
                text=text.strip(),
            )
        )
    return items, hidden
