import type { Rule } from "../rule.ts";
import { isRecordId } from "../spec/requirement-ids.ts";

/** One id for two requirements (SPEC 16.2). */
export const duplicateId: Rule = {
  id: "duplicate-id",
  type: "duplicate-definition",
  severity: "HIGH",
  summary: "One requirement id is given to two requirements.",
  onByDefault: true,
  run: (spec) =>
    [...spec.ids.defined.values()].flatMap((places) => {
      const [first, ...others] = places.filter(
        (place) => place.unit.section.role !== "example" && place.unit.kind !== "cell" && !isRecordId(place.id),
      );
      if (first === undefined) return [];
      return others
        .filter((place) => place.unit.kind === first.unit.kind && !isSameText(place.unit.text, first.unit.text))
        .map((place) => ({
          line: place.line,
          endLine: place.line,
          message: `${place.id} is already given to another requirement, on line ${first.line}.`,
          fix: "Give this requirement an id of its own, or merge the two.",
        }));
    }),
};

function isSameText(a: string, b: string): boolean {
  return a.replace(/\W+/g, " ").trim().toLowerCase() === b.replace(/\W+/g, " ").trim().toLowerCase();
}
