import type { Spec, SpecFile } from "../../model/change.ts";
import type { SourcePlace } from "../../model/gap.ts";
import { fileMark, markedFile } from "../markdown/file-mark.ts";
import { frontMatterOf } from "../markdown/front-matter.ts";

/** One source of several files, each behind a mark with its name and front matter (SPEC 12); one file is itself. */
export function joinFiles(files: Spec): string {
  const [only] = files;
  if (only !== undefined && files.length === 1) return only.text;
  return files.map(joined).join("");
}

function joined({ path, text }: SpecFile): string {
  const front = frontMatterOf(text);
  const ended = text === "" || text.endsWith("\n") ? text : `${text}\n`;
  if (front === "" || front.includes("-->")) return `${fileMark(path)}\n${ended}`;
  const rest = ended.slice(front.length);
  return `${fileMark(path).replace(" -->", "")}\n${front.trimEnd()}\n-->\n${rest}`;
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
