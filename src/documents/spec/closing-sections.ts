import { compareGapIds, type GapId } from "../../model/ids.ts";
import { compareSeverity } from "../../model/severity.ts";
import { inlineText, quotedText } from "../rendering/inline-text.ts";
import { table } from "../rendering/table.ts";
import type { Placement } from "./line-edits.ts";
import { type Limitation, type SpecAppendix, type SpecPart, sectionText, type Trace } from "./spec-part.ts";

export interface ClosingInput {
  /** The level of the spec's main sections. */
  readonly level: number;
  readonly placements: readonly Placement[];
  readonly homeless: readonly { readonly part: SpecPart; readonly category: string; readonly text: string }[];
  /** Headings of the source in lower case: a second one of the same name would mislead. */
  readonly taken: ReadonlySet<string>;
  readonly appendix: SpecAppendix;
}

/** What stands behind the source: an appendix for each category, the known limitations, the traceability table. */
export function closingText(input: ClosingInput): { text: string; placements: Placement[] } {
  const lines: string[] = [];
  const placements: Placement[] = [];
  for (const [category, list] of byCategory(input.homeless)) {
    const heading = free(`Appendix: ${category}`, input.taken);
    lines.push(`${"#".repeat(input.level)} ${heading}`, "");
    for (const { part, text } of list) {
      placements.push({ gap: part.gap, heading, line: lines.length + 1 });
      lines.push(...sectionText(part, text, input.level).split("\n"), "");
    }
  }
  lines.push(...limitations(input), ...traceability(input, [...input.placements, ...placements]));
  return { text: `${lines.join("\n").trimEnd()}\n`, placements };
}

function free(heading: string, taken: ReadonlySet<string>): string {
  return taken.has(heading.toLowerCase()) ? `${heading} (this version)` : heading;
}

function byCategory(homeless: ClosingInput["homeless"]): [string, ClosingInput["homeless"][number][]][] {
  const groups = new Map<string, ClosingInput["homeless"][number][]>();
  for (const one of homeless) {
    const list = groups.get(one.category);
    if (list) list.push(one);
    else groups.set(one.category, [one]);
  }
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1));
}

function limitations({ level, taken, appendix }: ClosingInput): string[] {
  const sorted = [...appendix.limitations].sort(
    (a, b) => compareSeverity(a.severity, b.severity) || compareGapIds(a.gap, b.gap),
  );
  const heading = `${"#".repeat(level)} ${free("Known Limitations", taken)}`;
  if (sorted.length === 0) return [heading, "", "None.", ""];
  return [heading, "", ...sorted.flatMap(limitation)];
}

/** The User's words stand as they are, quoted. */
function limitation({ gap, title, severity, kind, words, decision }: Limitation): string[] {
  const from = decision === undefined ? "" : ` (${decision})`;
  const line = `- **${gap}** [${severity}, ${kind}] ${inlineText(title)}${from}`;
  if (words === undefined || words.trim() === "") return [line, ""];
  const quoted = quotedText(words).split("\n");
  return [line, "", ...quoted.map((text) => `  ${text}`), ""];
}

/** The table quotes what was open; `whetstone check` is not to find it there again. */
const RECORD = "<!-- whetstone-disable -- what became of each gap -->";

function traceability({ level, taken, appendix }: ClosingInput, placements: readonly Placement[]): string[] {
  const sections = new Map<GapId, Set<string>>();
  for (const { gap, heading } of placements) {
    sections.set(gap, (sections.get(gap) ?? new Set<string>()).add(heading));
  }
  const rows = appendix.traceability
    .toSorted((a, b) => compareGapIds(a.gap, b.gap))
    .map((trace) => row(trace, sections));
  const columns = ["Gap", "What", "Section", "State", "Round", "Decisions"];
  const heading = `${"#".repeat(level)} ${free("Traceability", taken)}`;
  const record = rows.length === 0 ? [] : [RECORD, ""];
  return [heading, "", ...record, table(columns, rows, "No gap was recorded."), ""];
}

function row(trace: Trace, sections: ReadonlyMap<GapId, ReadonlySet<string>>): (string | number)[] {
  const name = trace.label === undefined ? trace.gap : `${trace.gap} (${inlineText(trace.label, 60)})`;
  const placed = [...(sections.get(trace.gap) ?? [])].map((heading) => inlineText(heading, 120) || "(beginning)");
  const decisions = trace.decisions.join(", ");
  return [
    name,
    inlineText(trace.title, 140),
    placed.join("; ") || "–",
    trace.state,
    trace.round ?? "–",
    decisions || "–",
  ];
}
