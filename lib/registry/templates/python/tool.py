"""
Greets a person in their language.
"""

import argparse
import json
from typing import Literal, Optional

from pydantic import BaseModel, Field

from greeting import greet


class UserParameters(BaseModel):
    """Set once by a person; the model never sees these. Keys and connection settings go here."""

    signature: Optional[str] = Field(default=None, description="a line that ends every greeting")


class ToolParameters(BaseModel):
    """Filled in by the model at every call; it reads each description word for word."""

    name: str = Field(description="the person to greet")
    language: Literal["en", "ko"] = Field(default="en", description="language of the greeting")


OUTPUT_KEY = "tool_output"


def run_tool(config: UserParameters, args: ToolParameters) -> str:
    print(f"greeting {args.name} in {args.language}")  # before OUTPUT_KEY: the log, for people only
    return greet(args.name, language=args.language, signature=config.signature)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--user-params", required=True, help="JSON object of the UserParameters")
    parser.add_argument("--tool-params", required=True, help="JSON object of the ToolParameters")
    flags = parser.parse_args()
    config = UserParameters(**json.loads(flags.user_params))
    args = ToolParameters(**json.loads(flags.tool_params))
    print(OUTPUT_KEY, run_tool(config, args))
