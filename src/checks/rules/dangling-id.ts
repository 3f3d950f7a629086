import { type AskedFinding, found, type Rule } from "../rule.ts";
import { definitionsOf, type IdPlace, idsOf, isBare } from "../spec/ids.ts";
import type { Unit } from "../spec/section.ts";
import { spanOf } from "../spec/span.ts";

/** A document that gives so many ids of a kind numbers its own; `P3` may be of any kind. */
const OWN = { id: 2, bare: 5 };

/** An id that the document gives to nothing, though it gives others of its kind (SPEC 16.2). */
export const danglingId: Rule = {
  id: "dangling-id",
  type: "dangling-ref",
  severity: "MEDIUM",
  summary: "An id is referred to that the document does not define.",
  fix: "Define it, or name the one that is meant.",
  ask: askInstead,
  *run(spec) {
    const ids = idsOf(spec);
    const own = countByPrefix([...ids.defined.values()].flatMap(([first]) => first ?? []));
    const missing = ids.references.filter(
      (place) =>
        own(place) >= (isBare(place) ? OWN.bare : OWN.id) &&
        definitionsOf(ids, place).length === 0 &&
        !isForeign(place.unit),
    );
    const lost = countByPrefix(missing);
    // Where many are missing, they are ids of another document.
    const ours = missing.filter((place) => own(place) >= 2 * lost(place));
    for (const id of new Set(ours.map((place) => place.id))) {
      const places = ours.filter((place) => place.id === id).slice(0, 6);
      const [at, ...others] = places.map(({ unit, start }) => spanOf(unit, start, start + id.length));
      const fix = `Define ${id}, or name the one that is meant.`;
      if (at === undefined) continue;
      yield { ...found(at, id, `${id} is referred to, and the document does not define it.`, others), fix };
    }
  },
};

export function askInstead({ subject }: AskedFinding): string {
  return `"${subject}" is mentioned here, but the spec does not define it. What should replace it?`;
}

/** How many ids of a place's kind there are. */
function countByPrefix(places: readonly IdPlace[]): (place: IdPlace) => number {
  const ids = new Map<string, Set<string>>();
  for (const { prefix, id } of places) ids.set(prefix, (ids.get(prefix) ?? new Set()).add(id));
  return ({ prefix }) => ids.get(prefix)?.size ?? 0;
}

const OTHER_DOCUMENT =
  /\.(?:md|txt|pdf|docx?|ya?ml|json|html)\b|\b(?:spec|feature|rfc|adr|kep|prd|epic|issue|ticket|jira|pr) ?#?\d|\b\d{3}-[a-z]+-?[a-z]*\b|\b(?:parent|other|previous|earlier|existing|original|upstream|external|companion) (?:spec\w*|document|prd|design|requirements?|feature)\b|\bhttps?:|\]\((?!#)/i;
const OTHER_SECTION = /\b(?:dependenc|related|references?|traceab|parent|supersed|upstream|changes? from|migrat)/i;

/** The sentence, or its section, names another document: the id is that one's. */
function isForeign({ text, section }: Unit): boolean {
  return OTHER_DOCUMENT.test(text) || OTHER_SECTION.test(section.title);
}
