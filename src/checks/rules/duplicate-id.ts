import { keywordsOf } from "../../documents/stated/keywords.ts";
import { type IdPlace, idSpan, idsOf } from "../reading/id-places.ts";
import { excerpt, normalName, sharedStems } from "../reading/words.ts";
import { found, type Rule } from "../rule.ts";

/** One id for two things (SPEC 16.2). */
export const duplicateId: Rule = {
  id: "duplicate-id",
  type: "duplicate-definition",
  severity: "HIGH",
  summary: "One id is used for two different things.",
  fix: "Give one of them a new id.",
  ask: ({ subject, lines: [here, there], texts }) => {
    if (there === undefined) return `${subject} is already used elsewhere. What id should this one have?`;
    const [one = "", other = ""] = texts.map((text) => text.replace(subject, ""));
    const places = `on ${here} and on ${there}`;
    return areAlike(one, other)
      ? `${subject} does not say the same ${places}. Which one holds? Strike the other, or edit it.`
      : `${subject} is used for two different things, ${places}. Which one should get a new id?`;
  },
  run(spec) {
    const pairs = idsOf(spec).defined.flatMap((places) => {
      const [first, second] = places.filter(isGiven);
      return first && second && isOther(first, second) ? { first, second } : [];
    });
    return pairs
      .filter((pair) => !isLocal(pair, pairs))
      .map(({ first, second }) => {
        const isSame = areAlike(first.said, second.said);
        const says = isSame ? "does not say the same elsewhere" : "is already used for something else";
        const message = `${first.id} ${says}: "${excerpt(first.said, 60)}".`;
        const finding = found(idSpan(second), first.id, message, [idSpan(first)]);
        return isSame ? { ...finding, fix: "Keep one of them." } : finding;
      });
  },
};

type Pair = Readonly<Record<"first" | "second", IdPlace>>;

/** Whether ids restart in each section, such as AC-1 and AC-2 below every story. */
function isLocal({ first, second }: Pair, all: readonly Pair[]): boolean {
  const { section } = second.unit;
  const others = all.filter((other) => other.first !== first && other.first.prefix === first.prefix);
  return first.unit.section !== section && others.some((other) => other.second.unit.section === section);
}

const REPEATS =
  /\b(?:traceab|coverage|mapping|matrix|summary|overview|test|plan|tasks?|verification|acceptance|priorit|status|index|modified|removed|renamed|dependenc)/i;

/** Whether a place defines the id; in a table, a plan or a matrix it is only mentioned. */
function isGiven({ unit: { kind, isTask, section }, said }: IdPlace): boolean {
  return kind !== "cell" && !isTask && !section.isSilent && !REPEATS.test(section.title) && said.length > 8;
}

/** Whether two definitions differ: in their words, or in their numbers. In one list any difference counts. */
function isOther({ said: a, unit }: IdPlace, { said: b, unit: other }: IdPlace): boolean {
  const isOneList = unit.kind === "item" && other.kind === "item" && unit.section === other.section;
  if (isOneList) return normalName(a) !== normalName(b);
  const [left, right] = [a, b].map((text) =>
    text
      .slice(0, 2_000)
      .match(/\d[\d.,]*/g)
      ?.join(" "),
  );
  return !areAlike(a, b) || (left !== undefined && right !== undefined && left !== right);
}

/** Whether two texts share most of their words: then they state one requirement, maybe with other values. */
function areAlike(a: string, b: string): boolean {
  return sharedStems(a, b) >= 0.6 * Math.min(keywordsOf(a).size, keywordsOf(b).size);
}
