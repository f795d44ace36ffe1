import { randomBytes } from "node:crypto";

const PREFIXES = {
  team: "team_",
  member: "mem_",
  tool: "tool_",
  toolVersion: "tv_",
  configuration: "cfg_",
  run: "run_",
  call: "call_",
  server: "srv_",
  provider: "prv_",
  agent: "agt_",
  agentVersion: "av_",
  session: "ses_",
  message: "msg_",
} as const;

const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";

/** Makes an id that sorts by the time it was made: prefix, 9 characters of milliseconds, 13 random ones. */
export function createId(kind: keyof typeof PREFIXES): string {
  let time = "";
  for (let rest = Date.now(), place = 0; place < 9; place++, rest = Math.floor(rest / 32)) {
    time = ALPHABET.charAt(rest % 32) + time;
  }
  const random = Array.from(randomBytes(13), (byte) => ALPHABET.charAt(byte % 32)).join("");
  return PREFIXES[kind] + time + random;
}
