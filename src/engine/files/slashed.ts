import { sep } from "node:path";

/** A path as every system reads it, and as sessions keep it. */
export function slashed(path: string): string {
  return path.split(sep).join("/");
}
