"""The system calls that no tool needs and that have been ways out of a sandbox, refused by a filter in the kernel."""

import ctypes
import functools
import struct

from kernel import CLONE_NEWIPC, CLONE_NEWNET, CLONE_NEWNS, CLONE_NEWPID, CLONE_NEWUSER, CLONE_NEWUTS, LIBC, MACHINE, check

AF_UNIX, AF_INET, AF_INET6, AF_NETLINK = 1, 2, 10, 16
CLONE_NEWCGROUP, CLONE_NEWTIME = 0x02000000, 0x00000080
NEW_NAMESPACES = (
    CLONE_NEWNS | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWCGROUP | CLONE_NEWTIME
)

ARCHITECTURE = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
SOCKET, CLONE = {"x86_64": (41, 56), "aarch64": (198, 220)}.get(MACHINE, (None, None))
CLONE3 = 435
X32_BIT = 0x40000000
MOUNT = {"x86_64": {165}, "aarch64": {40}}
NAMESPACE_CALLS = {"x86_64": {272, 308}, "aarch64": {97, 268}}
# In this order: ptrace, process_vm_readv and -writev, keyctl, add_key, request_key, bpf, perf_event_open, mount, umount2,
# pivot_root, chroot, kexec_load, kexec_file_load, init_module, finit_module, delete_module, reboot, swapon, swapoff,
# userfaultfd, acct, quotactl, open_by_handle_at, name_to_handle_at, settimeofday, clock_settime, adjtimex, clock_adjtime,
# sethostname, setdomainname, vhangup, syslog, kcmp; on x86 also iopl, ioperm, modify_ldt.
REFUSED = {
    "x86_64": (101, 310, 311, 250, 248, 249, 321, 298, 165, 166, 155, 161, 246, 320, 175, 313, 176, 169, 167, 168)
    + (323, 163, 179, 304, 303, 164, 227, 159, 305, 170, 171, 153, 103, 312, 172, 173, 154),
    "aarch64": (117, 270, 271, 219, 217, 218, 280, 241, 40, 39, 41, 51, 104, 294, 105, 273, 106, 142, 224, 225)
    + (282, 89, 60, 265, 264, 170, 112, 171, 266, 161, 162, 58, 116, 272),
}
# open_tree to fspick, the io_uring three, pidfd_getfd, mount_setattr: numbers that all machines share.
REFUSED_EVERYWHERE = (428, 429, 430, 431, 432, 433, 425, 426, 427, 438, 442)

LOAD, EQUAL, AT_LEAST, ANY_BIT, AND, RETURN = 0x20, 0x15, 0x35, 0x45, 0x54, 0x06
ALLOW, KILL, EPERM, ENOSYS = 0x7FFF0000, 0x80000000, 0x00050001, 0x00050026
NUMBER, ARCH, FIRST, SECOND = 0, 4, 16, 24
SOCK_STREAM, SOCK_TYPE_MASK = 1, 0xF


def is_supported():
    return MACHINE in ARCHITECTURE


@functools.lru_cache(maxsize=8)
def build_filter(families, streams_only=False, may_nest=False):
    """`families` are the kinds of socket that may be opened; `may_nest` leaves it what makes and joins namespaces, and `mount` for those that it makes."""
    refused = set(REFUSED[MACHINE]) | set(REFUSED_EVERYWHERE) | NAMESPACE_CALLS[MACHINE]
    if may_nest:
        refused -= NAMESPACE_CALLS[MACHINE] | MOUNT[MACHINE]
    steps = [(LOAD, ARCH, 0, 0), (EQUAL, ARCHITECTURE[MACHINE], 1, 0), (RETURN, KILL, 0, 0), (LOAD, NUMBER, 0, 0)]
    if MACHINE == "x86_64":
        steps += [(AT_LEAST, X32_BIT, 0, 1), (RETURN, KILL, 0, 0)]
    # Its flags lie in memory, where a filter cannot look; libraries then fall back on clone.
    steps += [(EQUAL, CLONE3, 0, 1), (RETURN, ENOSYS, 0, 0)]
    steps += only_for(CLONE, [(LOAD, FIRST, 0, 0), (ANY_BIT, NEW_NAMESPACES, 0, 1), (RETURN, EPERM, 0, 0), (RETURN, ALLOW, 0, 0)])
    steps += only_for(SOCKET, socket_steps(families, streams_only))
    for number in sorted(refused):
        steps += [(EQUAL, number, 0, 1), (RETURN, EPERM, 0, 0)]
    return pack(steps + [(RETURN, ALLOW, 0, 0)])


@functools.lru_cache(maxsize=1)
def build_rest():
    """What `may_nest` has left, for a process that needs it no longer: filters add up, and a short one is installed sooner."""
    steps = [(LOAD, NUMBER, 0, 0)]
    for number in sorted(NAMESPACE_CALLS[MACHINE] | MOUNT[MACHINE]):
        steps += [(EQUAL, number, 0, 1), (RETURN, EPERM, 0, 0)]
    return pack(steps + [(RETURN, ALLOW, 0, 0)])


def pack(steps):
    return b"".join(struct.pack("<HBBI", code, yes, no, value) for code, value, yes, no in steps)


def only_for(number, steps):
    return [(EQUAL, number, 0, len(steps))] + steps


def socket_steps(families, streams_only):
    allowed = [(RETURN, ALLOW, 0, 0)]
    if streams_only:
        allowed = [(LOAD, SECOND, 0, 0), (AND, SOCK_TYPE_MASK, 0, 0), (EQUAL, SOCK_STREAM, 0, 1), (RETURN, ALLOW, 0, 0)]
        allowed += [(RETURN, EPERM, 0, 0)]
    steps = [(LOAD, FIRST, 0, 0)]
    for family in families:
        steps += [(EQUAL, family, 0, len(allowed))] + allowed
    return steps + [(RETURN, EPERM, 0, 0)]


class Program(ctypes.Structure):
    _fields_ = [("length", ctypes.c_ushort), ("steps", ctypes.c_char_p)]


def install_filter(steps):
    """Needs no_new_privs. There is no way back, also not by `exec`."""
    program = Program(len(steps) // 8, steps)
    check(LIBC.prctl(22, 2, ctypes.byref(program), 0, 0), "seccomp")
