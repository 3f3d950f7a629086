import type { Rule, RuleFinding } from "../rule.ts";
import { type Enumeration, enumerationsOf, MAY_LIST, valueKey } from "../spec/enumerations.ts";
import type { Unit } from "../spec/section.ts";
import { spanOf } from "../spec/span.ts";
import { normalName } from "../spec/words.ts";

/** A state or role that is used and that the list of them lacks (SPEC 16.2). */
export const unlistedValue: Rule = {
  id: "unlisted-value",
  type: "enumeration",
  severity: "MEDIUM",
  summary: "A state or role is set or tested that the document's list of them lacks.",
  run: (spec) => {
    const all = enumerationsOf(spec);
    if (all.length === 0) return [];
    const uses = spec.claims.flatMap(usesIn);
    const reported = new Set<string>();
    return uses.flatMap((use) =>
      inUse(use, all, uses).filter(({ subject }) => !reported.has(subject) && reported.add(subject)),
    );
  },
};

interface Use {
  readonly kind: "status" | "role";
  readonly value: string;
  readonly unit: Unit;
  readonly start: number;
}

const USED =
  /\b(status|state|role|phase|stage)\b(?:\s+(?:is|are|becomes|changes|changed|transitions|moves|set|updated|remains|equals?|field))?(?:\s+(?:to|as|of|into))?\s*(?:=|:|==)?\s+?(?:["“`]|\*\*)([A-Za-z][\w-]*(?: [A-Za-z][\w-]*){0,2})(?:["”`]|\*\*)/gi;

function usesIn(unit: Unit): Use[] {
  if (!MAY_LIST.test(unit.text) || unit.section.role === "example") return [];
  return [...unit.text.matchAll(USED)].map((match) => ({
    kind: /^role/i.test(match[1] ?? "") ? ("role" as const) : ("status" as const),
    value: match[2] ?? "",
    unit,
    start: match.index + match[0].lastIndexOf(match[2] ?? ""),
  }));
}

/** The list that is meant: the only one of its kind, or that of something the sentence names; and it is used so elsewhere. */
function inUse(use: Use, all: readonly Enumeration[], uses: readonly Use[]): RuleFinding[] {
  const lists = all.filter(({ kind }) => kind === use.kind);
  const text = normalName(use.unit.text);
  const meant = lists.length === 1 ? lists : lists.filter(({ owner }) => owner !== "" && text.includes(owner));
  const known = new Set(lists.flatMap(({ values }) => values.map(valueKey)));
  const [list] = meant;
  const isTaken = uses.some(
    (other) => other !== use && list?.values.some((value) => valueKey(value) === valueKey(other.value)),
  );
  if (list === undefined || known.has(valueKey(use.value)) || !isTaken) return [];
  return [
    {
      at: spanOf(use.unit, use.start, use.start + use.value.length),
      related: [list.at],
      subject: use.value,
      message: `"${use.value}" is used as a ${use.kind}, and the list of them (${list.values.join(", ")}) does not have it.`,
      fix: "Add it to the list, or use one that is listed.",
    },
  ];
}
