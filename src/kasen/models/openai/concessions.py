"""What a server does not take is learnt from its refusals, once per model, and not sent again.

Servers that speak OpenAI's protocol differ in the parameters that they know and in how far they hold an answer to a
schema; none of them says so beforehand.
"""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Literal

import openai

from kasen.models.openai.failures import Said, is_about_the_answer, said, status_of
from kasen.models.openai.strict_schema import NotStrict, strict
from kasen.prompts.loader import render

log = logging.getLogger("kasen.models")
Form = Literal["strict", "plain", "loose", "object", "text"]
FORMS: tuple[Form, ...] = ("strict", "plain", "loose", "object", "text")
"""How an answer is held to its schema, the tightest first.

`strict`: the strict subset; `plain`: that without lengths, ranges and patterns; `loose`: the schema as it is, not
enforced; `object`: any JSON; `text`: not at all. For the last two the schema stands in the prompt.
"""
_REFUSING = frozenset({400, 404, 405, 415, 422, 500, 501})
_ABOUT_FORM = re.compile(
    r"response.?format|json.?schema|json.?object|text\.format|structured.?output|guided|grammar", re.IGNORECASE
)
_ABOUT_SCHEMA = re.compile(
    r"invalid.{0,9}schema|(?<!json_)schema.{0,80}(invalid|not (permitted|supported|allowed)|unsupported)", re.IGNORECASE
)
_NAME = re.compile(r"[^A-Za-z0-9_-]")


@dataclass(frozen=True)
class Offer:
    """What one call asks a server for beyond the prompt."""

    schema_name: str
    form: Form
    parameters: frozenset[str]

    def __contains__(self, parameter: str) -> bool:
        return parameter in self.parameters


@dataclass
class Concessions:
    """What one model's server refused so far."""

    name: str
    """`provider:model`, for the log."""
    dropped: set[str] = field(default_factory=set)
    form: Form = "strict"
    """The tightest form that the server takes."""
    forms: dict[str, Form] = field(default_factory=dict)
    """The same for single schemas, by name."""

    def offer(self, schema_name: str, schema: Mapping[str, Any], parameters: Collection[str]) -> Offer:
        """The most that may be asked for now: the tightest form and those parameters that were not refused."""
        form = max(self.form, self.forms.get(schema_name, self.form), key=FORMS.index)
        while form in ("strict", "plain") and isinstance(reason := _strictly(_text(schema), form == "strict"), str):
            log.info("%s: `%s` is sent as a loose schema: %s", self.name, schema_name, reason)
            form = self.forms[schema_name] = "loose"
        return Offer(schema_name, form, frozenset(parameters) - self.dropped)

    def has_dropped(self, parameter: str) -> bool:
        """True when the server refused that parameter."""
        return parameter in self.dropped

    def give_way(self, offer: Offer, error: openai.APIError) -> bool:
        """Learn from a refusal of that offer; true when the next offer is a smaller one."""
        words, status = said(error.body), status_of(error)
        if status not in _REFUSING or is_about_the_answer(words):
            return False
        refused = _refused(offer, words, status)
        if refused:
            self.dropped |= refused
            log.info("%s does not take %s", self.name, ", ".join(sorted(refused)))
            return True
        if offer.form == "text" or not _ABOUT_FORM.search(f"{words.param} {words.code} {words.message}"):
            return False
        self._loosen(offer, words)
        log.info("%s does not take the schema `%s` in form `%s`", self.name, offer.schema_name, offer.form)
        return True

    def _loosen(self, offer: Offer, words: Said) -> None:
        about_schema = _ABOUT_SCHEMA.search(f"{words.code} {words.message}")
        if about_schema and offer.form in ("strict", "plain"):
            lower: Form = "plain" if offer.form == "strict" else "loose"
            self.forms[offer.schema_name] = max(self.forms.get(offer.schema_name, lower), lower, key=FORMS.index)
        else:
            lower = "text" if offer.form == "object" else "object"
            self.form = max(self.form, lower, key=FORMS.index)


def schema_in(form: Form, schema: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """The schema that is sent beside the prompt in that form; None where there is no place for one."""
    if form in ("strict", "plain"):
        made = _strictly(_text(schema), form == "strict")
        return None if isinstance(made, str) else made
    return schema if form == "loose" else None


def schema_name(offer: Offer) -> str:
    """The schema's name in the letters and the length that OpenAI allows."""
    return _NAME.sub("_", offer.schema_name)[:64] or "answer"


def prompt_in(form: Form, prompt: str, schema: Mapping[str, Any]) -> str:
    """The prompt in that form: with the schema where that is said nowhere else, and without broken characters."""
    if form in ("object", "text"):
        prompt = render("kasen", "schema", prompt=prompt, schema=_text(schema))
    return prompt.encode("utf-8", "replace").decode("utf-8")


def _refused(offer: Offer, words: Said, status: int) -> set[str]:
    """Parameters of the offer that the words are about: the one that they name, else those that the message holds."""
    if words.param:
        return {one for one in offer.parameters if _same(one, words.param)}
    if status == 500:
        return set()
    text = words.message
    return {one for one in offer.parameters if re.search(rf"(?<!\w){re.escape(one)}(?!\w)", text)}


def _same(one: str, param: str) -> bool:
    return one == param or one.startswith(f"{param}.") or param.startswith((f"{one}.", f"{one}["))


def _text(schema: Mapping[str, Any]) -> str:
    return json.dumps(schema, ensure_ascii=False, separators=(",", ":"))


@lru_cache(maxsize=256)
def _strictly(schema: str, bounds: bool) -> dict[str, Any] | str:
    """The schema in the strict subset, or why there is none."""
    try:
        return strict(json.loads(schema), bounds=bounds)
    except NotStrict as reason:
        return str(reason)
