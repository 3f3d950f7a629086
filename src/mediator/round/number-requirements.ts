import type { AgentDocument } from "../../documents/agent-document.ts";
import { givenIds, type IdSeries, idSeries, idText } from "../../documents/changes/given-ids.ts";
import { readForm } from "../../documents/form/read-form.ts";
import type { Change, Spec, SpecFile } from "../../model/change.ts";
import type { RepairRecord } from "../../model/events/round-events.ts";
import type { GapId } from "../../model/ids.ts";
import { rememberFor } from "../../model/remember-for.ts";
import { engineerIsInterview } from "../queries.ts";
import type { State } from "../state.ts";

/** The series of ids that a spec numbers its requirements with, and the next free number of each. */
export function freeIds(state: State, spec: Spec, settled: readonly Change[] = []): IdSeries[] {
  return idSeries([...spec, ...pendingTexts(state), ...settled.map(newText)]);
}

/** The ids that the last versions of these gaps gave out: they stay theirs. */
export function ownIds(state: State, gaps: readonly GapId[]): string[] {
  return state.proposals.pick(gaps).flatMap(({ changes }) => changes.map(newText).flatMap(givenIds).map(idText));
}

const PENDING: ReadonlySet<string> = new Set(["PROPOSED", "NEEDS_REVISION", "IN_PROGRESS"]);

/** What pending proposals would add: the ids in it are taken, although they are not in the spec yet. */
function pendingTexts(state: State): Spec {
  return [...state.proposals]
    .filter(({ id }) => PENDING.has(state.gaps.get(id)?.state ?? ""))
    .flatMap(({ changes }) => changes.map(newText));
}

const newText = rememberFor((change: Change): SpecFile => ({ path: "", text: change.new }));

interface Read {
  readonly document: AgentDocument;
  readonly text: string;
}

/**
 * Numbers the requirements that a round adds without holes, document by document: every run is told the same free ids
 * and does not know which of them another run takes.
 */
export function requirementNumbering(state: State) {
  const free = new Map(freeIds(state, state.spec.text).map((series) => [series.prefix, series]));
  const next = new Map([...free].map(([prefix, series]) => [prefix, series.next]));
  return ({ document, text }: Read): Read & { readonly repairs: readonly RepairRecord[] } => {
    const asItCame = { document, text, repairs: [] };
    // The User has seen the ids of what the interview adds.
    if (document.role !== "engineer" || engineerIsInterview(state)) return asItCame;
    const renamed = new Map<string, string>();
    for (const { prefix, digits } of addedIds(state, document)) {
      const series = free.get(prefix);
      if (series === undefined || Number(digits) < series.next) continue;
      const number = isCitedByNumber(document, prefix, digits) ? Number(digits) : (next.get(prefix) ?? series.next);
      next.set(prefix, number + 1);
      const to = `${prefix}${String(number).padStart(series.width, "0")}`;
      if (to !== `${prefix}${digits}`) renamed.set(`${prefix}${digits}`, to);
    }
    if (renamed.size === 0) return asItCame;
    const lines = text.split("\n");
    const rewritten = lines.map((line) => line.replace(ID, (id) => renamed.get(id) ?? id));
    const repairs = rewritten.flatMap((to, at): RepairRecord[] => {
      const from = lines[at] ?? "";
      return to === from ? [] : [{ kind: "id", line: at + 1, from: from.slice(0, SNIPPET), to: to.slice(0, SNIPPET) }];
    });
    return { document: readForm(rewritten.join("\n"), "engineer").document, text: rewritten.join("\n"), repairs };
  };
}

/** How many characters of a repaired line the journal keeps. */
export const SNIPPET = 160;

const ID = /(?<![\w-])(?:(?:[A-Z]{1,8}-){1,3}|Requirement |User Story )\d{1,4}(?!\d)/g;

type EngineerDocument = Extract<AgentDocument, { role: "engineer" }>;

/** The ids of what a document adds, lowest first; those that the spec names already are not the program's to change. */
function addedIds(state: State, { resolutions }: EngineerDocument) {
  const own = ownIds(
    state,
    resolutions.map(({ gap }) => gap),
  );
  const named = new Set([...own, ...state.spec.text.flatMap(({ text }) => text.match(ID) ?? [])]);
  const added = resolutions.flatMap(({ changes }) => changes.map(newText).flatMap(givenIds));
  return [...new Map(added.map((id) => [idText(id), id])).values()]
    .filter((id) => !named.has(idText(id)))
    .toSorted((a, b) => Number(a.digits) - Number(b.digits));
}

/** `4.2` may be a criterion of Requirement 4: such a requirement keeps its number. */
function isCitedByNumber({ resolutions }: EngineerDocument, prefix: string, digits: string): boolean {
  const cited = new RegExp(`(?<![\\w.])${digits}\\.\\d`);
  return prefix.endsWith(" ") && resolutions.some(({ changes }) => changes.some((change) => cited.test(change.new)));
}
