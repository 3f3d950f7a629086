import { fenceAsData } from "../../documents/rendering/fence.ts";
import { inlineText } from "../../documents/rendering/inline-text.ts";
import type { Change, ChangeKind } from "../../model/change.ts";
import { blocks } from "../record-text.ts";

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
