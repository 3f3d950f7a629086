import type { Change, ChangeKind, ChoiceMade } from "../../model/change.ts";
import { fenced } from "../rendering/fence.ts";

const KIND_WORDS: Readonly<Record<ChangeKind, string>> = {
  replace: "replace",
  "add-after": "add after",
  "add-at-end": "add at the end",
  remove: "remove",
};

/** The line that a change begins with. */
export function changeLine({ number, kind, place }: Pick<Change, "number" | "kind" | "place">): string {
  const where = place === "" ? "" : ` ${kind === "add-at-end" ? "of" : "in"} "${place}"`;
  return `**Change ${number}: ${KIND_WORDS[kind]}**${where}`;
}

/** The fences that a change has. */
export function fencesOf(kind: ChangeKind): readonly ("old" | "new")[] {
  if (kind === "remove") return ["old"];
  return kind === "add-at-end" ? ["new"] : ["old", "new"];
}

/** Changes in the Engineer's form, their words letter for letter (SPEC 5). */
export function changesInForm(changes: readonly Change[], decided: readonly ChoiceMade[] = []): string {
  const texts = changes.flatMap((change) => [
    changeLine(change),
    ...fencesOf(change.kind).map((name) => fenced(change[name], name)),
    ...decided.filter((choice) => choice.change === change.number).map(({ text }) => `**Decided:** ${text}`),
  ]);
  return texts.join("\n\n");
}
