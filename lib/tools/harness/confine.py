"""The last step into the sandbox, taken by the very process that is to run a tool's code: there is no way back."""

import os

import kernel
from landlock import VERSION as LANDLOCK
from landlock import EVERYTHING, READ, Ruleset, open_place, pack_rule
from seccomp import AF_INET, AF_INET6, AF_NETLINK, AF_UNIX, build_filter, build_rest, install_filter, is_supported

DEVICES = ["/dev/" + name for name in ("null", "zero", "full", "random", "urandom")]
PR_SET_KEEPCAPS = 8


def confine(policy, writable=()):
    """Leaves this process the files, sockets and system calls that its policy grants, and these folders to write to."""
    kernel.prctl(kernel.PR_SET_NO_NEW_PRIVS, 1)
    if has_landlock(policy):
        prepare_ruleset(policy, writable).enforce()
    if is_supported() and policy["level"] != "none":
        install_filter(filter_of(policy))


class Confinement:
    """The same for many processes that are forked from this one, which has a filter already. All but what is each one's own is
    prepared once; what it holds open for that has descriptors from `first` on."""

    def __init__(self, policy, writable, first):
        self.policy = policy
        self.rules = []
        for path, access in grants(policy, writable) if has_landlock(policy) else []:
            place, granted = open_place(path, access)
            if place is not None:
                self.rules.append(pack_rule(os.dup2(place, first + len(self.rules), inheritable=False), granted))
                os.close(place)
        self.filter = build_rest() if is_supported() else None

    def enter(self, folder):
        """In the forked process, and with this folder of its own to write to."""
        kernel.prctl(kernel.PR_SET_NO_NEW_PRIVS, 1)
        if self.rules:
            ruleset = Ruleset(ports(self.policy))
            for rule in self.rules:
                ruleset.add(rule)
            ruleset.allow(folder, EVERYTHING)
            ruleset.enforce()
        if self.filter:
            install_filter(self.filter)


def filter_of(policy):
    families, streams_only = sockets(policy)
    return build_filter(families, streams_only)


def has_landlock(policy):
    return LANDLOCK > 0 and policy["level"] in ("namespaces", "landlock")


def prepare_ruleset(policy, writable):
    ruleset = Ruleset(ports(policy))
    for path, access in grants(policy, writable):
        ruleset.allow(path, access)
    return ruleset


def grants(policy, writable):
    own = policy["level"] == "namespaces"
    # A root of its own holds nothing but what may be read.
    readable = ["/"] if own else [*policy["readable"], "/proc"]
    # The machine's /dev/shm holds what other programs share; the sandbox's own is empty.
    writable = [*writable, *DEVICES, *(["/dev/shm"] if own else [])]
    return [(path, READ) for path in readable] + [(path, EVERYTHING) for path in writable]


def ports(policy):
    """The TCP ports a tool may reach where it shares the machine's network; None for any."""
    network = policy["network"]
    if policy["level"] == "namespaces" or network["mode"] == "all":
        return None
    return [network["port"]] if network["mode"] == "hosts" else []


def sockets(policy):
    if policy["level"] == "namespaces":
        return (AF_UNIX, AF_INET, AF_INET6, AF_NETLINK), False
    # Without namespaces the machine's own sockets are within reach, so that none may be opened; pairs still may.
    return {"none": ((), False), "hosts": ((AF_INET, AF_INET6), True), "all": ((AF_INET, AF_INET6, AF_NETLINK), False)}[
        policy["network"]["mode"]
    ]


def become_tool_user(user, kept=()):
    """Root becomes the user that tools run as; a plain user stays who it is."""
    if os.geteuid() != 0 or not user:
        return
    os.setgroups([])
    if kept:
        kernel.prctl(PR_SET_KEEPCAPS, 1)
    os.setresgid(user, user, user)
    os.setresuid(user, user, user)
    if kept:
        kernel.keep_capabilities(*kept)
