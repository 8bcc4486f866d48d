"""Scripts for the fake providers in a file: YAML or JSON, checked before anything starts."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator, model_validator

from kasen.errors import InputError
from kasen.testing.providers.fake import Fake
from kasen.testing.providers.faults import FAULTS, Fault
from kasen.testing.providers.reply import as_reply
from kasen.testing.providers.routes import PROVIDERS

EXAMPLE = """\
answers:                                # taken in this order, by the first request that fits
  - text: 宇治茶は覆下栽培で知られる。       # or  json: {title: 宇治茶}
    provider: openai                    # optional: openai, compatible, embeddings, anthropic, google, ollama, tavily
    contains: 宇治                       # optional: words of the prompt
    model: mini                         # optional: part of the model's id
    schema: outline                     # optional: name or title of the JSON schema that is asked for
    reasoning: まず考える。               # optional
    finish: stop                        # optional: stop, length, declined or the provider's own word
    times: 2                            # optional: a number, or forever; 1 when left out
faults:
  - fault: 429_retry_after              # a name of the list, or {kind: stall, seconds: 20, after: 3}
    provider: google                    # optional, as are contains, model and times
keys:                                   # optional: the only key that a provider accepts
  openai: sk-test-right
models:                                 # optional: the only models that a provider has
  ollama: [llama3:latest]
"""


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", protected_namespaces=())


class _Entry(_Strict):
    provider: str = ""
    contains: str = ""
    model: str = ""
    times: int | Literal["forever"] = Field(default=1)

    @field_validator("provider")
    @classmethod
    def known(cls, provider: str) -> str:
        """A provider, or none."""
        if provider and provider not in PROVIDERS:
            raise ValueError(f"there is no provider `{provider}`; there is: {', '.join(PROVIDERS)}")
        return provider

    @property
    def how_often(self) -> int | None:
        """As `Fake.answer` takes it."""
        return None if self.times == "forever" else int(self.times)


class _Answer(_Entry):
    text: str | None = None
    json_: Any = Field(default=None, alias="json")
    schema_: str = Field(default="", alias="schema")
    reasoning: str = ""
    finish: str = "stop"

    @model_validator(mode="after")
    def says_one_thing(self) -> _Answer:
        """Text or JSON."""
        if (self.text is None) == (self.json_ is None):
            raise ValueError("an answer has either `text` or `json`")
        return self


class _Fault(_Entry):
    fault: str | dict[str, Any]

    @property
    def made(self) -> Fault:
        """The fault of the list, or one made of its fields."""
        return FAULTS[self.fault] if isinstance(self.fault, str) else Fault(**self.fault)

    @field_validator("fault", mode="before")
    @classmethod
    def named(cls, fault: object) -> object:
        """`429` without quotes is a number to YAML and a name here."""
        return str(fault) if isinstance(fault, int) else fault

    @field_validator("fault")
    @classmethod
    def possible(cls, fault: str | dict[str, Any]) -> str | dict[str, Any]:
        """A name of the list, or fields of a Fault."""
        if isinstance(fault, str) and fault not in FAULTS:
            raise ValueError(f"there is no fault `{fault}`; there is: {', '.join(FAULTS)}")
        if isinstance(fault, dict):
            names = set(Fault.__dataclass_fields__)
            if unknown := sorted(set(fault) - names):
                raise ValueError(f"a fault has no {', '.join(unknown)}; it has: {', '.join(sorted(names))}")
            if fault.get("kind") not in {known.kind for known in FAULTS.values()}:
                raise ValueError(f"there is no kind of fault `{fault.get('kind')}`")
        return fault


class Script(_Strict):
    """What a script file holds."""

    answers: list[_Answer] = Field(default_factory=list)
    faults: list[_Fault] = Field(default_factory=list)
    keys: dict[str, str] = Field(default_factory=dict)
    models: dict[str, tuple[str, ...]] = Field(default_factory=dict)

    def tell(self, fake: Fake) -> None:
        """Queue all answers and faults."""
        for entry in self.answers:
            said = as_reply(entry.text if entry.text is not None else entry.json_)
            fake.answer(
                replace(said, reasoning=entry.reasoning, finish=entry.finish),
                entry.provider,
                contains=entry.contains,
                model=entry.model,
                schema=entry.schema_,
                times=entry.how_often,
            )
        for fault in self.faults:
            fake.fault(fault.made, fault.provider, contains=fault.contains, model=fault.model, times=fault.how_often)


def load_script(path: Path) -> Script:
    """The script in a file. Raises InputError that says what is wrong and where."""
    try:
        content = yaml.safe_load(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise InputError(f"the script {path} cannot be read: {error.strerror or error}") from error
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise InputError(f"the script {path} is neither YAML nor JSON: {error}") from error
    try:
        return Script.model_validate({} if content is None else content)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"]) or "the top"
        raise InputError(f"the script {path} cannot be used: {place}: {first['msg']}") from error
