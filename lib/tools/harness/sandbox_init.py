"""The first process of a tool's namespaces: when it ends the kernel ends all others in them, however many there are."""

import itertools
import os
import select
import signal
import socket
import struct

import kernel
from kernel import MS_BIND, MS_NODEV, MS_NOSUID, MS_RDONLY
from sandbox_root import write_maps

REMOUNT = 32
ENDED = struct.Struct("<iQ")


def start_init(policy, run, complaints):
    """Starts it, where it calls `run`, which never returns. Answers with its pid as the supervisor sees it, and what it holds."""
    wait, go = os.pipe()
    pid = kernel.clone(kernel.CLONE_NEWUSER | kernel.CLONE_NEWNS | kernel.CLONE_NEWPID)
    if pid == 0:
        try:
            os.close(go)
            settle(policy, wait)
            run()
        except BaseException as error:
            os.write(complaints, ("the sandbox does not work: %s\n" % error).encode())
        finally:
            os._exit(126)
    os.close(wait)
    ids = (policy["user"], policy["group"])
    write_maps(pid, ids, ids)
    os.write(go, b"\0")
    return pid, go


def settle(policy, wait):
    if not os.read(wait, 1):
        os._exit(126)
    os.setresgid(policy["group"], policy["group"], policy["group"])
    os.setresuid(policy["user"], policy["user"], policy["user"])
    # Changing the user has made this process's own files in /proc unreadable, to itself as well.
    kernel.prctl(kernel.PR_SET_DUMPABLE, 1)
    kernel.die_with_parent(signal.SIGKILL)
    # A supervisor that died meanwhile has let go of its end.
    if select.select([wait], [], [], 0)[0]:
        os._exit(126)
    kernel.mount_proc()
    for path in ["/", *([policy["artifacts"]] if policy.get("artifacts") else [])]:
        kernel.mount(None, path, None, MS_BIND | REMOUNT | MS_RDONLY | MS_NOSUID | MS_NODEV)
    for number in (signal.SIGINT, signal.SIGHUP, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)


def report_end(command, status_fd):
    """Waits for the command, collecting what orphans come here meanwhile, tells how it ended, and ends everything."""
    while True:
        pid, status, usage = os.wait4(-1, 0)
        if pid == command:
            os.write(status_fd, ENDED.pack(status, usage.ru_maxrss))
            os._exit(0)


def tend(command, control):
    """For a zygote: makes the process namespace of each call when it is asked to, until the command, which is the zygote, ends."""
    # Whoever sleeps in such a namespace inherits this: orphans of the call come there, and the kernel collects them.
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    zygote = os.pidfd_open(command)
    with socket.socket(fileno=control) as channel:
        for number in itertools.count():
            if zygote in select.select([zygote, channel], [], [])[0] or not channel.recv(1):
                os._exit(0)
            pid = kernel.start_sleeper(kernel.CLONE_NEWPID, number)
            descriptors = [os.open("/proc/%d/ns/pid" % pid, os.O_RDONLY | os.O_CLOEXEC), os.pidfd_open(pid)]
            socket.send_fds(channel, [b"n"], descriptors)
            for descriptor in descriptors:
                os.close(descriptor)
