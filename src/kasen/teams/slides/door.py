"""What is asked for is looked for before a run of it is recorded."""

from __future__ import annotations

import difflib
from pathlib import Path
from typing import TYPE_CHECKING

from kasen.errors import InputError

if TYPE_CHECKING:
    from kasen.teams.slides.schemas.request import Request


def look_for_files(request: Request) -> None:
    """Raises InputError for the first file that is named and is not there or of another form.

    What is in a file is the reader's to say.
    """
    from kasen.teams.slides.schemas.request import DATA_FORMS, LOGO_FORMS, TEMPLATE_FORMS, TEMPLATES

    if request.template and request.template not in TEMPLATES:
        named = Path(request.template)
        near = [] if named.suffix else difflib.get_close_matches(named.name.lower(), TEMPLATES, n=1)
        hint = f"Give a .pptx or .potx, or one of: {', '.join(TEMPLATES)}."
        _look(named, "template", TEMPLATE_FORMS, f"Did you mean `{near[0]}`?" if near else hint)
    for path in request.data:
        _look(path, "table", DATA_FORMS, f"Tables are read from {', '.join(DATA_FORMS)}; documents go to --docs.")
    if request.logo:
        _look(request.logo, "logo", LOGO_FORMS, "A logo is a .png or .jpg.")
    if request.deck:
        _look(request.deck, "deck", (".pptx",), "Give the .pptx that is to be changed.")
        if request.restore:
            raise InputError(
                f"`{request.deck.name}` is a file, which has no versions",
                hint="Give the run that changed it: kasen slides restore RUN 1",
            )
    for path in request.docs:
        _look(path, "document", (), "Check its path.", folder=True)


def _look(path: Path, what: str, forms: tuple[str, ...], hint: str, *, folder: bool = False) -> None:
    try:
        found, is_folder = path.exists(), path.is_dir()
    except (OSError, ValueError) as error:
        raise InputError(f"`{path}` cannot be read: {getattr(error, 'strerror', '') or error}", hint=hint) from error
    if not found:
        raise InputError(f"there is no {what} at `{path}`", hint=hint)
    if is_folder and not folder:
        raise InputError(f"`{path}` is a folder, not a {what}", hint=hint)
    if forms and path.suffix.lower() not in forms:
        raise InputError(f"`{path.name}` is no {what} that can be read", hint=hint)
