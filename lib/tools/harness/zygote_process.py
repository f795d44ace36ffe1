"""Starts a zygote in its sandbox, and is its keeper's line to it."""

import json
import os
import signal
import socket

import kernel
from command import anonymous_file, arrange, enter_sandbox
from confine import sockets
from limits import limit_process
from sandbox_init import start_init, tend
from seccomp import build_filter, install_filter

PARAMETERS, CONTROL = 3, 7
LARGEST_MESSAGE = 1 << 18
LONGEST_WORDS = 4000
LARGEST_SAYING = 1 << 20


def hear(channel):
    """A message and the descriptors that came with it; an empty one when the other end is gone, in whatever way."""
    try:
        data, descriptors, _, _ = socket.recv_fds(channel, LARGEST_MESSAGE, 4)
        return data, descriptors
    except ConnectionResetError:
        return b"", []


class ZygoteProcess:
    """`control` is the zygote's own end of things, `init` that of the first process in its namespaces, which makes new ones."""

    def __init__(self, request, folders):
        self.request = request
        self.policy = request["sandbox"]
        self.folders = folders
        self.control, self.its_control = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self.init, self.its_init = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self.pipes = {name: os.pipe() for name in (1, 2)}
        self.outputs = {read_end: name for name, (read_end, _) in self.pipes.items()}
        # What is printed while the tool's code is loaded belongs to every call of it.
        self.said = {1: b"", 2: b""}
        self.last_words = b""
        self.is_ready = False
        self.watched = {}
        self.holds = None

    def start(self, payload):
        parameters = anonymous_file()
        os.write(parameters, payload)
        os.lseek(parameters, 0, os.SEEK_SET)
        enter_sandbox(self.policy, self.folders)
        complaints = self.pipes[2][1]

        def run():
            given = {PARAMETERS: parameters, CONTROL: self.its_control.fileno()}
            given.update({name: write_end for name, (_, write_end) in self.pipes.items()})
            pid = os.fork()
            if pid == 0:
                self.become_zygote(given)
            arrange({0: os.open(os.devnull, os.O_RDONLY), 1: 1, 2: complaints, CONTROL: self.its_init.fileno()})
            try:
                tend(pid, CONTROL)
            except BaseException as error:
                os.write(2, ("the sandbox broke: %s\n" % error).encode())

        _, self.holds = start_init(self.policy, run, complaints)
        self.folders.show_artifacts()
        self.its_control.close()
        self.its_init.close()
        os.close(parameters)
        for read_end, write_end in self.pipes.values():
            os.close(write_end)
            os.set_blocking(read_end, False)

    def become_zygote(self, given):
        try:
            os.setsid()
            kernel.die_with_parent(signal.SIGKILL)
            for number in (signal.SIGINT, signal.SIGHUP, signal.SIGTERM, signal.SIGPIPE, signal.SIGXFSZ):
                signal.signal(number, signal.SIG_DFL)
            arrange({0: os.open(os.devnull, os.O_RDONLY), **given})
            limit_process(self.policy["limits"], "addressSpaceBytes", "fileBytes")
            kernel.prctl(kernel.PR_SET_NO_NEW_PRIVS, 1)
            # It joins the process namespace of each call, which takes this right over nothing but its own.
            kernel.keep_capabilities(kernel.CAP_SYS_ADMIN)
            install_filter(build_filter(*sockets(self.policy), may_nest=True))
            os.execve(self.request["argv"][0], self.request["argv"], self.request["env"])
        except OSError as error:
            os.write(2, ("%s\n" % error).encode())
        finally:
            os._exit(127)

    def fork(self, order, descriptors):
        socket.send_fds(self.control, [json.dumps(order).encode()], descriptors)

    def hear_output(self, read_end):
        """Answers "closed" when nothing more will come."""
        name = self.outputs[read_end]
        try:
            data = os.read(read_end, 1 << 16)
        except BlockingIOError:
            return None
        if self.is_ready:
            self.last_words = (self.last_words + data)[-LONGEST_WORDS:]
        else:
            self.said[name] = (self.said[name] + data)[:LARGEST_SAYING]
        return None if data else "closed"

    def become_ready(self, watched):
        """`watched` are the tool's own files that were loaded, with what `stat` said of them."""
        for read_end in self.outputs:
            self.hear_output(read_end)
        self.watched = {path: tuple(seen) for path, seen in watched.items()}
        self.is_ready = True

    def is_fresh(self):
        """Whether these files are still what they were."""
        for path, seen in self.watched.items():
            try:
                found = os.stat(path)
            except OSError:
                return False
            if (found.st_mtime_ns, found.st_size, found.st_ino) != seen:
                return False
        return True

    def hear_last_words(self):
        for read_end in self.outputs:
            self.hear_output(read_end)
        return self.last_words or self.said[2][-LONGEST_WORDS:]
