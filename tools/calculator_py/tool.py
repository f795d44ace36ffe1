"""Adds, subtracts, multiplies or divides two numbers."""

import argparse
import json
from typing import Literal

from calc import calculate
from pydantic import BaseModel, Field


class UserParameters(BaseModel):
    pass


class ToolParameters(BaseModel):
    a: float = Field(description="The first number.")
    b: float = Field(description="The second number; not 0 when dividing.")
    op: Literal["+", "-", "*", "/"] = Field(
        description="The operation: + adds b to a, - subtracts b from a, * multiplies, / divides a by b."
    )


OUTPUT_KEY = "tool_output"


def run_tool(config: UserParameters, args: ToolParameters) -> float | str:
    """Returns the result, or "Error: …" with what to change."""
    return calculate(args.a, args.b, args.op)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--user-params", default="{}", help="UserParameters as JSON")
    parser.add_argument("--tool-params", required=True, help="ToolParameters as JSON")
    flags = parser.parse_args()

    config = UserParameters(**json.loads(flags.user_params))
    args = ToolParameters(**json.loads(flags.tool_params))
    print(OUTPUT_KEY, run_tool(config, args))
