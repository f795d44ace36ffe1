"""Landlock: a process gives up, for itself and all that it starts, the files and ports that it was not granted."""

import ctypes
import errno
import os
import stat
import struct
import sys

from kernel import LIBC, syscall

CREATE, ADD, RESTRICT = 444, 445, 446
PATH_BENEATH, NET_PORT = 1, 2
EXECUTE, WRITE_FILE, READ_FILE, READ_DIR = 1, 2, 4, 8
CONNECT_TCP, ALL_TCP = 2, 3
ALL_SCOPES = 3


def version():
    """0 where the kernel has none of it."""
    return max(0, LIBC.syscall(CREATE, None, 0, 1)) if sys.platform == "linux" else 0


VERSION = version()
TRUNCATE = 1 << 14 if VERSION >= 3 else 0
IOCTL_DEV = 1 << 15 if VERSION >= 5 else 0
EVERYTHING = (1 << 13) - 1 | (1 << 13 if VERSION >= 2 else 0) | TRUNCATE | IOCTL_DEV
READ = EXECUTE | READ_FILE | READ_DIR
ON_FILES = EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE | IOCTL_DEV


class Ruleset:
    """What a process may still do after `enforce`. With `ports`, which may be none, TCP is confined to them as well."""

    def __init__(self, ports=None):
        network = ALL_TCP if ports is not None and VERSION >= 4 else 0
        attributes = struct.pack("<3Q", EVERYTHING, network, ALL_SCOPES if VERSION >= 6 else 0)
        size = 24 if VERSION >= 6 else 16 if VERSION >= 4 else 8
        self.descriptor = syscall(CREATE, attributes, size, 0)
        os.set_inheritable(self.descriptor, False)
        for port in ports or () if network else ():
            syscall(ADD, self.descriptor, NET_PORT, struct.pack("<2Q", CONNECT_TCP, port), 0)

    def allow(self, path, access):
        place, granted = open_place(path, access)
        if place is not None:
            self.add(pack_rule(place, granted))
            os.close(place)

    def add(self, rule):
        syscall(ADD, self.descriptor, PATH_BENEATH, rule, 0)

    def enforce(self):
        """Needs no_new_privs."""
        syscall(RESTRICT, self.descriptor, 0)
        os.close(self.descriptor)


def open_place(path, access):
    """A descriptor of a path, and what can be granted of the access; None for one that is not there, which needs no leave."""
    try:
        place = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError as error:
        if error.errno in (errno.ENOENT, errno.EACCES, errno.ENOTDIR):
            return None, 0
        raise
    return place, access if stat.S_ISDIR(os.fstat(place).st_mode) else access & ON_FILES


def pack_rule(place, granted):
    """As the kernel reads it."""
    return struct.pack("<Qi", granted, place)
