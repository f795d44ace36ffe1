"""Marks a tool's `run_tool` in its syntax tree, so that it is known when the outermost call of it has returned.

No frame is added, no line moves, and the tool's own tracebacks stay as they are. A function written in the file is marked
where it ends; each call of it is marked as well, since the function may be imported or wrapped by a decorator that prints.
"""

import ast
import math
import os
import sys
import types

ENTER, LEAVE, LEAVE_WRAPPED = "__toolroom_enter__", "__toolroom_leave__", "__toolroom_leave_wrapped__"
KEEP, RETURNED = "__toolroom_keep__", "__toolroom_returned__"
LARGEST_LOOK = 200_000


def mark_tree(tree):
    marked = MarkCalls().visit(tree)
    for node in list(top_level(marked.body)):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and node.name == "run_tool":
            mark_function(node)
    return marked


class MarkCalls(ast.NodeTransformer):
    """`run_tool(…)` and `await run_tool(…)`, of whatever module or object, give their value by way of a mark."""

    def visit_Call(self, node):
        self.generic_visit(node)
        return call_of(RETURNED, node, [node]) if is_run_tool(node.func) else node

    def visit_Await(self, node):
        awaits_it = isinstance(node.value, ast.Call) and is_run_tool(node.value.func)
        self.generic_visit(node)
        return call_of(RETURNED, node, [node]) if awaits_it else node


def is_run_tool(function):
    return getattr(function, "id", None) == "run_tool" or getattr(function, "attr", None) == "run_tool"


def top_level(body):
    """Every statement of the module's own scope, those under `if` and `try` included."""
    for node in body:
        yield node
        if isinstance(node, (ast.If, ast.Try, ast.With)):
            for part in ("body", "orelse", "finalbody"):
                yield from top_level(getattr(node, part, []))
            for handler in getattr(node, "handlers", []):
                yield from top_level(handler.body)


def mark_function(function):
    if any(isinstance(node, (ast.Yield, ast.YieldFrom)) for node in own_nodes(function)):
        return
    for node in own_nodes(function):
        if isinstance(node, ast.Return) and node.value is not None:
            node.value = call_of(KEEP, node.value, [node.value])
    body = function.body
    documented = isinstance(body[0], ast.Expr) and isinstance(getattr(body[0], "value", None), ast.Constant)
    first = 1 if documented and isinstance(body[0].value.value, str) else 0
    place = body[first] if first < len(body) else body[0]
    guarded = ast.Try(
        body=body[first:] or [ast.copy_location(ast.Pass(), place)],
        handlers=[],
        orelse=[],
        finalbody=[statement(LEAVE_WRAPPED if function.decorator_list else LEAVE, body[-1])],
    )
    function.body = body[:first] + [statement(ENTER, place), ast.copy_location(guarded, place)]


def own_nodes(function):
    ahead = list(function.body)
    while ahead:
        node = ahead.pop()
        yield node
        if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)):
            ahead += ast.iter_child_nodes(node)


def statement(name, place):
    return ast.copy_location(ast.Expr(call_of(name, place, [])), place)


def call_of(name, place, arguments):
    function = ast.copy_location(ast.Name(name, ast.Load()), place)
    return ast.copy_location(ast.Call(function, arguments, []), place)


def install_marks(tell, after):
    """Gives the marks their meaning: what follows the outermost return is printed to the descriptor `after`."""
    depth = 0

    def enter():
        nonlocal depth
        depth += 1

    def leave():
        leave_wrapped()
        if depth == 0:
            move_output(after)

    def leave_wrapped():
        nonlocal depth
        depth -= 1

    def keep(value):
        if depth == 1:
            look_at(value)
        return value

    def returned(value):
        # What has only begun, such as a coroutine, is looked at when it is awaited.
        has_only_begun = isinstance(value, types.GeneratorType) or hasattr(type(value), "__await__")
        if depth == 0 and not has_only_begun:
            look_at(value)
            move_output(after)
        return value

    def look_at(value):
        found = non_finite(value)
        if found is not None:
            tell({"nonFinite": found})

    builtins = sys.modules["builtins"]
    marks = {ENTER: enter, LEAVE: leave, LEAVE_WRAPPED: leave_wrapped, KEEP: keep, RETURNED: returned}
    for name, function in marks.items():
        setattr(builtins, name, function)


def move_output(after):
    for stream in (sys.stdout, sys.__stdout__):
        try:
            stream.flush()
        except (AttributeError, OSError, ValueError):
            pass  # The tool closed or replaced it; there is nothing to flush then.
    try:
        os.dup2(after, 1)
    except OSError:
        pass


def non_finite(root):
    """The first NaN or infinity in a returned value, with its path; values of other types are the tool's own affair."""
    ahead, seen = [(root, "")], 0
    while ahead and seen < LARGEST_LOOK:
        value, path = ahead.pop()
        seen += 1
        if isinstance(value, float) and not math.isfinite(value):
            name = "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"
            return {"value": name, "path": path}
        if isinstance(value, dict):
            items = [(item, "%s.%s" % (path, key) if path else str(key)) for key, item in value.items()]
            ahead += reversed(items)
        elif isinstance(value, (list, tuple)):
            ahead += reversed([(item, "%s[%d]" % (path, index)) for index, item in enumerate(value)])
    return None
