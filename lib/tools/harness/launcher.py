"""Stays beside the studio and starts a supervisor for each connection: starting processes from the studio itself would hold
up everything else it does, the longer the more memory it has.

Run as `python3 -I -S launcher.py SOCKET`. Descriptor 3 is the studio: when it ends, so does this.
"""

import gc
import os
import select
import shutil
import signal
import socket
import sys
import traceback

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import keeper  # noqa: E402, F401
import supervise  # noqa: E402
from kernel import PR_SET_CHILD_SUBREAPER, prctl  # noqa: E402

STUDIO = 3


def main():
    for number in (signal.SIGINT, signal.SIGHUP, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    os.umask(0o022)
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(sys.argv[1])
    listener.listen(512)
    # Supervisors share this memory for as long as nobody writes to it.
    gc.freeze()
    gc.disable()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    os.write(STUDIO, b"S")
    try:
        serve(listener)
    finally:
        shutil.rmtree(os.path.dirname(sys.argv[1]), ignore_errors=True)


def serve(listener):
    poller = select.poll()
    poller.register(STUDIO, select.POLLIN)
    poller.register(listener, select.POLLIN)
    while True:
        ready = {descriptor for descriptor, _ in poller.poll()}
        if STUDIO in ready and not os.read(STUDIO, 64):
            return
        if listener.fileno() in ready:
            start_supervisor(listener)


def start_supervisor(listener):
    """One that cannot be started for want of processes or descriptors is noticed by the end of its line."""
    try:
        connection, _ = listener.accept()
    except OSError:
        return traceback.print_exc()
    with connection:
        try:
            pid = os.fork()
        except OSError:
            return traceback.print_exc()
        if pid == 0:
            become_supervisor(listener, connection)


def become_supervisor(listener, connection):
    try:
        listener.close()
        os.close(STUDIO)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        if sys.platform == "linux":
            prctl(PR_SET_CHILD_SUBREAPER, 1)
        supervise.serve(connection.fileno())
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(0)


main()
