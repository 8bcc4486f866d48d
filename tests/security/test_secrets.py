"""No key stands in the tree: neither a real one nor one that programs which look for leaks would stop at."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from kasen.server.tokens import new_token

ROOT = Path(__file__).resolve().parents[2]
FORMS = {
    "Anthropic": r"sk-ant-[a-z0-9]+-[A-Za-z0-9_-]{40,}",
    "OpenAI": r"sk-(?:proj-|svcacct-|admin-)?[A-Za-z0-9_-]{40,}",
    "Google": r"AIza[0-9A-Za-z_-]{35}",
    "Google OAuth": r"ya29\.[0-9A-Za-z_-]{30,}|GOCSPX-[0-9A-Za-z_-]{20,}",
    "Tavily": r"tvly-[A-Za-z0-9]{24,}",
    "LangSmith": r"lsv2_[a-z]{2}_[0-9a-f]{32}_[0-9a-f]{10}",
    "Hugging Face": r"hf_[A-Za-z]{34}",
    "Amazon": r"(?:AKIA|ASIA)[0-9A-Z]{16}",
    "GitHub": r"gh[pousr]_[A-Za-z0-9]{36}|github_pat_[A-Za-z0-9_]{60,}",
    "npm": r"npm_[A-Za-z0-9]{36}",
    "PyPI": r"pypi-[A-Za-z0-9_-]{80,}",
    "Slack": r"xox[abprs]-[0-9]{8,}-[A-Za-z0-9-]{10,}|hooks\.slack\.com/services/T\w+/B\w+/[A-Za-z0-9]{20,}",
    "Kasen": r"kasen_(?=[a-z0-9_-]*[A-Z])[A-Za-z0-9_-]{43}",
    "a private key": r"-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----\s+[A-Za-z0-9+/=\s]{60,}",
    "a token of JSON": r"eyJ[A-Za-z0-9_-]{15,}\.eyJ[A-Za-z0-9_-]{15,}\.[A-Za-z0-9_-]{15,}",
    "a password in an address": r"(?<=://)[^\s/:@'\"{}<>$]+:[^\s/:@'\"{}<>$]{12,}@",
}
"""Whose keys, and what they look like."""
KEYS = re.compile("|".join(f"(?P<k{number}>{form})" for number, form in enumerate(FORMS.values())))
PLAINLY_NONE = re.compile(r"test|secret|example|never|fake|planted|x{8}|0{8}|A{8}|abcdef|1234567", re.IGNORECASE)
"""What a made-up key says of itself."""
MADE_UP = {
    "tests/settings/test_network.py": "passwords of proxies that there are not",
    "tests/settings/test_stores.py": "passwords of databases that there are not",
    "tests/teams/code/worker/test_redacting.py": "passwords that have to be taken out",
}
"""File → what looks like a key there."""


def found(text: str) -> list[str]:
    """Keys that stand in a text, by whose they are; never the keys themselves."""
    names = list(FORMS)
    return [
        f"{names[int(str(key.lastgroup)[1:])]}: {key[0][:8]}…"
        for key in KEYS.finditer(text)
        if not PLAINLY_NONE.search(key[0])
    ]


def tracked() -> list[Path]:
    """Every file of the repository."""
    done = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=False)
    if done.returncode:
        pytest.skip("the files of a repository are listed by git, and this is none")
    return [ROOT / name for name in done.stdout.decode().split("\0") if name]


def test_no_key_stands_in_the_tree() -> None:
    files = [path for path in tracked() if path.is_file()]
    assert len(files) > 1000
    held = {str(path.relative_to(ROOT)): found(path.read_bytes().decode("latin-1")) for path in files}
    assert {name: keys for name, keys in held.items() if keys and name not in MADE_UP} == {}
    assert [name for name in MADE_UP if not held[name]] == [], "an exception that is none any more"


def test_no_file_of_keys_is_tracked() -> None:
    names = {path.name for path in tracked()}
    assert not names & {".env", "tokens.toml", "sessions.json", "credentials.json", "id_rsa", ".netrc", ".pypirc"}
    assert not [name for name in names if name.endswith((".pem", ".key", ".p12", ".pfx", ".keystore"))]


def test_keys_are_found_where_they_stand() -> None:
    digits = "q7Zk2Wm9Lr4Vb8Nc1Xs5Jd0Hf3Gt6PyQuEaIoR7wTzYv"
    real = {
        "Anthropic": f"sk-ant-api03-{digits}",
        "OpenAI": f"sk-proj-{digits}",
        "Google": f"AIza{digits[:35]}",
        "Amazon": "AKIA" + "Q7ZK2WM9LR4VB8NC",
        "GitHub": f"ghp_{digits[:36]}",
        "Kasen": f"kasen_{digits[:43]}",
        "a private key": f"-----BEGIN {'PRIVATE'} KEY-----\n{digits}{digits}\n",
        "a password in an address": f"postgresql://kasen:{digits[:24]}@db/kasen",
    }
    for whose, key in real.items():
        assert [one.partition(":")[0] for one in found(f"x = '{key}'")] == [whose], whose


def test_a_token_of_a_server_has_the_form_of_one_with_digits_or_without() -> None:
    without = new_token().translate(dict.fromkeys(range(ord("0"), ord("9") + 1), "Q"))
    assert [token for token in (new_token(), without) if not re.fullmatch(FORMS["Kasen"], token)] == []
