from __future__ import annotations

from kasen.models.account_shares import LONGEST, shared_name


def test_providers_elsewhere_have_one_name_for_all_machines() -> None:
    for name in ("openai", "google:vertex:project", "openai@models.example:443", "ollama@10.0.0.7:11434", "arxiv"):
        assert shared_name(name, "one") == shared_name(name, "other") == name


def test_what_a_machine_has_for_itself_bears_its_name() -> None:
    for name in ("ollama@127.0.0.1:11434", "compatible@localhost:8080", "ollama@[::1]:11434", "ddgs"):
        assert shared_name(name, "one") == f"{name} on one"


def test_long_names_are_cut_and_stay_apart() -> None:
    one, other = (shared_name("compatible@" + "x" * 300 + end, "m") for end in ("a", "b"))
    assert one != other
    assert max(len(one), len(other)) <= LONGEST
    assert shared_name("a\nb\x00c", "m") == "a_b_c"
