"""Says that it has begun and then waits, asleep or busy, until it is stopped."""

import argparse
import json
import time
from typing import Literal

from pydantic import BaseModel, Field


class UserParameters(BaseModel):
    pass


class ToolParameters(BaseModel):
    how: Literal["sleep", "spin"] = Field(description="Whether to leave the processor to others meanwhile.")


OUTPUT_KEY = "tool_output"


def run_tool(config: UserParameters, args: ToolParameters) -> str:
    print("waiting", flush=True)
    while args.how == "spin":
        pass
    time.sleep(600)
    return "nobody stopped it"


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--user-params", default="{}")
    parser.add_argument("--tool-params", required=True)
    flags = parser.parse_args()

    config = UserParameters(**json.loads(flags.user_params))
    args = ToolParameters(**json.loads(flags.tool_params))
    print(OUTPUT_KEY, run_tool(config, args))
