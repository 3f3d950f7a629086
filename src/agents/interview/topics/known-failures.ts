import type { Section } from "../../../checks/spec/section.ts";
import type { Subject } from "../subject.ts";
import { wrapped } from "../text/edit-unit.ts";
import { requirementAt } from "../text/stretches.ts";

/** What a section on errors can say without asking: where the document speaks of them already. */
export interface KnownFailures {
  readonly label: string;
  readonly why: string;
  readonly lines: readonly string[];
}

const ERRORS = /\b(?:errors?|failures?|status codes?)\b/i;

/** `undefined` where the section is about something else, or the document names no failure. */
export function knownFailures(subject: Subject, { title }: Section): KnownFailures | undefined {
  return ERRORS.test(title) ? (knownCodes(subject) ?? knownCases(subject)) : undefined;
}

const STATUS = /\b(?:status|code|error|HTTP)\s+`?([1-5]\d\d|[A-Z][A-Z0-9_]{2,30})`?/;

function knownCodes(subject: Subject): KnownFailures | undefined {
  const found = subject.spec.units.flatMap((unit) => {
    const code = unit.kind === "heading" ? undefined : STATUS.exec(unit.text)?.[1];
    return code === undefined ? [] : [{ code, where: requirementAt(subject, unit.line) ?? `"${unit.section.title}"` }];
  });
  if (found.length === 0) return undefined;
  return {
    label: `Only what stands elsewhere (${[...new Set(found.map(({ code }) => code))].join(", ")})`,
    why: "gathers the errors that the document names already",
    lines: found.map(({ code, where }) => `- Status ${code}: see ${where}.`),
  };
}

const FAILS =
  /\b(?:refuse|refuses|reject|rejects|cannot|fails?|invalid|too (?:large|long|many)|times? out|is (?:lost|missing)|breaks|unavailable)\b/i;
const MOST_NAMED = 8;

/** The section then says that these are all. */
function knownCases(subject: Subject): KnownFailures | undefined {
  const found = subject.spec.units.filter(
    ({ kind, section, text }) =>
      (kind === "item" || kind === "paragraph") && section.role === "binding" && FAILS.test(text),
  );
  const places = [...new Set(found.map(({ line, section }) => requirementAt(subject, line) ?? `"${section.title}"`))];
  if (places.length === 0 || places.length > MOST_NAMED) return undefined;
  const named = places.length === 1 ? places.join("") : `${places.slice(0, -1).join(", ")} and ${places.at(-1)}`;
  const sentence = `What can fail is said in ${named}; there are no other cases in this version.`;
  return {
    label: `Only what stands elsewhere (${places.join(", ")})`,
    why: "points to the failures that the document names already",
    lines: wrapped(sentence, "", "", subject.style.width),
  };
}
