"""Runs one command for the studio and answers for every process that it starts.

Standard library only, run as `python3 -I -S launch.py`. File descriptor 3 is the studio: frames of
`u32le length | u8 type | payload`. In comes one request ("R", JSON) and one payload ("P"), later perhaps a cancel ("K").
Out go "S" (started, JSON), what the command wrote (the frame's type is the command's own descriptor as a digit), and one
"X" (ended, JSON) as the very last. The end of file on descriptor 3 means that the studio is gone: everything is killed.
"""

import ctypes
import fcntl
import json
import os
import resource
import select
import signal
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from process_tree import end_everything, reap, signal_everything  # noqa: E402
from wire import STUDIO, StudioGone, read_frame, send, send_json  # noqa: E402

CHUNK = 1 << 16
GRACE_SECONDS = 2.0
PR_SET_PDEATHSIG = 1
PR_SET_CHILD_SUBREAPER = 36
PARAMETERS_FD = 3


def main():
    ignored = [signal.SIGINT, signal.SIGHUP, signal.SIGTERM]
    for number in ignored:
        signal.signal(number, signal.SIG_IGN)
    prctl(PR_SET_CHILD_SUBREAPER, 1)
    try:
        request = json.loads(read_frame(b"R"))
        if "lock" in request:
            return hold_lock(request["lock"])
        supervise(request, start(request, read_frame(b"P")))
    except StudioGone:
        end_everything(None)


def prctl(option, value):
    if sys.platform == "linux":
        ctypes.CDLL(None, use_errno=True).prctl(option, value, 0, 0, 0)


# The command


class Command:
    """A started command: its process, and the read ends of its pipes by its own descriptor number."""

    def __init__(self, pid, outputs):
        self.pid = pid
        self.outputs = outputs
        self.usage = None
        self.status = None


def start(request, payload):
    """Forks the command with nothing open but /dev/null, its pipes, and the payload on descriptor 3."""
    parameters = anonymous_file(payload)
    del payload
    pipes = {int(name): os.pipe() for name in request["pipes"]}
    launcher = os.getpid()
    pid = os.fork()
    if pid == 0:
        try:
            become_command(request, parameters, pipes, launcher)
        except OSError as error:
            name = error.filename or request["argv"][0]
            os.write(2, ("%s: %s\n" % (os.fsdecode(name), error.strerror)).encode())
        finally:
            os._exit(127)
    os.close(parameters)
    for _, write_end in pipes.values():
        os.close(write_end)
    for read_end, _ in pipes.values():
        os.set_blocking(read_end, False)
    send_json(b"S", {"pid": pid})
    return Command(pid, {read_end: name for name, (read_end, _) in pipes.items()})


def anonymous_file(payload):
    if hasattr(os, "memfd_create"):
        descriptor = os.memfd_create("parameters")
    else:
        descriptor, name = tempfile.mkstemp()
        os.unlink(name)
    data = memoryview(payload)
    while data:
        data = data[os.write(descriptor, data) :]
    os.lseek(descriptor, 0, os.SEEK_SET)
    return descriptor


def become_command(request, parameters, pipes, launcher):
    os.setsid()
    prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != launcher:
        os._exit(127)
    for number in (signal.SIGINT, signal.SIGHUP, signal.SIGTERM, signal.SIGPIPE, signal.SIGXFSZ):
        signal.signal(number, signal.SIG_DFL)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    wanted = {0: os.open(os.devnull, os.O_RDONLY), PARAMETERS_FD: parameters}
    wanted.update({name: write_end for name, (_, write_end) in pipes.items()})
    # Sources first move above every target, so that no dup2 overwrites one that is still needed.
    above = {target: fcntl.fcntl(source, fcntl.F_DUPFD_CLOEXEC, 64) for target, source in wanted.items()}
    for target, source in above.items():
        os.dup2(source, target)
    os.closerange(max(wanted) + 1, 4096)
    os.chdir(request["cwd"])
    os.execve(request["argv"][0], request["argv"], request["env"])


# Its life


class Ending:
    """Why the command ends; the first cause counts. `kill_at` is when patience is over."""

    def __init__(self, command, timeout):
        self.command = command
        self.cause = None
        self.deadline = time.monotonic() + timeout
        self.kill_at = None

    def because(self, cause):
        if self.cause is None:
            self.cause = cause
            self.kill_at = time.monotonic() + GRACE_SECONDS
            signal_everything(self.command, signal.SIGTERM)

    def wait_milliseconds(self):
        moment = self.deadline if self.kill_at is None else self.kill_at
        return max(0, int((moment - time.monotonic()) * 1000) + 1)


def supervise(request, command):
    ending = Ending(command, request["timeoutSeconds"])
    room = dict(request["limits"])
    poller = select.poll()
    poller.register(STUDIO, select.POLLIN)
    for descriptor in command.outputs:
        poller.register(descriptor, select.POLLIN)
    child_ended = watch_children()
    poller.register(child_ended, select.POLLIN)
    while command.status is None:
        ready = {descriptor for descriptor, _ in poller.poll(ending.wait_milliseconds())}
        for descriptor in in_order(command, ready):
            if pass_on(command, descriptor, request["pipes"], room, ending) == "closed":
                poller.unregister(descriptor)
        if STUDIO in ready:
            read_cancel(ending)
        if child_ended in ready:
            os.read(child_ended, 4096)
            reap(command)
        if time.monotonic() >= ending.deadline:
            ending.because("timeout")
        if ending.kill_at is not None and time.monotonic() >= ending.kill_at:
            end_everything(command)
    leftover = end_everything(command)
    for descriptor in in_order(command, command.outputs.keys()):
        while pass_on(command, descriptor, request["pipes"], room, ending) == "more":
            pass
    report(command, ending.cause or "exited", leftover)


def watch_children():
    """A descriptor that becomes readable when a child has ended."""
    read_end, write_end = os.pipe()
    os.set_blocking(read_end, False)
    os.set_blocking(write_end, False)
    signal.signal(signal.SIGCHLD, lambda number, frame: None)
    signal.set_wakeup_fd(write_end, warn_on_full_buffer=False)
    # One that ended before the handler stood is noticed by this byte.
    os.write(write_end, b"\0")
    return read_end


def in_order(command, ready):
    """By the command's own descriptors: what was written to one before the next was used is passed on before it."""
    return sorted(ready & command.outputs.keys(), key=command.outputs.get)


def pass_on(command, descriptor, groups, room, ending):
    """Sends what is in the pipe, up to the room its group has left. Answers "closed", "empty", or "more" to come."""
    name = command.outputs[descriptor]
    for _ in range(16):
        try:
            data = os.read(descriptor, CHUNK)
        except BlockingIOError:
            return "empty"
        if not data:
            return "closed"
        group = groups[str(name)]
        kept = data[: room[group]]
        room[group] -= len(kept)
        if kept:
            send(b"%d" % name, kept)
        if len(kept) < len(data):
            ending.because(group)
    return "more"


def read_cancel(ending):
    try:
        read_frame(b"K")
    except StudioGone:
        ending.cause = "abandoned"
        raise
    ending.because("cancelled")


def report(command, cause, leftover):
    exited = os.WIFEXITED(command.status)
    number = None if exited else os.WTERMSIG(command.status)
    send_json(
        b"X",
        {
            "cause": cause,
            "exitCode": os.WEXITSTATUS(command.status) if exited else None,
            "signal": None if exited else signal.Signals(number).name,
            "peakMemoryBytes": command.usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024),
            "leftover": leftover,
        },
    )


# Locks: the kernel lets go of them when the holder dies, however it dies.


def hold_lock(path):
    """Takes the lock, says so with "S", and keeps it until the studio hangs up."""
    descriptor = os.open(path, os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600)
    while True:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            break
        except BlockingIOError:
            if select.select([STUDIO], [], [], 0.1)[0]:
                return
    send_json(b"S", {"pid": os.getpid()})
    select.select([STUDIO], [], [])


main()
