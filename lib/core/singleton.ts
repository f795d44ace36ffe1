/** One value per process: Next keeps several copies of a module, and pools, emitters and clients must be shared by all. */
export function singleton<T>(name: string, make: () => T): T {
  const holder = globalThis as { toolroom?: Map<string, unknown> };
  holder.toolroom ??= new Map();
  if (!holder.toolroom.has(name)) holder.toolroom.set(name, make());
  return holder.toolroom.get(name) as T;
}
