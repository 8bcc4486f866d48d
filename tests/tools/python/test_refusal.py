from __future__ import annotations

from pathlib import Path

import pytest

from kasen.tools.python.refusal import MISSING, reason

NO_NAMESPACE = (
    "bwrap: No permissions to create new namespace, likely because the kernel does not allow non-privileged user "
    "namespaces. On e.g. debian this can be enabled with 'sysctl kernel.unprivileged_userns_clone=1'.\n"
)


@pytest.mark.parametrize(
    ("setting", "value", "said"),
    [
        ("kernel/unprivileged_userns_clone", "0", "sudo sysctl kernel.unprivileged_userns_clone=1"),
        ("user/max_user_namespaces", "0", "sudo sysctl user.max_user_namespaces=15000"),
        ("kernel/apparmor_restrict_unprivileged_userns", "1", "AppArmor profile"),
    ],
)
def test_the_setting_that_forbids_it_is_named_with_what_allows_it(
    tmp_path: Path, setting: str, value: str, said: str
) -> None:
    (tmp_path / setting).parent.mkdir(parents=True)
    (tmp_path / setting).write_text(f"{value}\n", encoding="ascii")
    for complaint in (NO_NAMESPACE, "bwrap: loopback: Failed RTM_NEWADDR: Operation not permitted\n"):
        found = reason(complaint, settings=tmp_path)
        assert f"{setting.replace('/', '.')}={value}" in found
        assert said in found


def test_a_setting_that_allows_it_is_not_blamed(tmp_path: Path) -> None:
    (tmp_path / "user").mkdir()
    (tmp_path / "user" / "max_user_namespaces").write_text("96365\n", encoding="ascii")
    found = reason("bwrap: setting up uid map: Permission denied", settings=tmp_path)
    assert "max_user_namespaces" not in found
    assert "setting up uid map: Permission denied" in found


def test_an_old_bubblewrap_is_told_apart() -> None:
    assert "0.8 or later" in reason("bwrap: Unknown option --disable-userns\n")


def test_what_nobody_foresaw_is_told_in_its_own_words(tmp_path: Path) -> None:
    assert reason("bwrap: Can't find source path /x", settings=tmp_path).endswith("Can't find source path /x")
    assert reason("", settings=tmp_path).endswith("no word of why")


def test_what_is_missing_is_named_with_its_command() -> None:
    assert "apt-get install bubblewrap" in MISSING
