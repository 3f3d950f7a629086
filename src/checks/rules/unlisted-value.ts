import { type Enumeration, enumerationsOf, fieldOf, kindOf, MAY_LIST, valueKey } from "../reading/enumeration.ts";
import { matchesIn, spanOf } from "../reading/span.ts";
import type { Spec } from "../reading/spec.ts";
import { normalName } from "../reading/words.ts";
import { found, type Rule } from "../rule.ts";

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
