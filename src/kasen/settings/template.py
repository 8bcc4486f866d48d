"""A `kasen.toml` in which every setting stands with its meaning, as a comment."""

from __future__ import annotations

import ast
import inspect
import json
import textwrap
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from pydantic import SecretStr
from pydantic_core import PydanticUndefined

from kasen.settings.fields import ADDRESSES_WITH_SECRETS, TABLES, Settings, variables
from kasen.settings.folder import NEEDS_TRUST

WIDTH = 100
FIRST = ("preset", "lang", "search", "budget_usd", "budget_seconds", "reports", "embeddings", "concurrency")
"""What most people set."""
LEFT_OUT = frozenset({"warnings"})
EXAMPLES: dict[str, str] = {
    "home": '"/var/lib/kasen"',
    "reports": '"reports"',
    "manual_dir": '"/var/lib/kasen/manual"',
    "database": '"postgresql://user@host:5432/kasen"',
    "checkpoints": '"redis:"',
    "budget_usd": "1.0",
    "budget_tokens": "200000",
    "budget_seconds": "600",
    "budget_calls": "100",
    "proxy": '"http://proxy.example:3128"',
    "models": 'planner = ["openai:gpt-5", "google:gemini-3-pro"]',
    "requests_per_minute": "openai = 60",
    "mcp": 'library = { command = ["library-server", "--read-only"] }',
}
"""What stands there as a value where the default is nothing that could be written down; of tables, an entry."""


@cache
def meanings() -> dict[str, str]:
    """Setting → what it means: the text under each field of `Settings`."""
    return documented(Settings)


def documented(kind: type) -> dict[str, str]:
    """Field of a class → the docstring under it."""
    body = ast.parse(inspect.getsource(kind)).body[0]
    assert isinstance(body, ast.ClassDef)
    found = {}
    for field, text in zip(body.body, body.body[1:], strict=False):
        if not (isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name)):
            continue
        if isinstance(text, ast.Expr) and isinstance(text.value, ast.Constant):
            found[field.target.id] = " ".join(str(text.value.value).split())
    return found


def template(*, is_users: bool) -> str:
    """The file for the user's configuration, or for a folder; keys belong into the environment or `.env`."""
    lines = list(_head(is_users=is_users))
    rest = [name for name in _names() if name not in (*FIRST, *TABLES)]
    for name in (*FIRST, *rest, *TABLES):
        lines += ["", *_explained(name, is_users=is_users)]
        lines += [f"# [{name}]", f"# {EXAMPLES[name]}"] if name in TABLES else [f"# {name} = {_value(name)}"]
    return "\n".join(lines) + "\n"


def _head(*, is_users: bool) -> Iterator[str]:
    yield "# Settings of Kasen. Take the sign off a line to set it; what stands there is the default or an example."
    yield "# Flags, the environment and `.env` count before this file."
    if not is_users:
        yield "# It counts for commands in this folder. Settings marked with * count only after `kasen trust`."
    yield "# Keys do not belong here: put them into the environment or into `.env`, which is kept out of git."


def _names() -> Iterator[str]:
    """Settings that hold no secret; of addresses that may, those that can be written without one."""
    for name, field in Settings.model_fields.items():
        is_secret = "SecretStr" in str(field.annotation) and name not in ADDRESSES_WITH_SECRETS
        if name not in LEFT_OUT and not is_secret:
            yield name


def _explained(name: str, *, is_users: bool) -> list[str]:
    mark = "* " if name in NEEDS_TRUST and not is_users else ""
    where = f" Variable: {', '.join(variables(name))}."
    return textwrap.wrap(
        f"{mark}{meanings()[name]}{where}", WIDTH, initial_indent="# ", subsequent_indent="# ", break_on_hyphens=False
    )


def _value(name: str) -> str:
    if name in EXAMPLES:
        return EXAMPLES[name]
    default: Any = Settings.model_fields[name].default
    if default is PydanticUndefined:
        factory: Any = Settings.model_fields[name].default_factory
        default = factory()
    if isinstance(default, SecretStr | Path) or default is None:
        raise TypeError(f"`{name}` needs an example")
    return json.dumps(list(default) if isinstance(default, tuple) else default, ensure_ascii=False)
