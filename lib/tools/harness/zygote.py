"""Loads a tool's imports once, and where the file only defines things also those, then forks a process for each call of it.

Runs in the tool's own environment and in its sandbox, and takes its orders from the keeper on descriptor 7.
"""

import sys

KNOWN = set(sys.modules)

import __future__  # noqa: E402
import gc  # noqa: E402
import json  # noqa: E402
import os  # noqa: E402
import select  # noqa: E402
import socket  # noqa: E402
import threading  # noqa: E402

import confine  # noqa: E402
import forked  # noqa: E402
import kernel  # noqa: E402
import limits  # noqa: E402
import preload  # noqa: E402
import python_tool  # noqa: E402

HARNESS = {"confine", "forked", "kernel", "landlock", "seccomp", "limits", "preload", "python_tool", "run_tool_marks"}
CONTROL = 7
FUTURES = sum(getattr(__future__, name).compiler_flag for name in __future__.all_feature_names)


class Zygote:
    def __init__(self, boot):
        self.path = boot["path"]
        self.policy = boot["sandbox"]
        self.control = socket.socket(fileno=CONTROL)
        self.own = os.open("/proc/self/ns/pid", os.O_RDONLY | os.O_CLOEXEC)
        self.children = {}
        self.poller = select.poll()
        self.poller.register(CONTROL, select.POLLIN)
        self.main = None
        self.code = None
        self.confinement = None
        self.warm_model = None
        self.may_rehearse = False
        # All of /tmp, unless what the tool needs lies in there.
        needed = [*self.policy["readable"], self.policy["artifacts"]]
        self.scratch = self.policy["scratch"] if any(path.startswith("/tmp/") for path in needed) else "/tmp"

    def load(self):
        """What the keeper is told when it is done: how much is loaded, the files it came from, and why forking is unsafe, if so."""
        before = open_files()
        python_tool.forget(HARNESS)
        python_tool.take_folder(self.path, KNOWN)
        tree = python_tool.read_tree(self.path)
        plan = preload.Plan(os.path.dirname(self.path))
        splits = plan.add(tree, preload.splits_at_guard(tree))
        preload.import_ahead(plan.packages + plan.modules)
        self.warm_model = preload.warm_pydantic()
        self.may_rehearse = not preload.shadows_library(os.path.dirname(self.path))
        marked = python_tool.mark_tree(tree)
        self.code = compile(marked, self.path, "exec", dont_inherit=True)
        is_defined = splits and self.define(marked)
        if self.may_rehearse:
            # Once here as well: what only a first time needs is then there for all.
            preload.rehearse(self.main, self.warm_model)
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
        return {
            "level": 2 if is_defined else 1,
            "unsafe": reasons_not_to_fork(before),
            "watched": {file: stamp(file) for file in own_files(self.path)},
        }

    def define(self, marked):
        """Runs all but the main block, once for all calls."""
        parts = []
        for body in (marked.body[:-1], marked.body[-1:]):
            marked.body = body
            parts.append(compile(marked, self.path, "exec", self.code.co_flags & FUTURES, dont_inherit=True))
        main = python_tool.fresh_main(self.path)
        try:
            exec(parts[0], main.__dict__)
        except BaseException:
            return False  # Each call will meet it, and report it in its own words.
        self.main, self.code = main, parts[1]
        return True

    def serve(self):
        self.confinement = confine.Confinement(self.policy, [self.policy["artifacts"]], forked.PREPARED)
        forked.spare_threads()
        gc.collect()
        gc.freeze()
        while True:
            for descriptor, _ in self.poller.poll():
                if descriptor == CONTROL:
                    self.take_order()
                else:
                    self.report(descriptor)

    def take_order(self):
        data, descriptors, _, _ = socket.recv_fds(self.control, 4096, 16)
        if not data:
            os._exit(0)
        namespace, *given = descriptors
        order = json.loads(data)
        kernel.setns(namespace, kernel.CLONE_NEWPID)
        pid = os.fork()
        if pid == 0:
            self.become_call(given, order)
        kernel.setns(self.own, kernel.CLONE_NEWPID)
        for descriptor in descriptors:
            os.close(descriptor)
        handle = os.pidfd_open(pid)
        self.children[handle] = (pid, order["fork"])
        self.poller.register(handle, select.POLLIN)

    def report(self, handle):
        pid, number = self.children.pop(handle)
        self.poller.unregister(handle)
        os.close(handle)
        _, status, usage = os.wait4(pid, 0)
        self.control.send(json.dumps({"ended": number, "status": status, "peak": usage.ru_maxrss}).encode())

    # In the forked process, which never comes back

    def become_call(self, given, order):
        code = 1
        try:
            forked.take_descriptors(given)
            forked.leave_rights_behind(self.scratch)
            self.confinement.enter("/tmp")
            forked.close_prepared()
            main = self.main or python_tool.fresh_main(self.path)
            sys.modules["__main__"] = main
            if self.may_rehearse and order["rehearse"]:
                preload.rehearse(self.main, self.warm_model)
            forked.await_call()
            call = python_tool.read_call()
            self.enter(call)
            python_tool.run(call, main, lambda path: self.code)
            code = 0
        except SystemExit as end:
            code = forked.exit_code(end.code)
        except BaseException as error:
            forked.complain(error)
            python_tool.show(error)
        finally:
            forked.end_process(code)

    def enter(self, call):
        python_tool.take_variables(call["env"])
        os.makedirs(call["scratch"], exist_ok=True)
        os.chdir(call["cwd"])
        forked.forget_the_past()
        limits.limit_process(self.policy["limits"], "cpuSeconds", "processes", "files")
        gc.enable()


def open_files():
    found = set()
    for name in os.listdir("/proc/self/fd"):
        try:
            found.add((name, os.readlink("/proc/self/fd/" + name)))
        except OSError:
            continue  # The one with which this list was made.
    return found


def reasons_not_to_fork(before):
    """Threads, sockets and processes are not what they were in a forked copy; OpenBLAS knows how to fork with its threads."""
    found = []
    for _, target in open_files() - before:
        if target.startswith(("socket:", "pipe:", "anon_inode:")):
            found.append("an open %s" % target.partition(":")[0])
    if threading.active_count() > 1:
        found.append("%d threads" % threading.active_count())
    else:
        more = len(os.listdir("/proc/self/task")) - 1
        if more > allowed_threads():
            found.append("%d threads of libraries" % more)
    try:
        with open("/proc/self/task/%d/children" % os.getpid()) as file:
            if file.read().split():
                found.append("processes of its own")
    except OSError:
        pass  # The kernel does not tell.
    return found


def allowed_threads():
    with open("/proc/self/maps") as file:
        libraries = {line.split()[-1] for line in file if "openblas" in line}
    return len(libraries) * max(0, (os.cpu_count() or 1) - 1)


def own_files(path):
    folder = os.path.dirname(path) + os.sep
    files = {getattr(module, "__file__", None) for module in list(sys.modules.values())} | {path}
    return [file for file in files if file and file.startswith(folder) and "site-packages" not in file]


def stamp(file):
    found = os.stat(file)
    return found.st_mtime_ns, found.st_size, found.st_ino


def start():
    with open(3, "rb") as file:
        boot = json.loads(file.read())
    gc.disable()
    zygote = Zygote(boot)
    zygote.control.send(json.dumps({"ready": zygote.load()}).encode())
    zygote.serve()


start()
