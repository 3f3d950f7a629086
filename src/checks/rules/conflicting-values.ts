import { rememberFor } from "../../model/remember-for.ts";
import { type Enumeration, enumerationsOf, valueKey } from "../reading/enumeration.ts";
import type { Spec } from "../reading/spec.ts";
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
export const conflictsOf = rememberFor((spec: Spec) => {
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
