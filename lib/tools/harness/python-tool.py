"""Runs one call of a tool in this process. With a path on its command line it loads what it can of that tool before the call
comes, which a byte on descriptor 6 tells."""

import sys

KNOWN = set(sys.modules)

import os  # noqa: E402

import python_tool  # noqa: E402
from preload import Plan, import_ahead, rehearse, shadows_library, warm_pydantic  # noqa: E402

HARNESS = {"python_tool", "preload", "run_tool_marks"}
GO = 6


def main():
    if len(sys.argv) > 1:
        load_ahead(sys.argv[1])
        if not os.read(GO, 1):
            os._exit(0)
        os.close(GO)
    call = python_tool.read_call()
    if len(sys.argv) > 1:
        enter(call)
    else:
        prepare(call["path"])
    python_tool.run(call, python_tool.fresh_main(call["path"]), load)


def prepare(path):
    python_tool.forget(HARNESS)
    python_tool.take_folder(path, KNOWN)


def load(path):
    return python_tool.compile_marked(python_tool.read_tree(path), path)


def load_ahead(path):
    prepare(path)
    try:
        plan = Plan(os.path.dirname(path))
        plan.add(python_tool.read_tree(path), True)
        import_ahead(plan.packages + plan.modules)
        warm_model = warm_pydantic()
        if not shadows_library(os.path.dirname(path)):
            rehearse(None, warm_model)
    except (OSError, SyntaxError, ValueError):
        pass  # The call will meet it, and say so in its own words.


def enter(call):
    """What a process that is started for its call begins with."""
    python_tool.take_variables(call["env"])
    os.chdir(call["cwd"])
    if "tempfile" in sys.modules:
        sys.modules["tempfile"].tempdir = None


main()
