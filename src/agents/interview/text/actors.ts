import { findActions } from "../../../checks/language/actions.ts";
import type { Sentence } from "../../../checks/spec/unit.ts";
import type { Subject } from "../subject.ts";

const ACTOR =
  /\b([Tt]he|[Aa]n?|THE)\s+([A-Za-z][\w-]{1,30}(?:\s[a-z][\w-]{1,30})?)\s+(?:MUST|SHALL|must|shall|should|SHOULD|will)\s+(?!(?:not\s+|NOT\s+)?be\b)/g;
/** What is spoken of and does nothing by itself. */
const THINGS =
  /\b(?:file|row|request|response|list|article|entry|price|search|message|value|field|name|page|table)s?$/i;

/** Who acts in this document, most often first; those of the same section before the others. */
export function actorsOf({ spec, finding, places }: Subject): string[] {
  const own = finding?.line ?? places[0]?.line ?? 0;
  const section = spec.sections.findLast(({ node }) => node.line <= own && own <= node.endLine);
  const counts = new Map<string, number>();
  for (const unit of spec.units) {
    const names = [
      ...[...unit.masked.matchAll(ACTOR)].map((match) => named(match[1], match[2])),
      ...unit.sentences.flatMap(doer),
    ];
    for (const name of names.filter((one) => one !== "" && !THINGS.test(one))) {
      counts.set(name, (counts.get(name) ?? 0) + (unit.section === section ? 3 : 1));
    }
  }
  return [...counts].sort((a, b) => b[1] - a[1]).map(([name]) => name);
}

/** What is built, and not who uses it: a duty that nobody has is a duty of one of these. */
const BUILT =
  /(?:system|service|app|application|api|server|backend|program|tool|client|widget|platform|engine|daemon|worker|job|site|page|portal|gateway|bot|library|module|component|plugin|cli|device|controller|importer|exporter|scheduler|parser|reader|loader|uploader|viewer|mailer|crawler|sender|receiver|writer|runner|processor|handler|monitor|agent|cache|queue|database|store|registry|hub|broker|proxy|router|sensor|meter|terminal|kiosk|dashboard|console)s?$/i;

/** Who has most duties of what is built: `the system` where the document says "System MUST", or names none. */
export function mainActor(subject: Subject): string {
  const bare = subject.spec.units.filter(({ text }) =>
    /\b(?:System|Application|App) (?:MUST|SHALL|must|shall)\b/.test(text),
  );
  return bare.length > 1 ? "the system" : (actorsOf(subject).find((name) => BUILT.test(name)) ?? "the system");
}

function named(article = "", noun = ""): string {
  return noun === "" ? "" : article === "THE" ? `THE ${noun}` : `the ${noun}`;
}

/** "The reader downloads each feed": who stands before the first verb. */
function doer({ tokens }: Sentence): string[] {
  const [article, noun, verb] = tokens;
  if (!/^(?:the|an?)$/i.test(article?.text ?? "") || noun?.kind !== "word" || verb?.kind !== "word") return [];
  return findActions(tokens)[0]?.index === 2 ? [named(article?.text, noun.text)] : [];
}
