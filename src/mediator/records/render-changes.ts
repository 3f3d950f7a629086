import { inlineText } from "../../documents/rendering/inline-text.ts";
import { plural } from "../../model/plural.ts";
import { blocks, recordHeader } from "../record-text.ts";
import { changeText } from "../spec/change-text.ts";
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
