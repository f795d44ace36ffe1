"""The folders that one call writes to, shown to a process that was started before its call."""

import os

import kernel
from process_tree import PROC
from sandbox_root import ARTIFACTS


class CallFolders:
    """In namespaces a call's folders are attached where the tool expects them; elsewhere they only change their owner."""

    def __init__(self, policy):
        self.policy = policy
        self.is_apart = policy["level"] == "namespaces"
        self.open_artifacts = None
        self.own_mounts = None
        self.users = {}

    def open_with(self, open_artifacts):
        self.open_artifacts = open_artifacts

    def show_artifacts(self):
        """To the supervisor; only after the tool's own view was made, which stays without them."""
        self.open_artifacts()
        self.own_mounts = os.open("%d/ns/mnt" % os.getpid(), os.O_RDONLY | os.O_CLOEXEC, dir_fd=PROC)

    def prepare(self, paths):
        """Root gives what root made to the user that the tool runs as."""
        if os.geteuid() != 0 or self.policy["level"] == "none":
            return
        for path in paths:
            if os.path.isdir(path) and os.stat(path).st_uid == 0:
                os.chown(path, self.policy["user"], self.policy["group"])

    def make_scratch(self, path):
        if path:
            os.makedirs(path, exist_ok=True)
            self.prepare([path])

    def show(self, call):
        """To the one command below this supervisor."""
        sources = self.sources(call)
        self.prepare(sources)
        if not self.is_apart:
            return
        for source, path in zip(sources, call["writable"]):
            os.makedirs(path, exist_ok=True)
            kernel.mount(source, path, None, kernel.MS_BIND)
        self.make_scratch(call["scratch"])

    def show_in(self, mounts, call):
        """To the one process that lives in another mount namespace than all its like."""
        sources = self.sources(call)
        self.prepare(sources)
        for source, path in zip(sources, call["writable"]):
            self.users[path] = self.users.get(path, 0) + 1
            os.makedirs(path, exist_ok=True)
            tree = kernel.open_tree(source)
            kernel.setns(mounts, kernel.CLONE_NEWNS)
            try:
                kernel.attach_tree(tree, path)
            finally:
                kernel.setns(self.own_mounts, kernel.CLONE_NEWNS)

    def forget(self, call):
        """Its places may go; while another call has a folder there, they stay."""
        for path in call["writable"]:
            self.users[path] -= 1
            if self.users[path] == 0:
                del self.users[path]
                os.rmdir(path)

    def sources(self, call):
        """Where this supervisor finds them."""
        if not self.is_apart:
            return call["writable"]
        return [ARTIFACTS + path[len(self.policy["artifacts"]) :] for path in call["writable"]]
