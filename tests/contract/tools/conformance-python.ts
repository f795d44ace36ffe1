const raw = String.raw;

/** A tool's files, beside what is always there, and how it is called. */
export type Sample = { files: Record<string, string>; tool?: object; exitCode?: number };

/** Programs of a few lines, each of which a process started ahead of its call could run otherwise than one started for it. */
export const PYTHON_SAMPLES: Record<string, string | Sample> = {
  "prints before and after": raw`
import os, sys
def run_tool():
    print("before")
    os.write(1, b"written\n")
    print("aside", file=sys.stderr)
    return "done"
OUTPUT_KEY = "tool_output"
if __name__ == "__main__":
    print("first", end="")
    print(OUTPUT_KEY, run_tool())
    print("after", end="")
`,
  "code 3": "import sys\nprint('x')\nsys.exit(3)\n",
  "code 0 in the middle": "import sys\nprint('tool_output', 1)\nsys.exit()\nprint('never')\n",
  "sys.exit with words": "import sys\nsys.exit('gone: é')\n",
  "code 256": "raise SystemExit(256)\n",
  _exit: "import os\nprint('kept', flush=True)\nprint('lost', end='')\nos._exit(7)\n",
  "an exception": raw`
def inner():
    try:
        {}["key"]
    except KeyError as error:
        raise ValueError("no") from error
if __name__ == "__main__":
    inner()
`,
  "an exception of a helper": {
    files: {
      "tool.py": "import helper\nhelper.fail()\n",
      "helper.py": "def fail():\n    raise RuntimeError('helper')\n",
    },
  },
  "a helper that cannot be imported": {
    files: { "tool.py": "import helper\nprint('tool_output', 1)\n", "helper.py": "print('loading')\n1 / 0\n" },
  },
  "a package that is missing": "import not_there\n",
  "a warning": "import warnings\nwarnings.warn('careful')\nprint('tool_output', 1)\n",
  "no characters for it": "print('\\udc80')\n",
  unicode: "print('tool_output', '한국어 😀 \\u200b', '\\u2028')\n",
  "ended by SIGSEGV": "import os\nprint('x', flush=True)\nos.kill(os.getpid(), 11)\n",
  "ended by abort": "import os\nos.abort()\n",
  interrupted: "raise KeyboardInterrupt\n",
  "what it is given": raw`
"""A tool."""
import gc, json, locale, os, resource, signal, sys
if __name__ == "__main__":
    main = sys.modules["__main__"]
    status = open("/proc/%d/status" % os.getpid()).read()
    print("tool_output", json.dumps({
        "argv": sys.argv, "file": __file__, "name": __name__, "doc": __doc__, "spec": __spec__, "package": __package__,
        "loader": type(__loader__).__name__, "main": main.__dict__ is globals(), "globals": sorted(globals()),
        "cwd": os.getcwd(), "path": sys.path, "env": dict(os.environ), "program": [sys.executable, sys.prefix],
        "stdin": sys.stdin.read(), "tty": sys.stdout.isatty(), "encoding": [sys.stdout.encoding, sys.stdout.errors],
        "streams": [sys.stdout is sys.__stdout__, sys.stdout.name, sys.stdout.mode, sys.stdout.line_buffering],
        "ids": [os.getuid(), os.getgid(), os.getgroups(), os.getsid(0) == os.getpid(), os.getppid() < os.getpid()],
        "processes": len([name for name in os.listdir("/proc") if name.isdigit()]),
        "limits": [resource.getrlimit(getattr(resource, "RLIMIT_" + kind)) for kind in ("AS", "CORE", "CPU", "FSIZE", "NOFILE", "NPROC")],
        "signals": [str(signal.getsignal(number)) for number in range(1, 32)],
        "status": [line for line in status.splitlines() if line.startswith(("Cap", "NoNewPrivs", "Seccomp:", "SigIgn", "SigBlk"))],
        "gc": [gc.isenabled(), gc.get_threshold()], "recursion": sys.getrecursionlimit(), "host": os.uname().nodename,
        "umask": os.umask(0), "nice": os.nice(0), "locale": locale.getlocale(), "files": sorted(os.listdir("/proc/self/fd"))[:3],
        "flags": str(sys.flags), "folder": sorted(os.listdir(os.path.dirname(__file__))),
    }, indent=1))
`,
  "modules named as the harness's": {
    files: {
      "tool.py":
        "import call, confine, forward, json, kernel, limits, preload, python_tool, wire, zygote\nprint('tool_output', [each.WORD for each in (call, confine, forward, json, kernel, limits, preload, python_tool, wire, zygote)])\n",
      ...Object.fromEntries(
        "call confine forward json kernel limits preload python_tool wire zygote"
          .split(" ")
          .map((name) => [`${name}.py`, `WORD = "${name}"\n`]),
      ),
    },
  },
  "modules named as the library's that do something": {
    files: {
      "tool.py":
        "import sys\nif __name__ == '__main__':\n    import argparse, json, select\n    print('tool_output', json.WORD, argparse.WORD, select.WORD, sys.argv[2])\n",
      "json.py": "import os\nprint('loading json')\nWORD = os.getcwd()\n",
      "argparse.py": "import os\nprint('loading argparse')\nWORD = os.environ['SESSION_DIRECTORY']\n",
      "select.py": "WORD = 7\n",
    },
  },
  "helpers, a package and what they print when loaded": {
    files: {
      "tool.py":
        "import helper\nfrom parts import one\nfrom parts.deep.two import TWO\nprint('main')\nif __name__ == '__main__':\n    import late\n    print('tool_output', helper.X, one.ONE, TWO, late.Y)\n",
      "helper.py": "import sys\nX = 1\nprint('helper', __name__, sys.argv[0])\nprint('aside', file=sys.stderr)\n",
      "late.py": "print('late')\nY = 2\n",
      "parts/__init__.py": "print('parts')\n",
      "parts/one.py": "from .deep import two\nONE = two.TWO + 1\n",
      "parts/deep/__init__.py": "",
      "parts/deep/two.py": "TWO = 2\n",
    },
  },
  "annotations that are never looked at": raw`
from __future__ import annotations
from typing import TYPE_CHECKING
if TYPE_CHECKING:
    from nowhere import Thing
class A:
    x: Thing
if __name__ == "__main__":
    a: Thing = A()
    def show(given: Thing) -> Thing: return given
    print("tool_output", A.__annotations__, __annotations__, show.__annotations__)
`,
  "threads, exit handlers and their order": raw`
import atexit, threading, time
atexit.register(print, "bye")
def late():
    time.sleep(0.1)
    print("late")
    raise ValueError("in a thread")
threading.Thread(target=late).start()
threading.Thread(target=lambda: time.sleep(1000), daemon=True).start()
print("tool_output", "r")
`,
  "an exit handler that fails": "import atexit\natexit.register(lambda: 1 / 0)\nprint('tool_output', 1)\n",
  "its stdout closed": "import os, sys\nsys.stderr.write('x')\nprint('kept')\nos.close(1)\nprint('lost')\n",
  "its stdout replaced": raw`
import contextlib, io, sys
with contextlib.redirect_stdout(io.StringIO()) as kept:
    print("inside")
sys.stdout = sys.stderr
print("aside")
sys.stdout = sys.__stdout__
print("tool_output", repr(kept.getvalue()))
sys.stdout.buffer.write(b"\xff\x00end")
`,
  "descriptors it did not open": "import os\nos.closerange(3, 300)\nprint('tool_output', 'fine')\n",
  "files of many kinds": raw`
import os, pathlib, tempfile
pathlib.Path("a/b").mkdir(parents=True)
pathlib.Path("a/b/bytes.bin").write_bytes(bytes(range(256)))
pathlib.Path("보고서.txt").write_text("한글")
pathlib.Path(".hidden").write_text("x")
os.symlink("/etc/passwd", "link")
with tempfile.NamedTemporaryFile() as file:
    home = os.path.expanduser("~")
    print("tool_output", os.path.dirname(file.name) == home == tempfile.gettempdir() == os.environ["TMPDIR"], len(os.listdir(home)))
`,
  subprocess: raw`
import subprocess, sys
print("one")
sys.stdout.flush()
subprocess.run(["sh", "-c", "echo two; echo aside >&2; exit 4"])
print(subprocess.run([sys.executable, "-c", "import sys; print(sys.path[0] == '', sys.argv)"], capture_output=True, text=True))
print("tool_output", subprocess.check_output("echo $0 $HOME", shell=True, text=True))
`,
  multiprocessing: raw`
import concurrent.futures, multiprocessing
def double(x):
    return 2 * x
if __name__ == "__main__":
    found = []
    for how in ("fork", "spawn", "forkserver"):
        with multiprocessing.get_context(how).Pool(2) as pool:
            found.append(pool.map(double, range(3)))
    with concurrent.futures.ProcessPoolExecutor(2) as pool:
        found.append(list(pool.map(double, range(3))))
    print("tool_output", found)
`,
  "asyncio with a pipe writer on stdout": raw`
import asyncio, sys
async def main():
    loop = asyncio.get_running_loop()
    transport, protocol = await loop.connect_write_pipe(asyncio.streams.FlowControlMixin, sys.stdout)
    writer = asyncio.StreamWriter(transport, protocol, None, loop)
    writer.write(b"x" * 300_000 + b"\n")
    await writer.drain()
    process = await asyncio.create_subprocess_exec("cat", stdin=-1, stdout=-1)
    out, _ = await process.communicate(b"piped")
    writer.write(b"tool_output " + out + b"\n")
    await writer.drain()
asyncio.run(main())
`,
  "5 MiB of parameters": {
    files: { "tool.py": "import json, sys\nprint('tool_output', len(json.loads(sys.argv[4])['text']))\n" },
    tool: { text: "é".repeat(5 * 1024 * 1024) },
  },
  "300 kB on both":
    "import sys\nfor _ in range(30):\n    print('x' * 10000)\n    print('e' * 10000, file=sys.stderr)\n",
  "a number that JSON does not have":
    "def run_tool():\n    return {'a': [1, float('nan')]}\nprint('tool_output', run_tool())\n",
  "parameters that its models refuse": {
    files: {
      "tool.py":
        "import json, sys\nfrom pydantic import BaseModel, field_validator\nclass ToolParameters(BaseModel):\n    n: int\n    @field_validator('n')\n    @classmethod\n    def check(cls, value):\n        print('checked', value)\n        return value\nif __name__ == '__main__':\n    print('tool_output', ToolParameters(**json.loads(sys.argv[4])))\n",
    },
    tool: { n: "x" },
  },
  "models, enums and what is made of them": {
    files: {
      "tool.py":
        "import enum, json, pickle, sys\nfrom dataclasses import dataclass\nfrom typing import get_type_hints\nfrom pydantic import BaseModel, Field\nclass Op(enum.Enum):\n    A = 'a'\nclass ToolParameters(BaseModel):\n    op: Op = Field(description='which')\n@dataclass\nclass D:\n    x: int = 1\nif __name__ == '__main__':\n    given = ToolParameters(**json.loads(sys.argv[4]))\n    print('tool_output', given, pickle.loads(pickle.dumps(given)) == given, pickle.loads(pickle.dumps(D())), get_type_hints(D), Op, ToolParameters.__module__)\n",
    },
    tool: { op: "a" },
  },
};

/** Prints what must not be the same in two calls, and what must be the call's own, all of it looked at while it is loaded. */
export const PER_CALL_PYTHON: Record<string, string> = {
  "tool.py": raw`
import json, os, random, secrets, sys, tempfile, time, uuid
from datetime import datetime
from time import time as now
import helper, models
STARTED, STAMP, WHEN = time.time(), now(), datetime.now().isoformat()
ID, NUMBER = str(uuid.uuid4()), random.random()
HERE, SESSION = os.getcwd(), os.environ["SESSION_DIRECTORY"]
def given(at=time.time_ns(), token=secrets.token_hex()):
    return [at, token]
if __name__ == "__main__":
    print("tool_output", json.dumps({
        "differ": [STARTED, STAMP, WHEN, ID, NUMBER, *given(), random.random(), str(uuid.uuid4()), helper.AT, helper.ID, models.AT,
                   models.Made().key, tempfile.mkdtemp(), time.monotonic()],
        "own": [HERE, SESSION, helper.SESSION, os.getcwd(), os.path.realpath(".")],
    }))
`,
  "helper.py": raw`
import os, time, uuid
AT = time.time()
ID = uuid.uuid4().hex
SESSION = os.environ.get("SESSION_DIRECTORY")
`,
  "models.py": raw`
import time, uuid
AT = time.time()
class Made:
    def __init__(self, key=uuid.uuid4()):
        self.key = str(key)
`,
};

/** Only this differs from definitions, one at a time: whoever loads definitions ahead must not take it for one. */
export const LOOKS_LIKE_A_DEFINITION = [
  "import time\nX = time.time()",
  "from time import time\nX = time()",
  "import time\nX = str(time.time())",
  "import uuid\nX = list(map(lambda _: str(uuid.uuid4()), range(2)))",
  "import uuid\ndef make(_):\n    return str(uuid.uuid4())\nX = list(map(make, [1]))",
  "import uuid\nclass A:\n    def __class_getitem__(cls, key):\n        return str(uuid.uuid4())\nX = A[1]",
  "import uuid\nclass Meta(type):\n    def __init__(cls, *given):\n        cls.at = str(uuid.uuid4())\nclass A(metaclass=Meta):\n    pass\nX = A.at",
  "import uuid\nclass A:\n    def __init_subclass__(cls):\n        cls.at = str(uuid.uuid4())\nclass B(A):\n    pass\nX = B.at",
  "import uuid\nclass A:\n    @property\n    def at(self):\n        return str(uuid.uuid4())\nX = [A()][0].at",
  "import random\nfrom functools import lru_cache\n@lru_cache(maxsize=random.getrandbits(30))\ndef f():\n    pass\nX = f.cache_parameters()['maxsize']",
  "import uuid\ndef cache(function):\n    return str(uuid.uuid4())\n@cache\ndef X():\n    pass",
  "import uuid\ndef str(given):\n    return uuid.uuid4().hex\nX = str(1)",
  "from uuid import uuid4 as list\nX = list().hex",
];
