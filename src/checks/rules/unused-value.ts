import { enumerationsOf } from "../reading/enumeration.ts";
import type { Spec } from "../reading/spec.ts";
import { found, type Rule } from "../rule.ts";
import { conflictsOf } from "./conflicting-values.ts";

/** A state or role that is listed and never used (SPEC 16.2). */
export const unusedValue: Rule = {
  id: "unused-value",
  type: "enumeration",
  severity: "MEDIUM",
  summary: "A state or role is listed but never used.",
  fix: "Say when it applies, or remove it from the list.",
  answer: { adds: "line" },
  ask: ({ message }) => `${message} What should the spec say about it?`,
  *run(spec) {
    // Lists of two values are skipped: each is the negation of the other.
    const doubtful = new Set(conflictsOf(spec).flatMap(({ here, there }) => [here, there]));
    const lists = enumerationsOf(spec).filter(
      (list) => list.source === "prose" && list.values.length > 2 && !doubtful.has(list),
    );
    const text = lists.length === 0 ? "" : textBeside(spec);
    const reported = new Set<string>();
    for (const { kind, values, at } of lists) {
      const unused = values.filter((value) => !isUsed(value, text) && !reported.has(value.toLowerCase()));
      // If most values are unused, the list only describes an attribute.
      if (unused.every((value) => SELF_EXPLANATORY.test(value)) || unused.length * 2 > values.length) continue;
      for (const value of unused) reported.add(value.toLowerCase());
      const names = unused.map((value) => `"${value}"`).join(", ");
      const [are, apply] = unused.length === 1 ? ["is", "it applies"] : ["are", "they apply"];
      yield found(at, unused.join(", "), `${names} ${are} listed as a ${kind}, but the spec never says when ${apply}.`);
    }
  },
};

/** Values that need no explanation: alone they are no finding. */
const SELF_EXPLANATORY = /^(?:in[ -_]?progress|not[ -_]?started|new|active|inactive|done|open)$/i;

/** The text of the document with the lists blanked. */
function textBeside(spec: Spec): string {
  const lines = [...spec.markdown.lines];
  for (const { at, source } of enumerationsOf(spec)) {
    const text = lines[at.line - 1] ?? "";
    const end = at.endLine === at.line ? at.endColumn - 1 : text.length;
    if (source !== "table")
      lines[at.line - 1] = `${text.slice(0, at.column - 1)}${" ".repeat(end - at.column + 1)}${text.slice(end)}`;
  }
  const silent = new Set(spec.units.filter(({ section }) => section.isSilent).map(({ line }) => line));
  const isMeta = (text: string, index: number): boolean => index < 15 && /^\W*(?:\*\*|__)?status\b/i.test(text);
  return lines
    .filter((text, index) => !silent.has(index + 1) && !isMeta(text, index))
    .join("\n")
    .toLowerCase();
}

/** Whether a value occurs in any form: `opened` counts for "open". */
function isUsed(value: string, text: string): boolean {
  const words = value.toLowerCase().split(/[\s_-]+/);
  const stems = words.map((word) =>
    (word.length > 4 ? word.replace(/(?:ing|ed|e|s)$/, "").replace(/(.)\1$/, "$1") : word).replace(/[^a-z0-9]/g, ""),
  );
  return new RegExp(`(?<![a-z])${stems.join("[\\s_-]*(?:[a-z]{0,3}[\\s_-]+)?")}`).test(text);
}
