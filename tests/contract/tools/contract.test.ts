import { describe, expect, test } from "vitest";
import { hashFolder, readContract, readContractFromSource } from "#lib/tools/contract.ts";
import { folderWith, pythonTool } from "./fixture.ts";

const head = `from datetime import datetime
from decimal import Decimal
from enum import Enum
from typing import Annotated, Union

class Level(str, Enum):
    LOW = "low"
    HIGH = "high"

class Base(BaseModel):
    common: str = Field("c", description="in common")

class Filter(Base):
    """One filter."""
    column: str = Field(description="the column")
    values: list[int] = []
    inner: Optional["Filter"] = None
`;
const tool = `text: str = Field(description="the text", min_length=2, max_length=5)
count: int = Field(3, ge=1, le=2**31)
ratio: Optional[float] = None
nullable: Optional[str]
op: Literal["+", "-"] = "+"
level: Level = Level.LOW
filters: list[Filter] = Field(default_factory=list, description="filters")
table: dict[str, float] = {}
pair: tuple[int, str] = (1, "a")
when: datetime | None = None
money: Decimal = Decimal("1.5")
any: Any = None
noted: Annotated[str, Field(description="noted")] = "x"
endless: float = float("inf")`;

describe("a Python tool's contract", () => {
  test("is what its models say, and a tool that prints when imported disturbs nothing", async () => {
    const folder = await pythonTool("return 1", {
      head: `${head}\nprint("hello at import")\n`,
      tool,
      user: "api_key: SecretStr = SecretStr('x')",
    });
    const contract = await readContract(folder, {});
    expect(contract).toMatchObject({
      language: "python",
      entry: "tool.py",
      protocol: "program",
      readFrom: "import",
      problem: null,
      outputKey: "tool_output",
      description: "A tool made for a test.",
    });
    expect(contract.toolParameters).toMatchObject({
      required: ["text", "nullable"],
      properties: { text: { description: "the text", minLength: 2 } },
    });
    expect(contract.userParameters).toMatchObject({ properties: { api_key: { format: "password", writeOnly: true } } });
  });

  test("the source alone tells the same of what is written out", async () => {
    const folder = await pythonTool("return 1", { head, tool, user: "api_key: SecretStr" });
    const [exact, read] = [await readContract(folder, {}), await readContractFromSource(folder)];
    expect(read).toMatchObject({
      readFrom: "source",
      problem: null,
      description: exact.description,
      outputKey: exact.outputKey,
    });
    expect(simplify(read.userParameters)).toEqual(simplify(exact.userParameters));
    const properties = (schema: typeof exact.toolParameters) =>
      simplify(schema) as Record<string, Record<string, unknown>>;
    const [one, other] = [properties(read.toolParameters), properties(exact.toolParameters)];
    expect(one.required).toEqual(other.required);
    for (const name of ["text", "ratio", "nullable", "op", "filters", "table", "when", "noted"]) {
      expect([name, one.properties?.[name]]).toEqual([name, other.properties?.[name]]);
    }
  });

  test("tells every digit of an integer", async () => {
    const tool = "x: int = Field(9007199254740993, le=10**400)";
    const text = JSON.stringify(await readContract(await pythonTool("return 1", { tool }), {}));
    expect(text).toContain('"default":9007199254740993,');
    expect(text).toContain(`"maximum":1${"0".repeat(400)},`);
  });

  test("a key that only the main block sets is one", async () => {
    const source = 'if __name__ == "__main__":\n    OUTPUT_KEY = "late"\n    print(OUTPUT_KEY, 1)\n';
    expect(await readContract(await folderWith({ "tool.py": source }), {})).toMatchObject({ outputKey: "late" });
  });

  test("a type that JSON cannot describe hides nothing of the others", async () => {
    const contract = await readContract(
      await pythonTool("return 1", { head: "from typing import Callable", tool: "f: Callable = print\nx: int" }),
      {},
    );
    expect(contract).toMatchObject({
      readFrom: "import",
      toolParameters: { properties: { x: { type: "integer" } }, required: ["x"] },
      problem: expect.stringContaining("Not all parameters can be described"),
    });
  });

  test("what a tool reads while it is imported lies where its config.json says", async () => {
    const files = { "config.json": '{"cwd": "tool", "environment": ["MADE_FOR_IMPORT"]}', "words.txt": "x" };
    process.env.MADE_FOR_IMPORT = "seen";
    const head = "import os\nWORDS = open('words.txt').read() + os.environ['MADE_FOR_IMPORT']";
    expect(await readContract(await pythonTool("return 1", { head, files }), {})).toMatchObject({ problem: null });
  });

  test("a class that is missing is an empty one, and that ToolParameters is missing is said", async () => {
    const contract = await readContract(await folderWith({ "tool.py": '"""Doc."""\nprint("x")\n' }), {});
    expect(contract).toMatchObject({
      description: "Doc.",
      outputKey: null,
      userParameters: { type: "object" },
      toolParameters: { type: "object" },
    });
    expect(contract.problem).toBe(
      "tool.py has no class ToolParameters, so the tool takes no arguments that are known.",
    );
  });

  test("models of Pydantic 1 work, and that they are old is said", async () => {
    const source = "from pydantic.v1 import BaseModel\nclass ToolParameters(BaseModel):\n    a: int\n";
    const contract = await readContract(await folderWith({ "tool.py": source }), {});
    expect(contract.toolParameters).toMatchObject({ properties: { a: { type: "integer" } }, required: ["a"] });
    expect(contract.problem).toContain("Pydantic 1");
  });

  test("one that cannot be imported is read from its source; the traceback goes to the log", async () => {
    const log: string[] = [];
    const folder = await pythonTool("return 1", { head: "import not_there", tool: "a: int" });
    const contract = await readContract(folder, { onLog: (text) => void log.push(text) });
    expect(contract).toMatchObject({ readFrom: "source", toolParameters: { required: ["a"] } });
    expect(contract.problem).toBe("tool.py could not be imported: ModuleNotFoundError: No module named 'not_there'.");
    expect(log.join("")).toContain("Traceback");
  });

  test("one that is no Python says on which line", async () => {
    const contract = await readContract(await folderWith({ "tool.py": "x = 1\ndef f(:\n" }), {});
    expect(contract).toMatchObject({
      readFrom: "source",
      problem: "line 2 of tool.py is not valid Python: invalid syntax.",
    });
  });
});

describe("a folder that is no tool", () => {
  test("says what is missing", async () => {
    await expect(readContract(await folderWith({ "main.py": "" }), {})).rejects.toThrow(
      "it has neither tool.py nor tool.ts",
    );
    await expect(readContract("/does/not/exist", {})).rejects.toThrow("There is no folder /does/not/exist.");
  });

  test.each([
    ["{", "config.json of the tool is not JSON"],
    ['{"sandbox": {"timeout": 4000}}', "config.json of the tool is not usable at sandbox.timeout"],
    ['{"environment": ["DATABASE_URL"]}', "DATABASE_URL, which is the studio's own"],
  ])("a config.json of %s is refused", async (text, message) => {
    await expect(readContract(await folderWith({ "tool.py": "", "config.json": text }), {})).rejects.toThrow(message);
  });
});

test("config.json sets what it names and nothing else", async () => {
  const config = { sandbox: { timeout: 5 }, cwd: "tool", environment: ["LANG"], resultCharacters: 20, other: true };
  const contract = await readContractFromSource(
    await folderWith({ "tool.py": "", "config.json": JSON.stringify(config) }),
  );
  expect(contract.settings).toEqual({
    timeoutSeconds: 5,
    workingDirectory: "tool",
    environment: ["LANG"],
    resultCharacters: 20,
    backEnd: null,
    rerun: "allow",
    network: { mode: "none" },
    memoryBytes: 2 * 1024 ** 3,
  });
});

test("the hash of a folder is that of its names and contents, without what a run leaves", async () => {
  const files = { "tool.py": "x", "more/a.txt": "y" };
  const [one, same, other] = [
    await folderWith(files),
    await folderWith({ ...files, "__pycache__/tool.pyc": "z" }),
    await folderWith({ ...files, "more/a.txt": "z" }),
  ];
  expect(await hashFolder(one)).toBe(await hashFolder(same));
  expect(await hashFolder(one)).not.toBe(await hashFolder(other));
});

/** A schema without titles, which Pydantic makes up. */
function simplify(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(simplify);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== "title")
      .map(([key, item]) => [key, simplify(item)]),
  );
}
