import type { Rule, RuleFinding } from "../rule.ts";
import { type IdPlace, idsOf } from "../spec/ids.ts";
import type { Section } from "../spec/section.ts";
import { spanOf } from "../spec/span.ts";
import type { Spec } from "../spec/spec.ts";
import { contentStems, excerpt } from "../spec/words.ts";

/** One id, or one number of a heading, for two things (SPEC 16.2). */
export const duplicateId: Rule = {
  id: "duplicate-id",
  type: "duplicate-definition",
  severity: "HIGH",
  summary: "One id or one heading number stands for two different things.",
  run: (spec) => [...doubleIds(spec), ...doubleHeadings(spec)],
};

const REPEATS =
  /\b(?:traceab|coverage|mapping|matrix|summary|overview|test|plan|tasks?|verification|acceptance|priorit|status|index|modified|removed|renamed|dependenc)/i;

function doubleIds(spec: Spec): RuleFinding[] {
  const found = [...idsOf(spec).defined.values()].flatMap((places) => {
    const [first, second] = places.filter(isGiven);
    return first !== undefined && second !== undefined && isOther(first.said, second.said) ? { first, second } : [];
  });
  return found.filter((pair) => !isLocal(pair, found)).map(({ first, second }) => reportId(first, second));
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
  const [left, right] = [contentStems(a), contentStems(b)];
  const shared = [...left].filter((word) => right.has(word)).length;
  return shared < 0.6 * Math.min(left.size, right.size) || haveOtherNumbers(a, b);
}

function haveOtherNumbers(a: string, b: string): boolean {
  const [left, right] = [a, b].map((text) =>
    text
      .slice(0, 2_000)
      .match(/\d[\d.,]*/g)
      ?.join(" "),
  );
  return left !== undefined && right !== undefined && left !== right;
}

function reportId({ id, ...first }: IdPlace, second: IdPlace): RuleFinding {
  return {
    at: spanOf(second.unit, second.start, second.start + id.length),
    related: [spanOf(first.unit, first.start, first.start + id.length)],
    subject: id,
    message: `${id} stands here, and elsewhere for something else: "${excerpt(first.said, 60)}".`,
    fix: "Give one of the two an id of its own.",
  };
}

const COUNTED =
  /^(requirement|user story|story|phase|step|task|rule|feature|use case|epic|milestone|section|chapter)\s+(\d{1,3}(?:\.\d{1,3}){0,2})\b/i;

/** "3.2" above two sections beside each other, or "Requirement 4" twice. */
function doubleHeadings({ sections }: Spec): RuleFinding[] {
  const first = new Map<string, Section>();
  return sections.flatMap((section) => {
    const [heading] = section.units;
    const counted = COUNTED.exec(section.title);
    const number = counted === null ? section.number : `${counted[1]?.toLowerCase()} ${counted[2]}`;
    if (number === undefined || heading === undefined || section.isSilent || /^(?:19|20)\d\d$/.test(number)) return [];
    // A number with dots is the document's; any other counts what stands beside it.
    const scope = number.includes(".") && counted === null ? section.node.level : (section.parent?.node.line ?? 0);
    const key = `${section.file} ${scope} ${section.node.level} ${number}`;
    const other = first.get(key);
    if (other === undefined) first.set(key, section);
    if (other === undefined || other.title === section.title) return [];
    return {
      at: spanOf(heading),
      related: other.units.slice(0, 1).map((unit) => spanOf(unit)),
      subject: number,
      message: `"${excerpt(heading.text, 60)}" has the same number as "${excerpt(other.units[0]?.text ?? "", 60)}".`,
      fix: "Number them apart.",
    };
  });
}
