import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { note } from "./say.mjs";

const PLACES = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** Makes sure that there is a browser for the tests, from Debian's packages if need be; says what to do where it cannot. */
export function installBrowser() {
  if (PLACES.some((place) => existsSync(place))) return;
  const isDebianRoot = process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");
  if (isDebianRoot) {
    note("Installing Chromium for the browser tests …");
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    apt(["update", "-qq"], env);
    if (apt(["install", "-y", "-qq", "--no-install-recommends", "chromium"], env)) return;
  }
  note("There is no Chromium here, so the browser tests will fail; install it (on Debian: apt-get install chromium).");
}

function apt(args, env) {
  return spawnSync("apt-get", args, { env, stdio: ["ignore", "ignore", "inherit"] }).status === 0;
}
