"""Imports a tool.py in a throw-away process of its own environment and tells the JSON Schemas of its two parameter sets.

Descriptor 3 holds {path}; the answer goes to descriptor 4, so that a tool that prints while it is imported disturbs nothing.
"""

import importlib.util
import json
import math
import os
import sys

ASKED, CHANNEL = 3, 4
# Not "tool": a helper may import the file by that name, as it can when the tool is run.
NAME = "__toolroom_tool__"
OLD_PYDANTIC = "The tool's models are made with Pydantic 1; they work, but their schema is an older and poorer one."
UNDESCRIBED = "Not all parameters can be described, and one that cannot takes anything: %s."
NO_ARGUMENTS = "tool.py has no class ToolParameters, so the tool takes no arguments that are known."


def main():
    with open(ASKED, "rb") as file:
        path = json.loads(file.read())["path"]
    os.set_inheritable(CHANNEL, False)
    sys.argv = [path]
    sys.path[0] = os.path.dirname(path)
    module = import_as_module(path)
    # Only now, and not above: the tool's folder may have modules named like those of the library that this brings along.
    import inspect

    problems = []
    user = describe(getattr(module, "UserParameters", None), problems)
    tool = describe(getattr(module, "ToolParameters", None), problems)
    if not hasattr(module, "ToolParameters"):
        problems.append(NO_ARGUMENTS)
    output_key = getattr(module, "OUTPUT_KEY", None)
    answer(
        {
            "description": inspect.cleandoc(module.__doc__ or ""),
            "userParameters": user,
            "toolParameters": tool,
            "outputKey": output_key if isinstance(output_key, str) else None,
            "problem": problems[0] if problems else None,
        }
    )


def import_as_module(path):
    specification = importlib.util.spec_from_file_location(NAME, path)
    module = importlib.util.module_from_spec(specification)
    sys.modules[NAME] = module
    specification.loader.exec_module(module)
    return module


def describe(model, problems):
    if model is None:
        return None
    if hasattr(model, "model_json_schema"):
        return finite(json_schema_of(model, problems))
    if hasattr(model, "schema"):
        problems.append(OLD_PYDANTIC)
        return finite(model.schema())
    from pydantic import TypeAdapter

    return finite(TypeAdapter(model).json_schema())


def json_schema_of(model, problems):
    """One field of a type that JSON Schema does not know, such as a function, must not hide what is known of the others."""
    from pydantic.errors import PydanticInvalidForJsonSchema
    from pydantic.json_schema import GenerateJsonSchema

    class Lenient(GenerateJsonSchema):
        def handle_invalid_for_json_schema(self, schema, error_info):
            return {}

    try:
        return model.model_json_schema()
    except PydanticInvalidForJsonSchema as error:
        problems.append(UNDESCRIBED % error.message.rstrip(".").replace(NAME + ".", ""))
        return model.model_json_schema(schema_generator=Lenient)


def finite(value):
    """The schema without infinite numbers, such as a default of `inf`: JSON has none."""
    if isinstance(value, dict):
        return {key: finite(item) for key, item in value.items() if not is_infinite(item)}
    if isinstance(value, list):
        return [finite(item) for item in value if not is_infinite(item)]
    return value


def is_infinite(value):
    return isinstance(value, float) and not math.isfinite(value)


def answer(contract):
    data = json.dumps({"contract": contract}).encode() + b"\n"
    while data:
        data = data[os.write(CHANNEL, data) :]
    sys.stdout.flush()
    # Threads or exit handlers of the tool must not hold up what is known by now.
    os._exit(0)


main()
