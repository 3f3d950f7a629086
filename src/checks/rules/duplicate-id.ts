import { keywordsOf } from "../../documents/spec/keywords.ts";
import { found, type Rule, type RuleFinding, repeated } from "../rule.ts";
import { type IdPlace, idSpan, idsOf, isBare } from "../spec/ids.ts";
import { matchesIn, spanOf } from "../spec/span.ts";
import type { Spec } from "../spec/spec.ts";
import { excerpt, sharedStems } from "../spec/words.ts";

/** One id, or one number of a heading, for two things (SPEC 16.2). */
export const duplicateId: Rule = {
  id: "duplicate-id",
  type: "duplicate-definition",
  severity: "HIGH",
  summary: "One id stands for two different things.",
  fix: "Give one of the two an id of its own.",
  ask: ({ subject, lines: [here, there] }) =>
    there === undefined
      ? `${subject} is already used elsewhere. What id should this one have?`
      : `${subject} is used for two different things, on ${here} and on ${there}. Which one should get a new id?`,
  run: (spec) => [...doubleIds(spec), ...doubleHeadings(spec)],
};

function doubleIds(spec: Spec): RuleFinding[] {
  const { defined, references } = idsOf(spec);
  const pairs = defined.flatMap((places) => {
    const [first, second] = places.filter(isGiven);
    return first && second && isOther(first.said, second.said) ? { first, second } : [];
  });
  // A heading has its title, too: where nobody says `R4`, it is told apart.
  const isUsed = ({ first }: Pair) => !isBare(first) || references.some(({ id }) => id === first.id);
  return pairs
    .filter((pair) => isUsed(pair) && !isLocal(pair, pairs))
    .map(({ first, second }) => {
      const message = `${first.id} stands here, and elsewhere for something else: "${excerpt(first.said, 60)}".`;
      return found(idSpan(second), first.id, message, [idSpan(first)]);
    });
}

type Pair = Readonly<Record<"first" | "second", IdPlace>>;

/** Numbers that begin anew in each section are the section's: AC-1, AC-2 below every story. */
function isLocal({ first, second }: Pair, all: readonly Pair[]): boolean {
  const { section } = second.unit;
  const others = all.filter((other) => other.first !== first && other.first.prefix === first.prefix);
  return first.unit.section !== section && others.some((other) => other.second.unit.section === section);
}

const REPEATS =
  /\b(?:traceab|coverage|mapping|matrix|summary|overview|test|plan|tasks?|verification|acceptance|priorit|status|index|modified|removed|renamed|dependenc)/i;

/** In a table, a plan or a matrix an id is named again, not given. */
function isGiven({ unit: { kind, isTask, section }, said }: IdPlace): boolean {
  return kind !== "cell" && !isTask && !section.isSilent && !REPEATS.test(section.title) && said.length > 8;
}

/** One text says something that the other does not, or the same with other numbers. */
function isOther(a: string, b: string): boolean {
  const [left, right] = [a, b].map((text) =>
    text
      .slice(0, 2_000)
      .match(/\d[\d.,]*/g)
      ?.join(" "),
  );
  const fewest = Math.min(keywordsOf(a).size, keywordsOf(b).size);
  return sharedStems(a, b) < 0.6 * fewest || (left !== undefined && right !== undefined && left !== right);
}

const COUNTED =
  /^(?:requirement|user story|story|phase|step|task|rule|feature|use case|epic|milestone)\s+\d{1,3}(?:\.\d{1,3}){0,2}\b/i;

/** "Requirement 4" twice, beside each other, and a sentence that names it. */
function* doubleHeadings({ stated, claims }: Spec): Generator<RuleFinding> {
  const counted = stated.flatMap(({ title, parent, file, units: [heading] }) => {
    const number = COUNTED.exec(title)?.[0].toLowerCase();
    return number && heading ? { number, title, heading, key: `${file} ${parent?.node.line} ${number}` } : [];
  });
  for (const [{ number, title, heading }, other] of repeated(counted, ({ key }) => key)) {
    const named = new RegExp(`\\b${number.replaceAll(".", "\\.")}\\b(?!\\.\\d)`, "gi");
    if (title === other.title || matchesIn(claims, named).next().done) continue;
    const message = `"${excerpt(title, 60)}" has the same number as "${excerpt(other.title, 60)}".`;
    const subject = title.slice(0, number.length);
    yield { ...found(spanOf(heading), subject, message, [spanOf(other.heading)]), severity: "MEDIUM" };
  }
}
