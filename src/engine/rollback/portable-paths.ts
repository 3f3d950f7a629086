import { writablePathSegments } from "../../ports/file-path.ts";

/**
 * A name in the archive for each path that every system can hold, and that differs from all others whatever a system
 * thinks of capitals: what a person put into a round's folder must not keep the round from being undone.
 */
export function portablePaths(paths: readonly string[]): ReadonlyMap<string, string> {
  const taken = new Set<string>();
  const names = new Map<string, string>();
  for (const path of paths) {
    const wanted = isPortable(path) ? path : path.split("/").map(portable).join("/");
    let name = wanted;
    for (let number = 2; taken.has(folded(name)); number++) name = `${wanted}~${number}`;
    taken.add(folded(name));
    names.set(path, name);
  }
  return names;
}

function isPortable(path: string): boolean {
  try {
    writablePathSegments(path);
    return true;
  } catch {
    return false;
  }
}

function portable(segment: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what not every file name may hold
  const plain = segment.replace(/[\u0000-\u001f<>:"|?*\\]/g, "_").replace(/[. ]$/, "_");
  return isPortable(plain) ? plain : `_${plain}`;
}

function folded(path: string): string {
  return path.normalize("NFC").toLowerCase();
}
