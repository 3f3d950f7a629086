import type { WrittenFile } from "../../engine/write-spec.ts";

/** Where the finished spec went (SPEC 12). */
export function tellSpec(files: readonly WrittenFile[]): string[] {
  if (files.length === 0) return ["finished spec: nothing of it changed"];
  return files.map(({ path, how }) => `finished spec: ${path}${how === "in place" ? ", in place" : ""}`);
}
