/** What a member may be in a team. */
export type Role = "owner" | "admin" | "member";

const PERMISSIONS = {
  "tool:read": ["owner", "admin", "member"],
  "tool:write": ["owner", "admin", "member"],
  "tool:run": ["owner", "admin", "member"],
  "run:read": ["owner", "admin", "member"],
  "run:cancel": ["owner", "admin", "member"],
  "configuration:write": ["owner", "admin"],
  "agent:read": ["owner", "admin", "member"],
  "agent:write": ["owner", "admin", "member"],
  "session:read": ["owner", "admin", "member"],
  "session:write": ["owner", "admin", "member"],
  "provider:read": ["owner", "admin", "member"],
  "provider:write": ["owner", "admin"],
  "team:manage": ["owner"],
} as const satisfies Record<string, readonly Role[]>;

/** What a route or an action asks for, as `noun:verb`. */
export type Permission = keyof typeof PERMISSIONS;

/** Whether the role includes the permission. */
export function can(role: Role, permission: Permission): boolean {
  const roles: readonly Role[] = PERMISSIONS[permission];
  return roles.includes(role);
}
