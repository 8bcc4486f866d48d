"""`kasen init`: a `kasen.toml` with every setting in it, to be changed."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from kasen.errors import InputError


def init(
    users: Annotated[bool, typer.Option("--user", help="For all folders: in the user's configuration folder.")] = False,
    force: Annotated[bool, typer.Option("--force", help="Write over the file that is there.")] = False,
) -> None:
    """Write a commented kasen.toml into the current folder.

    Examples:
        kasen init
        kasen init --user
    """
    from kasen.settings.files import TOML
    from kasen.settings.layers import user_file
    from kasen.settings.template import template

    path = user_file() if users else Path(TOML)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("w" if force else "x", encoding="utf-8") as file:
            file.write(template(is_users=users))
    except FileExistsError:
        raise InputError(f"`{path}` is there already", hint="Change it, or write over it with --force.") from None
    except OSError as error:
        raise InputError(f"`{path}` cannot be written: {error.strerror}") from None
    print(path)
    if not users:
        print("Every line is a comment: take the sign off what you want to set.", file=sys.stderr)
