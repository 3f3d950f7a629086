import { fenceAsData } from "../../documents/rendering/fence.ts";
import { inlineText } from "../../documents/rendering/inline-text.ts";
import type { Change, ChangeKind } from "../../model/change.ts";
import { blocks } from "../record-text.ts";

const KINDS: Readonly<Record<ChangeKind, string>> = {
  replace: "replaced",
  "add-after": "added after",
  "add-at-end": "added at the end",
  remove: "removed",
};

export function changeText({ kind, place, old, new: added }: Change): string {
  return blocks(
    `**${KINDS[kind]}**${place === "" ? "" : ` in "${inlineText(place, 200)}"`}`,
    old === "" ? "" : fenceAsData(old, "old"),
    added === "" ? "" : fenceAsData(added, "new"),
  );
}
