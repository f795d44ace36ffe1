/** Where to go after signing in: a path of this studio, or the tools for anything else. */
export function returnPath(next: string | undefined): string {
  const home = "/tools";
  if (next === undefined || !/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(next)) return home;
  const base = "http://studio.invalid";
  const url = URL.parse(next, base);
  if (url?.origin !== base || url.pathname.startsWith("//")) return home;
  return url.pathname + url.search + url.hash;
}
