"""System calls that Python's own library lacks, or has only in newer versions; each raises OSError like the others."""

import ctypes
import os
import platform
import struct
import sys

LIBC = ctypes.CDLL(None, use_errno=True)
LIBC.syscall.restype = ctypes.c_long
for name in ("mount", "prctl", "setns", "umount2", "unshare") if sys.platform == "linux" else ():
    getattr(LIBC, name)  # Looked up here, and not in each process that is forked from this one.
# Holds the interpreter's lock over the call: a new process must not wait for a lock that only its parent can let go of.
LIBC_WITH_LOCK = ctypes.PyDLL(None, use_errno=True)
LIBC_WITH_LOCK.syscall.restype = ctypes.c_long

MACHINE = platform.machine()
NUMBERS = {
    "x86_64": {"clone": 56, "pivot_root": 155, "capset": 126},
    "aarch64": {"clone": 220, "pivot_root": 41, "capset": 91},
}.get(MACHINE, {})
OPEN_TREE, MOVE_MOUNT, MOUNT_SETATTR = 428, 429, 442

CLONE_NEWNS, CLONE_NEWUTS, CLONE_NEWIPC = 0x00020000, 0x04000000, 0x08000000
CLONE_NEWUSER, CLONE_NEWPID, CLONE_NEWNET = 0x10000000, 0x20000000, 0x40000000

PR_SET_DUMPABLE = 4
PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER, PR_SET_NO_NEW_PRIVS, PR_CAP_AMBIENT = 1, 36, 38, 47
PR_CAP_AMBIENT_RAISE = 2
CAP_DAC_OVERRIDE, CAP_SYS_CHROOT, CAP_SYS_ADMIN = 1, 18, 21

MS_RDONLY, MS_NOSUID, MS_NODEV, MS_NOEXEC, MS_BIND, MS_REC = 1, 2, 4, 8, 4096, 16384
MS_PRIVATE, MS_SHARED = 1 << 18, 1 << 20
MNT_DETACH = 2
AT_FDCWD, AT_EMPTY_PATH, AT_RECURSIVE = -100, 0x1000, 0x8000
MOUNT_ATTR_IDMAP = 0x00100000
OPEN_TREE_CLONE, MOVE_MOUNT_F_EMPTY_PATH = 1, 4


def check(result, what):
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, "%s: %s" % (what, os.strerror(number)))
    return result


def syscall(number, *arguments):
    return check(LIBC.syscall(number, *arguments), "system call %d" % number)


def prctl(option, *values):
    return check(LIBC.prctl(option, *(list(values) + [0] * (4 - len(values)))), "prctl")


def die_with_parent(number):
    prctl(PR_SET_PDEATHSIG, number)


def unshare(flags):
    check(LIBC.unshare(flags), "unshare")


def setns(descriptor, kind):
    check(LIBC.setns(descriptor, kind), "setns")


def clone(flags):
    """Forks into new namespaces in one step; only for small processes that have loaded no foreign library."""
    ctypes.pythonapi.PyOS_BeforeFork()
    pid = LIBC_WITH_LOCK.syscall(NUMBERS["clone"], flags | 17, 0, 0, 0, 0)
    if pid == 0:
        ctypes.pythonapi.PyOS_AfterFork_Child()
    else:
        ctypes.pythonapi.PyOS_AfterFork_Parent()
    return check(pid, "clone")


STACKS = [ctypes.create_string_buffer(4096) for _ in range(512)]
CLONE_VM, CLONE_FS, CLONE_FILES = 0x100, 0x200, 0x400


def start_sleeper(kinds, number):
    """A process in new namespaces that only sleeps. It shares this one's memory, so that it costs next to nothing."""
    stack = STACKS[number % len(STACKS)]
    top = ctypes.c_void_p((ctypes.addressof(stack) + len(stack)) & ~15)
    flags = kinds | CLONE_VM | CLONE_FS | CLONE_FILES | 17
    return check(LIBC_WITH_LOCK.clone(LIBC.pause, top, flags, None), "clone")


def mount(source, target, kind, flags, options=""):
    words = [None if word is None else os.fsencode(word) for word in (source, target, kind)]
    check(LIBC.mount(*words, ctypes.c_ulong(flags), options.encode()), "mount %s" % target)


def mount_proc():
    """The /proc of this process's own process namespace."""
    mount("proc", "/proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC)


def mount_scratch(path):
    """A folder in memory that everybody here may write to."""
    mount("toolroom", path, "tmpfs", MS_NOSUID | MS_NODEV, "mode=1777,size=512m,nr_inodes=65536")


def unmount(target):
    check(LIBC.umount2(os.fsencode(target), MNT_DETACH), "unmount %s" % target)


def open_tree(path):
    """A copy of what is mounted at a path and below, that can be attached elsewhere later, by any name."""
    flags = OPEN_TREE_CLONE | os.O_CLOEXEC | AT_RECURSIVE
    return syscall(OPEN_TREE, AT_FDCWD, os.fsencode(path), flags)


def restrict_tree(tree, flags):
    attributes = struct.pack("<4Q", flags, 0, 0, 0)
    syscall(MOUNT_SETATTR, tree, b"", AT_EMPTY_PATH | AT_RECURSIVE, attributes, len(attributes))


def map_tree(tree, namespace):
    """Shows the owners of a tree as a user namespace maps them."""
    attributes = struct.pack("<4Q", MOUNT_ATTR_IDMAP, 0, 0, namespace)
    syscall(MOUNT_SETATTR, tree, b"", AT_EMPTY_PATH | AT_RECURSIVE, attributes, len(attributes))


def attach_tree(tree, path):
    syscall(MOVE_MOUNT, tree, b"", AT_FDCWD, os.fsencode(path), MOVE_MOUNT_F_EMPTY_PATH)
    os.close(tree)


def pivot_root(path):
    """Makes a folder the root, and takes the old root away for good."""
    os.chdir(path)
    syscall(NUMBERS["pivot_root"], b".", b".")
    unmount(".")
    os.chdir("/")


def keep_capabilities(*kept):
    """Gives up all capabilities but these, which then outlive `exec`."""
    low = sum(1 << number for number in kept)
    header = struct.pack("<Ii", 0x20080522, 0)
    syscall(NUMBERS["capset"], header, struct.pack("<6I", low, low, low, 0, 0, 0))
    for number in kept:
        prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_RAISE, number)
