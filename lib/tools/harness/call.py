"""One call as its supervisor sees it: what comes from it, what it may still take, why it ends, and how it ended."""

import json
import os
import signal
import sys
import time

from process_tree import measure
from wire import StudioGone

CHUNK = 1 << 16
GRACE_SECONDS = 2.0
LOOK_SECONDS = 0.2
AGAIN_SECONDS = 0.02
MEBIBYTE = 1 << 20
# Ever less than this is left free on a disk by a call that has written a lot to it.
DISK_RESERVE = 256 * MEBIBYTE
WORTH_COUNTING = 64 * MEBIBYTE
CHANNEL = 4
ORDER = (1, 2, 5, CHANNEL)
# Causes that were asked for leave a moment to clean up; what takes too much is ended at once.
PATIENT = ("cancelled", "timeout")


class Call:
    """`outputs` are the read ends of its pipes by its own descriptor number. The first cause to end it counts."""

    def __init__(self, wire, outputs, request):
        self.wire = wire
        self.outputs = outputs
        self.groups = request["pipes"]
        self.room = dict(request["limits"])
        self.limits = request["sandbox"]["limits"]
        self.watch_disk(next(iter(request.get("watched", [])), None))
        self.cause = None
        now = time.monotonic()
        self.deadline = now + request["timeoutSeconds"]
        self.look_at = now + LOOK_SECONDS
        self.kill_at = None
        self.has_asked = False

    def watch_disk(self, folder):
        """What is written to this folder from now on; as the supervisor finds it, which may be elsewhere than the call does."""
        self.folder = folder
        self.free = free_bytes(folder)

    def because(self, cause):
        if self.cause is None:
            self.cause = cause
            self.kill_at = time.monotonic() + (GRACE_SECONDS if cause in PATIENT else 0)

    def wait_milliseconds(self):
        moment = self.kill_at
        if moment is None:
            # One that ends for a cause is looked at no more.
            moment = min(self.deadline, self.look_at) if self.cause is None else self.deadline
        return max(0, int((moment - time.monotonic()) * 1000) + 1)

    def look_at_time(self, find):
        """Ends it when its time is over or it takes too much; `find` answers with its processes."""
        now = time.monotonic()
        if now >= self.deadline:
            self.because("timeout")
        if self.cause is None and now >= self.look_at:
            self.look_at = now + LOOK_SECONDS
            count, held = measure(find())
            if held > self.limits["memoryBytes"]:
                self.because("memory")
            if count > 4 * self.limits["processes"]:
                self.because("processes")
            if self.folder and self.fills_disk():
                self.because("disk")

    def fills_disk(self):
        free = free_bytes(self.folder)
        if self.free - free < WORTH_COUNTING:
            return False
        written = count_bytes(self.folder)
        return written > self.limits["diskBytes"] or (free < DISK_RESERVE and written > WORTH_COUNTING)

    def next_step(self):
        """Whether its processes are now to be asked to end, or to be killed."""
        if self.kill_at is None:
            return None
        if time.monotonic() >= self.kill_at:
            self.kill_at += AGAIN_SECONDS
            return "kill"
        if not self.has_asked:
            self.has_asked = True
            return "ask"
        return None

    def in_order(self, ready):
        """What was written to one before the next was used is passed on before it; the harness's own, where an ending is told, last."""
        return sorted(ready & self.outputs.keys(), key=lambda descriptor: ORDER.index(self.outputs[descriptor]))

    def in_turn(self, descriptor):
        """What to pass on when something comes here: where an ending may be told, what was printed before it goes first."""
        return self.in_order(self.outputs.keys() if self.outputs[descriptor] == CHANNEL else {descriptor})

    def pass_on(self, descriptor):
        """Sends what is in the pipe, up to the room its group has left. Answers "closed", "empty", or "more" to come."""
        name = self.outputs[descriptor]
        group = self.groups[str(name)]
        for _ in range(16):
            try:
                data = os.read(descriptor, CHUNK)
            except BlockingIOError:
                return "empty"
            if not data:
                return "closed"
            kept = data[: self.room[group]]
            self.room[group] -= len(kept)
            # An ending that is told is none where another came first.
            if kept and (self.cause is None or name != CHANNEL):
                self.wire.send(b"%d" % name, kept)
            if len(kept) < len(data):
                self.because(group)
            if len(data) < CHUNK:
                return "more"
        return "more"

    def pass_on_rest(self):
        """What its pipes still hold, when nobody writes to them any more."""
        for descriptor in self.in_order(self.outputs.keys()):
            while self.pass_on(descriptor) == "more":
                pass

    def read_cancel(self):
        try:
            self.wire.read_frame(b"K")
        except StudioGone:
            self.cause = "abandoned"
            raise
        self.because("cancelled")

    def report(self, status, peak_bytes, leftover):
        exited = os.WIFEXITED(status)
        number = None if exited else os.WTERMSIG(status)
        ending = {
            "cause": self.cause or "exited",
            "exitCode": os.WEXITSTATUS(status) if exited else None,
            "signal": None if exited else signal.Signals(number).name,
            "peakMemoryBytes": peak_bytes,
            "leftover": leftover,
        }
        self.wire.send(b"X", json.dumps(ending).encode())


def free_bytes(folder):
    if folder is None or sys.platform == "win32":
        return 0
    try:
        found = os.statvfs(folder)
    except OSError:
        return 0
    return found.f_bavail * found.f_frsize


def count_bytes(folder):
    """What a folder takes on the disk, links not followed."""
    total, ahead = 0, [folder]
    while ahead:
        try:
            with os.scandir(ahead.pop()) as entries:
                for entry in entries:
                    total += entry.stat(follow_symlinks=False).st_blocks * 512
                    if entry.is_dir(follow_symlinks=False):
                        ahead.append(entry.path)
        except OSError:
            continue  # It went away while it was counted.
    return total
