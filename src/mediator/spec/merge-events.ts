import { rebase } from "../../documents/changes/rebase.ts";
import type { Spec } from "../../model/change.ts";
import type { SessionEvent } from "../../model/events.ts";
import type { State } from "../state.ts";

/** The author edited the source: what was accepted is replayed on the newest text (SPEC 12). Nothing where all is the same. */
export function mergeEvents(state: State, newest: Spec): SessionEvent[] {
  const { source, batches, overlaps: open } = state.spec;
  if (isSameSpec(source, newest)) return [];
  const rebased = rebase(source, newest, batches);
  const edited = newest.filter(({ path, text }) => source.find((file) => file.path === path)?.text !== text);
  const removed = source.filter(({ path }) => !newest.some((file) => file.path === path));
  const names = [...edited, ...removed].map(({ path }) => path).join(", ");
  const overlaps = [...open, ...rebased.overlaps];
  const asked =
    overlaps.length === 0 ? "" : `; ${overlaps.length} of the changes touch the same words, and you are asked`;
  const message = `${names} was edited since it was last read: your edits are taken over${asked}`;
  return [{ type: "source_merged", source: newest, batches: rebased.batches, overlaps, message }];
}

export function isSameSpec(a: Spec, b: Spec): boolean {
  return (
    a.length === b.length && a.every(({ path, text }, index) => b[index]?.path === path && b[index]?.text === text)
  );
}
