"""The second wall: system calls that no analysis of data needs are refused by the kernel (seccomp, classic BPF).

The first wall is the namespaces and the missing capabilities. This one also closes what is not namespaced (vsock,
keyrings), what widens the kernel's surface (bpf, io_uring, userfaultfd, perf), and memory that no limit would see
(memfd, System V shared memory and queues, shared anonymous mappings). Of the processor, each session has a share of
its own (autogroup, sched(7)), beside that of who watches: a program may begin none.

Numbers: the kernel's syscall tables.
"""

from __future__ import annotations

import errno
import platform
import struct
from dataclasses import dataclass

_LOAD, _EQUAL, _ANY_BIT, _AND, _RETURN = 0x20, 0x15, 0x45, 0x54, 0x06
_ALLOW = 0x7FFF0000
_REFUSE = 0x00050000
_NUMBER_AT, _ARCHITECTURE_AT, _ARGUMENTS_AT = 0, 4, 16

_NEW_NAMESPACE = 0x7E020080
"""CLONE_NEWTIME, NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET."""
_TYPES_FOR_OTHERS = (0x5412, 0x541C)
"""TIOCSTI and TIOCLINUX: input put into somebody else's terminal."""
_SHARED_ANONYMOUS = 0x21
_X32 = 0x40000000

# Numbers from 424 on are the same everywhere: io_uring, the new mount calls, pidfd_getfd, process_madvise,
# mount_setattr, quotactl_fd, memfd_secret, statmount, listmount, open_tree_attr.
_SAME_EVERYWHERE = (425, 426, 427, 428, 429, 430, 431, 432, 433, 438, 440, 442, 443, 447, 457, 458, 467)
_CLONE3 = 435


@dataclass(frozen=True, kw_only=True)
class _Machine:
    architecture: int
    """AUDIT_ARCH_… of the kernel."""
    refused: tuple[int, ...]
    clone: int
    ioctl: int
    mmap: int


_MACHINES = {
    "x86_64": _Machine(
        architecture=0xC000003E,
        clone=56,
        ioctl=16,
        mmap=9,
        refused=(
            *(29, 30, 31, 67, 68, 69, 70, 71, 240),  # shmget … msgctl, mq_open
            41,  # socket
            *(101, 310, 311, 312),  # ptrace, process_vm_readv, process_vm_writev, kcmp
            *(155, 161, 165, 166, 272, 308),  # pivot_root, chroot, mount, umount2, unshare, setns
            *(248, 249, 250),  # add_key, request_key, keyctl
            *(175, 176, 313, 246, 320, 169),  # init_module, delete_module, finit_module, kexec, reboot
            *(298, 319, 321, 323),  # perf_event_open, memfd_create, bpf, userfaultfd
            *(206, 209, 300, 303, 304),  # io_setup, io_submit, fanotify_init, name_to_handle_at, open_by_handle_at
            *(103, 134, 135, 153, 154, 163, 167, 168, 179, 212),  # syslog, uselib, personality, … lookup_dcookie
            *(159, 164, 227, 305, 170, 171, 172, 173, 256, 279),  # clocks, host names, ports, pages of others
            112,  # setsid
        ),
    ),
    "aarch64": _Machine(
        architecture=0xC00000B7,
        clone=220,
        ioctl=29,
        mmap=222,
        refused=(
            *(194, 195, 196, 186, 187, 188, 189, 180),
            198,
            *(117, 270, 271, 272),
            *(41, 51, 40, 39, 97, 268),
            *(217, 218, 219),
            *(105, 106, 273, 104, 294, 142),
            *(241, 279, 280, 282),
            *(0, 2, 262, 264, 265),
            *(116, 92, 58, 89, 224, 225, 60, 18),
            *(171, 170, 112, 266, 161, 162, 238, 239),
            157,
        ),
    ),
}


def program(machine: str | None = None) -> bytes:
    """The filter as `bwrap --seccomp` reads it; empty for a machine whose numbers are not known here."""
    known = _MACHINES.get(machine or platform.machine())
    if known is None:
        return b""
    refuse = _step(_RETURN, _REFUSE | errno.EPERM)
    steps = [
        _step(_LOAD, _ARCHITECTURE_AT),
        *(_step(_EQUAL, known.architecture, yes=1), refuse),  # the calls of another machine have other numbers
        _step(_LOAD, _NUMBER_AT),
        *(_step(_ANY_BIT, _X32, no=1), refuse),
        *(_step(_EQUAL, _CLONE3, no=1), _step(_RETURN, _REFUSE | errno.ENOSYS)),  # then libc calls clone
    ]
    for number in sorted({*known.refused, *_SAME_EVERYWHERE}):
        steps += [_step(_EQUAL, number, no=1), refuse]
    steps += [
        *_when(known.clone, 0, [_step(_ANY_BIT, _NEW_NAMESPACE, no=1), refuse]),
        *_when(known.ioctl, 1, [s for kind in _TYPES_FOR_OTHERS for s in (_step(_EQUAL, kind, no=1), refuse)]),
        *_when(known.mmap, 3, [_step(_AND, _SHARED_ANONYMOUS), _step(_EQUAL, _SHARED_ANONYMOUS, no=1), refuse]),
        _step(_RETURN, _ALLOW),
    ]
    return b"".join(steps)


def _step(code: int, value: int, *, yes: int = 0, no: int = 0) -> bytes:
    """One instruction; `yes` and `no` are how many of the next ones a comparison skips."""
    return struct.pack("=HBBI", code, yes, no, value)


def _when(number: int, argument: int, steps: list[bytes]) -> list[bytes]:
    """Steps on the low half of an argument of that call, which then is allowed."""
    body = [_step(_LOAD, _ARGUMENTS_AT + 8 * argument), *steps, _step(_RETURN, _ALLOW)]
    return [_step(_EQUAL, number, no=len(body)), *body]
