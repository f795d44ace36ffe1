"""How a tool's file is run, whoever runs it: as `python tool.py --user-params J --tool-params J` would, and no differently.

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

CALL, CHANNEL, AFTER = 3, 4, 5
HARNESS_FOLDER = os.path.dirname(__file__)
PARAMETERS = ("UserParameters", "ToolParameters")


def read_call():
    with open(CALL, "rb") as file:
        call = json.loads(file.read())
    for descriptor in (CHANNEL, AFTER):
        os.set_inheritable(descriptor, False)
    return call


def run(call, main, load):
    """Runs the code that `load` answers with in the module `main`, and ends as the interpreter would."""
    path = call["path"]
    sys.argv = [path, "--user-params", call["userParameters"], "--tool-params", call["toolParameters"]]
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(line_buffering=True)
    try:
        code = load(path)
        install_marks(tell, after=AFTER)
        tell({"began": True})
        exec(code, main.__dict__)
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


def take_variables(variables):
    """Makes these the process's environment; setting only what differs is quicker."""
    for name in [name for name in os.environ if name not in variables]:
        del os.environ[name]
    for name, value in variables.items():
        if os.environ.get(name) != value:
            os.environ[name] = value


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


def forget(names):
    """Modules of these top names are loaded anew when the tool asks for them."""
    for name in list(sys.modules):
        if name.partition(".")[0] in names:
            del sys.modules[name]


def take_folder(path, known):
    """Makes the tool's folder the first to import from; what this program loaded by a name that is there too is not the tool's."""
    sys.path[0] = os.path.dirname(path)
    mine = {name.partition(".")[0] for name in sys.modules} - {name.partition(".")[0] for name in known}
    forget({name.partition(".")[0] for name in os.listdir(sys.path[0])} & mine)


def read_tree(path):
    with open(path, "rb") as file:
        return compile(file.read(), path, "exec", ast.PyCF_ONLY_AST, dont_inherit=True)


def compile_marked(tree, path):
    return compile(mark_tree(tree), path, "exec", dont_inherit=True)


def show(error):
    """Prints a traceback as the interpreter would, which knows nothing of these files."""
    trace = error.__traceback__
    while trace is not None and os.path.dirname(trace.tb_frame.f_code.co_filename) == HARNESS_FOLDER:
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
