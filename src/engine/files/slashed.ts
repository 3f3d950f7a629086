import { isAbsolute, relative, sep } from "node:path";

/** A path as every system reads it, and as sessions keep it. */
export function slashed(path: string): string {
  return path.split(sep).join("/");
}

/** Whether a path, links followed, is that of a folder or below it; both as the system names them. */
export function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
