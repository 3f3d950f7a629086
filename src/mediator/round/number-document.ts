import { keywordsOf } from "../../documents/spec/keywords.ts";
import type { AgentDocument, NewGap, ReadIssue } from "../../documents/values.ts";
import { defined } from "../../model/defined.ts";
import type { RepairRecord } from "../../model/events/round-events.ts";
import type { Gap } from "../../model/gap.ts";
import type { GateWarning } from "../../model/gate-result.ts";
import { groupBy } from "../../model/group-by.ts";
import { type GapIdMint, issueIdMint } from "../../model/id-mint.ts";
import { type GapId, parseGapId } from "../../model/ids.ts";
import type { Issue } from "../../model/issue.ts";
import { rememberFor } from "../../model/remember-for.ts";
import type { State } from "../state.ts";

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
      warnings.push({
        type: "RESTATED_GAP",
        message: `${title} is already known as ${id} (${now}); no gap was created.`,
        line,
      });
      return [];
    }
    if (own !== undefined && own !== id) {
      warnings.push({ type: "REUSED_ID", message: `${own} is already another gap; ${title} becomes ${id}.`, line });
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
  const taken = state.issues.chunks.flatMap((chunk) => idsByRound(chunk).get(round) ?? []);
  const mint = issueIdMint(round, taken);
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

/** Of stretches of the ledger, of which all but the last stay as they are. */
const idsByRound = rememberFor((issues: readonly Issue[]) => {
  const byRound = groupBy(issues, ({ round }) => round);
  return new Map([...byRound].map(([round, own]) => [round, own.map(({ id }) => id)]));
});

/** The id in the place of the author's name, which stays behind it in brackets; before the words where there was none. */
function named(line: string, from: string | undefined, to: string): string {
  const at = from === undefined ? -1 : line.indexOf(from);
  if (from !== undefined && at !== -1) return `${line.slice(0, at)}${to} (${from})${line.slice(at + from.length)}`;
  const match = /^(\s*(?:(?:[-*+]|\d{1,9}[.)])\s+|\|\s*|#{1,6}\s+)?)(.*)$/s.exec(line);
  return `${match?.[1] ?? ""}**${to}**: ${match?.[2] ?? line}`;
}

type Declared = Pick<NewGap, "id" | "label" | "title" | "text" | "parent">;

export type GapRecogniser = ReturnType<typeof gapRecogniser>;

/** Tells whether a declared gap is known, in the session or among what was learnt since. */
export function gapRecogniser({ gaps }: Pick<State, "gaps">) {
  const learnt = new Map<string, GapId>();
  return {
    /** The known gap that a declaration restates, whatever its state, by id, title, sentence or name (SPEC 3.1). */
    recognise(gap: Declared): GapId | undefined {
      const named = gap.id === undefined ? undefined : gaps.get(gap.id);
      const keys = wordKeys(gap);
      if (named && wordKeys(named).some((key) => keys.includes(key))) return named.id;
      const [byWords] = keys.flatMap((key) => index(gaps).words.get(key) ?? learnt.get(key) ?? []);
      return byWords ?? sameEngineers(gap, gaps);
    },
    /** A gap that the documents being joined introduce: another one may restate it. */
    learn(gap: Declared & { readonly id: GapId }): void {
      for (const key of wordKeys(gap)) learnt.set(key, gap.id);
    },
  };
}

/** How many of the longer title's words a restatement under the same name has: another question shares fewer. */
const SHARED = 0.6;

/** An Engineer keeps its names from version to version and changes its words; one that restarts its numbers changes the subject. */
function sameEngineers(gap: Declared, gaps: State["gaps"]): GapId | undefined {
  const id = gap.parent && index(gaps).names.get(`${gap.parent} ${gap.id ?? gap.label}`);
  const before = keywordsOf((id && gaps.get(id)?.title) ?? "");
  const now = [...keywordsOf(gap.title)];
  const shared = now.filter((word) => before.has(word)).length;
  return shared > 0 && shared >= SHARED * Math.max(before.size, now.length) ? id : undefined;
}

const index = rememberFor((gaps: State["gaps"]) => {
  const words = new Map<string, GapId>();
  // By parent and every name that its document gave or was given.
  const names = new Map<string, GapId>();
  for (const gap of gaps) {
    for (const key of keysOf(gap)) if (!words.has(key)) words.set(key, gap.id);
    for (const name of [gap.id, gap.label ?? gap.id]) if (gap.parent) names.set(`${gap.parent} ${name}`, gap.id);
  }
  return { words, names };
});

const keysOf = rememberFor((gap: Gap) => wordKeys(gap));

function wordKeys({ title, text }: Pick<Declared, "title" | "text">): string[] {
  return [...new Set([fold(title), fold(text)])].filter((key) => key !== "");
}

function fold(text: string): string {
  const words = text.slice(0, 2_000).toLowerCase();
  return words.match(/[\p{L}\p{N}]+/gu)?.join(" ") ?? "";
}
