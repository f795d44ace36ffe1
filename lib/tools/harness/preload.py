"""Finds out what of a tool's file can be done before its calls without any of them noticing, and does it."""

import ast
import importlib
import os
import sys
import types

# Calls that make a value and do nothing else; whatever is not named here is left to the call.
HARMLESS_CALLS = {
    "Field", "PrivateAttr", "ConfigDict", "SecretStr", "StringConstraints", "TypeAdapter", "create_model", "Discriminator", "Tag",
    "TypeVar", "ParamSpec", "NewType", "NamedTuple", "TypedDict", "Literal", "Annotated", "Enum", "IntEnum", "StrEnum", "auto",
    "namedtuple", "field", "deque", "defaultdict", "Counter", "OrderedDict", "MappingProxyType", "frozenset", "set", "dict", "list",
    "tuple", "str", "int", "float", "bool", "bytes", "complex", "Decimal", "Context", "Fraction", "date", "datetime", "time",
    "timedelta", "timezone", "ZoneInfo", "Path", "PurePath", "PurePosixPath", "compile", "escape", "Template", "dedent", "partial",
    "AfterValidator", "BeforeValidator", "PlainValidator", "WrapValidator", "PlainSerializer", "WrapSerializer",
    "itemgetter", "attrgetter", "getLogger", "range", "zip", "map", "filter", "enumerate", "reversed", "sorted", "len", "min",
    "max", "sum", "abs", "round", "ord", "chr", "join", "split", "strip", "lower", "upper", "replace", "format", "items", "keys",
    "values", "maketrans", "fromkeys", "from_float",
}  # fmt: skip
HARMLESS_DECORATORS = {
    "dataclass", "field_validator", "model_validator", "validator", "root_validator", "field_serializer", "model_serializer",
    "computed_field", "staticmethod", "classmethod", "property", "cached_property", "lru_cache", "cache", "wraps", "overload",
    "contextmanager", "abstractmethod", "total_ordering", "unique", "validate_call",
}  # fmt: skip
# These call what they are given.
CALLERS = {"map", "filter", "sorted", "min", "max"}
# Ways to run code of the tool's own by a mere definition.
RUN_BY_DEFINING = {"__init_subclass__", "__class_getitem__", "__set_name__", "__prepare__", "__mro_entries__"}
LIBRARY = getattr(sys, "stdlib_module_names", ("argparse", "gettext", "json", "re", "shutil"))
# What differs from call to call, and must not be looked at before.
OF_THE_CALL = {"argv", "environ", "environb", "getenv", "getpid", "getcwd", "stdin", "stdout", "stderr", "cwd"}


class Plan:
    """`packages` are imported ahead, and so are the tool's own `modules` that only define things."""

    def __init__(self, folder):
        self.folder = folder
        self.packages = []
        self.modules = []
        self.looked_at = {}

    def add(self, tree, folder_is_pure):
        """Plans for a file; answers whether the whole of it only defines things, what it imports of the tool's own included."""
        is_pure = folder_is_pure and not takes_harmless_names(tree, self.own_file)
        for node in ast.walk(tree):
            for name in imported_names(node):
                file = self.own_file(name)
                if file is None:
                    self.packages.append(name)
                elif not self.add_module(name, file):
                    is_pure = False
            if isinstance(node, ast.ImportFrom) and node.level:
                is_pure = False
        return is_pure

    def add_module(self, name, file):
        if name not in self.looked_at:
            self.looked_at[name] = False
            if os.path.isdir(file):
                return False
            with open(file, "rb") as source:
                tree = ast.parse(source.read(), file)
            self.looked_at[name] = self.add(tree, all(only_defines(node) for node in tree.body))
            if self.looked_at[name]:
                self.modules.append(name)
        return self.looked_at[name]

    def own_file(self, name):
        """A module beside the tool. One in a package of the tool's own is never taken for harmless."""
        top = name.partition(".")[0]
        if os.path.isdir(os.path.join(self.folder, top)):
            return os.path.join(self.folder, top)
        file = os.path.join(self.folder, top + ".py")
        return file if os.path.isfile(file) else None


def imported_names(node):
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    return [node.module] if isinstance(node, ast.ImportFrom) and node.level == 0 and node.module else []


def splits_at_guard(tree):
    """Whether all but the last statement only defines things, and the last one is the guard of the main block."""
    body = tree.body
    return bool(body) and is_main_guard(body[-1]) and all(only_defines(node) for node in body[:-1])


def is_main_guard(node):
    return (
        isinstance(node, ast.If)
        and not node.orelse
        and isinstance(node.test, ast.Compare)
        and isinstance(node.test.left, ast.Name)
        and node.test.left.id == "__name__"
        and isinstance(node.test.comparators[0], ast.Constant)
        and node.test.comparators[0].value == "__main__"
    )


def only_defines(node):
    if isinstance(node, (ast.Import, ast.ImportFrom, ast.Pass)):
        return True
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
        looked_at = node.args.defaults + node.args.kw_defaults + [each.annotation for each in arguments_of(node)] + [node.returns]
        runs_later = node.name not in RUN_BY_DEFINING
        return runs_later and is_decorated_harmlessly(node) and all(makes_value(value) for value in looked_at if value)
    if isinstance(node, ast.ClassDef):
        looked_at = node.bases + [keyword.value for keyword in node.keywords]
        makers = [keyword.value for keyword in node.keywords if keyword.arg == "metaclass"]
        if any(name_of(base) == "type" for base in node.bases) or any(name_of(maker) != "ABCMeta" for maker in makers):
            return False
        return is_decorated_harmlessly(node) and all(map(only_defines, node.body)) and all(map(makes_value, looked_at))
    if isinstance(node, ast.Assign):
        return all(isinstance(target, (ast.Name, ast.Tuple)) for target in node.targets) and makes_value(node.value)
    if isinstance(node, ast.AnnAssign):
        return makes_value(node.annotation) and (node.value is None or makes_value(node.value))
    if isinstance(node, ast.Expr):
        return isinstance(node.value, ast.Constant)
    if isinstance(node, ast.If):
        return makes_value(node.test) and not is_main_guard(node) and all(map(only_defines, node.body + node.orelse))
    if isinstance(node, ast.Try):
        parts = node.body + node.orelse + node.finalbody + [part for handler in node.handlers for part in handler.body]
        return all(map(only_defines, parts))
    return False


def arguments_of(function):
    given = function.args
    return given.posonlyargs + given.args + given.kwonlyargs + [each for each in (given.vararg, given.kwarg) if each]


def is_decorated_harmlessly(node):
    for mark in node.decorator_list:
        if name_of(getattr(mark, "func", mark)) not in HARMLESS_DECORATORS:
            return False
        if isinstance(mark, ast.Call) and not all(map(makes_value, given_to(mark))):
            return False
    return True


def given_to(call):
    return call.args + [keyword.value for keyword in call.keywords]


def takes_harmless_names(tree, own_file):
    """Whether a name that stands for something harmless, or for what is a call's own, is given to something else here."""
    known = HARMLESS_CALLS | HARMLESS_DECORATORS
    for node in ast.walk(tree):
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            is_own = isinstance(node, ast.ImportFrom) and (node.level or own_file(node.module or ""))
            for alias in node.names:
                renames = alias.asname not in (None, alias.name)
                if (renames or is_own) and (alias.asname or alias.name) in known or renames and alias.name in OF_THE_CALL:
                    return True
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)) and node in tree.body and node.name in known:
            return True
        elif isinstance(node, ast.Assign) and node in tree.body:
            if any(isinstance(target, ast.Name) and target.id in known for target in node.targets):
                return True
    return False


def is_harmless_call(node):
    name = name_of(node.func)
    if name == "time" and not given_to(node):
        return False  # The clock, and not a time of day.
    if name in CALLERS and any(isinstance(value, ast.Name) and value.id not in HARMLESS_CALLS for value in functions_given_to(node)):
        return False
    return name in HARMLESS_CALLS


def functions_given_to(call):
    keys = [keyword.value for keyword in call.keywords if keyword.arg == "key"]
    return keys + (call.args[:1] if name_of(call.func) in ("map", "filter") else [])


def makes_value(expression):
    for node in ast.walk(expression):
        if isinstance(node, ast.Call) and not is_harmless_call(node):
            return False
        if isinstance(node, (ast.Await, ast.Yield, ast.YieldFrom, ast.NamedExpr)):
            return False
        if name_of(node) in OF_THE_CALL:
            return False
    return True


def name_of(node):
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else None


def import_ahead(names):
    """Imports what can be imported; what cannot, the call will meet and report itself."""
    for name in names:
        try:
            importlib.import_module(name)
        except BaseException:
            continue
    if "numpy" in sys.modules:
        # Loaded by itself at first use, which would be anew in every call.
        importlib.import_module("numpy.random")


def warm_pydantic():
    """The first model that is ever built loads much that every later one needs."""
    pydantic = sys.modules.get("pydantic")
    if pydantic is None or not hasattr(pydantic, "create_model"):
        return None
    try:
        model = pydantic.create_model("Warm", number=(float, 1.0), text=(str, ""))
        model(number=1).model_dump_json()
        return model
    except Exception:
        return None


def shadows_library(folder):
    """Whether a module beside the tool takes the place of one of the library's, and so would run when that is asked for."""
    return any(name.partition(".")[0] in LIBRARY for name in os.listdir(folder))


def rehearse(main, warm_model):
    """Walks the ways that every call walks, so that the memory they write to is the process's own before its call comes."""
    import argparse
    import json

    parser = argparse.ArgumentParser(add_help=False)
    for flag in ("--user-params", "--tool-params"):
        parser.add_argument(flag, required=True)
    json.loads(parser.parse_args(["--user-params", "{}", "--tool-params", "{}"]).tool_params)
    if warm_model is None:
        return
    warm_model(number=1.0).model_dump_json()
    base = sys.modules["pydantic"].BaseModel
    for model in list(vars(main).values()) if main is not None else []:
        if isinstance(model, type) and issubclass(model, base) and runs_no_own_code(model):
            try:
                model.__pydantic_validator__.validate_python({})
            except Exception:
                continue


def runs_no_own_code(model):
    if getattr(model, "__pydantic_custom_init__", True) or any(field.default_factory for field in model.model_fields.values()):
        return False
    marks = getattr(model, "__pydantic_decorators__", None)
    return isinstance(marks, object) and not (
        getattr(marks, "field_validators", True)
        or getattr(marks, "model_validators", True)
        or getattr(marks, "validators", True)
        or getattr(marks, "root_validators", True)
        or isinstance(getattr(model, "model_post_init", None), types.FunctionType)
    )
