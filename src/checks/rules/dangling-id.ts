import { groupBy } from "../../model/group-by.ts";
import { type AskedFinding, found, type Rule } from "../rule.ts";
import { type IdPlace, idSpan, idsOf, isBare } from "../spec/ids.ts";
import type { Unit } from "../spec/section.ts";
import { namesOtherDocument } from "../spec/words.ts";

/** An id that the document gives to nothing, though it gives others of its kind (SPEC 16.2). */
export const danglingId: Rule = {
  id: "dangling-id",
  type: "dangling-ref",
  severity: "MEDIUM",
  summary: "An id is referred to that the document does not define.",
  fix: "Define it, or name the one that is meant.",
  ask: askInstead,
  *run(spec) {
    const { defined, references, isDefined } = idsOf(spec);
    const own = countByPrefix(defined.flatMap(([first]) => first ?? []));
    // A document that gives so many ids of a kind numbers its own; `P3` may be of any kind, an open question is open here.
    const isOwn = (place: IdPlace) => isOpen(place) || own(place) >= (isBare(place) ? 5 : 2);
    const missing = references.filter((place) => isOwn(place) && !isDefined(place) && !isForeign(place.unit));
    const lost = countByPrefix(missing);
    // Where many are missing, they are ids of another document.
    const ours = missing.filter((place) => isOpen(place) || own(place) >= 2 * lost(place));
    for (const places of groupBy(ours, (place) => (isOpen(place) ? "" : place.id)).values()) {
      const [at, ...others] = places.map(idSpan);
      const names = [...new Set(places.map(({ id }) => id))];
      const [are, them] = names.length === 1 ? ["is", "it"] : ["are", "them"];
      const message = `${names.join(", ")} ${are} referred to, and the document does not define ${them}.`;
      if (at !== undefined) yield found(at, names.join(", "), message, others.slice(0, 5));
    }
  },
};

export function askInstead({ subject }: AskedFinding): string {
  return `"${subject}" is mentioned here, but the spec does not define it. What should replace it?`;
}

/** `OQ-3`: what depends on it is open as long as no question of that name is answered. */
function isOpen({ id }: Pick<IdPlace, "id">): boolean {
  return /^OQ-?\d/.test(id);
}

/** How many ids of a place's kind there are. */
function countByPrefix(places: readonly IdPlace[]): (place: IdPlace) => number {
  const ids = new Map<string, Set<string>>();
  for (const { prefix, id } of places) ids.set(prefix, (ids.get(prefix) ?? new Set()).add(id));
  return ({ prefix }) => ids.get(prefix)?.size ?? 0;
}

const OTHER_SECTION = /\b(?:dependenc|related|references?|traceab|parent|supersed|upstream|changes? from|migrat)/i;

/** The sentence, or its section, names another document: the id is that one's. */
function isForeign({ text, section }: Unit): boolean {
  return namesOtherDocument(text) || OTHER_SECTION.test(section.title);
}
