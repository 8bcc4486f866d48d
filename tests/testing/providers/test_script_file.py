from __future__ import annotations

import json
from pathlib import Path

import pytest
import yaml

from kasen.errors import InputError
from kasen.testing.providers.fake import Behaviour, Fake
from kasen.testing.providers.faults import FAULTS, Fault
from kasen.testing.providers.reply import Reply, as_reply
from kasen.testing.providers.script_file import EXAMPLE, load_script
from kasen.testing.providers.wire import Asked


def written(place: Path, text: str) -> Path:
    path = place / "台本.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def asked(provider: str = "openai", prompt: str = "宇治", model: str = "gpt-5-mini") -> Asked:
    return Asked(
        number=1, provider=provider, operation="chat", path="/", prompt=prompt, model=model, schema_name="outline"
    )


def test_the_example_of_the_help_works(tmp_path: Path) -> None:
    script = load_script(written(tmp_path, EXAMPLE))
    fake = Fake(Behaviour())
    script.tell(fake)
    taken = [fake.answers.take(asked()) for _ in range(3)]
    assert taken[:2] == [Reply(text="宇治茶は覆下栽培で知られる。", reasoning="まず考える。")] * 2
    assert taken[2] is None
    assert fake.faults.take(asked("google")) is FAULTS["429_retry_after"]
    assert script.keys == {"openai": "sk-test-right"}
    assert script.models == {"ollama": ("llama3:latest",)}


def test_json_is_read_and_forever_is_for_ever(tmp_path: Path) -> None:
    content = {
        "answers": [{"json": {"題": "茶"}, "times": "forever"}],
        "faults": [{"fault": {"kind": "stall", "seconds": 20}}, {"fault": 429}],
    }
    script = load_script(written(tmp_path, json.dumps(content)))
    fake = Fake(Behaviour())
    script.tell(fake)
    assert [as_reply(fake.answers.take(asked())).text for _ in range(3)] == ['{"題": "茶"}'] * 3
    assert [fake.faults.take(asked()) for _ in range(2)] == [Fault(kind="stall", seconds=20), FAULTS["429"]]


def test_an_empty_file_says_nothing(tmp_path: Path) -> None:
    assert load_script(written(tmp_path, "")).answers == []


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("answers: [", "neither YAML nor JSON"),
        ("answer: []", "answer: Extra"),
        ("- 1", "the top"),
        ("answers: [{text: a, json: 1}]", "either `text` or `json`"),
        ("answers: [{provider: openai}]", "either `text` or `json`"),
        ("answers: [{text: a, provider: opneai}]", "no provider `opneai`; there is: openai, compatible"),
        ("answers: [{text: a, times: often}]", "answers.0.times"),
        ("faults: [{fault: odd}]", "no fault `odd`; there is: 400"),
        ("faults: [{fault: {kind: odd}}]", "no kind of fault `odd`"),
        ("faults: [{fault: {kind: stall, second: 2}}]", "no second; it has"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(tmp_path: Path, text: str, words: str) -> None:
    with pytest.raises(InputError) as caught:
        load_script(written(tmp_path, text))
    assert words in str(caught.value)
    assert "台本.yaml" in str(caught.value)


def test_files_that_cannot_be_read_are_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"missing\.yaml cannot be read: No such file"):
        load_script(tmp_path / "missing.yaml")
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(InputError, match="neither YAML nor JSON"):
        load_script(tmp_path / "binary")


def test_the_example_is_yaml() -> None:
    assert set(yaml.safe_load(EXAMPLE)) == {"answers", "faults", "keys", "models"}
