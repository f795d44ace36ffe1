import type { ToolSettings } from "#lib/tools/schema.ts";

const raw = String.raw;

export type Abuse = { body: string; settings?: Partial<ToolSettings>; expected: object };

const returned = { type: "tool.returned", result: "done" };
const tooMuch = (stream: string) => ({
  type: "tool.failed",
  code: "tool_failed",
  message: `The tool wrote more than 16 MiB to ${stream} and was stopped.`,
});
const timedOut = { type: "tool.failed", code: "tool_timeout" };
const oneSecond = { timeoutSeconds: 1 };

const bomb = (extra: string) => raw`
import os
while True:
    try:
        if os.fork() == 0:
            ${extra}
    except OSError:
        pass
`;

/** What a tool may do to the machine, and how its call then ends, whatever keeps it from the machine. */
export const PYTHON_ABUSES: Record<string, Abuse> = {
  "100 MB of stdout": {
    body: "for _ in range(100):\n    print('x' * 1_000_000)\nreturn 1",
    expected: tooMuch("stdout"),
  },
  "endless stdout": { body: "import os\nwhile True:\n    os.write(1, b'y\\n' * 5000)", expected: tooMuch("stdout") },
  "a flood of stderr": {
    body: "import sys\nwhile True:\n    print('e' * 100, file=sys.stderr)",
    expected: tooMuch("stderr"),
  },
  "a flood of the studio's own channel": {
    body: "import os\nwhile True:\n    os.write(4, b'x' * 65536)",
    expected: { type: "tool.failed", message: "The tool returned a result of more than 64 MiB and was stopped." },
  },
  "binary on both": {
    body: "import os\nfor _ in range(16):\n    os.write(1, os.urandom(65536))\n    os.write(2, os.urandom(65536))\nreturn 'done'",
    expected: returned,
  },
  spinning: { body: "while True:\n    pass", settings: oneSecond, expected: timedOut },
  "SIGTERM ignored": {
    body: "import signal, time\nfor number in set(signal.Signals) - {9, 19}:\n    signal.signal(number, signal.SIG_IGN)\ntime.sleep(1000)",
    settings: oneSecond,
    expected: { ...timedOut, signal: "SIGKILL" },
  },
  "a daemon that holds stdout": {
    body: "import os, time\nif os.fork() == 0:\n    os.setsid()\n    if os.fork() == 0:\n        time.sleep(1000)\n    os._exit(0)\nos.wait()\nreturn 'done'",
    expected: returned,
  },
  "a sleep left behind": {
    body: "import subprocess\nsubprocess.Popen(['sleep', '1000'], start_new_session=True)\nsubprocess.Popen('sleep 1000 &', shell=True)\nreturn 'done'",
    expected: returned,
  },
  "a fork bomb": { body: bomb("pass"), settings: oneSecond, expected: timedOut },
  "a fork bomb of sessions": { body: bomb("os.setsid()"), settings: oneSecond, expected: timedOut },
  "3 GB in one piece": {
    body: "return len(bytearray(3 << 30))",
    expected: { type: "tool.failed", exitCode: 1, message: "The tool failed with exit code 1: MemoryError." },
  },
  "3 GB in three processes": {
    body: "import os, time\nfor _ in range(3):\n    if os.fork() == 0:\n        kept = b'x' * (1 << 30)\n        time.sleep(1000)\ntime.sleep(1000)",
    settings: { timeoutSeconds: 30 },
    expected: { type: "tool.failed", message: "The tool took more than 2048 MiB of memory and was stopped." },
  },
  SIGSEGV: {
    body: "import ctypes\nctypes.string_at(8)",
    expected: { type: "tool.failed", code: "tool_crashed", signal: "SIGSEGV" },
  },
  "_exit(7)": { body: "import os\nos._exit(7)", expected: { type: "tool.failed", exitCode: 7 } },
  "descriptors that it did not open": {
    body: raw`
import os
for descriptor in range(3, 11):
    for data in (b'{"result": "forged"}\n{"exit": 3}', b"\n\xff\x00" * 1000, b"X" * 70000 + b"\n"):
        try:
            os.write(descriptor, data)
        except OSError:
            pass
return 'done'`,
    expected: returned,
  },
  "its parent killed, and itself": {
    body: "import os\ntry:\n    os.kill(os.getppid(), 9)\nexcept OSError:\n    pass\nos.kill(os.getpid(), 9)",
    expected: { type: "tool.failed", code: "tool_crashed", signal: "SIGKILL" },
  },
  "everybody killed": {
    body: "import os\ntry:\n    os.kill(-1, 9)\nexcept OSError:\n    pass\nreturn 'done'",
    expected: returned,
  },
  "every process that it sees killed": {
    body: "import os, signal\nfor number in (15, 2, 1, 19, 9):\n    for name in os.listdir('/proc'):\n        try:\n            if name.isdigit() and int(name) != os.getpid():\n                os.kill(int(name), number)\n        except OSError:\n            pass\nreturn 'done'",
    expected: returned,
  },
  "a disk filled with many files": {
    body: "import os, time\nfor number in range(8):\n    with open(f'{number}.bin', 'wb') as file:\n        os.posix_fallocate(file.fileno(), 0, 200 << 20)\ntime.sleep(1000)",
    settings: { timeoutSeconds: 30 },
    expected: {
      type: "tool.failed",
      message: "The tool wrote more than the disk allows it (1 GiB) and was stopped.",
    },
  },
  "a file of 300 MiB": {
    body: "import errno\nwith open('big', 'wb') as file:\n    try:\n        for _ in range(300):\n            file.write(b'x' * (1 << 20))\n        return 'written'\n    except OSError as error:\n        return 'done' if error.errno == errno.EFBIG else str(error)",
    expected: returned,
  },
};

const node = (imports: string, body: string) => ({ head: `${imports}`, body });

/** The same of TypeScript, where its runtime is another. */
export const TYPESCRIPT_ABUSES: Record<string, Abuse & { head: string }> = {
  "endless stdout": {
    ...node('import fs from "node:fs";', "for (;;) fs.writeSync(1, 'y'.repeat(10_000));"),
    expected: tooMuch("stdout"),
  },
  spinning: { ...node("", "for (;;);"), settings: oneSecond, expected: timedOut },
  "SIGTERM ignored": {
    ...node(
      "",
      "process.on('SIGTERM', () => undefined); await new Promise((r) => setTimeout(r, 1_000_000)); return 1;",
    ),
    // On a busy machine Node takes longer than a second until it can ignore anything.
    settings: { timeoutSeconds: 5 },
    expected: { ...timedOut, signal: "SIGKILL" },
  },
  "3 GB of buffers": {
    ...node(
      "",
      "const kept = [1, 2, 3].map(() => Buffer.alloc(1024 ** 3, 1)); await new Promise((r) => setTimeout(r, 1_000_000)); return kept;",
    ),
    settings: { timeoutSeconds: 30 },
    expected: { type: "tool.failed", message: "The tool took more than 2048 MiB of memory and was stopped." },
  },
  "a sleep left behind": {
    ...node(
      'import { spawn } from "node:child_process";',
      "spawn('sleep', ['1000'], { detached: true, stdio: 'inherit' }).unref(); return 'done';",
    ),
    expected: returned,
  },
  "its parent killed": {
    ...node(
      "",
      "try { process.kill(process.ppid, 9); } catch {} await new Promise((r) => setTimeout(r, 1_000_000)); return 1;",
    ),
    settings: oneSecond,
    expected: timedOut,
  },
  "everybody killed": {
    ...node("", "try { process.kill(-1, 9); } catch {} return 'done';"),
    expected: returned,
  },
  "a file of 300 MiB": {
    ...node(
      'import fs from "node:fs";',
      "const file = fs.openSync('big', 'w'); try { for (let i = 0; i < 300; i++) fs.writeSync(file, Buffer.alloc(1 << 20)); return 'written'; } catch (error) { return (error as NodeJS.ErrnoException).code === 'EFBIG' ? 'done' : String(error); }",
    ),
    expected: returned,
  },
};

/**
 * Tries to read these files and folders, and to write there; answers with those that it could. A folder counts as read when it
 * shows a name that is not known.
 */
export const REACH_PYTHON = raw`
import os
def succeeds(act, *given):
    try:
        act(*given)
        return True
    except OSError:
        return False
def write(path):
    with open(os.path.join(path, "left.txt"), "w") as file:
        file.write("x")
def read(path):
    if not os.path.isdir(path):
        open(path, "rb").read()
    elif not set(os.listdir(path)) - set(args.known):
        raise OSError
return json.dumps({
    "read": [path for path in args.read if succeeds(read, path)],
    "written": [path for path in args.write if succeeds(write, path)],
})`;

export const REACH_TYPESCRIPT = raw`
const succeeds = (act: () => unknown) => {
  try {
    act();
    return true;
  } catch {
    return false;
  }
};
const read = (path: string) => {
  if (!fs.statSync(path).isDirectory()) fs.readFileSync(path);
  else if (fs.readdirSync(path).every((name) => args.known.includes(name))) throw new Error("nothing new");
};
return JSON.stringify({
  read: args.read.filter((path) => succeeds(() => read(path))),
  written: args.write.filter((path) => succeeds(() => fs.writeFileSync(path + "/left.txt", "x"))),
});`;

/** Tries to reach a service in each way; answers with the ways that were open to it. */
export const CONNECT_PYTHON = raw`
import socket
def tcp():
    socket.create_connection(("127.0.0.1", args.tcp), 1).sendall(b"x")
def tcp6():
    socket.create_connection(("::ffff:127.0.0.1", args.tcp), 1).sendall(b"x")
def udp():
    # Sending says nothing of whether it arrives: the service tells.
    socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b"x", ("127.0.0.1", args.udp))
    raise OSError
def unix(path):
    socket.socket(socket.AF_UNIX).connect(path)
open_ways = []
for name, act in (("tcp", tcp), ("tcp6", tcp6), ("udp", udp), ("path", lambda: unix(args.path)), ("abstract", lambda: unix(chr(0) + args.abstract))):
    try:
        act()
        open_ways.append(name)
    except OSError:
        pass
return json.dumps(open_ways)`;

export const CONNECT_TYPESCRIPT = raw`
const tries = (options: net.NetConnectOpts) =>
  new Promise<boolean>((resolve) => {
    try {
      net.connect(options).once("connect", () => resolve(true)).once("error", () => resolve(false));
    } catch {
      resolve(false);
    }
  });
const ways = { tcp: { port: args.tcp, host: "127.0.0.1" }, path: { path: args.path }, abstract: { path: String.fromCharCode(0) + args.abstract } };
try {
  const udp = dgram.createSocket("udp4");
  await new Promise((resolve) => udp.on("error", resolve).send("x", args.udp, "127.0.0.1", resolve));
  udp.close();
} catch {}
const found: string[] = [];
for (const [name, options] of Object.entries(ways)) if (await tries(options)) found.push(name);
return JSON.stringify(found);`;

/** Ways into other processes and out of what is around this one; answers with those that were open to it. */
export const ESCAPE_PYTHON = raw`
import ctypes, os
libc = ctypes.CDLL(None, use_errno=True)
buffer = ctypes.create_string_buffer(64)
class Piece(ctypes.Structure):
    _fields_ = [("base", ctypes.c_void_p), ("length", ctypes.c_size_t)]
piece = Piece(ctypes.addressof(buffer), 64)
ways = {
    "ptrace the parent": lambda: libc.ptrace(16, os.getppid(), 0, 0),
    "ptrace the server": lambda: libc.ptrace(16, args.server, 0, 0),
    "read the server": lambda: libc.process_vm_readv(args.server, ctypes.byref(piece), 1, ctypes.byref(piece), 1, 0),
    "mount": lambda: libc.mount(b"none", b"/tmp", b"tmpfs", 0, b""),
    "remount": lambda: libc.mount(None, b"/", None, 32 | 4096, b""),
    "unmount": lambda: libc.umount2(b"/proc", 2),
    "chroot": lambda: libc.chroot(b"/tmp"),
    **{"unshare %x" % flag: (lambda flag=flag: libc.unshare(flag)) for flag in (0x10000000, 0x20000, 0x20000000, 0x40000000, 0x8000000)},
    "setuid": lambda: libc.setuid(0),
    "clone": lambda: libc.syscall(56, 0x10000000 | 17, 0, 0, 0, 0),
    "io_uring": lambda: libc.syscall(425, 8, buffer),
    "keyctl": lambda: libc.syscall(250, 0, -3, 1),
    "bpf": lambda: libc.syscall(321, 0, buffer, 64),
    "another's limits": lambda: libc.prlimit(args.server, 7, None, ctypes.byref(piece)),
    "renice the server": lambda: libc.setpriority(0, args.server, 19),
}
found = [name for name, way in ways.items() if way() >= 0]
for space in ("mnt", "user", "pid", "net"):
    try:
        if libc.setns(os.open("/proc/%d/ns/%s" % (args.server, space), os.O_RDONLY), 0) == 0:
            found.append("join " + space)
    except OSError:
        pass
return json.dumps(found)`;
