"""Runs one command for the studio and answers for every process that it starts.

Standard library only, for whatever `python3` the machine has. One connection to the studio carries frames of
`u32le length | u8 type | payload`. In comes one request ("R", JSON) and one payload ("P"), later perhaps a cancel ("K").
Out go "S" (started, JSON), what the command wrote (the frame's type is the command's own descriptor as a digit), and one
"X" (ended, JSON) as the very last. The end of the connection means that the studio is gone: everything is killed.

A request with `ahead` is for a command that is started before its call: "S" is sent when it is ready, and the payload comes
with the call, after a second "R" that names what only this call may write to.
"""

import fcntl
import json
import os
import select
import signal

from call import Call
from command import Command, start
from keeper import keep
from probe import probe
from process_tree import descendants, end_everything, reap, signal_everything
from wire import StudioGone, Wire


def serve(connection):
    """All that a supervisor does in its life."""
    wire = Wire(connection)
    try:
        request = json.loads(wire.read_frame(b"R"))
        if "lock" in request:
            return hold_lock(wire, request["lock"])
        if "probe" in request:
            return wire.send_json(b"S", probe(request["probe"]))
        if "serve" in request:
            return keep(wire, request)
        supervise(wire, request)
    except StudioGone:
        end_everything(None)
    except OSError as error:
        wire.send(b"E", str(error).encode())
        end_everything(None)


def supervise(wire, request):
    command = Command(request)
    if not request.get("ahead"):
        command.deliver(wire.read_frame(b"P"))
    start(request, command)
    wire.send_json(b"S", {"pid": command.pid})
    poller = select.poll()
    poller.register(wire.descriptor, select.POLLIN)
    child_ended = watch_children()
    poller.register(child_ended, select.POLLIN)
    if request.get("ahead"):
        request = await_call(wire, command, poller, child_ended, request)
    run_to_end(wire, command, request, poller, child_ended)


def await_call(wire, command, poller, child_ended, request):
    """Waits for the call of a command that was started ahead. Should it end before, the call will find it ended."""
    while True:
        ready = {descriptor for descriptor, _ in poller.poll()}
        if child_ended in ready:
            os.read(child_ended, 4096)
            reap(command)
        if wire.descriptor in ready:
            call = json.loads(wire.read_frame(b"R"))
            payload = wire.read_frame(b"P")
            command.folders.show(call)
            command.deliver(payload)
            if command.status is None:
                command.let_go()
            return {**request, **call}


def run_to_end(wire, command, request, poller, child_ended):
    call = Call(wire, command.outputs, request)
    for descriptor in call.outputs:
        poller.register(descriptor, select.POLLIN)
    while command.status is None:
        ready = {descriptor for descriptor, _ in poller.poll(call.wait_milliseconds())}
        for descriptor in call.in_order(ready):
            if call.pass_on(descriptor) == "closed":
                poller.unregister(descriptor)
        if wire.descriptor in ready:
            call.read_cancel()
        if child_ended in ready:
            os.read(child_ended, 4096)
            reap(command)
        call.look_at_time(descendants)
        step = call.next_step()
        if step == "ask":
            signal_everything(command, signal.SIGTERM)
        if step == "kill":
            end_everything(command)
    leftover = end_everything(command)
    call.pass_on_rest()
    call.report(command.status, command.peak_bytes, leftover)


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


# Locks: the kernel lets go of them when the holder dies, however it dies.


def hold_lock(wire, path):
    """Takes the lock, says so with "S", and keeps it until the studio hangs up."""
    descriptor = os.open(path, os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600)
    while True:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            break
        except BlockingIOError:
            if select.select([wire.descriptor], [], [], 0.1)[0]:
                return
    wire.send_json(b"S", {"pid": os.getpid()})
    select.select([wire.descriptor], [], [])
