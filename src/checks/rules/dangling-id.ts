import { groupBy } from "../../model/group-by.ts";
import { type IdPlace, idSpan, idsOf } from "../reading/id-places.ts";
import type { Unit } from "../reading/spec.ts";
import { namesOtherDocument } from "../reading/words.ts";
import { found, type Rule } from "../rule.ts";

/** An id that is used but not defined, although the document defines others with the same prefix (SPEC 16.2). */
export const danglingId: Rule = {
  id: "dangling-id",
  type: "dangling-ref",
  severity: "MEDIUM",
  summary: "An id is used but not defined in the document.",
  fix: "Define it, or use the id that was meant.",
  answer: { replaces: true, definesId: true },
  ask: ({ subject }) => `"${subject}" is not defined in this document. What should replace it?`,
  *run(spec) {
    const { defined, references, isDefined } = idsOf(spec);
    const given = defined.flatMap(([first]) => first ?? []);
    const own = countByPrefix(given);
    // A document that defines the first id of a prefix and another one numbers its own; else they are a catalogue's.
    const begun = new Set(given.filter(({ id }) => /-0*[01](?:\.\d+)*[a-z]?$/.test(id)).map(({ prefix }) => prefix));
    const isOurs = (place: IdPlace) => begun.has(place.prefix) && own(place) >= 2;
    const missing = references.filter((place) => isOurs(place) && !isDefined(place) && !isForeign(place.unit));
    const lost = countByPrefix(missing);
    // If many are missing, the ids belong to another document.
    const ours = missing.filter((place) => own(place) >= 2 * lost(place));
    for (const [id, places] of groupBy(ours, (place) => place.id)) {
      const [at, ...others] = places.map(idSpan);
      const message = `${id} is not defined in this document.`;
      if (at !== undefined) yield found(at, id, message, others.slice(0, 5));
    }
  },
};

/** A function that counts the ids with the same prefix. */
function countByPrefix(places: readonly IdPlace[]): (place: IdPlace) => number {
  const ids = new Map<string, Set<string>>();
  for (const { prefix, id } of places) ids.set(prefix, (ids.get(prefix) ?? new Set()).add(id));
  return ({ prefix }) => ids.get(prefix)?.size ?? 0;
}

const OTHER_SECTION = /\b(?:dependenc|related|references?|traceab|parent|supersed|upstream|changes? from)/i;

/** Whether the sentence or its section names another document, to which the id belongs. */
function isForeign({ text, section }: Unit): boolean {
  return namesOtherDocument(text) || OTHER_SECTION.test(section.title);
}
