from __future__ import annotations

import platform
import re
import struct
from pathlib import Path

import pytest

from kasen.tools.python.filter import _MACHINES, _SAME_EVERYWHERE, program

ALLOWED, REFUSED, NOT_THERE = 0x7FFF0000, 0x00050001, 0x00050026
X86, ARM = 0xC000003E, 0xC00000B7
NEVER = """
socket mount umount2 pivot_root chroot unshare setns ptrace process_vm_readv process_vm_writev kcmp bpf keyctl add_key
request_key perf_event_open memfd_create userfaultfd io_uring_setup io_setup shmget shmat msgget mq_open personality
open_by_handle_at name_to_handle_at kexec_load kexec_file_load init_module finit_module delete_module reboot acct syslog
open_tree move_mount fsopen fsmount fspick mount_setattr pidfd_getfd memfd_secret setsid
"""
ALWAYS = "read write openat execve fork vfork futex getrandom socketpair pipe2 prlimit64 madvise exit_group"


def answered(code: bytes, architecture: int, number: int, *given: int) -> int:
    """What the kernel would answer: the program interpreted, as seccomp(2) and classic BPF define it."""
    data = struct.pack("=IIQ6Q", number, architecture, 0, *given, *([0] * (6 - len(given))))
    steps = [struct.unpack("=HBBI", code[at : at + 8]) for at in range(0, len(code), 8)]
    at, held = 0, 0
    while True:
        step, yes, no, value = steps[at]
        at += 1
        match step:
            case 0x20:
                held = struct.unpack_from("=I", data, value)[0]
            case 0x54:
                held &= value
            case 0x15:
                at += yes if held == value else no
            case 0x45:
                at += yes if held & value else no
            case 0x06:
                return int(value)


@pytest.mark.parametrize(
    ("number", "given", "answer"),
    [
        (0, (), ALLOWED),  # read
        (1, (), ALLOWED),  # write
        (257, (), ALLOWED),  # openat
        (59, (), ALLOWED),  # execve
        (53, (1, 1), ALLOWED),  # socketpair
        (41, (2, 1), REFUSED),  # socket
        (165, (), REFUSED),  # mount
        (101, (), REFUSED),  # ptrace
        (435, (), NOT_THERE),  # clone3
        (56, (0x01200011,), ALLOWED),  # clone as fork uses it
        (56, (0x3D0F00,), ALLOWED),  # clone as threads use it
        (56, (0x10000011,), REFUSED),  # clone with a user namespace
        (56, (0x20000,), REFUSED),  # and with one of mounts
        (16, (0, 0x5401), ALLOWED),  # ioctl TCGETS
        (16, (0, 0x5412), REFUSED),  # ioctl TIOCSTI
        (16, (0, 0xFFFF00005412), REFUSED),  # its upper half is not looked at by the kernel either
        (9, (0, 4096, 3, 0x22), ALLOWED),  # mmap, private
        (9, (0, 4096, 3, 0x01), ALLOWED),  # mmap of a file, shared
        (9, (0, 4096, 3, 0x21), REFUSED),  # mmap, shared and of no file
        (0x40000000 | 41, (), REFUSED),  # x32
        (0x40000000, (), REFUSED),
    ],
)
def test_what_a_program_needs_is_allowed_and_the_rest_refused(number: int, given: tuple[int, ...], answer: int) -> None:
    assert answered(program("x86_64"), X86, number, *given) == answer


def test_arm_has_its_own_numbers() -> None:
    code = program("aarch64")
    assert answered(code, ARM, 198) == REFUSED  # socket
    assert answered(code, ARM, 40) == REFUSED  # mount
    assert answered(code, ARM, 157) == REFUSED  # setsid
    assert answered(code, ARM, 63) == ALLOWED  # read
    assert answered(code, ARM, 220, 0x10000011) == REFUSED  # clone with a user namespace
    assert answered(code, ARM, 41 + 1000) == ALLOWED


@pytest.mark.parametrize("machine", ["x86_64", "aarch64"])
def test_calls_of_another_machine_are_all_refused(machine: str) -> None:
    for architecture in {0x40000003, X86, ARM} - {_MACHINES[machine].architecture}:
        assert {answered(program(machine), architecture, number) for number in range(500)} == {REFUSED}


def test_a_machine_whose_numbers_are_not_known_has_no_filter() -> None:
    assert program("riscv64") == b""


@pytest.mark.skipif(platform.machine() != "x86_64", reason="the kernel's headers of another machine")
def test_the_numbers_are_those_of_the_kernels_headers() -> None:
    header = Path("/usr/include/x86_64-linux-gnu/asm/unistd_64.h")
    if not header.exists():
        pytest.skip("the headers of the kernel are not installed (linux-libc-dev)")
    names = dict(re.findall(r"#define __NR_(\w+) (\d+)", header.read_text(encoding="ascii")))
    refused = {*_MACHINES["x86_64"].refused, *_SAME_EVERYWHERE}
    assert [name for name in NEVER.split() if int(names[name]) not in refused] == []
    assert [name for name in ALWAYS.split() if int(names[name]) in refused] == []
