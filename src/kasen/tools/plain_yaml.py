"""YAML from outside, read as plain values: no objects, no aliases, nothing that makes more than was written."""

from __future__ import annotations

from typing import Any

import yaml


def plain_yaml(text: str) -> Any:
    """The values of a YAML text: mappings, lists, words, numbers, dates, None.

    Raises yaml.YAMLError for all that cannot be read: broken text, tags that would make objects, aliases, endless
    nesting, values such as the 45th of a month.
    """
    try:
        return yaml.load(text, Loader=PlainLoader)
    except RecursionError as error:
        raise yaml.YAMLError("it is nested too deeply") from error
    except (ValueError, OverflowError) as error:
        raise yaml.YAMLError(f"a value cannot be read: {error}") from error


class PlainLoader(yaml.SafeLoader):
    """As SafeLoader, but without aliases, by which a few lines make gigabytes."""

    def compose_node(self, parent: yaml.Node | None, index: int) -> yaml.Node | None:
        if self.check_event(yaml.AliasEvent):
            raise yaml.YAMLError("aliases are not read; write it out")
        return super().compose_node(parent, index)
