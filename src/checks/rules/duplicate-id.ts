import { keywordsOf } from "../../documents/spec/keywords.ts";
import { found, type Rule, type RuleFinding, repeated } from "../rule.ts";
import { type IdPlace, idsOf, isBare } from "../spec/ids.ts";
import type { Section } from "../spec/section.ts";
import { spanOf } from "../spec/span.ts";
import type { Spec } from "../spec/spec.ts";
import { excerpt, sharedStems } from "../spec/words.ts";

/** One id, or one number of a heading, for two things (SPEC 16.2). */
export const duplicateId: Rule = {
  id: "duplicate-id",
  type: "duplicate-definition",
  severity: "HIGH",
  summary: "One id or one heading number stands for two different things.",
  fix: "Give one of the two an id of its own.",
  ask: ({ subject, sections: [first, second], lines: [here, there], isHeading }) => {
    if (there === undefined) return `${subject} is already used elsewhere. What id should this one have?`;
    if (!isHeading)
      return `${subject} is used for two different things, on ${here} and on ${there}. Which one should get a new id?`;
    return `two sections have the same number: "${first}" (${here}) and "${second}" (${there}). Which one should change?`;
  },
  run: (spec) => [...doubleIds(spec), ...doubleHeadings(spec)],
};

const REPEATS =
  /\b(?:traceab|coverage|mapping|matrix|summary|overview|test|plan|tasks?|verification|acceptance|priorit|status|index|modified|removed|renamed|dependenc)/i;

function doubleIds(spec: Spec): RuleFinding[] {
  const ids = idsOf(spec);
  const pairs = [...ids.defined.values()].flatMap((places) => {
    const [first, second] = places.filter(isGiven);
    if (first === undefined || second === undefined || !isOther(first.said, second.said)) return [];
    return { first, second };
  });
  return pairs
    .filter((pair) => !isLocal(pair, pairs))
    .map(({ first: { id, ...first }, second }) => {
      const message = `${id} stands here, and elsewhere for something else: "${excerpt(first.said, 60)}".`;
      const [at, there] = [second, first].map(({ unit, start }) => spanOf(unit, start, start + id.length));
      const told = found(at ?? spanOf(second.unit), id, message, there === undefined ? [] : [there]);
      // A heading has its title, too: where nobody says `R4`, it is told apart.
      const isTitled = isBare({ id }) && !ids.references.some((reference) => reference.id === id);
      return isTitled ? { ...told, severity: "LOW" } : told;
    });
}

interface Pair {
  readonly first: IdPlace;
  readonly second: IdPlace;
}

/** Numbers that begin anew in each section are the section's: AC-1, AC-2 below every story. */
function isLocal({ first, second }: Pair, all: readonly Pair[]): boolean {
  const { section } = second.unit;
  const others = all.filter((other) => other.first !== first && other.first.prefix === first.prefix);
  return first.unit.section !== section && others.some((other) => other.second.unit.section === section);
}

/** In a table, a plan or a matrix an id is named again, not given. */
function isGiven({ unit, said }: IdPlace): boolean {
  const { kind, isTask, section } = unit;
  return kind !== "cell" && !isTask && !section.isSilent && !REPEATS.test(section.title) && said.length > 8;
}

/** One text says something that the other does not, or the same with other numbers. */
function isOther(a: string, b: string): boolean {
  const numbers = (text: string) =>
    text
      .slice(0, 2_000)
      .match(/\d[\d.,]*/g)
      ?.join(" ");
  const [left, right] = [numbers(a), numbers(b)];
  const fewest = Math.min(keywordsOf(a).size, keywordsOf(b).size);
  return sharedStems(a, b) < 0.6 * fewest || (left !== undefined && right !== undefined && left !== right);
}

const COUNTED =
  /^(requirement|user story|story|phase|step|task|rule|feature|use case|epic|milestone|section|chapter)\s+(\d{1,3}(?:\.\d{1,3}){0,2})\b/i;

/** "Requirement 4" twice; or "3.2" above two sections beside each other, where the text names section 3.2: else the titles tell them apart. */
function* doubleHeadings({ sections, claims }: Spec): Generator<RuleFinding> {
  const counted = sections.filter((section) => !section.isSilent).flatMap(countedHeading);
  for (const [{ section, number, heading }, other] of repeated(counted, ({ key }) => key)) {
    if (other.section.title === section.title) continue;
    const named = new RegExp(`(?:\\bsections? |§ ?)${number.replaceAll(".", "\\.")}(?!\\w|\\.\\d)`, "i");
    if (number === section.number && !claims.some(({ plain }) => named.test(plain))) continue;
    const message = `"${excerpt(heading.text, 60)}" has the same number as "${excerpt(other.heading.text, 60)}".`;
    const told = found(spanOf(heading), number, message, [spanOf(other.heading)]);
    yield { ...told, severity: "MEDIUM", fix: "Number them apart." };
  }
}

function countedHeading(section: Section) {
  const [, kind, count] = COUNTED.exec(section.title) ?? [];
  const number = kind === undefined ? section.number : `${kind.toLowerCase()} ${count}`;
  const [heading] = section.units;
  if (number === undefined || heading === undefined || /^(?:19|20)\d\d$/.test(number)) return [];
  // A number with dots is the document's; any other counts what stands beside it.
  const { level } = section.node;
  const scope = number.includes(".") && kind === undefined ? level : (section.parent?.node.line ?? 0);
  return [{ section, number, heading, key: `${section.file} ${scope} ${level} ${number}` }];
}
