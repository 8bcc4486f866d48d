from __future__ import annotations

import json
import stat
from pathlib import Path

import pytest

from kasen.errors import ConfigurationError, UsageError
from kasen.settings import read_trusted, trusted
from kasen.settings.trust import all_trust, allow, digest_of, revoke, sha256, state_of


def write(name: str, text: str) -> str:
    path = Path(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return sha256(path.read_bytes())


def test_a_file_is_trusted_until_a_byte_of_it_changes() -> None:
    digest = write("gates.toml", "run = 'make'\n")
    assert not trusted(Path(), ["gates.toml"])
    assert read_trusted(Path(), "gates.toml") is None
    allow(Path(), {"gates.toml": digest})
    assert trusted(Path(), ["gates.toml"])
    assert read_trusted(Path(), "gates.toml") == b"run = 'make'\n"
    changed = write("gates.toml", "run = 'make' \n")
    assert not trusted(Path(), ["gates.toml"])
    assert read_trusted(Path(), "gates.toml") is None
    assert state_of(Path(), "gates.toml", changed) == "changed"


def test_of_several_files_those_that_are_there_must_all_be_allowed() -> None:
    first = write("one/a.toml", "a")
    allow(Path("one"), {"a.toml": first})
    assert trusted(Path("one"), ["a.toml", "b.toml"])
    write("one/b.toml", "b")
    assert not trusted(Path("one"), ["a.toml", "b.toml"])
    assert not trusted(Path("one"), [])
    assert not trusted(Path("one"), ["c.toml"])


def test_the_same_file_in_another_folder_is_another_file() -> None:
    digest = write("one/a.toml", "a")
    write("two/a.toml", "a")
    allow(Path("one"), {"a.toml": digest})
    assert (trusted(Path("one"), ["a.toml"]), trusted(Path("two"), ["a.toml"])) == (True, False)


def test_a_folder_is_known_by_its_place_and_not_by_the_link_to_it() -> None:
    digest = write("one/a.toml", "a")
    write("two/a.toml", "a")
    link = Path("link")
    link.symlink_to("one")
    allow(link, {"a.toml": digest})
    assert trusted(Path("one"), ["a.toml"])
    link.unlink()
    link.symlink_to("two")
    assert not trusted(link, ["a.toml"])


@pytest.mark.parametrize("name", ["../a.toml", "/etc/passwd", "", "x/../../a"])
def test_a_name_that_leaves_the_folder_is_refused(name: str) -> None:
    with pytest.raises(UsageError, match="no file of the folder"):
        trusted(Path(), [name])


def test_trust_is_taken_back() -> None:
    allow(Path(), {"a.toml": write("a.toml", "a")})
    assert revoke(Path())
    assert not trusted(Path(), ["a.toml"])
    assert not revoke(Path())


def test_allowing_a_folder_again_replaces_what_was_allowed_there_and_nowhere_else() -> None:
    for place in ("one", "two"):
        allow(Path(place), {"a.toml": write(f"{place}/a.toml", "a"), "b.toml": write(f"{place}/b.toml", "b")})
    allow(Path("one"), {"a.toml": sha256(b"a")})
    assert not trusted(Path("one"), ["b.toml"])
    assert trusted(Path("two"), ["b.toml"])


def test_the_list_is_the_users_alone_and_lies_in_the_users_configuration(clean_environment: Path) -> None:
    allow(Path(), {"a.toml": write("a.toml", "a")})
    path = clean_environment / "config" / "kasen" / "trust.json"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [file.name for file in path.parent.iterdir()] == ["trust.json"]
    assert list(all_trust()) == [str(Path.cwd())]


@pytest.mark.parametrize("text", ["", "{", "[]", '{"folders": []}', '{"folders": {"/": {"files": 3}}}', '"x"'])
def test_a_list_that_cannot_be_read_allows_nothing(text: str, clean_environment: Path) -> None:
    digest = write("a.toml", "a")
    allow(Path(), {"a.toml": digest})
    path = clean_environment / "config" / "kasen" / "trust.json"
    path.write_text(text, encoding="utf-8")
    assert not trusted(Path(), ["a.toml"])
    with pytest.raises(ConfigurationError, match="is not a list that Kasen wrote"):
        all_trust()
    with pytest.raises(ConfigurationError):
        allow(Path(), {"a.toml": digest})
    assert path.read_text(encoding="utf-8") == text


def test_a_list_that_cannot_be_written_is_one_sentence(clean_environment: Path) -> None:
    (clean_environment / "config").write_text("a file where the folder should be", encoding="utf-8")
    with pytest.raises(ConfigurationError, match=r"trust\.json` cannot be"):
        allow(Path(), {"a.toml": "0" * 64})


def test_one_hash_stands_for_names_and_contents() -> None:
    assert digest_of({"a": "1", "b": "2"}) == digest_of({"b": "2", "a": "1"})
    assert len({digest_of(files) for files in ({"a": "1"}, {"a": "2"}, {"b": "1"}, {"a": "1", "b": "1"}, {})}) == 5


def test_the_list_can_be_read_by_people(clean_environment: Path) -> None:
    allow(Path(), {"a.toml": write("a.toml", "a")})
    text = (clean_environment / "config" / "kasen" / "trust.json").read_text(encoding="utf-8")
    (entry,) = json.loads(text)["folders"].values()
    assert entry["files"] == {"a.toml": sha256(b"a")}
    assert entry["at"].endswith("+00:00")
