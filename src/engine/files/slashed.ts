import { isAbsolute, relative, sep } from "node:path";

export function slashed(path: string): string {
  return path.split(sep).join("/");
}

/** Whether a path is a folder or below it; both absolute, with links resolved. */
export function isInside(folder: string, path: string): boolean {
  const relativePath = relative(folder, path);
  return relativePath !== ".." && !relativePath.startsWith(`..${sep}`) && !isAbsolute(relativePath);
}
