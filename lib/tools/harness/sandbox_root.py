"""The namespaces of a tool's supervisor, and the root folder it makes there: nothing but what the policy names.

The supervisor runs no code of a tool and keeps the right to show the tool more, which is the folder of each call. The tool
itself lives in namespaces of its own inside of these, with no right to change what it sees.
"""

import fcntl
import os
import signal
import socket
import struct

import kernel
from kernel import MS_NODEV, MS_NOEXEC, MS_NOSUID, MS_PRIVATE, MS_RDONLY, MS_REC, MS_SHARED
from process_tree import PROC

DEVICES = ("null", "zero", "full", "random", "urandom")
# Where the supervisor alone finds the folders that calls write to.
ARTIFACTS = "/.artifacts"
STAGING = "/tmp"


def enter_namespaces(policy):
    """Takes this process, a supervisor, apart from the machine; what it mounts from now on nobody else sees."""
    kinds = kernel.CLONE_NEWNS | kernel.CLONE_NEWIPC | kernel.CLONE_NEWUTS
    if policy["network"]["mode"] != "all":
        kinds |= kernel.CLONE_NEWNET
    user, group = os.geteuid(), os.getegid()
    if user == 0:
        os.setgroups([])
        kernel.unshare(kinds)
    else:
        kernel.unshare(kinds | kernel.CLONE_NEWUSER)
        write_maps(os.getpid(), (user, group), (user, group))
    if kinds & kernel.CLONE_NEWNET:
        raise_loopback()
    socket.sethostname("toolroom")
    kernel.mount(None, "/", None, MS_REC | MS_PRIVATE)


def move_into_root(policy):
    """Makes the new root. Answers with a function that opens the artifacts to this process, to be called when the tool's is apart."""
    links, sources = plan(policy)
    trees = [(path, open_restricted(path, flags, policy["user"])) for path, flags in sources]
    artifacts = policy.get("artifacts")
    all_artifacts = open_restricted(artifacts, MS_NOSUID | MS_NODEV, policy["user"]) if artifacts else None
    # The kernel lets nobody mount a /proc who sees none; the tool's own will lie above this one.
    proc = kernel.open_tree("/proc")
    kernel.mount("toolroom", STAGING, "tmpfs", MS_NOSUID | MS_NODEV, "mode=755,size=4m")
    make_folders(STAGING, policy["user"])
    for path, target in links:
        if not os.path.lexists(STAGING + path):
            os.makedirs(os.path.dirname(STAGING + path), exist_ok=True)
            os.symlink(target, STAGING + path)
    for path, tree in trees:
        make_mount_point(STAGING + path, tree)
        kernel.attach_tree(tree, STAGING + path)
    kernel.attach_tree(proc, STAGING + "/proc")
    if artifacts:
        os.makedirs(STAGING + artifacts, exist_ok=True)
        kernel.mount("toolroom", STAGING + artifacts, "tmpfs", MS_NOSUID | MS_NODEV, "mode=755,size=4m")
        kernel.mount(None, STAGING + artifacts, None, MS_SHARED)
        os.mkdir(STAGING + ARTIFACTS, 0o700)
    kernel.pivot_root(STAGING)
    return lambda: artifacts and kernel.attach_tree(all_artifacts, ARTIFACTS)


def plan(policy):
    """The links to copy, and what to attach with which restrictions, outer folders first."""
    links, readable, writable = {}, set(), set()
    for paths, found in ((policy["readable"], readable), (policy["writable"], writable)):
        found.update(resolve(path, links) for path in paths if os.path.exists(path))
    outer = {path for path in readable if not any(is_inside(path, other) for other in readable)}
    sources = [(path, MS_RDONLY | MS_NOSUID | MS_NODEV) for path in outer - writable]
    sources += [(path, MS_NOSUID | MS_NODEV) for path in writable]
    sources += [("/dev/" + name, MS_NOSUID | MS_NOEXEC) for name in DEVICES]
    return sorted(links.items()), sorted(sources)


def resolve(path, links):
    """The real path; the links on the way there are noted."""
    place, ahead = "/", path.split("/")
    while ahead:
        name = ahead.pop(0)
        below = os.path.normpath(os.path.join(place, name))
        if name not in ("", ".", "..") and os.path.islink(below):
            links[below] = os.readlink(below)
            ahead = links[below].split("/") + ahead
            place = "/" if links[below].startswith("/") else place
        else:
            place = below
    return place


def is_inside(path, folder):
    return path.startswith(folder.rstrip("/") + "/")


def open_restricted(path, flags, user):
    """What is at a path, to be attached; where only root may read it, as if it were the tool's own."""
    found = os.stat(path)
    tree = kernel.open_tree(path)
    kernel.restrict_tree(tree, flags)
    if os.geteuid() == 0 and found.st_uid == 0 and found.st_mode & 0o005 != 0o005 and os.path.isdir(path):
        give_to(user, tree)
    return tree


def give_to(user, tree):
    wait, go = os.pipe()
    pid = kernel.clone(kernel.CLONE_NEWUSER)
    if pid == 0:
        os.close(go)
        os.read(wait, 1)
        os._exit(0)
    write_maps(pid, (user, user), (0, 0))
    namespace = os.open("%d/ns/user" % pid, os.O_RDONLY | os.O_CLOEXEC, dir_fd=PROC)
    try:
        kernel.map_tree(tree, namespace)
    except OSError:
        pass  # A file system without it: the tool is told that it may not read there.
    os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)
    for descriptor in (namespace, wait, go):
        os.close(descriptor)


def make_folders(root, user):
    for name, mode in (("proc", 0o755), ("dev", 0o755), ("dev/shm", 0o1777), ("etc", 0o755), ("tmp", 0o1777)):
        os.makedirs(os.path.join(root, name), exist_ok=True)
        os.chmod(os.path.join(root, name), mode)
    for name in ("dev/shm", "tmp"):
        kernel.mount_scratch(os.path.join(root, name))
    for name, target in (("fd", ""), ("stdin", "/0"), ("stdout", "/1"), ("stderr", "/2")):
        os.symlink("/proc/self/fd" + target, os.path.join(root, "dev", name))
    for name, line in (("passwd", "tool:x:%d:%d::/tmp:/bin/sh\n" % (user, user)), ("group", "tool:x:%d:\n" % user)):
        with open(os.path.join(root, "etc", name), "w") as file:
            file.write(line)


def make_mount_point(path, tree):
    if os.path.lexists(path):
        return
    os.makedirs(os.path.dirname(path), exist_ok=True)
    if os.path.isdir("/proc/self/fd/%d" % tree):
        os.mkdir(path)
    else:
        os.close(os.open(path, os.O_CREAT | os.O_WRONLY, 0o644))


def write_maps(process, outside, inside):
    """Gives a process's new user namespace its one user and group; by the machine's /proc, which a supervisor still holds."""
    users, groups = ("%d %d 1" % pair for pair in zip(inside, outside))
    for name, text in (("setgroups", "deny"), ("uid_map", users), ("gid_map", groups)):
        descriptor = os.open("%d/%s" % (process, name), os.O_WRONLY | os.O_CLOEXEC, dir_fd=PROC)
        with os.fdopen(descriptor, "w") as file:
            file.write(text)


def raise_loopback():
    set_flags, is_up = 0x8914, 1
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        fcntl.ioctl(any_socket, set_flags, struct.pack("16sh22x", b"lo", is_up))
