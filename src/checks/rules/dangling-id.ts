import type { Rule, RuleFinding } from "../rule.ts";
import { definitionsOf, type IdPlace, idsOf } from "../spec/ids.ts";
import type { Unit } from "../spec/section.ts";
import { spanOf } from "../spec/span.ts";

/** A document that gives so many ids of a kind numbers its own. */
const OWN = 2;

/** An id that the document gives to nothing, though it gives others of its kind (SPEC 16.2). */
export const danglingId: Rule = {
  id: "dangling-id",
  type: "dangling-ref",
  severity: "MEDIUM",
  summary: "An id is referred to that the document does not define.",
  run: (spec) => {
    const ids = idsOf(spec);
    const own = countByPrefix([...ids.defined.values()].flatMap(([first]) => first ?? []));
    const missing = ids.references.filter(
      (place) =>
        (own.get(place.prefix) ?? 0) >= OWN && definitionsOf(ids, place).length === 0 && !isForeign(place.unit),
    );
    const lost = countByPrefix(missing);
    // Where many are missing, they are ids of another document.
    return firstOfEach(missing.filter(({ prefix }) => (own.get(prefix) ?? 0) >= 2 * (lost.get(prefix) ?? 0)));
  },
};

function countByPrefix(places: readonly IdPlace[]): Map<string, number> {
  const ids = new Map<string, Set<string>>();
  for (const { prefix, id } of places) ids.set(prefix, (ids.get(prefix) ?? new Set()).add(id));
  return new Map([...ids].map(([prefix, set]) => [prefix, set.size]));
}

const OTHER_DOCUMENT =
  /\.(?:md|txt|pdf|docx?|ya?ml|json|html)\b|\b(?:spec|feature|rfc|adr|kep|prd|epic|issue|ticket|jira|pr) ?#?\d|\b\d{3}-[a-z]+-?[a-z]*\b|\b(?:parent|other|previous|earlier|existing|original|upstream|external|companion) (?:spec\w*|document|prd|design|requirements?|feature)\b|\bhttps?:|\]\((?!#)/i;
const OTHER_SECTION = /\b(?:dependenc|related|references?|traceab|parent|supersed|upstream|changes? from|migrat)/i;

/** The sentence, or its section, names another document: the id is that one's. */
function isForeign({ text, section }: Unit): boolean {
  return OTHER_DOCUMENT.test(text) || OTHER_SECTION.test(section.title);
}

function firstOfEach(places: readonly IdPlace[]): RuleFinding[] {
  const byId = new Map<string, IdPlace[]>();
  for (const place of places) byId.set(place.id, [...(byId.get(place.id) ?? []), place]);
  return [...byId].flatMap(([id, [first, ...others]]) =>
    first === undefined
      ? []
      : [
          {
            at: spanOf(first.unit, first.start, first.start + id.length),
            related: others.slice(0, 5).map(({ unit, start }) => spanOf(unit, start, start + id.length)),
            subject: id,
            message: `${id} is referred to, and the document does not define it.`,
            fix: `Define ${id}, or name the one that is meant.`,
          },
        ],
  );
}
