import { blameLines } from "../../documents/changes/blame-lines.ts";
import { viewOf } from "../../documents/changes/file-view.ts";
import { findQuotation } from "../../documents/changes/occurs.ts";
import type { SpecFile, SpecPlace } from "../../model/change.ts";
import { defined } from "../../model/defined.ts";
import type { GapId } from "../../model/ids.ts";
import type { WorkingSpec } from "../state.ts";

/** Words of the working spec that a gap or issue is about, quoted so that they are found again when lines move. */
interface Anchor {
  readonly quotation: string;
  readonly line: number;
  /** The gap that wrote the line; absent if the author did. */
  readonly gap?: GapId;
}

type Anchored = Anchor | { readonly problem: string; readonly fix?: string };

export function anchorAt(spec: WorkingSpec, { quote, line, file: path }: SpecPlace): Anchored {
  if (line !== undefined) {
    const files = path === undefined ? spec.text : spec.text.filter((file) => file.path === path);
    const [file, ...others] = files;
    if (file === undefined || others.length > 0) {
      const paths = spec.text.map((each) => each.path).join(", ");
      return { problem: `name the file that the line is in, one of: ${paths}` };
    }
    const quotation = quoteLine(spec, file, line, quote);
    if (quotation !== undefined) return { quotation, line, ...writerAt(spec, file.path, line) };
    if (quote === undefined) return { problem: `line ${line} has no text` };
  }
  const found = quote === undefined ? undefined : findQuotation(spec.text, quote);
  const problem = "those words are not in the current spec";
  if (!quote || !found) return { problem, fix: "Quote words from one passage, exactly as written." };
  return { quotation: quote, line: found.endLine, ...writerAt(spec, found.file, found.endLine) };
}

/** At most this many lines above are quoted too, if the words occur more than once. */
const MOST_ABOVE = 20;

/** The words of a line, with as many lines above as make them unique; `undefined` if the line lacks them. */
function quoteLine({ text }: WorkingSpec, file: SpecFile, line: number, quote: string | undefined): string | undefined {
  const lines = viewOf(file).lineTexts;
  const lineText = lines[line - 1] ?? "";
  if (lineText.trim() === "" || (quote !== undefined && !lineText.includes(quote))) return undefined;
  const isFoundHere = (words: string) => {
    const found = findQuotation(text, words);
    return found?.file === file.path && found.endLine === line;
  };
  if (quote !== undefined && isFoundHere(quote)) return quote.trim();
  for (let first = line; first > Math.max(0, line - MOST_ABOVE); first -= 1) {
    const words = lines.slice(first - 1, line).join("\n");
    if (isFoundHere(words.trim())) return words.trim();
  }
  return undefined;
}

function writerAt(spec: WorkingSpec, path: string, line: number): Pick<Anchor, "gap"> {
  return defined({ gap: writersOf(spec, path, line, line)[0] });
}

/** The gap that wrote the passage with these words; `undefined` if the author did. */
export function writerOf(spec: WorkingSpec, quotation: string): GapId | undefined {
  const place = findQuotation(spec.text, quotation);
  return place && writersOf(spec, place.file, place.line, place.endLine)[0];
}

function writersOf({ source, batches }: WorkingSpec, path: string, line: number, endLine: number): GapId[] {
  const lines = blameLines(source, batches).find(({ file }) => file === path)?.lines ?? [];
  return lines.slice(line - 1, endLine).flatMap(({ by }) => by?.gap ?? []);
}
