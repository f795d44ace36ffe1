"""What a process does that a zygote forked, before its call and after it."""

import os
import resource
import sys
import threading

import kernel
import python_tool

GO = 6
# Above every descriptor that a zygote may have open.
ABOVE_ALL = 512
# Kept by a forked process until its call has come: what goes wrong before is the zygote's trouble.
COMPLAINTS = ABOVE_ALL - 1
# What the zygote has opened for all of them.
PREPARED = ABOVE_ALL + 16


def spare_threads():
    """In the zygote: where there was never a second thread, the library has nothing to put in order in a forked process."""
    if threading.active_count() == 1 and len(getattr(threading, "_dangling", ())) == 1 and after_fork():
        after_fork().__code__ = do_nothing.__code__


def mind_threads():
    """What the call itself forks has it put in order again."""
    if after_fork():
        after_fork().__code__ = AFTER_FORK_CODE


def after_fork():
    return getattr(threading, "_after_fork", None)


def do_nothing():
    pass


AFTER_FORK_CODE = getattr(after_fork(), "__code__", None)


def take_descriptors(given):
    """The call's parameters, its four outputs, and its line to the keeper, by the numbers that a call knows; nothing else."""
    kept = dict(zip((3, 1, 2, 4, 5, GO), given))
    os.dup2(2, COMPLAINTS, inheritable=False)
    above = {target: os.dup2(source, ABOVE_ALL + target, inheritable=False) for target, source in kept.items()}
    os.closerange(3, COMPLAINTS)
    for target, source in above.items():
        os.dup2(source, target, inheritable=target in (1, 2))
    os.closerange(ABOVE_ALL, PREPARED)
    os.setsid()


def close_prepared():
    os.closerange(PREPARED, PREPARED + 64)


def await_call():
    """Ends the process when none ever comes."""
    os.write(GO, b"\0")
    if not os.read(GO, 1):
        os._exit(0)
    os.close(COMPLAINTS)
    os.close(GO)


def leave_rights_behind(scratch):
    """Namespaces of its own, in which it is nobody special, its processes are counted apart, and /proc and a folder in memory are its alone."""
    user, group = os.getuid(), os.getgid()
    kernel.unshare(kernel.CLONE_NEWNS)
    kernel.mount_proc()
    kernel.mount_scratch(scratch)
    kernel.unshare(kernel.CLONE_NEWUSER)
    for name, line in (("setgroups", "deny"), ("uid_map", "%d %d 1" % (user, user)), ("gid_map", "%d %d 1" % (group, group))):
        descriptor = os.open("/proc/thread-self/" + name, os.O_WRONLY)
        os.write(descriptor, line.encode())
        os.close(descriptor)
    kernel.keep_capabilities()


def complain(error):
    try:
        os.write(COMPLAINTS, ("%s: %s\n" % (type(error).__name__, error)).encode())
    except OSError:
        pass  # The call has come, and what goes wrong is its own.


def forget_the_past():
    """What libraries chose when they were loaded, and a new process would choose anew."""
    mind_threads()
    if "tempfile" in sys.modules:
        sys.modules["tempfile"].tempdir = None
    if "numpy.random" in sys.modules:
        sys.modules["numpy.random"].seed()


def exit_code(given):
    if given is None:
        return 0
    if isinstance(given, int):
        return given & 0xFF
    print(given, file=sys.stderr)
    return 1


def end_process(code):
    """As the interpreter ends: threads joined, what was registered is run, streams flushed."""
    try:
        threading._shutdown()
        import atexit

        atexit._run_exitfuncs()
    except BaseException as error:
        python_tool.show(error)
    for stream in (sys.stdout, sys.stderr):
        try:
            if not stream.closed:
                stream.flush()
        except (AttributeError, OSError, ValueError):
            code = 120 if code == 0 and stream is sys.stdout else code
    if is_alone():
        # Said before the end, which takes the kernel longer than many a call.
        most = max(resource.getrusage(who).ru_maxrss for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
        python_tool.tell({"exit": code, "peakMemoryBytes": most * 1024})
    os._exit(code)


def is_alone():
    """Whether nothing of the call will be left; a call with more processes has ended when its keeper has ended them all."""
    try:
        os.kill(-1, 0)
    except ProcessLookupError:
        return True
    except OSError:
        pass
    return False
