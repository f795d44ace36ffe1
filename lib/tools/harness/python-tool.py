"""Runs a tool's file as `python tool.py --user-params J --tool-params J` would, in the tool's own environment.

Descriptor 3 holds the call as JSON, so that parameters are on no command line and know no limit. Descriptor 4 is the
studio's own channel: lines of JSON, "began" when the tool's own code begins. Descriptor 5 becomes the standard output when
the outermost `run_tool` returns: what was printed before is log, and cannot be taken for the result.
"""

import ast
import importlib.machinery
import json
import os
import signal
import sys
import types

from run_tool_marks import install_marks, mark_tree

# A tool may have a module of that name.
del sys.modules["run_tool_marks"]

CALL, CHANNEL, AFTER = 3, 4, 5
PARAMETERS = ("UserParameters", "ToolParameters")
LOADED_HERE = {"ast", "json", "math", "signal"}


def main():
    call = read_call()
    path = call["path"]
    sys.argv = [path, "--user-params", call["userParameters"], "--tool-params", call["toolParameters"]]
    sys.path[0] = os.path.dirname(path)
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(line_buffering=True)
    module = fresh_main(path)
    try:
        code = load(path)
        tell({"began": True})
        forget_shadowed(sys.path[0])
        exec(code, module.__dict__)
    except SystemExit:
        raise
    except BaseException as error:
        refusal = refusal_of(error)
        if refusal is None:
            show(error)
        else:
            tell({"refused": refusal})
        if isinstance(error, KeyboardInterrupt):
            signal.signal(signal.SIGINT, signal.SIG_DFL)
            os.kill(os.getpid(), signal.SIGINT)
        # Ends as an uncaught exception does: threads joined, atexit run, streams flushed, code 1.
        sys.exit(1)


def read_call():
    with open(CALL, "rb") as file:
        call = json.loads(file.read())
    for descriptor in (CHANNEL, AFTER):
        os.set_inheritable(descriptor, False)
    return call


def fresh_main(path):
    module = types.ModuleType("__main__")
    module.__file__ = path
    module.__builtins__ = __builtins__
    if sys.version_info < (3, 14):
        module.__annotations__ = {}
    module.__loader__ = importlib.machinery.SourceFileLoader("__main__", path)
    module.__cached__ = None
    sys.modules["__main__"] = module
    return module


def forget_shadowed(folder):
    """A module beside the tool comes before one of the library of the same name, which this file may have loaded already."""
    own = {name.partition(".")[0] for name in os.listdir(folder)}
    for name in list(sys.modules):
        if name.partition(".")[0] in own & LOADED_HERE:
            del sys.modules[name]


def show(error):
    """Prints a traceback as the interpreter would, which knows nothing of this file."""
    trace = error.__traceback__
    while trace is not None and trace.tb_frame.f_code.co_filename == __file__:
        trace = trace.tb_next
    sys.excepthook(type(error), error.with_traceback(trace), trace)


def refusal_of(error):
    """What the tool's own models refuse about its parameters: for that the sentence says more than a traceback."""
    what = getattr(error, "title", None) or getattr(getattr(error, "model", None), "__name__", None)
    if type(error).__name__ != "ValidationError" or what not in PARAMETERS:
        return None
    found = error.errors()
    place = "".join("[%d]" % key if isinstance(key, int) else ".%s" % key for key in found[0]["loc"])
    message = found[0]["msg"]
    for prefix in ("Value error, ", "Assertion failed, "):
        message = message[len(prefix) :] if message.startswith(prefix) else message
    return {"what": what, "path": place.lstrip("."), "message": message, "more": len(found) - 1}


def tell(message):
    data = json.dumps(message).encode() + b"\n"
    try:
        while data:
            data = data[os.write(CHANNEL, data) :]
    except OSError:
        pass  # A tool that closed descriptors it did not open is run by the plain rules.


def load(path):
    with open(path, "rb") as file:
        tree = compile(file.read(), path, "exec", ast.PyCF_ONLY_AST, dont_inherit=True)
    install_marks(tell, after=AFTER)
    return compile(mark_tree(tree), path, "exec", dont_inherit=True)


main()
