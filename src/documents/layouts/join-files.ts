import type { Spec, SpecFile } from "../../model/change.ts";
import { defined } from "../../model/defined.ts";
import type { SourcePlace } from "../../model/gap.ts";
import { groupBy } from "../../model/group-by.ts";
import { splitLines } from "../../model/split-lines.ts";
import { findQuotation } from "../changes/occurs.ts";
import { sectionAt, sectionsOf } from "../changes/section-places.ts";
import { frontMatterOf } from "../markdown/front-matter.ts";
import { fileMark, markedFile, parseMarkdown } from "../markdown/markdown.ts";

/** Joins files into one source, each after a mark with its name (SPEC 12); a single file stays as it is. */
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

/** Makes places findable: a heading that occurs twice gets its parent, a place in a joined source its file and line. */
export function placesInFiles(source: string): (place: SourcePlace) => SourcePlace {
  const [inFile, headingOf] = [linesInFiles(source), headingsWithParents(source)];
  return (place) => ({ ...place, heading: headingOf(place), ...defined({ file: inFile(place.line) }) });
}

/** The place of quoted words, if a source has them; line numbers run through all files, as in the inventory. */
export function placesOf(source: string, quotation: string): SourcePlace[] {
  const found = findQuotation([{ path: "", text: source }], quotation);
  if (found === undefined) return [];
  const { line, endLine, heading } = found;
  return [placesInFiles(source)({ heading, line, endLine })];
}

interface MarkedFile {
  readonly path: string;
  /** The last line of the source before the file's first one. */
  readonly line: number;
}

/** The file of a line in a joined source, and the line in it; `undefined` in a source of a single file. */
export function linesInFiles(source: string): (line: number) => SourcePlace["file"] {
  const lines = splitLines(source);
  if (markedFile(lines[0] ?? "") === undefined) return () => undefined;
  const files: MarkedFile[] = [];
  let file = { path: "", line: 0 };
  lines.forEach((line, index) => {
    const path = markedFile(line);
    // Front matter counts as lines of the file, the mark around it does not.
    if (path !== undefined) file = { path, line: line.trimEnd().endsWith("-->") ? index + 1 : index + 2 };
    files[index + 1] = file;
  });
  return (line) => {
    const file = files[line];
    return file && { path: file.path, line: Math.max(1, line - file.line) };
  };
}

/** The heading of a place, with its parent if several headings have its name: `Requirement 9 > Acceptance Criteria`. */
function headingsWithParents(source: string): (place: SourcePlace) => string {
  const named = groupBy(sectionsOf("", parseMarkdown(source)), ({ path }) => path.at(-1) ?? "");
  return ({ heading, line }) => {
    const alike = heading === "" ? [] : (named.get(heading) ?? []);
    const section = alike.length > 1 ? sectionAt(alike, line) : undefined;
    return section?.path.slice(1).slice(-2).join(" > ") ?? heading;
  };
}
