import type { Change, ChangeKind } from "../../model/change.ts";
import { fenceAsData } from "./fence.ts";

const KIND_WORDS: Readonly<Record<ChangeKind, string>> = {
  replace: "replace",
  "add-after": "add after",
  "add-at-end": "add at the end",
  remove: "remove",
};

/** Changes as the Engineer's form has them (SPEC 5). */
export function changesInForm(changes: readonly Change[]): string {
  return changes.map(oneChange).join("\n\n");
}

function oneChange(change: Change): string {
  const preposition = change.kind === "add-at-end" ? "of" : "in";
  const place = change.place === "" ? "" : ` ${preposition} "${change.place}"`;
  const head = `**Change ${change.number}: ${KIND_WORDS[change.kind]}**${place}`;
  const old = change.kind === "add-at-end" ? [] : [fenceAsData(change.old, "old")];
  const added = change.kind === "remove" ? [] : [fenceAsData(change.new, "new")];
  return [head, ...old, ...added].join("\n\n");
}
