import type { AgentDocument, NewGap, ReadIssue } from "../../documents/agent-document.ts";
import { keywordsOf } from "../../documents/stated/keywords.ts";
import { defined } from "../../model/defined.ts";
import type { RepairRecord } from "../../model/events/round-events.ts";
import type { Gap } from "../../model/gap.ts";
import type { GateWarning } from "../../model/gate-result.ts";
import { type GapIdMint, issueIdMint } from "../../model/id-mint.ts";
import { type GapId, parseGapId } from "../../model/ids.ts";
import { rememberFor } from "../../model/remember-for.ts";
import type { State } from "../state.ts";
import { SNIPPET } from "./number-requirements.ts";

export type Numbered = ReturnType<typeof numberDocument>;

/** What the documents that are joined share: the numbers and the known gaps. */
interface Numbering {
  readonly mint: GapIdMint;
  readonly known: ReturnType<typeof gapRecogniser>;
  /** The gaps of the document's run: the parents that its new gaps can have (SPEC 3.5a). */
  readonly underWork: readonly GapId[];
}

const OTHER = "MISC";

/** Gives the new gaps and issues of a document unique ids, in its values and in its text (SPEC 3.1, 5). */
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
    const after = putId(before, from, to);
    lines[line - 1] = after;
    repairs.push({ kind: "id", line, from: before.slice(0, SNIPPET), to: after.slice(0, SNIPPET) });
  };
  const { newGaps, warnings } = numberGaps(state, document, numbering, rename);
  const numbered: AgentDocument =
    document.role === "engineer"
      ? { ...document, newGaps }
      : { ...document, newGaps, issues: numberIssues(state, round, document.issues, rename) };
  return { document: numbered, text: repairs.length === 0 ? text : lines.join("\n"), repairs, warnings };
}

type Rename = (line: number, from: string | undefined, to: string) => void;

/** Leaves out gaps that restate a known one; the others get the next free number of their category (SPEC 3.1). */
function numberGaps(state: State, document: AgentDocument, { mint, known, underWork }: Numbering, rename: Rename) {
  const subject = document.role === "engineer" ? document.resolutions[0]?.gap : document.reviewed[0]?.gap;
  const idsByName = new Map<string, GapId>();
  const warnings: GateWarning[] = [];
  const fresh = document.newGaps.flatMap((declared): NewGap[] => {
    const { id: declaredId, label, line } = declared;
    const parent = [declared.parent, subject].find((id) => id && underWork.includes(id)) ?? underWork[0];
    const gap = { ...declared, ...defined({ parent }) };
    const title = `"${gap.title.slice(0, 300)}"`;
    const name = declaredId ?? label;
    const restated = known.recognise(gap);
    const isFree = restated === undefined && declaredId !== undefined && mint.claim(declaredId);
    const id = restated ?? (isFree ? declaredId : mintId(mint, gap, subject));
    if (name !== undefined) idsByName.set(name, id);
    if (id !== declaredId) rename(line, name, id);
    if (restated !== undefined) {
      const now = state.gaps.get(id)?.state ?? "new in this round";
      const message = `${title} is already known as ${id} (${now}); no gap was created.`;
      warnings.push({ type: "RESTATED_GAP", message, line });
      return [];
    }
    if (declaredId !== undefined && declaredId !== id) {
      const message = `${declaredId} is already another gap; ${title} becomes ${id}.`;
      warnings.push({ type: "REUSED_ID", message, line });
    }
    known.learn({ ...gap, id });
    return [{ ...gap, id, ...(id === declaredId || name === undefined ? {} : { label: name }) }];
  });
  const newGaps = fresh.map((gap) => ({ ...gap, dependsOn: gap.dependsOn.map((id) => idsByName.get(id) ?? id) }));
  return { newGaps, warnings };
}

/** In the category of its own id, else of its label, else of the gap that the document is about. */
function mintId(mint: GapIdMint, gap: NewGap, subject: GapId | undefined): GapId {
  if (gap.id === undefined && gap.label !== undefined) return mint.forLabel(gap.label);
  const id = gap.id ?? subject;
  return mint.next((id && parseGapId(id)?.category) ?? OTHER);
}

/** An issue whose id is taken or belongs to another round gets the next free number of this round (SPEC 5). */
function numberIssues(state: State, round: number, issues: readonly ReadIssue[], rename: Rename): ReadIssue[] {
  const known = [...state.issues.filter((issue) => issue.round === round), ...state.retired.issues];
  const taken = known.map(({ id }) => id);
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

/** Replaces the document's name by the id, with the name in brackets; without a name the id comes first. */
function putId(line: string, from: string | undefined, to: string): string {
  const at = from === undefined ? -1 : line.indexOf(from);
  if (from !== undefined && at !== -1) return `${line.slice(0, at)}${to} (${from})${line.slice(at + from.length)}`;
  const match = /^(\s*(?:(?:[-*+]|\d{1,9}[.)])\s+|\|\s*|#{1,6}\s+)?)(.*)$/s.exec(line);
  return `${match?.[1] ?? ""}**${to}**: ${match?.[2] ?? line}`;
}

type Declared = Pick<NewGap, "id" | "label" | "title" | "text" | "parent">;

/** Recognises declared gaps that the inventory, or a document joined before, has already. */
export function gapRecogniser({ gaps }: Pick<State, "gaps">) {
  const learnt = new Map<string, GapId>();
  return {
    /** The known gap that a declaration restates, in whatever state, by id, title, text or name (SPEC 3.1). */
    recognise(gap: Declared): GapId | undefined {
      const named = gap.id === undefined ? undefined : gaps.get(gap.id);
      const keys = wordKeys(gap);
      if (named && wordKeys(named).some((key) => keys.includes(key))) return named.id;
      const [byWords] = keys.flatMap((key) => index(gaps).words.get(key) ?? learnt.get(key) ?? []);
      return byWords ?? sameEngineers(gap, gaps);
    },
    /** Adds a new gap, because another document of the round may restate it. */
    learn(gap: Declared & { readonly id: GapId }): void {
      for (const key of wordKeys(gap)) learnt.set(key, gap.id);
    },
  };
}

/** The share of the longer title's words that both titles must have to be the same gap under one name. */
const SHARED = 0.6;

/** The gap that an earlier version introduced under the same name, unless its title shares too few words. */
function sameEngineers(gap: Declared, gaps: State["gaps"]): GapId | undefined {
  const id = gap.parent && index(gaps).names.get(`${gap.parent} ${gap.id ?? gap.label}`);
  const before = keywordsOf((id && gaps.get(id)?.title) ?? "");
  const now = [...keywordsOf(gap.title)];
  const shared = now.filter((word) => before.has(word)).length;
  return shared > 0 && shared >= SHARED * Math.max(before.size, now.length) ? id : undefined;
}

const index = rememberFor((gaps: State["gaps"]) => {
  const words = new Map<string, GapId>();
  // The key is the parent and a name: the gap's id, or the one in the document that introduced it.
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
