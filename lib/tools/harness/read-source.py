"""Reads a tool.py without running it: its description, its OUTPUT_KEY, and what its two parameter classes say as written.

Names, types, defaults and descriptions come from the syntax tree; a type that is not known is left open rather than guessed.
Descriptor 3 holds {path}; the answer goes to descriptor 4.
"""

import ast
import inspect
import json
import os

ASKED, CHANNEL = 3, 4
SCALARS = {
    "str": {"type": "string"},
    "int": {"type": "integer"},
    "float": {"type": "number"},
    "bool": {"type": "boolean"},
    "bytes": {"type": "string", "format": "binary"},
    "None": {"type": "null"},
    "list": {"type": "array", "items": {}},
    "List": {"type": "array", "items": {}},
    "dict": {"type": "object", "additionalProperties": True},
    "Dict": {"type": "object", "additionalProperties": True},
    "date": {"type": "string", "format": "date"},
    "datetime": {"type": "string", "format": "date-time"},
    "time": {"type": "string", "format": "time"},
    "timedelta": {"type": "string", "format": "duration"},
    "Decimal": {"anyOf": [{"type": "number"}, {"type": "string"}]},
    "UUID": {"type": "string", "format": "uuid"},
    "Path": {"type": "string", "format": "path"},
    "SecretStr": {"type": "string", "format": "password", "writeOnly": True},
    "EmailStr": {"type": "string", "format": "email"},
    "HttpUrl": {"type": "string", "format": "uri"},
    "AnyUrl": {"type": "string", "format": "uri"},
    "StrictStr": {"type": "string"},
    "StrictInt": {"type": "integer"},
    "StrictFloat": {"type": "number"},
    "StrictBool": {"type": "boolean"},
    "PositiveInt": {"type": "integer", "exclusiveMinimum": 0},
    "NonNegativeInt": {"type": "integer", "minimum": 0},
    "PositiveFloat": {"type": "number", "exclusiveMinimum": 0},
}
CONSTRAINTS = {
    "ge": "minimum",
    "gt": "exclusiveMinimum",
    "le": "maximum",
    "lt": "exclusiveMaximum",
    "multiple_of": "multipleOf",
    "pattern": "pattern",
    "title": "title",
    "description": "description",
    "examples": "examples",
}
LENGTHS = {"min_length": "min", "max_length": "max"}
NO_DEFAULT = object()


def main():
    with open(ASKED, "rb") as file:
        path = json.loads(file.read())["path"]
    with open(path, "rb") as file:
        source = file.read()
    try:
        tree = ast.parse(source, os.path.basename(path))
    except (SyntaxError, ValueError) as error:
        where = "line %d of " % error.lineno if getattr(error, "lineno", None) else ""
        reason = error.msg if isinstance(error, SyntaxError) else str(error)
        return answer({"syntaxProblem": "%stool.py is not valid Python: %s." % (where, reason)})
    classes = {node.name: node for node in tree.body if isinstance(node, ast.ClassDef)}
    answer(
        {
            "description": inspect.cleandoc(ast.get_docstring(tree) or ""),
            "outputKey": output_key(tree),
            "userParameters": Reader(classes).schema("UserParameters"),
            "toolParameters": Reader(classes).schema("ToolParameters"),
        }
    )


def answer(message):
    data = json.dumps(message).encode() + b"\n"
    while data:
        data = data[os.write(CHANNEL, data) :]


def output_key(tree):
    for node in module_scope(tree.body):
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        if any(isinstance(target, ast.Name) and target.id == "OUTPUT_KEY" for target in targets):
            value = constant(node.value)
            return value if isinstance(value, str) else None
    return None


def module_scope(body):
    """Every statement of the module's own scope, such as those of its main block."""
    for node in body:
        yield node
        if isinstance(node, (ast.If, ast.Try)):
            yield from module_scope(node.body + node.orelse)


def constant(node):
    """The value of an expression of constants, or NO_DEFAULT for one that would have to be computed."""
    try:
        value = ast.literal_eval(node)
        json.dumps(value, allow_nan=False)
        return value
    except (ValueError, TypeError, SyntaxError):
        return NO_DEFAULT


def name_of(node):
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        return node.attr
    if isinstance(node, ast.Constant) and node.value is None:
        return "None"
    return None


class Reader:
    """Makes one schema of a class and of those it names, which become its `$defs`."""

    def __init__(self, classes):
        self.classes = classes
        self.definitions = {}

    def schema(self, name):
        if name not in self.classes:
            return None
        schema = self.model(self.classes[name])
        return {**schema, "$defs": self.definitions} if self.definitions else schema

    def model(self, node):
        properties, required = {}, []
        for owner in self.lineage(node):
            for field in owner.body:
                if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name):
                    self.add_field(field, properties, required)
        schema = {"title": node.name, "type": "object", "properties": properties}
        documented = ast.get_docstring(node)
        if documented:
            schema["description"] = inspect.cleandoc(documented)
        if required:
            schema["required"] = required
        return schema

    def lineage(self, node, seen=()):
        """The class and those of this file that it inherits from, the oldest first."""
        parents = [self.classes.get(name_of(base)) for base in node.bases]
        known = [parent for parent in parents if parent is not None and parent.name not in seen]
        return [each for parent in known for each in self.lineage(parent, (*seen, node.name))] + [node]

    def add_field(self, field, properties, required):
        name = field.target.id
        if name.startswith("_") or name == "model_config" or name_of(getattr(field.annotation, "value", None)) == "ClassVar":
            return
        schema, value = self.type(field.annotation), field.value
        call = value if isinstance(value, ast.Call) and name_of(value.func) == "Field" else None
        if call is not None:
            self.constrain(schema, call)
            value = field_default(call)
            name = next((constant(k.value) for k in call.keywords if k.arg in ("alias", "validation_alias")), name)
        if not isinstance(name, str):
            name = field.target.id
        if value is None or (isinstance(value, ast.Constant) and value.value is ...):
            if name not in required:
                required.append(name)
        elif constant(value) is not NO_DEFAULT:
            schema["default"] = constant(value)
        properties[name] = schema

    def constrain(self, schema, call):
        for keyword in call.keywords:
            value = constant(keyword.value)
            if value is NO_DEFAULT:
                continue
            if keyword.arg in CONSTRAINTS:
                schema[CONSTRAINTS[keyword.arg]] = value
            elif keyword.arg in LENGTHS and schema.get("type") in ("string", "array"):
                schema[LENGTHS[keyword.arg] + ("Length" if schema["type"] == "string" else "Items")] = value

    def type(self, node):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            return self.quoted(node.value)
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
            return self.union([node.left, node.right])
        if isinstance(node, ast.Subscript):
            return self.generic(name_of(node.value), arguments_of(node))
        name = name_of(node)
        if name in self.classes:
            return self.reference(name)
        return dict(SCALARS.get(name, {}))

    def quoted(self, text):
        try:
            return self.type(ast.parse(text, mode="eval").body)
        except SyntaxError:
            return {}

    def generic(self, name, arguments):
        if name == "Optional":
            return self.union([*arguments, ast.Constant(None)])
        if name == "Union":
            return self.union(arguments)
        if name == "Literal":
            return literal([constant(argument) for argument in arguments])
        if name == "Annotated":
            schema = self.type(arguments[0])
            for extra in arguments[1:]:
                if isinstance(extra, ast.Call) and name_of(extra.func) == "Field":
                    self.constrain(schema, extra)
            return schema
        if name in ("list", "List", "Sequence", "set", "Set", "frozenset"):
            unique = {"uniqueItems": True} if "et" in name and name != "Sequence" else {}
            return {"type": "array", "items": self.type(arguments[0]), **unique}
        if name in ("tuple", "Tuple"):
            if len(arguments) == 2 and constant(arguments[1]) is ...:
                return {"type": "array", "items": self.type(arguments[0])}
            items = [self.type(argument) for argument in arguments]
            return {"type": "array", "prefixItems": items, "minItems": len(items), "maxItems": len(items)}
        if name in ("dict", "Dict", "Mapping"):
            return {"type": "object", "additionalProperties": self.type(arguments[-1])}
        return {}

    def union(self, nodes):
        options = []
        for node in nodes:
            schema = self.type(node)
            options += schema["anyOf"] if set(schema) == {"anyOf"} else [schema]
        return {} if {} in options else {"anyOf": options}

    def reference(self, name):
        if name not in self.definitions:
            self.definitions[name] = {}
            node = self.classes[name]
            is_enum = any((name_of(base) or "").endswith("Enum") for base in node.bases)
            self.definitions[name] = enumeration(node) if is_enum else self.model(node)
        return {"$ref": "#/$defs/" + name}


def arguments_of(node):
    inner = node.slice
    return list(inner.elts) if isinstance(inner, ast.Tuple) else [inner]


def field_default(call):
    if call.args:
        return call.args[0]
    for keyword in call.keywords:
        if keyword.arg in ("default", "default_factory"):
            return keyword.value
    return None


def literal(values):
    if NO_DEFAULT in values:
        return {}
    schema = {"const": values[0]} if len(values) == 1 else {"enum": values}
    return {**schema, "type": "string"} if all(isinstance(value, str) for value in values) else schema


def enumeration(node):
    values = [constant(item.value) for item in node.body if isinstance(item, ast.Assign)]
    return {"title": node.name, **literal([value for value in values if value is not NO_DEFAULT])}


main()
