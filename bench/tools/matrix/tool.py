"""Solves a system of linear equations that it makes up; most of a cold call of it is loading numpy."""

import argparse
import json

import numpy as np
from pydantic import BaseModel, Field


class UserParameters(BaseModel):
    pass


class ToolParameters(BaseModel):
    size: int = Field(ge=1, le=1000, description="How many equations.")


OUTPUT_KEY = "tool_output"


def run_tool(config: UserParameters, args: ToolParameters) -> float:
    """Returns the largest error of the solution."""
    generator = np.random.default_rng()
    matrix = generator.random((args.size, args.size)) + args.size * np.eye(args.size)
    wanted = generator.random(args.size)
    return float(np.abs(np.linalg.solve(matrix, matrix @ wanted) - wanted).max())


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--user-params", default="{}")
    parser.add_argument("--tool-params", required=True)
    flags = parser.parse_args()

    config = UserParameters(**json.loads(flags.user_params))
    args = ToolParameters(**json.loads(flags.tool_params))
    print(OUTPUT_KEY, run_tool(config, args))
