from __future__ import annotations

import importlib.util
import subprocess
import sys

import pytest

from kasen.errors import ConfigurationError
from kasen.tools.objects.cloud import Cloud
from kasen.tools.objects.folder import Folder
from kasen.tools.objects.opening import opened, require


def test_each_scheme_has_its_store() -> None:
    assert isinstance(opened("file:///mnt/kasen"), Folder)
    assert isinstance(opened("gs://bucket"), Cloud)
    assert isinstance(opened("s3://bucket"), Cloud)


def test_a_package_that_is_missing_is_one_sentence_with_its_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda _name: None)
    require("file:///mnt/kasen")
    for url, package, extra in (("gs://b/p", "gcsfs", "gcs"), ("s3://b/p", "s3fs", "s3")):
        with pytest.raises(ConfigurationError, match=f"`{url}`, which needs the package `{package}`") as error:
            opened(url)
        assert error.value.hint == f"Run: pip install 'kasen[{extra}]'"


def test_nothing_of_a_cloud_is_loaded_before_it_is_used() -> None:
    code = (
        "import sys; from kasen.tools.objects.opening import opened; opened('gs://b/p'); opened('s3://b/p');"
        "print([name for name in ('gcsfs', 's3fs', 'botocore', 'aiohttp') if name in sys.modules])"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == "[]"
