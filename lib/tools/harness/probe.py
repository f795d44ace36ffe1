"""Finds out what sandbox this machine allows by entering it."""

import os
import sys

import confine
import kernel
import seccomp
from landlock import VERSION
from sandbox_init import start_init
from sandbox_root import enter_namespaces, move_into_root


def probe(policy):
    """The parts that work here, and why the others do not."""
    return {
        "namespaces": complaint_of(lambda complaints: enter(policy, complaints)),
        "landlock": None if VERSION else "the kernel has no Landlock",
        "landlockVersion": VERSION,
        "seccomp": None if seccomp.is_supported() and sys.platform == "linux" else "no filter is known for this machine",
        "isRoot": os.geteuid() == 0,
    }


def complaint_of(try_it):
    """What went wrong in a throw-away process; None when nothing did."""
    if sys.platform != "linux" or not kernel.NUMBERS:
        return "there are none on this kind of machine"
    heard, say = os.pipe()
    pid = os.fork()
    if pid == 0:
        try:
            try_it(say)
            os._exit(0)
        except BaseException as error:
            os.write(say, str(error).encode())
        finally:
            os._exit(1)
    os.close(say)
    with os.fdopen(heard, errors="replace") as complaint:
        text = complaint.read()
    _, status = os.waitpid(pid, 0)
    return None if status == 0 else text or "it failed without a word"


def enter(policy, complaints):
    enter_namespaces(policy)
    move_into_root(policy)

    def run():
        confine.confine(policy)
        os._exit(0)

    pid, _ = start_init(policy, run, complaints)
    _, status = os.waitpid(pid, 0)
    if status != 0:
        os._exit(1)  # It has said why.
