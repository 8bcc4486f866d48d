from __future__ import annotations

from pathlib import Path

import pytest

from kasen.errors import ConfigurationError
from kasen.settings import load_settings, redactor_of
from kasen.settings.listening import hashes_by_name, host_names, one_host

A, B = "a" * 64, "B" * 64


def test_a_server_listens_for_this_machine_only_unless_it_is_told() -> None:
    settings = load_settings()
    assert (settings.host, settings.port, settings.allowed_hosts, settings.tokens) == ("127.0.0.1", 8317, (), None)


@pytest.mark.parametrize(
    ("written", "meant"),
    [("LOCALHOST", "localhost"), (" 0.0.0.0 ", "0.0.0.0"), ("[::1]", "::1"), ("::", "::"), ("kasen.", "kasen")],
)
def test_an_address_is_taken_as_people_write_it(written: str, meant: str) -> None:
    assert one_host(written) == meant


@pytest.mark.parametrize("wrong", ["", "*", ".example.com", "http://localhost", "localhost:80", "a b", "a/b", "例え"])
def test_what_is_no_address_is_refused(wrong: str) -> None:
    with pytest.raises(ValueError, match="must be"):
        one_host(wrong)


def test_names_stand_on_one_line_or_in_a_list(monkeypatch: pytest.MonkeyPatch) -> None:
    assert host_names("A.example, .b.example,,*, a.example") == ("a.example", ".b.example", "*")
    assert host_names(["::1"]) == ("::1",)
    for wrong in (5, [5], "a b"):
        with pytest.raises(ValueError, match="must be"):
            host_names(wrong)
    monkeypatch.setenv("KASEN_ALLOWED_HOSTS", "kasen.example.com")
    assert load_settings().allowed_hosts == ("kasen.example.com",)


def test_the_port_is_that_of_kasen_s_own_variable_then_of_the_container(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PORT", "8080")
    assert load_settings().port == 8080
    monkeypatch.setenv("KASEN_PORT", "9000")
    assert load_settings().port == 9000
    assert load_settings(port=1).port == 1
    monkeypatch.setenv("KASEN_PORT", "tcp://10.0.0.1:8317")  # Kubernetes, for a service named `kasen`
    assert load_settings().port == 8317
    for wrong in ("70000", "-1", "http"):
        monkeypatch.setenv("KASEN_PORT", wrong)
        with pytest.raises(ConfigurationError, match="KASEN_PORT: `port` must be"):
            load_settings()


def test_tokens_are_names_with_hashes() -> None:
    assert hashes_by_name(f"yuki:{A}, ken:sha256:{B},") == {"yuki": A, "ken": B.lower()}
    assert hashes_by_name("") == {}


@pytest.mark.parametrize("wrong", ["yuki", f"Yuki:{A}", "yuki:abc", f"yuki:{A[1:]}", f"yuki:{A},yuki:{B}", f":{A}"])
def test_wrong_tokens_are_refused_without_being_shown(wrong: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KASEN_TOKENS", wrong)
    with pytest.raises(ConfigurationError, match="KASEN_TOKENS: `tokens` must") as caught:
        load_settings()
    assert A not in str(caught.value)


def test_hashes_are_kept_out_of_what_is_written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KASEN_TOKENS", f"yuki:{A}")
    settings = load_settings()
    assert A not in repr(settings)
    assert A not in redactor_of(settings)(f"KASEN_TOKENS=yuki:{A}")


def test_a_folder_opens_no_door(clean_environment: Path) -> None:
    lines = ['host = "0.0.0.0"', 'allowed_hosts = ["evil.example"]', f'tokens = "evil:{A}"', "upload_mb = 7"]
    Path("kasen.toml").write_text("\n".join(lines), encoding="utf-8")
    settings = load_settings()
    assert (settings.host, settings.allowed_hosts, settings.tokens) == ("127.0.0.1", (), None)
    assert settings.upload_mb == 7
    assert all(f"`{name}`" in settings.warnings[0] for name in ("host", "allowed_hosts", "tokens"))
