"""Every process below this one. Orphans come to it, since it is their subreaper, so that nothing is out of reach."""

import os
import signal
import sys
import time

LEFTOVER_SECONDS = 8.0
PAGE = os.sysconf("SC_PAGE_SIZE")
# Kept open, since a supervisor that entered a sandbox sees no other one.
PROC = os.open("/proc", os.O_RDONLY | os.O_CLOEXEC) if os.path.isdir("/proc/self") else None


def reap(command):
    """Collects every child that has ended. False when there is no child at all, and so no descendant either."""
    while True:
        try:
            pid, status, usage = os.wait4(-1, os.WNOHANG)
        except ChildProcessError:
            return False
        if pid == 0:
            return True
        if command is not None and pid == command.pid:
            command.end(status, usage.ru_maxrss)


def end_everything(command):
    """Kills until no descendant is left, one that forks ever on included. Answers how many would not die."""
    give_up_at = time.monotonic() + LEFTOVER_SECONDS
    if sys.platform != "linux":
        signal_everything(command, signal.SIGKILL)
    while reap(command):
        stop_all(give_up_at)
        signal_everything(command, signal.SIGKILL)
        if time.monotonic() > give_up_at:
            return len(descendants())
        time.sleep(0.0005)
    return 0


def stop_all(give_up_at):
    """What is killed makes room for what forks on; what is stopped does not, and forks no more itself."""
    stopped = set()
    while time.monotonic() < give_up_at:
        found = set(descendants()) - stopped
        if not found:
            return
        signal_each(found, signal.SIGSTOP)
        stopped |= found


def signal_everything(command, number):
    # Without /proc the command's own process group is all that can be reached.
    signal_each(descendants() or ([-command.pid] if command else []), number)


def signal_each(pids, number):
    for pid in pids:
        try:
            os.kill(pid, number)
        except (ProcessLookupError, PermissionError):
            pass


def descendants(*roots):
    """Every process below these, or below this one; children that have just been orphaned are found first, and quickly."""
    ancestors = roots or (os.getpid(),)
    children = [pid for ancestor in ancestors for pid in read_children(ancestor)]
    return children + [pid for pid in walk_processes(ancestors) if pid not in children]


def measure(pids):
    """How many of these processes there are, and the bytes of memory that they hold together."""
    count, pages = 0, 0
    for pid in pids:
        text = read("%d/statm" % pid)
        if text:
            count += 1
            pages += int(text.split()[1])
    return count, pages * PAGE


def read_children(pid):
    return [int(child) for child in (read("%d/task/%d/children" % (pid, pid)) or "").split()]


def walk_processes(ancestors):
    below = {}
    for name in os.listdir(PROC) if PROC is not None else []:
        if name.isdigit():
            below.setdefault(parent_of(name), []).append(int(name))
    found, ahead = [], list(ancestors)
    while ahead:
        children = below.get(ahead.pop(), [])
        found += children
        ahead += children
    return found


def parent_of(name):
    text = read("%s/stat" % name)
    return int(text.rpartition(")")[2].split()[1]) if text else None


def read(name):
    """What a file below /proc says; None for a process that is gone."""
    if PROC is None:
        return None
    try:
        descriptor = os.open(name, os.O_RDONLY | os.O_CLOEXEC, dir_fd=PROC)
        with os.fdopen(descriptor, errors="replace") as file:
            return file.read()
    except OSError:
        return None
