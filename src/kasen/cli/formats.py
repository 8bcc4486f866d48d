"""What this machine cannot make or keep of a report, told before a run has done or paid for anything."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from kasen.errors import ConfigurationError, InputError
from kasen.prompts.outside import printable


async def check_formats(team: str, formats: Sequence[str]) -> None:
    """Say on stderr which formats will be missing.

    A team whose result holds no report brings out files of its own, which need nothing more.

    Raises:
        ConfigurationError: none of the formats can be made; the hint says what to install.
    """
    from kasen.tools.report.files import check

    if not _has_report(team):
        return
    missing: dict[str, ConfigurationError] = {}
    for form in formats:
        try:
            await check(form)
        except ConfigurationError as error:
            missing[form] = error
    if missing and len(missing) == len(set(formats)):
        raise next(iter(missing.values()))
    for form, why in missing.items():
        print(f"kasen: there will be no {form}: {printable(f'{why}. {why.hint}')}", file=sys.stderr)


def check_folder(out: Path | None) -> None:
    """Try a folder for results, and leave it as it was. Raises InputError for one that cannot be written."""
    made: list[Path] = []
    try:
        if out is not None:
            made += [folder for folder in (out, *out.parents) if not folder.exists()]
            out.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=out):
                pass
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        raise InputError(f"`{out}` cannot be written: {why}", hint="Give another folder to --out.") from error
    finally:
        for folder in made:
            with suppress(OSError):
                folder.rmdir()


def _has_report(name: str) -> bool:
    """Whether other forms are made of what that team gives: a field of its result is a report."""
    from kasen.team import load, load_object
    from kasen.tools.report.model import Report

    return any(field.annotation is Report for field in load_object(load(name).result).model_fields.values())
