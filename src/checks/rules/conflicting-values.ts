import { rememberFor } from "../../model/remember-for.ts";
import type { Rule, RuleFinding } from "../rule.ts";
import { type Enumeration, enumerationsOf, valueKey } from "../spec/enumerations.ts";
import type { Spec } from "../spec/spec.ts";

/** One list of values, given twice and not the same (SPEC 16.2). */
export const conflictingValues: Rule = {
  id: "conflicting-values",
  type: "contradiction",
  severity: "HIGH",
  summary: "The states or roles of one thing are listed twice, with different values.",
  run: (spec) => conflictsOf(spec).map(({ here, there }) => report(here, there)),
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
  if (here.source === "code") return false;
  if (there.source === "code") return true;
  return (
    here.values.length < there.values.length ||
    (here.values.length === there.values.length && here.at.line > there.at.line)
  );
}

function areSame(a: Enumeration, b: Enumeration): boolean {
  if (a.kind !== b.kind || missing(a, b).length + missing(b, a).length === 0) return false;
  const shared = a.values.length - missing(a, b).length;
  const most = Math.max(a.values.length, b.values.length);
  const isOwned = a.owner !== "" && b.owner !== "";
  if (isOwned && a.owner !== b.owner) return false;
  return isOwned
    ? shared >= 2 && shared * 2 >= Math.min(a.values.length, b.values.length)
    : shared >= 3 && shared * 5 >= most * 3;
}

/** The values of the first that the second lacks. */
function missing(first: Enumeration, second: Enumeration): string[] {
  const known = new Set(second.values.map(valueKey));
  return first.values.filter((value) => !known.has(valueKey(value)));
}

function report(here: Enumeration, there: Enumeration): RuleFinding {
  const [more, less] = [missing(there, here), missing(here, there)];
  const said = [
    ...(less.length > 0 ? [`${quoted(less)} only in this one`] : []),
    ...(more.length > 0 ? [`${quoted(more)} only in the other one`] : []),
  ];
  return {
    at: here.at,
    related: [there.at],
    subject: `${here.owner === "" ? there.owner : here.owner} ${here.kind}`.trim(),
    message: `Two lists of the same ${here.kind} values differ: ${said.join(", ")}.`,
    fix: "Decide which values there are, and make both lists the same.",
  };
}

function quoted(values: readonly string[]): string {
  return values
    .slice(0, 6)
    .map((value) => `"${value}"`)
    .join(", ");
}
