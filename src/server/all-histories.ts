import type { State } from "../mediator/state.ts";
import type { Entry, SessionEvent } from "../model/events.ts";
import type { GapId, IssueId } from "../model/ids.ts";
import { type GapHistory, gapHistory } from "./gap-history.ts";

/** The history of every gap. Each is made of the entries that can have to do with it, not of all. */
export function allHistories(entries: readonly Entry[], state: State): Record<GapId, GapHistory> {
  const issues = new Map<GapId, Set<IssueId>>();
  const owners = new Map<IssueId, GapId>();
  for (const { id, gap } of state.issues) {
    owners.set(id, gap);
    issues.set(gap, (issues.get(gap) ?? new Set()).add(id));
  }
  const shared: Entry[] = [];
  const own = new Map<GapId, Entry[]>();
  for (const entry of entries) {
    if (entry.event.events.some(isAboutAll)) shared.push(entry);
    else for (const gap of gapsOf(entry, owners)) own.set(gap, [...(own.get(gap) ?? []), entry]);
  }
  return Object.fromEntries(
    [...state.gaps].map(({ id }) => [
      id,
      gapHistory(inOrder(shared, own.get(id) ?? []), id, issues.get(id) ?? new Set()),
    ]),
  );
}

/** Rounds, and documents that may name any gap. */
function isAboutAll({ type }: SessionEvent): boolean {
  return type === "round_opened" || type === "rounds_rolled_back" || type === "document_joined";
}

function gapsOf(entry: Entry, owners: ReadonlyMap<IssueId, GapId>): Set<GapId> {
  const gaps = new Set<GapId>();
  for (const event of entry.event.events) {
    const gap = event.type === "gap_changed" ? event.gap : event.type === "issue_changed" && owners.get(event.issue);
    if (gap) gaps.add(gap);
  }
  return gaps;
}

function inOrder(a: readonly Entry[], b: readonly Entry[]): Entry[] {
  return [...a, ...b].sort((left, right) => left.seq - right.seq);
}
