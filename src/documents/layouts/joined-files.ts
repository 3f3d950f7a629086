import type { SourcePlace } from "../../model/gap.ts";
import { fileMark, markedFile } from "../markdown/file-mark.ts";

/** A file of a spec, by its path from the spec's folder, with forward slashes. */
export interface SpecFile {
  readonly path: string;
  readonly text: string;
}

const FRONT_MATTER = /^---[ \t]*\n(?:(?!---)[^\n]*\n){0,100}?---[ \t]*(?:\n|$)/;

/**
 * One source of several files, each behind a mark with its name (SPEC 12, a folder of specs). Front matter would be read
 * as a heading anywhere but at the top: it stands in the mark. A single file is itself.
 */
export function joinFiles(files: readonly SpecFile[]): string {
  const [only] = files;
  if (only !== undefined && files.length === 1) return only.text;
  return files.map(joined).join("");
}

function joined({ path, text }: SpecFile): string {
  const front = FRONT_MATTER.exec(text)?.[0] ?? "";
  const ended = text === "" || text.endsWith("\n") ? text : `${text}\n`;
  if (front === "" || front.includes("-->")) return `${fileMark(path)}\n${ended}`;
  const rest = ended.slice(front.length);
  return `${fileMark(path).replace(" -->", "")}\n${front.trimEnd()}\n-->\n${rest}`;
}

/** The files that a joined text holds, in the order of `paths`. A mark of any other file is text like all the rest. */
export function splitFiles(text: string, paths: readonly string[]): SpecFile[] {
  const pieces: string[][] = paths.map(() => []);
  let at = -1;
  let inFront = false;
  for (const line of text.split("\n")) {
    const next = paths[at + 1];
    if (next !== undefined && markedFile(line) === next) {
      at++;
      inFront = !line.trimEnd().endsWith("-->");
    } else if (inFront && line.trimEnd() === "-->") inFront = false;
    else pieces[at]?.push(line);
  }
  // The line end before a mark is the last of the file before it.
  return paths.map((path, index) => {
    const lines = pieces[index] ?? [];
    return { path, text: lines.join("\n") + (index < at && lines.length > 0 ? "\n" : "") };
  });
}

/** Places with the file that each stands in and its line there; as they are where the source is one file. */
export function placesInFiles(source: string): (place: SourcePlace) => SourcePlace {
  const lines = source.split(/\r\n|\r|\n/);
  if (markedFile(lines[0] ?? "") === undefined) return (place) => place;
  const files: { readonly path: string; readonly line: number }[] = [];
  let file = { path: "", line: 0 };
  lines.forEach((line, index) => {
    const path = markedFile(line);
    // The lines of front matter count, the mark that holds them does not.
    if (path !== undefined) file = { path, line: line.trimEnd().endsWith("-->") ? index + 1 : index + 2 };
    files[index + 1] = file;
  });
  return (place) => {
    const at = files[place.line];
    return at === undefined ? place : { ...place, file: { path: at.path, line: Math.max(1, place.line - at.line) } };
  };
}
