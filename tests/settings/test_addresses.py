from __future__ import annotations

import pytest

from kasen.settings.addresses import folder_address, ollama_address, web_address


@pytest.mark.parametrize(
    ("written", "address"),
    [
        ("", ""),
        ("https://api.example/v1/", "https://api.example/v1"),
        (" http://127.0.0.1:8000 ", "http://127.0.0.1:8000"),
        ("HTTPS://Api.Example", "HTTPS://Api.Example"),
        ("http://[::1]:8000/v1", "http://[::1]:8000/v1"),
        ("http://my_host:9", "http://my_host:9"),
    ],
)
def test_an_address_keeps_its_form_without_the_last_slash(written: str, address: str) -> None:
    assert web_address(written) == address


@pytest.mark.parametrize(
    "written",
    [
        "api.example",
        "ftp://api.example",
        "https://",
        "https:///v1",
        "https://user:secret@api.example",
        "https://secret@api.example",
        "https://api.example/?key=1",
        "https://api.example/#x",
        "https://api.example:99999",
        "https://api.example:x",
        "https://api exa.mple",
        "https://api.example\\@evil.example",
        "https://例え.example",
        "file:///etc/passwd",
        "javascript:alert(1)",
        "https://[::1",
    ],
)
def test_what_is_no_plain_address_is_refused(written: str) -> None:
    with pytest.raises(ValueError, match="must"):
        web_address(written)


@pytest.mark.parametrize(
    ("written", "address"),
    [
        ("", ""),
        ("1.2.3.4", "http://1.2.3.4:11434"),
        (":56789", "http://127.0.0.1:56789"),
        ("1.2.3.4:56789", "http://1.2.3.4:56789"),
        ("0.0.0.0", "http://127.0.0.1:11434"),
        ("0.0.0.0:8080", "http://127.0.0.1:8080"),
        ("http://0.0.0.0:8080", "http://127.0.0.1:8080"),
        ("::", "http://127.0.0.1:11434"),
        ("http://1.2.3.4", "http://1.2.3.4"),
        ("https://1.2.3.4:56789/path/", "https://1.2.3.4:56789/path"),
        ("example.com/path", "http://example.com:11434/path"),
        ("[::1]:56789", "http://[::1]:56789"),
        ("::1", "http://[::1]:11434"),
        ("https://[2001:db8::1]", "https://[2001:db8::1]"),
    ],
)
def test_ollama_is_found_in_every_form_that_it_takes_itself(written: str, address: str) -> None:
    assert ollama_address(written) == address
    assert ollama_address(address) == address


@pytest.mark.parametrize("written", ["user:secret@host", "host:99999", "a b", "ssh://host", "host?x=1"])
def test_an_address_of_ollama_that_is_none_is_refused(written: str) -> None:
    with pytest.raises(ValueError, match="must"):
        ollama_address(written)


@pytest.mark.parametrize(
    ("written", "address"),
    [
        ("", ""),
        (" gs://bucket/runs/ ", "gs://bucket/runs"),
        ("gs://my-bucket.example", "gs://my-bucket.example"),
        ("s3://bucket/a/b_c-1.0/", "s3://bucket/a/b_c-1.0"),
        ("file:///mnt/kasen/", "file:///mnt/kasen"),
        ("file:///家/~x@y", "file:///家/~x@y"),
    ],
)
def test_the_address_of_a_folder_for_files_is_kept_without_the_last_slash(written: str, address: str) -> None:
    assert folder_address(written) == address


@pytest.mark.parametrize(
    "written",
    [
        *("bucket", "gs://", "gs:///runs", "s3://bucket//x", "s3://bucket/../other", "s3://bucket/./x"),
        *("s3://key:secret@bucket", "s3://key@bucket", "gs://bucket/a b", "gs://bucket?x=1", "gs://bucket#1"),
        *("file://host/path", "file://", "file:///", "file:///a/../b", "http://host/x", "memory://x", "/mnt/kasen"),
        *("simplecache::gs://bucket", "gs://bucket/*"),
    ],
)
def test_what_is_no_such_address_is_refused(written: str) -> None:
    with pytest.raises(ValueError, match="must"):
        folder_address(written)
