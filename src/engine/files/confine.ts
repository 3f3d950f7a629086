import { realpathSync } from "node:fs";
import { isAbsolute, relative, sep } from "node:path";
import { refusal } from "../../ports/file-path.ts";
import { lookAt } from "./file-errors.ts";

/**
 * The absolute path of `segments` below `root`, refused when a symbolic link on the way leads out of it.
 * The last name is looked through only with `follow`: removing or replacing a link does not touch what it points to.
 *
 * Someone who swaps a folder for a link between this look and the use of the path is not stopped by it.
 */
export function confine(root: string, segments: readonly string[], follow: boolean): string {
  const below = root.endsWith(sep) ? root.slice(0, -1) : root;
  let place = below;
  for (const [index, segment] of segments.entries()) {
    place += sep + segment;
    if (index === segments.length - 1 && !follow) break;
    const status = lookAt(place);
    if (status === undefined) break;
    if (status.isSymbolicLink() && !staysInside(root, place)) {
      throw refusal(segments.join("/"), "a link on it leads out");
    }
  }
  // Of plain names: `path.join` would find nothing to resolve, and takes longer than the look.
  return segments.length === 0 ? root : [below, ...segments].join(sep);
}

function staysInside(root: string, link: string): boolean {
  try {
    const way = relative(realpathSync(root), realpathSync(link));
    return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
  } catch {
    return false; // a link to nothing: writing through it would make a file where it points
  }
}
