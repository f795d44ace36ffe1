"""Starts a command in its sandbox, with nothing open but what it is given."""

import fcntl
import os
import signal
import sys
import tempfile

import kernel
from confine import become_tool_user, confine
from folders import CallFolders
from forward import start_forwarder
from limits import limit_process
from sandbox_init import ENDED, report_end, start_init
from sandbox_root import enter_namespaces, move_into_root

# Descriptors as a command finds them: its call, and the line on which it hears that its call has come.
PARAMETERS, GO = 3, 6
# How many users root has for the tools of one moment.
USERS = 500


class Command:
    """A started command: its process, or that of the sandbox around it; `outputs` by the descriptor they are read from."""

    def __init__(self, request):
        self.pid = None
        self.status = None
        self.peak_bytes = 0
        self.parameters = anonymous_file()
        self.pipes = {int(name): os.pipe() for name in request["pipes"]}
        self.outputs = {read_end: name for name, (read_end, _) in self.pipes.items()}
        self.go = os.pipe() if request.get("ahead") else None
        self.told = os.pipe()
        self.holds = None
        self.folders = CallFolders(request["sandbox"])
        for read_end in [*self.outputs, self.told[0]]:
            os.set_blocking(read_end, False)

    def given(self):
        """What the command finds open, by its own descriptors."""
        found = {PARAMETERS: self.parameters, **{name: write_end for name, (_, write_end) in self.pipes.items()}}
        return {**found, GO: self.go[0]} if self.go else found

    def end(self, status, peak_kibibytes):
        """Its process has ended: in a sandbox the command itself has told how it ended, just before."""
        try:
            told = os.read(self.told[0], ENDED.size)
        except BlockingIOError:
            told = b""
        if len(told) == ENDED.size:
            status, peak_kibibytes = ENDED.unpack(told)
        self.status = status
        self.peak_bytes = peak_kibibytes * (1 if sys.platform == "darwin" else 1024)

    def deliver(self, payload):
        data = memoryview(payload)
        while data:
            data = data[os.write(self.parameters, data) :]
        os.lseek(self.parameters, 0, os.SEEK_SET)

    def let_go(self):
        if self.go:
            os.write(self.go[1], b"\0")


def anonymous_file():
    """Holds parameters, which so are on no command line and no disk."""
    if hasattr(os, "memfd_create"):
        return os.memfd_create("parameters")
    descriptor, name = tempfile.mkstemp()
    os.unlink(name)
    return descriptor


def start(request, command):
    policy = request["sandbox"]
    command.folders.prepare(policy["writable"])
    if policy["level"] == "namespaces":
        start_apart(request, command)
    else:
        supervisor = os.getpid()
        command.pid = os.fork()
        if command.pid == 0:
            run_command(request, command.given(), supervisor)
    os.close(command.told[1])
    for _, write_end in command.pipes.values():
        os.close(write_end)


def start_apart(request, command):
    def run():
        pid = os.fork()
        if pid == 0:
            run_command(request, command.given(), 1)
        for descriptor in set(command.given().values()):
            os.close(descriptor)
        report_end(pid, command.told[1])

    enter_sandbox(request["sandbox"], command.folders)
    command.pid, command.holds = start_init(request["sandbox"], run, complaints=command.pipes[2][1])
    command.folders.show_artifacts()


def enter_sandbox(policy, folders):
    """This supervisor's half of it."""
    enter_namespaces(policy)
    start_forwarder(policy["network"])
    folders.open_with(move_into_root(policy))
    folders.make_scratch(policy.get("scratch"))


def run_command(request, given, parent):
    """In the new process: becomes the command, and says so on its stderr when it cannot."""
    try:
        become_command(request, given, parent)
    except (OSError, ValueError) as error:
        name = getattr(error, "filename", None) or request["argv"][0]
        os.write(2, ("%s: %s\n" % (os.fsdecode(name), getattr(error, "strerror", None) or error)).encode())
    finally:
        os._exit(127)


def become_command(request, given, parent):
    policy = request["sandbox"]
    os.setsid()
    if policy["level"] != "namespaces":
        kept = (kernel.CAP_DAC_OVERRIDE,) if policy["level"] == "landlock" else ()
        if policy["level"] != "none":
            # Without namespaces the kernel counts processes by user: each call gets its own.
            own = parent % USERS if kept else 0
            become_tool_user(policy["user"] + own, kept)
    if sys.platform == "linux":
        kernel.die_with_parent(signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(127)
    for number in (signal.SIGINT, signal.SIGHUP, signal.SIGTERM, signal.SIGPIPE, signal.SIGXFSZ):
        signal.signal(number, signal.SIG_DFL)
    arrange({0: os.open(os.devnull, os.O_RDONLY), **given})
    os.chdir(request["cwd"])
    limit_process(policy["limits"])
    if policy["level"] != "none":
        writable = [*policy["writable"], policy.get("scratch"), policy.get("artifacts")]
        writable += ["/tmp"] if policy["level"] == "namespaces" else []
        confine(policy, [path for path in writable if path])
    os.execve(request["argv"][0], request["argv"], request["env"])


def arrange(wanted):
    """Gives this process these descriptors by these numbers, and no others."""
    # Sources first move above every target, so that no dup2 overwrites one that is still needed.
    above = {target: fcntl.fcntl(source, fcntl.F_DUPFD_CLOEXEC, 64) for target, source in wanted.items()}
    for descriptor in range(max(wanted) + 1):
        if descriptor not in wanted and descriptor > 2:
            try:
                os.close(descriptor)
            except OSError:
                pass  # It was not open.
    for target, source in above.items():
        os.dup2(source, target)
    os.closerange(max(wanted) + 1, 4096)


