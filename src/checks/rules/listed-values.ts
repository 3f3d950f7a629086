import { rememberFor } from "../../model/remember-for.ts";
import { type Enumeration, enumerationsOf, fieldOf, kindOf, MAY_LIST, valueKey } from "../reading/enumeration.ts";
import { matchesIn, spanOf } from "../reading/span.ts";
import type { Spec } from "../reading/spec.ts";
import { normalName } from "../reading/words.ts";
import { found, type Rule } from "../rule.ts";

/** One list of values, given twice and not the same (SPEC 16.2). */
export const conflictingValues: Rule = {
  id: "conflicting-values",
  type: "contradiction",
  severity: "HIGH",
  summary: "The same states or roles are listed twice, with different values.",
  fix: "Make both lists the same.",
  ask: ({ subject, lines: [here, there = "another line"] }) =>
    `${here} and ${there} list different values of ${subject}. Which list should change?`,
  *run(spec) {
    for (const { here, there } of conflictsOf(spec)) {
      const differences = [...onlyIn(here, there, "this one"), ...onlyIn(there, here, "the other one")].join(", ");
      const subject = `${here.owner === "" ? there.owner : here.owner} ${here.kind}`.trim();
      yield found(here.at, subject, `The two lists of ${here.kind} values differ: ${differences}.`, [there.at]);
    }
  },
};

/** Two lists of the same values that differ. */
const conflictsOf = rememberFor((spec: Spec) => {
  const all = enumerationsOf(spec);
  return all.flatMap((here) => {
    const there = all.find((other) => other !== here && isLesser(here, other) && areSame(here, other));
    return there === undefined ? [] : [{ here, there }];
  });
});

/** Whether the finding is reported at `here`: at prose rather than code, and at the shorter list. */
function isLesser(here: Enumeration, there: Enumeration): boolean {
  if (here.source === "code" || there.source === "code") return here.source !== "code";
  const longer = there.values.length - here.values.length;
  return longer > 0 || (longer === 0 && here.at.line > there.at.line);
}

/** Whether two lists mean the same values: they have the same owner, or one is from code and shares most values. */
function areSame(a: Enumeration, b: Enumeration): boolean {
  const [more, less] = [missing(a, b).length, missing(b, a).length];
  if (a.kind !== b.kind || more + less === 0) return false;
  const shared = a.values.length - more;
  if (a.owner !== "" && b.owner !== "")
    return a.owner === b.owner && shared >= 2 && shared * 2 >= Math.min(a.values.length, b.values.length);
  const most = Math.max(a.values.length, b.values.length);
  return (a.source === "code" || b.source === "code") && shared >= 3 && shared * 5 >= most * 3;
}

function missing({ values }: Enumeration, { keys }: Enumeration): string[] {
  return values.filter((value) => !keys.has(valueKey(value)));
}

function onlyIn(list: Enumeration, other: Enumeration, name: string): string[] {
  const quoted = missing(list, other).map((value) => `"${value}"`);
  const are = quoted.length === 1 ? "is" : "are";
  return quoted.length === 0 ? [] : [`${quoted.slice(0, 6).join(", ")} ${are} only in ${name}`];
}

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

/** A state or role that is used but not listed (SPEC 16.2). */
export const unlistedValue: Rule = {
  id: "unlisted-value",
  type: "enumeration",
  severity: "MEDIUM",
  summary: "A state or role is used that is not in the document's list.",
  fix: "Add it to the list, or use a listed one.",
  ask: "Should it be in the list, or is another one meant?",
  *run(spec) {
    const all = enumerationsOf(spec);
    const uses = all.length === 0 ? [] : usesIn(spec);
    const reported = new Set<string>();
    for (const use of uses) {
      const { kind, value, unit, start } = use;
      const list = listLacking(use, all, uses);
      if (list === undefined || reported.has(value)) continue;
      reported.add(value);
      const message = `"${value}" is used as a ${kind} but is not in the list (${list.values.join(", ")}).`;
      yield found(spanOf(unit, start, start + value.length), value, message, [list.at]);
    }
  },
};

const USED =
  /(?<![A-Za-z])(status|state|role|phase|stage)\b(?:\s+(?:is|are|becomes|changes|changed|transitions|moves|set|updated|remains|equals?|field))?(?:\s+(?:to|as|of|into))?\s*(?:=|:|==)?\s+?(?:["“`]|\*\*)([A-Za-z][\w-]*(?: [A-Za-z][\w-]*){0,2})(?:["”`]|\*\*)/gi;

type Use = ReturnType<typeof usesIn>[number];

function usesIn({ claims }: Spec) {
  const units = claims.filter(({ text, section }) => MAY_LIST.test(text) && section.role !== "example");
  return Array.from(matchesIn(units, USED, "text"), ({ unit, match }) => {
    const { index, 0: words, 1: kind = "", 2: value = "" } = match;
    const field = fieldOf(unit.text.slice(Math.max(0, index - 60), index));
    return { kind: kindOf(kind), field, value, unit, start: index + words.lastIndexOf(value) };
  });
}

/** The list that lacks a value: the only one of its kind, or its owner is in the sentence; other uses must match. */
function listLacking(use: Use, all: readonly Enumeration[], uses: readonly Use[]): Enumeration | undefined {
  const lists = all.filter(({ kind, owner }) => kind === use.kind && (owner.endsWith("_") ? owner : "") === use.field);
  const text = normalName(use.unit.text);
  const [list] = lists.length === 1 ? lists : lists.filter(({ owner }) => owner !== "" && text.includes(owner));
  const isKnown = lists.some(({ keys }) => keys.has(valueKey(use.value)));
  const isMeant = uses.some((other) => other !== use && list?.keys.has(valueKey(other.value)));
  return !isKnown && isMeant ? list : undefined;
}
