import type { SectionPart } from "../../../documents/values.ts";
import type { ProposalDigest } from "../../../model/digest.ts";
import type { GapId } from "../../../model/ids.ts";
import { type RoundView, roundView } from "../../records/round-view.ts";
import type { State } from "../../state.ts";
import type { Work } from "../patterns/work.ts";
import { type Inventory, type ReadText, readEngineerText, workOf } from "./read-work.ts";

/** The texts that an analysis reads: the source, and files of the session folder by their path. */
export interface AnalysisMaterial {
  readonly source: string;
  readonly files: ReadonlyMap<string, string>;
}

/** The round as it stands, open or closed; undefined when it never began or is no longer kept in full. */
export function viewOfRound(state: State, round: number): RoundView | undefined {
  if (state.round?.number === round) return roundView(state, state.round);
  const log = state.recent.find((one) => one.record.round === round);
  return log && roundView(state, log);
}

/** Rounds that going back to the end of `to` undoes, in order. */
export function undoneRounds(state: State, to: number): RoundView[] {
  const views: RoundView[] = [];
  for (let round = to + 1; ; round++) {
    const view = viewOfRound(state, round);
    if (!view) return views;
    views.push(view);
  }
}

/** The files that have to be read before these rounds can be analysed. */
export function analysisNeeds(state: State, views: readonly RoundView[]): string[] {
  const paths = views.flatMap((view) => {
    const joined = view.engineerDocument === undefined ? [] : [view.engineerDocument.path];
    const attempts = view.assigned.flatMap((gap) => lastAnswer(view, gap) ?? []);
    return [...joined, ...attempts];
  });
  return [...new Set([...paths, ...acceptedPaths(state)])].sort();
}

/** Documents that may define a term; the newest, so that a long session costs no more than a short one. */
const MOST_DOCUMENTS = 50;

function acceptedPaths(state: State): string[] {
  const newest = [...state.proposals]
    .filter(({ id }) => ["ACCEPTED", "RESOLVED"].includes(state.gaps.get(id)?.state ?? ""))
    .sort((a, b) => b.round - a.round);
  return [...new Set(newest.map(({ path }) => path))].slice(0, MOST_DOCUMENTS);
}

/** What the round made of each of its gaps. */
export function roundWork(state: State, view: RoundView, { files }: AnalysisMaterial): Work[] {
  const inventory: Inventory = { assigned: new Set(view.assigned), has: (gap) => state.gaps.has(gap) };
  const read = new Map<string, ReadText>();
  const textAt = (path: string | undefined): ReadText | undefined => {
    const text = path === undefined ? undefined : files.get(path);
    if (path === undefined || text === undefined) return undefined;
    const known = read.get(path) ?? readEngineerText(path, text);
    read.set(path, known);
    return known;
  };
  return view.assigned.map((gap) => {
    const proposal = view.engineerDocument?.digest.proposals.find((one) => one.gap === gap);
    const joined = proposal && textAt(view.engineerDocument?.path);
    if (joined) return withSetAside(workOf(joined, gap, inventory), view, inventory);
    if (proposal) return digestWork(proposal, view.engineerDocument?.path ?? "");
    const attempt = textAt(lastAnswer(view, gap));
    return attempt ? workOf(attempt, gap, { ...inventory, assigned: new Set([gap]) }) : noWork(gap);
  });
}

/** Resolutions that were set aside are no part of a joined document's own gaps, whatever else the round was about. */
function withSetAside(work: Work, view: RoundView, inventory: Inventory): Work {
  const aside = view.engineerDocument?.digest.setAside ?? [];
  const others = work.others.filter((one) => !inventory.assigned.has(one.gap) && aside.includes(one.gap));
  return { ...work, others };
}

function lastAnswer(view: RoundView, gap: GapId): string | undefined {
  const runs = view.runs.filter((run) => run.role === "engineer" && run.gaps.includes(gap));
  return runs.findLast((run) => run.end?.path !== undefined)?.end?.path;
}

/** Where the text is gone, the digest still says how much there was. */
function digestWork(proposal: ProposalDigest, path: string): Work {
  const { gap, line, sections, examples, chars } = proposal;
  const parts = new Set<SectionPart>(sections);
  if (examples > 0) parts.add("examples");
  return { gap, path, text: "", line, resolved: true, sections, parts, examples, chars, others: [], unknown: [] };
}

function noWork(gap: GapId): Work {
  const nothing = { path: "", text: "", line: 0, resolved: false, sections: [], examples: 0, chars: 0 };
  return { gap, ...nothing, parts: new Set(), others: [], unknown: [] };
}
