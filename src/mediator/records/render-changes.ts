import { fenceAsData } from "../../documents/rendering/fence.ts";
import { inlineText } from "../../documents/rendering/inline-text.ts";
import type { Change, ChangeKind } from "../../model/change.ts";
import { blocks, plural, recordHeader } from "../record-text.ts";
import type { State } from "../state.ts";
import { sealed } from "./seal.ts";

/** changes.md: from the source to the working spec, change by change, with gap, round and decision (SPEC 2). */
export function renderChanges(state: State): string {
  const sets = state.spec.batches.flatMap(({ round, sets }) => sets.map((set) => ({ round, ...set })));
  const standing = sets.filter(({ changes }) => changes.length > 0);
  const count = standing.reduce((sum, { changes }) => sum + changes.length, 0);
  const body = blocks(
    recordHeader(state.seq),
    `# ${inlineText(state.session.name, 120)}: changes`,
    count === 0 ? "The spec is as its author wrote it." : `${plural(count, "change")}.`,
    ...standing.flatMap(({ round, gap, decision, changes }) => [
      `## ${gap ?? "The User"}, round ${round}${decision === undefined ? "" : `, ${decision}`}`,
      ...changes.map(changeText),
    ]),
  );
  return sealed(`${body}\n`);
}

const KINDS: Readonly<Record<ChangeKind, string>> = {
  replace: "replaced",
  "add-after": "added after",
  "add-at-end": "added at the end",
  remove: "removed",
};

/** A change as a person reads it: what it does, where, and the words. */
export function changeText({ kind, place, old, new: added }: Change): string {
  return blocks(
    `**${KINDS[kind]}**${place === "" ? "" : ` in "${inlineText(place, 200)}"`}`,
    old === "" ? "" : fenceAsData(old, "old"),
    added === "" ? "" : fenceAsData(added, "new"),
  );
}
