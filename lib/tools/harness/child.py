"""A process that a zygote forked, as its keeper sees it: waiting for its call, or having it."""

import os
import signal
import socket
import struct

from command import anonymous_file
from process_tree import PROC, descendants, read


class Child:
    """A forked process that waits for its call, or has it."""

    def __init__(self, number, init, pipes):
        self.number = number
        self.init = init
        self.init_pid = int(dict(line.split(":") for line in read("self/fdinfo/%d" % init).splitlines())["Pid"])
        self.parameters = anonymous_file()
        self.pipes = {name: os.pipe() for name in pipes}
        self.outputs = {read_end: name for name, (read_end, _) in self.pipes.items()}
        for read_end in self.outputs:
            os.set_blocking(read_end, False)
        self.go, self.its_go = socket.socketpair()
        self.go.setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, 1)
        self.pid = None
        self.status = None
        self.peak_bytes = 0
        self.is_gone = False
        self.call = None
        self.request = None
        self.payload = None
        self.mounts = None
        self.has_folders = False

    def given(self):
        return [self.parameters, *(write_end for _, write_end in self.pipes.values()), self.its_go.fileno()]

    def hand_over(self):
        """What the child has now is no longer this process's."""
        for _, write_end in self.pipes.values():
            os.close(write_end)
        self.its_go.close()

    def hear_pid(self):
        """None, or 0, stays for one that ended before it was ready."""
        try:
            _, ancillary, _, _ = self.go.recvmsg(1, 64)
        except ConnectionResetError:
            return
        for _, kind, data in ancillary:
            if kind == socket.SCM_CREDENTIALS:
                self.pid = struct.unpack("3i", data)[0]
        if self.pid:
            try:
                self.mounts = os.open("%d/ns/mnt" % self.pid, os.O_RDONLY | os.O_CLOEXEC, dir_fd=PROC)
            except OSError:
                self.pid = None  # It has ended since.

    def show(self, folders):
        self.has_folders = True
        folders.show_in(self.mounts, self.request)
        # The kernel takes milliseconds to dissolve them, in whoever holds them last: that is to be the process itself.
        os.close(self.mounts)
        self.mounts = None

    def is_heard(self):
        """Whether somebody waits for its call. One that nobody waits for was killed, and only its end is still to come."""
        return self.call is not None and self.call.cause != "abandoned"

    def end(self, status, peak_bytes):
        """Its first process has ended; the others are to."""
        self.status, self.peak_bytes = status, peak_bytes
        self.kill()

    def processes(self):
        roots = [pid for pid in (self.pid, self.init_pid) if pid]
        return [pid for pid in roots if pid != self.init_pid] + descendants(*roots)

    def kill(self):
        try:
            signal.pidfd_send_signal(self.init, signal.SIGKILL)
        except ProcessLookupError:
            pass

    def close(self):
        for descriptor in (*self.outputs, self.init, self.parameters, self.mounts):
            if descriptor is not None:
                os.close(descriptor)
        self.go.close()
