import { readForm } from "../../../documents/form/read-form.ts";
import type { EngineerDocument, Resolution, SectionPart } from "../../../documents/values.ts";
import type { GapId } from "../../../model/ids.ts";
import type { Work } from "../patterns/work.ts";

/** A document of the Engineer, read once for all gaps that it is about. */
export interface ReadText {
  readonly path: string;
  readonly lines: readonly string[];
  readonly document: EngineerDocument;
}

export function readEngineerText(path: string, text: string): ReadText {
  return { path, lines: text.split(/\r\n?|\n/), document: readForm(text, "engineer").document as EngineerDocument };
}

/** Whose gaps a document may resolve, and which exist. */
export interface Inventory {
  readonly assigned: ReadonlySet<GapId>;
  readonly has: (gap: GapId) => boolean;
}

/** What a document made of one gap. Its drift and its wrong references are those of the whole document. */
export function workOf(read: ReadText, gap: GapId, inventory: Inventory): Work {
  const { document, path, lines } = read;
  const resolution = document.resolutions.find((one) => one.gap === gap);
  const declared = new Set(document.newGaps.map((one) => one.id));
  const whole = { line: 1, endLine: lines.length };
  const { line, endLine } = resolution ?? whole;
  return {
    gap,
    path,
    text: asProse(lines.slice(line - 1, endLine)).join("\n"),
    line,
    resolved: resolution !== undefined,
    sections: resolution?.sections.map(({ heading }) => heading.slice(0, 200)) ?? [],
    parts: partsOf(resolution, document),
    examples: resolution?.examples ?? 0,
    chars: resolution?.chars ?? lines.join("\n").trim().length,
    others: document.resolutions
      .filter((one) => !inventory.assigned.has(one.gap))
      .map((one) => ({ gap: one.gap, line: one.line })),
    unknown: document.references.filter((one) => !inventory.has(one.gap) && !declared.has(one.gap)),
  };
}

/**
 * What a change adds is the text that binds: it is read as prose, not as code, and what a change quotes is not the
 * Engineer's. Lines keep their numbers.
 */
function asProse(lines: readonly string[]): string[] {
  let open: { readonly mark: string; readonly kept: boolean } | undefined;
  return lines.map((line) => {
    if (open === undefined) {
      const [, mark, name] = /^ {0,3}(`{3,}|~{3,})(old|new)\s*$/.exec(line) ?? [];
      if (mark === undefined) return line;
      open = { mark, kept: name === "new" };
      return "";
    }
    const closes = line.trim().startsWith(open.mark) && /^(?:`+|~+)$/.test(line.trim());
    const kept = open.kept && !closes;
    if (closes) open = undefined;
    return kept ? line : "";
  });
}

/** Sections of the form that are there in substance (SPEC 5). */
function partsOf(resolution: Resolution | undefined, document: EngineerDocument): ReadonlySet<SectionPart> {
  const parts = new Set<SectionPart>();
  if (!resolution) return parts;
  for (const { part } of resolution.sections) parts.add(part);
  if (resolution.changes.length > 0 || resolution.noChange !== undefined) parts.add("changes");
  if (resolution.examples > 0) parts.add("examples");
  if (document.newGaps.length > 0) parts.add("new-gaps");
  return parts;
}
