import type { Codebase } from "./codebase.ts";

const MOST_FILES = 400;

/** The files below a folder, one a line with its size. */
export async function listFiles(codebase: Codebase, folder: string, signal?: AbortSignal): Promise<string> {
  const lines: string[] = [];
  for await (const { path, bytes } of codebase.files(folder, signal)) {
    if (lines.length === MOST_FILES) {
      lines.push(`(more than ${MOST_FILES} files: list a folder below)`);
      break;
    }
    lines.push(`${path} (${bytes} bytes)`);
  }
  return lines.length === 0 ? "(no files)" : lines.join("\n");
}
