from __future__ import annotations

import base64
from pathlib import Path

import pytest
from pydantic import SecretStr

from kasen.errors import ConfigurationError
from kasen.settings import load_settings, redactor_of
from kasen.settings.network import certificates, proxy_address, proxy_secrets

PEM = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"


def address(value: str) -> str:
    found = proxy_address(SecretStr(value))
    return found.get_secret_value() if found is not None else ""


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("", ""),
        ("  ", ""),
        ("proxy.corp.example:3128", "http://proxy.corp.example:3128"),
        ("HTTP://proxy:3128/", "http://proxy:3128"),
        ("https://me:secret-word@proxy", "https://me:secret-word@proxy"),
        ("me:secret-word@proxy:80", "http://me:secret-word@proxy:80"),
        ("socks5h://127.0.0.1:1080", "socks5h://127.0.0.1:1080"),
        ("http://[::1]:3128", "http://[::1]:3128"),
        ("http://me:p%40ss%2Fword@proxy", "http://me:p%40ss%2Fword@proxy"),
    ],
)
def test_a_proxy_is_taken_as_people_write_it(written: str, meant: str) -> None:
    assert address(written) == meant


@pytest.mark.parametrize(
    "wrong",
    [
        "ftp://me:secret-word@proxy",
        "socks4://me:secret-word@proxy",
        "http://me:secret-word@",
        "http://me:secret-word@proxy:99999",
        "http://me:secret/word@proxy:80",
        "http://me:secret#word@proxy",
        "http://me:secret-word@proxy/path",
        "http://me:secret-word@pro xy",
        "http://me:secret-word@[proxy",
    ],
)
def test_a_wrong_proxy_is_refused_and_its_password_is_not_repeated(wrong: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("https_proxy", wrong)
    with pytest.raises(ConfigurationError, match="https_proxy: `proxy` must be like") as caught:
        load_settings()
    assert "secret" not in str(caught.value)


def test_variables_of_other_programs_come_after_kasen_s_own(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []
    for name in ("all_proxy", "ALL_PROXY", "https_proxy", "HTTPS_PROXY", "KASEN_PROXY"):
        monkeypatch.setenv(name, f"{name.lower().replace('_', '-')}.example")
        proxy = load_settings().proxy
        seen.append(proxy.get_secret_value() if proxy else "")
    assert [one.removeprefix("http://").removesuffix(".example") for one in seen] == [
        *("all-proxy", "all-proxy", "https-proxy", "https-proxy", "kasen-proxy")
    ]
    monkeypatch.setenv("NO_PROXY", "a.example,b.example")
    assert load_settings().no_proxy == "a.example,b.example"


def test_the_password_of_a_proxy_is_redacted_and_its_address_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTPS_PROXY", "http://me:secret%40word@proxy.corp.example:3128")
    settings = load_settings()
    redact = redactor_of(settings)
    sent = base64.b64encode(b"me:secret@word").decode()
    for text in ("http://me:secret%40word@proxy.corp.example:3128", "secret@word", f"Basic {sent}"):
        assert "[redacted]" in redact(text)
        assert "secret" not in redact(text)
    plain = "the proxy http://proxy.corp.example:3128 of me"
    assert redact(plain) == plain
    assert "secret%40word" not in repr(settings)


@pytest.mark.parametrize("proxy", [None, SecretStr("http://proxy.corp.example:3128")])
def test_a_proxy_without_a_password_is_no_secret(proxy: SecretStr | None) -> None:
    assert list(proxy_secrets(proxy)) == []


def test_certificates_are_a_file_or_a_hashed_folder_by_its_whole_path(tmp_path: Path) -> None:
    Path("社内.pem").write_text(f"# comment\n{PEM}", encoding="utf-8")
    assert certificates("社内.pem") == str(Path("社内.pem").absolute())
    (tmp_path / "5ed36f99.0").write_text(PEM, encoding="utf-8")
    assert certificates(f"{tmp_path}/") == str(tmp_path)
    assert certificates(" ") == ""


@pytest.mark.parametrize("name", ["KASEN_CA_BUNDLE", "SSL_CERT_FILE", "REQUESTS_CA_BUNDLE"])
@pytest.mark.parametrize("held", ["nothing", "der", "key", "empty folder"])
def test_what_holds_no_certificates_is_named_with_its_variable(
    name: str, held: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path / "ca"
    if held == "der":
        place.write_bytes(b"\x30\x82\x01\x01")
    elif held == "key":
        place.write_text("-----BEGIN PRIVATE KEY-----\n", encoding="utf-8")
    elif held == "empty folder":
        place.mkdir()
    monkeypatch.setenv(name, str(place))
    with pytest.raises(ConfigurationError, match=f"^{name}: `ca_bundle` must .*`{place}`"):
        load_settings()
