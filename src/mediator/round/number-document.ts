import type { AgentDocument, NewGap, ReadIssue } from "../../documents/values.ts";
import { defined } from "../../model/defined.ts";
import type { RepairRecord } from "../../model/events/run-events.ts";
import type { GateWarning } from "../../model/gate-result.ts";
import { type GapIdMint, issueIdMint } from "../../model/id-mint.ts";
import { type GapId, parseGapId } from "../../model/ids.ts";
import type { State } from "../state.ts";
import type { GapRecogniser } from "./recognise-gap.ts";

export type Numbered = ReturnType<typeof numberDocument>;

/** What the documents of one joining share: numbers and words that are taken. */
export interface Numbering {
  readonly mint: GapIdMint;
  readonly known: GapRecogniser;
}

/** Where nothing tells what a new gap belongs to. */
const OTHER = "MISC";

/** A document whose new gaps and issues have ids that nobody else has, in its values and in its text (SPEC 3.1, 5). */
export function numberDocument(
  state: State,
  round: number,
  { document, text }: { readonly document: AgentDocument; readonly text: string },
  numbering: Numbering,
) {
  const lines = text.split("\n");
  const repairs: RepairRecord[] = [];
  const rename: Rename = (line, from, to) => {
    const before = lines[line - 1] ?? "";
    const after = named(before, from, to);
    lines[line - 1] = after;
    repairs.push({ kind: "id", line, from: before.slice(0, 160), to: after.slice(0, 160) });
  };
  const { newGaps, warnings } = numberGaps(state, document, numbering, rename);
  const numbered: AgentDocument =
    document.role === "engineer"
      ? { ...document, newGaps }
      : { ...document, newGaps, issues: numberIssues(state, round, document.issues, rename) };
  return { document: numbered, text: repairs.length === 0 ? text : lines.join("\n"), repairs, warnings };
}

type Rename = (line: number, from: string | undefined, to: string) => void;

/** What restates a known gap creates nothing; the rest get the next free number of their category (SPEC 3.1). */
function numberGaps(state: State, document: AgentDocument, { mint, known }: Numbering, rename: Rename) {
  const near = document.role === "engineer" ? document.resolutions[0]?.gap : document.reviewed[0]?.gap;
  const given = new Map<string, GapId>();
  const warnings: GateWarning[] = [];
  const fresh = document.newGaps.flatMap((declared): NewGap[] => {
    const { id: own, label, line, parent = near } = declared;
    const gap = { ...declared, ...defined({ parent }) };
    const title = `"${gap.title.slice(0, 300)}"`;
    const name = own ?? label;
    const restated = known.recognise(gap);
    const id = restated ?? (own !== undefined && mint.claim(own) ? own : mintId(mint, gap, near));
    if (name !== undefined) given.set(name, id);
    if (id !== own) rename(line, name, id);
    if (restated !== undefined) {
      const now = state.gaps.get(id)?.state ?? "new in this round";
      warnings.push({ type: "RESTATED_GAP", message: `${title} is ${id} (${now}): nothing is created.`, line });
      return [];
    }
    if (own !== undefined && own !== id) {
      warnings.push({ type: "REUSED_ID", message: `${own} is another gap: ${title} becomes ${id}.`, line });
    }
    known.learn({ ...gap, id });
    return [{ ...gap, id, ...(id === own || name === undefined ? {} : { label: name }) }];
  });
  const newGaps = fresh.map((gap) => ({ ...gap, dependsOn: gap.dependsOn.map((id) => given.get(id) ?? id) }));
  return { newGaps, warnings };
}

function mintId(mint: GapIdMint, gap: NewGap, near: GapId | undefined): GapId {
  if (gap.id !== undefined) return mint.next(parseGapId(gap.id)?.category ?? OTHER);
  if (gap.label !== undefined) return mint.forLabel(gap.label);
  return mint.next(near === undefined ? OTHER : (parseGapId(near)?.category ?? OTHER));
}

/** An id of another round, or one that the ledger has, gets the next free number of this round (SPEC 5). */
function numberIssues(state: State, round: number, issues: readonly ReadIssue[], rename: Rename): ReadIssue[] {
  const mint = issueIdMint(round, issuesOfRound(state, round));
  return issues.map((issue): ReadIssue => {
    if (issue.kind !== "raised") return issue;
    if (issue.id !== undefined && mint.claim(issue.id)) return issue;
    const id = mint.next();
    if (id === undefined) return issue;
    const name = issue.id ?? issue.label;
    rename(issue.line, name, id);
    return { ...issue, id, ...(name === undefined ? {} : { label: name }) };
  });
}

function* issuesOfRound(state: State, round: number) {
  for (const issue of state.issues) if (issue.round === round) yield issue.id;
}

/** The id in the place of the author's name, which stays behind it in brackets; before the words where there was none. */
function named(line: string, from: string | undefined, to: string): string {
  const at = from === undefined ? -1 : line.indexOf(from);
  if (from !== undefined && at !== -1) return `${line.slice(0, at)}${to} (${from})${line.slice(at + from.length)}`;
  const match = /^(\s*(?:(?:[-*+]|\d{1,9}[.)])\s+|\|\s*|#{1,6}\s+)?)(.*)$/s.exec(line);
  return `${match?.[1] ?? ""}**${to}**: ${match?.[2] ?? line}`;
}
