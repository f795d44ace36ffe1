"""Every process below the launcher. Orphans come to it, since it is their subreaper, so that nothing is out of reach."""

import os
import signal
import sys
import time

LEFTOVER_SECONDS = 5.0


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
            command.status, command.usage = status, usage


def end_everything(command):
    """Kills until no descendant is left, one that forks ever on included. Answers how many would not die."""
    give_up_at = time.monotonic() + LEFTOVER_SECONDS
    if sys.platform != "linux":
        signal_everything(command, signal.SIGKILL)
    while reap(command):
        signal_everything(command, signal.SIGKILL)
        if time.monotonic() > give_up_at:
            return len(descendants())
        time.sleep(0.0005)
    return 0


def signal_everything(command, number):
    # Without /proc the command's own process group is all that can be reached.
    for pid in descendants() or ([-command.pid] if command else []):
        try:
            os.kill(pid, number)
        except (ProcessLookupError, PermissionError):
            pass


def descendants():
    """Every process below this one; children that have just been orphaned are found first, and quickly."""
    children = read_children_file()
    if children is None:
        return walk_processes()
    return children + [pid for pid in walk_processes() if pid not in children]


def read_children_file():
    try:
        with open("/proc/self/task/%d/children" % os.getpid()) as file:
            return [int(pid) for pid in file.read().split()]
    except OSError:
        return None


def walk_processes():
    below = {}
    for name in os.listdir("/proc") if os.path.isdir("/proc/self") else []:
        if name.isdigit():
            parent = parent_of(name)
            below.setdefault(parent, []).append(int(name))
    found, ahead = [], [os.getpid()]
    while ahead:
        children = below.get(ahead.pop(), [])
        found += children
        ahead += children
    return found


def parent_of(name):
    try:
        with open("/proc/%s/stat" % name) as file:
            return int(file.read().rpartition(")")[2].split()[1])
    except (OSError, IndexError):
        return None
