import { describe, expect, it } from "vitest";
import { can, type Permission } from "./schema.ts";

describe("can", () => {
  it.each<[Permission, string]>([
    ["tool:read", "owner admin member"],
    ["tool:write", "owner admin member"],
    ["tool:run", "owner admin member"],
    ["run:read", "owner admin member"],
    ["run:cancel", "owner admin member"],
    ["configuration:write", "owner admin"],
    ["agent:read", "owner admin member"],
    ["agent:write", "owner admin member"],
    ["session:read", "owner admin member"],
    ["session:write", "owner admin member"],
    ["provider:read", "owner admin member"],
    ["provider:write", "owner admin"],
    ["team:manage", "owner"],
  ])("%s is for %s", (permission, allowed) => {
    const roles = (["owner", "admin", "member"] as const).filter((role) => can(role, permission));
    expect(roles.join(" ")).toBe(allowed);
  });
});
