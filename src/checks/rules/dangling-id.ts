import type { Rule, RuleFinding } from "../rule.ts";
import { type IdPlace, isRecordId } from "../spec/requirement-ids.ts";
import type { Spec } from "../spec/spec.ts";

/** A reference to an id that the document gives to nothing, though it gives others of the same series (SPEC 16.2). */
export const danglingId: Rule = {
  id: "dangling-id",
  type: "dangling-ref",
  severity: "HIGH",
  summary: "A requirement id is referred to and defined nowhere in the document.",
  onByDefault: true,
  run: (spec) => {
    const series = definedSeries(spec);
    return spec.ids.references.filter((place) => isDangling(spec, series, place)).map(report);
  },
};

function definedSeries(spec: Spec): ReadonlyMap<string, number> {
  const series = new Map<string, number>();
  for (const [first] of spec.ids.defined.values()) {
    if (first !== undefined) series.set(first.prefix, (series.get(first.prefix) ?? 0) + 1);
  }
  return series;
}

/** One defined id may be chance; from two on the document has a series of its own. */
function isDangling(spec: Spec, series: ReadonlyMap<string, number>, { id, prefix, unit }: IdPlace): boolean {
  if (unit.kind === "quote" || unit.section.role === "example" || isRecordId(id)) return false;
  return !spec.ids.defined.has(id) && (series.get(prefix) ?? 0) >= 2;
}

function report({ id, line }: IdPlace): RuleFinding {
  return {
    line,
    endLine: line,
    message: `${id} is referred to here and defined nowhere.`,
    fix: `Define ${id}, or refer to the requirement that is meant.`,
  };
}
