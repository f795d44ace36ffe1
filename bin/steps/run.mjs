import { spawn } from "node:child_process";

/** Runs a program to its end and answers its exit code and everything it printed. */
export async function capture(program, args, options = {}) {
  const child = spawn(program, args, { ...options, stdio: ["ignore", "pipe", "pipe"] });
  const output = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => output.push(chunk));
  const code = await new Promise((resolve, reject) => child.once("error", reject).once("close", resolve));
  return { code: code ?? 1, output: Buffer.concat(output).toString() };
}

/** Runs a program to its end with its output passed on, and answers its exit code. */
export async function stream(program, args, options = {}) {
  const child = spawn(program, args, { ...options, stdio: ["ignore", "inherit", "inherit"] });
  const code = await new Promise((resolve, reject) => child.once("error", reject).once("close", resolve));
  return code ?? 1;
}
