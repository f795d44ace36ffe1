"""Supervises a zygote and the calls that it forks, each in a process namespace and an artifact folder of its own.

The zygote has loaded a tool's code and is trusted no more than the tool. It only forks; what a call may write to, when it
ends and what it said are this process's affair. Each call is a connection of the studio's to the keeper's own socket, with
the same frames as for a command that is started for one call; "Z" answers one whose tool has changed since.
"""

import json
import os
import signal
import socket
import time

from call import Call
from child import Child
from folders import CallFolders
from loop import Loop
from process_tree import signal_each
from wire import StudioGone, Wire
from zygote_process import ZygoteProcess, hear

HOT_SECONDS = 30.0
MOST_FAILURES = 5
KILLED = signal.SIGKILL


def keep(wire, request):
    Keeper(wire, request).run()


class Keeper:
    def __init__(self, wire, request):
        self.wire = wire
        self.request = request
        self.folders = CallFolders(request["sandbox"])
        self.zygote = ZygoteProcess(request, self.folders)
        self.loop = Loop()
        self.waiting = []
        self.children = {}
        self.ready = []
        self.asked_for = 0
        self.count = 0
        self.failures = 0
        self.hot_until = time.monotonic() + HOT_SECONDS
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(request["serve"])
        self.listener.listen(256)

    # The zygote

    def run(self):
        self.zygote.start(self.wire.read_frame(b"P"))
        self.loop.on(self.wire.descriptor, self.hear_studio)
        self.loop.on(self.listener.fileno(), self.take_call)
        self.loop.on(self.zygote.control.fileno(), self.hear_zygote)
        self.loop.on(self.zygote.init.fileno(), self.take_namespace)
        for read_end in self.zygote.outputs:
            self.loop.on(read_end, lambda read_end=read_end: self.hear_output(read_end))
        while True:
            self.loop.turn(self.wait_milliseconds())
            for child in [child for child in self.children.values() if child.is_heard()]:
                self.look_after(child)
            self.stay_ready()

    def hear_output(self, read_end):
        if self.zygote.hear_output(read_end) == "closed":
            self.loop.off(read_end)

    def hear_zygote(self):
        data, _ = hear(self.zygote.control)
        if not data:
            return self.end_with_zygote()
        message = json.loads(data)
        if "ready" in message:
            self.become_ready(message["ready"])
        elif message["ended"] in self.children:
            child = self.children[message["ended"]]
            child.end(message["status"], message["peak"] * 1024)
            if child.call:
                self.look_after(child)

    def become_ready(self, found):
        self.zygote.become_ready(found.pop("watched"))
        self.wire.send_json(b"S", found)

    def give_up(self, reason):
        """Calls that have not begun are to go elsewhere."""
        begun_in_vain = [child.call.wire for child in self.children.values() if child.call and not child.pid]
        for wire in begun_in_vain + [wire for wire, _, _ in self.waiting]:
            try:
                wire.send(b"Z", reason)
            except StudioGone:
                continue  # Nobody waits for it any more.
        self.wire.send(b"E", reason)
        os._exit(0)

    def end_with_zygote(self):
        """Nothing can go on without it: the calls that it had end with it."""
        for child in self.children.values():
            child.kill()
            if not child.call:
                continue
            try:
                child.call.pass_on_rest()
                child.call.report(child.status if child.status is not None else KILLED, child.peak_bytes, 0)
            except StudioGone:
                continue  # Nobody waits for it any more.
        self.give_up(self.zygote.hear_last_words() or b"the zygote ended")

    # Its children

    def ask_for_child(self):
        self.asked_for += 1
        self.zygote.init.send(b"n")

    def take_namespace(self):
        data, descriptors = hear(self.zygote.init)
        if not data:
            return self.end_with_zygote()
        namespace, init = descriptors
        self.asked_for -= 1
        self.count += 1
        child = Child(self.count, init, [int(name) for name in self.request["pipes"]])
        self.children[child.number] = child
        # While calls wait there is no time to rehearse.
        self.zygote.fork({"fork": child.number, "rehearse": not self.waiting}, [namespace, *child.given()])
        os.close(namespace)
        child.hand_over()
        self.loop.on(child.go.fileno(), lambda: self.hear_child(child))
        self.loop.on(init, lambda: self.see_gone(child))
        if self.waiting:
            self.begin(child, *self.waiting.pop(0))
        else:
            self.ready.append(child)

    def hear_child(self, child):
        self.loop.off(child.go.fileno())
        child.hear_pid()
        if child.call and child.pid:
            self.let_go(child)

    def see_gone(self, child):
        self.loop.off(child.init)
        child.is_gone = True
        if child.call is None:
            if child in self.ready and time.monotonic() < self.hot_until:
                self.failures += 1
            self.drop(child)
            self.give_up_after_failures()
        else:
            self.look_after(child)

    def give_up_after_failures(self):
        if self.failures > MOST_FAILURES:
            self.give_up(b"the processes that it forks end before they are used: " + self.zygote.hear_last_words()[-500:])

    def drop(self, child):
        for descriptor in (child.go.fileno(), child.init, *child.outputs):
            self.loop.off(descriptor)
        if child in self.ready:
            self.ready.remove(child)
        del self.children[child.number]
        child.close()

    def stay_ready(self):
        if not self.zygote.is_ready:
            return
        if time.monotonic() > self.hot_until:
            for child in self.ready:
                child.kill()
            return
        wanted = len(self.waiting) or (0 if self.busy() else self.request["ready"] - len(self.ready))
        for _ in range(wanted - self.asked_for):
            self.ask_for_child()

    def busy(self):
        """While calls run, the machine is theirs, as long as one more can begin at once."""
        return bool(self.ready) and any(child.is_heard() for child in self.children.values())

    # Its calls

    def take_call(self):
        connection, _ = self.listener.accept()
        wire = Wire(connection.detach())
        try:
            request, payload = json.loads(wire.read_frame(b"R")), wire.read_frame(b"P")
            if not self.zygote.is_fresh():
                wire.send(b"Z", b"")
                return os.close(wire.descriptor)
        except StudioGone:
            return os.close(wire.descriptor)
        self.hot_until = time.monotonic() + HOT_SECONDS
        if self.ready:
            self.begin(self.ready.pop(0), wire, request, payload)
        else:
            self.waiting.append((wire, request, payload))

    def begin(self, child, wire, request, payload):
        child.request, child.payload = request, payload
        request = {**self.request, **request}
        child.call = Call(wire, child.outputs, request)
        self.loop.on(wire.descriptor, lambda: self.hear_cancel(child))
        if child.pid:
            self.let_go(child)

    def let_go(self, child):
        try:
            child.show(self.folders)
            child.call.watch_disk(next(iter(self.folders.sources(child.request)), None))
            os.write(child.parameters, child.payload)
            os.lseek(child.parameters, 0, os.SEEK_SET)
            child.go.send(b"\0")
            self.failures = 0
        except (BrokenPipeError, ConnectionResetError):
            child.kill()  # It ended before its call, which another will get.
        except OSError as error:
            # It is the call's bad luck alone: a folder that is gone.
            child.call.wire.send(b"E", str(error).encode())
            child.kill()
            child.status = KILLED
        self.listen_to(child)

    def listen_to(self, child):
        """To one that has begun; what another said before it could is nobody's."""
        for name, said in self.zygote.said.items():
            if said:
                try:
                    child.call.wire.send(b"%d" % name, said)
                except StudioGone:
                    return self.abandon(child)
        for descriptor in child.outputs:
            self.loop.on(descriptor, lambda descriptor=descriptor: self.pass_on(child, descriptor))

    def pass_on(self, child, descriptor):
        try:
            for ready in child.call.in_turn(descriptor):
                if child.call.pass_on(ready) == "closed":
                    self.loop.off(ready)
        except StudioGone:
            self.abandon(child)

    def hear_cancel(self, child):
        try:
            child.call.read_cancel()
        except StudioGone:
            self.abandon(child)

    def abandon(self, child):
        """Nobody waits for it any more."""
        for descriptor in (child.call.wire.descriptor, *child.outputs):
            self.loop.off(descriptor)
        child.kill()

    def look_after(self, child):
        call = child.call
        call.look_at_time(child.processes)
        step = call.next_step()
        if step == "ask":
            signal_each(child.processes(), signal.SIGTERM)
        if step == "kill":
            child.kill()
        if child.is_gone and child.status is not None:
            self.finish(child)

    def finish(self, child):
        call = child.call
        if not child.pid and call.cause is None and child.status != KILLED:
            return self.pass_to_another(child)
        try:
            call.pass_on_rest()
            call.report(child.status, child.peak_bytes, 0)
        except StudioGone:
            pass  # Nobody waits for it any more.
        self.part_with(child)
        os.close(call.wire.descriptor)

    def part_with(self, child):
        """The line of its call stays open."""
        self.loop.off(child.call.wire.descriptor)
        if child.has_folders:
            self.folders.forget(child.request)
        self.drop(child)

    def pass_to_another(self, child):
        """Its process ended before it could begin."""
        self.failures += 1
        self.waiting.insert(0, (child.call.wire, child.request, child.payload))
        self.part_with(child)
        self.give_up_after_failures()

    def wait_milliseconds(self):
        waits = [child.call.wait_milliseconds() for child in self.children.values() if child.is_heard()]
        if self.ready:
            waits.append(max(0, int((self.hot_until - time.monotonic()) * 1000) + 1))
        return min(waits) if waits else None

    def hear_studio(self):
        """It says nothing on this line; its end is the end of the zygote and of all its calls."""
        if not os.read(self.wire.descriptor, 64):
            os._exit(0)
