import { rememberFor } from "../../model/remember-for.ts";
import { found, type Rule } from "../rule.ts";
import { type Enumeration, enumerationsOf, valueKey } from "../spec/enumerations.ts";
import type { Spec } from "../spec/spec.ts";

/** One list of values, given twice and not the same (SPEC 16.2). */
export const conflictingValues: Rule = {
  id: "conflicting-values",
  type: "contradiction",
  severity: "HIGH",
  summary: "The states or roles of one thing are listed twice, with different values.",
  fix: "Decide which values there are, and make both lists the same.",
  ask: "Which list is right?",
  *run(spec) {
    for (const { here, there } of conflictsOf(spec)) {
      if (areInOtherWords(here, there)) continue;
      const said = [...onlyIn(here, there, "this one"), ...onlyIn(there, here, "the other one")].join(", ");
      const subject = `${here.owner === "" ? there.owner : here.owner} ${here.kind}`.trim();
      yield found(here.at, subject, `Two lists of the same ${here.kind} values differ: ${said}.`, [there.at]);
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

/** The finding stands at prose before code, and at the shorter list. */
function isLesser(here: Enumeration, there: Enumeration): boolean {
  if (here.source === "code" || there.source === "code") return here.source !== "code";
  const longer = there.values.length - here.values.length;
  return longer > 0 || (longer === 0 && here.at.line > there.at.line);
}

function areSame(a: Enumeration, b: Enumeration): boolean {
  if (a.kind !== b.kind || missing(a, b).length + missing(b, a).length === 0) return false;
  const shared = a.values.length - missing(a, b).length;
  const [fewest, most] = [a.values.length, b.values.length].toSorted((one, other) => one - other);
  // "Statuses: …" below "Transaction" and below "Refund" are two things'.
  if (a.owner + b.owner === "" && a.section !== b.section && a.section.parent === b.section.parent) return false;
  if (a.owner === "" || b.owner === "") return shared >= 3 && shared * 5 >= (most ?? 0) * 3;
  return a.owner === b.owner && shared >= 2 && shared * 2 >= (fewest ?? 0);
}

/** "start, playing, over" and "start screen, running game, over" are the same three; what code calls them has to fit. */
function areInOtherWords(a: Enumeration, b: Enumeration): boolean {
  const keys = [...b.keys];
  const isInPlace = (key: string, index: number) => [-1, index].includes(keys.indexOf(key));
  return [a, b].every(({ source }) => source !== "code") && a.keys.size === b.keys.size && [...a.keys].every(isInPlace);
}

/** The values of the first that the second lacks. */
function missing({ values }: Enumeration, { keys }: Enumeration): string[] {
  return values.filter((value) => !keys.has(valueKey(value)));
}

function onlyIn(one: Enumeration, other: Enumeration, name: string): string[] {
  const quoted = missing(one, other).map((value) => `"${value}"`);
  return quoted.length === 0 ? [] : [`${quoted.slice(0, 6).join(", ")} only in ${name}`];
}
