"""Put the cases of an eval into a dataset of LangSmith: `python evals/upload.py FILE --dataset NAME [--json]`.

Nothing is sent but by this command, with the key of LangSmith in the settings (`LANGSMITH_API_KEY`), to their address
(`LANGSMITH_ENDPOINT`). FILE holds one JSON object per line, an array of objects, an object with an array under `cases`,
`claims`, `briefs` or `data`, or is in SQuAD form. Each object becomes an example: what is wanted (`--wanted`, else the
fields of `WANTED` that it has) is its reference output, its name and kind (`ABOUT`) its metadata, the rest its input.
An answer that was not accepted (`"accepted": false`) and what was said of it are metadata, no reference.
`kasen runs export --training` gives such lines too.

The id of an example follows from the dataset and its content, so that a file can be sent again: what is there already
is not sent twice. Keys of the settings are taken out of every text. `--dry-run` prints the examples and sends nothing.
"""

from __future__ import annotations

import argparse
import json
import sys
import uuid
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from squad import load

from kasen.errors import ConfigurationError, InputError, KasenError, ProviderError
from kasen.settings import Settings, load_settings, redactor_of

WANTED = (
    *("true", "truth", "wanted", "ruling", "verdict", "gold", "expected"),
    *("answers", "answer", "accepted", "rejected_by", "why", "checks", "claims"),
)
ABOUT = ("id", "kind", "lang", "note", "held_out", "run", "team", "mode", "role", "ask", "model", "article")
LISTS = ("cases", "claims", "briefs", "data")
SPACE = uuid.UUID("6f8d5c3e-9a51-5d0f-8a53-2f4f7f0f9a11")
"""In which the ids of examples are made."""


class Example(NamedTuple):
    """One case as a dataset holds it."""

    id: str
    inputs: dict[str, Any]
    outputs: dict[str, Any]
    metadata: dict[str, Any]


def objects(file: Path) -> list[dict[str, Any]]:
    """The cases of a file. Raises InputError with the line or the place that is no object."""
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"`{file}` cannot be read: {error}") from error
    found = _parsed(file, text)
    if isinstance(found, dict):
        name = next((name for name in LISTS if isinstance(found.get(name), list)), "")
        found = found[name] if name else [found]
        if name == "data" and all(isinstance(one, dict) and "paragraphs" in one for one in found):
            found = list(_of_squad(file))
    if bad := [place for place, one in enumerate(found, start=1) if not isinstance(one, dict)]:
        raise InputError(f"case {bad[0]} of `{file}` is no object")
    return list(found)


def _parsed(file: Path, text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        pass
    found = []
    for number, line in enumerate(text.splitlines(), start=1):
        try:
            found += [json.loads(line)] if line.strip() else []
        except ValueError as error:
            raise InputError(f"line {number} of `{file}` is no JSON: {error}") from error
    return found


def _of_squad(file: Path) -> Iterator[dict[str, Any]]:
    """Questions with their paragraphs, those that another file holds too."""
    try:
        paragraphs, questions = load(file)
    except SystemExit as error:
        raise InputError(str(error)) from error
    for asked in questions:
        on = paragraphs[asked.paragraph]
        about = {"id": asked.id, "article": on.article}
        yield {"question": asked.text, "context": on.context, "answers": list(asked.answers), **about}


def example(case: dict[str, Any], dataset: str, wanted: Sequence[str]) -> Example:
    """A case as an example; its id is the same whenever it is made of the same. What was refused is no reference."""
    content = json.dumps(case, sort_keys=True, ensure_ascii=False)
    outputs = {name: value for name, value in case.items() if name in wanted}
    about = {name: value for name, value in case.items() if name in ABOUT and name not in wanted}
    inputs = {name: value for name, value in case.items() if name not in outputs and name not in about}
    if case.get("accepted") is False:
        outputs, about = {}, about | outputs
    return Example(str(uuid.uuid5(SPACE, f"{dataset}\n{content}")), inputs, outputs, about)


def upload(settings: Settings, dataset: str, examples: Sequence[Example]) -> dict[str, Any]:
    """Send what the dataset does not hold yet; it is made if it is not there.

    Raises ConfigurationError without a key, ProviderError when LangSmith refuses or cannot be reached.
    """
    if settings.langchain_api_key is None:
        raise ConfigurationError("there is no key of LangSmith", hint="Set LANGSMITH_API_KEY.")
    import requests
    from langsmith import Client
    from langsmith.utils import LangSmithError

    key = settings.langchain_api_key.get_secret_value()
    try:
        client = Client(api_url=str(settings.langchain_endpoint), api_key=key, auto_batch_tracing=False)
        return _sent(client, dataset, examples)
    except (LangSmithError, requests.RequestException, ValueError) as error:
        reason = redactor_of(settings)(" ".join(str(error).split()))[:300]
        raise ProviderError(f"LangSmith did not take them: {reason}") from error


def _sent(client: Any, dataset: str, examples: Sequence[Example]) -> dict[str, Any]:
    is_there = client.has_dataset(dataset_name=dataset)
    found = client.read_dataset(dataset_name=dataset) if is_there else client.create_dataset(dataset)
    known = {str(one.id) for one in client.list_examples(dataset_id=found.id)} if is_there else set()
    new = [one for one in examples if one.id not in known]
    if new:
        client.create_examples(dataset_id=found.id, examples=[one._asdict() for one in new])
    return {"dataset": dataset, "made": not is_there, "sent": len(new), "there": len(examples) - len(new)}


def main(arguments: Sequence[str] | None = None) -> int:
    """Read the command line, send, print; the exit code of what happened."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.add_argument("--dataset", required=True, help="its name; made if it is not there")
    parser.add_argument("--wanted", help="fields that are the reference output, comma-separated")
    parser.add_argument("--limit", type=int, help="only the first N cases")
    parser.add_argument("--dry-run", action="store_true", help="print the examples; send nothing")
    parser.add_argument("--json", action="store_true", help="print one line of JSON")
    given = parser.parse_args(arguments)
    wanted = given.wanted.split(",") if given.wanted else WANTED
    try:
        settings = load_settings()
        redact = redactor_of(settings)
        made = [example(redact.data(case), given.dataset, wanted) for case in objects(given.file)[: given.limit]]
        examples = list({one.id: one for one in made}.values())
        if given.dry_run:
            print("\n".join(json.dumps(one._asdict(), ensure_ascii=False) for one in examples))
            return 0
        found = upload(settings, given.dataset, examples)
    except KasenError as error:
        print(f"{error}. {error.hint}".strip(), file=sys.stderr)
        return error.exit_code
    print(json.dumps(found) if given.json else f"{found['sent']} sent, {found['there']} were there: {given.dataset}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
