import { plainText } from "../../documents/markdown/inline.ts";
import { allSections, parseMarkdown } from "../../documents/markdown/markdown.ts";
import { significantWords } from "../../documents/spec/significant-words.ts";
import type { SessionEvent } from "../../model/events.ts";
import type { Gap, SourcePlace } from "../../model/gap.ts";
import { gapIdMint } from "../../model/id-mint.ts";
import type { Finding } from "../prompts/read-findings.ts";
import type { SurveyReading } from "../prompts/read-survey.ts";
import type { State } from "../state.ts";

/** Where gaps of a survey are numbered. */
const CATEGORY = "SURVEY";
/** How much of the shorter text two gaps must share to be one. */
const SAME = 0.7;

/** Gaps that a survey found; what is known already is left out (SPEC 16.1: merged by place and words). */
export function surveyEvents(state: State, survey: SurveyReading, source: string): SessionEvent[] {
  if (survey.type === "problem") return [{ type: "survey_read", found: 0, message: survey.message }];
  const mint = gapIdMint([...state.gaps].map((gap) => gap.id));
  const placeOf = sectionPlaces(source);
  const known: Gap[] = [...state.gaps];
  const added: SessionEvent[] = [];
  for (const finding of survey.gaps) {
    const places = placeOf(finding);
    if (known.some((gap) => isSame(gap, finding, places))) continue;
    const gap = surveyGap(finding, places, mint.next(CATEGORY));
    known.push(gap);
    added.push({ type: "gap_added", gap });
  }
  const message = `${survey.gaps.length} found, ${survey.gaps.length - added.length} of them known`;
  return [{ type: "survey_read", found: added.length, message }, ...added];
}

function surveyGap({ title, text, severity }: Finding, places: readonly SourcePlace[], id: Gap["id"]): Gap {
  return {
    id,
    title: title.slice(0, 200),
    text: text.slice(0, 4000),
    severity,
    severityBy: "reviewer",
    state: "OPEN",
    origin: "survey",
    round: 0,
    changedInRound: 0,
    places,
    dependsOn: [],
    parts: [],
    flags: [],
  };
}

/** The same words, or most of them at the same place. */
function isSame(gap: Gap, { title, text }: Finding, places: readonly SourcePlace[]): boolean {
  const a = new Set(significantWords(`${gap.title} ${gap.text}`));
  const b = significantWords(`${title} ${text}`);
  const shared = b.filter((word) => a.has(word)).length / Math.max(1, Math.min(a.size, b.length));
  const near = gap.places.some((one) => places.some((two) => one.line <= two.endLine && two.line <= one.endLine));
  return shared >= (near ? SAME * 0.7 : SAME);
}

/** A survey says where by a heading, and sometimes by a line. */
function sectionPlaces(source: string): (finding: Finding) => SourcePlace[] {
  const sections = [...allSections(parseMarkdown(source).root)].map(({ heading, line, endLine }) => ({
    heading: plainText(heading?.text ?? ""),
    line,
    endLine,
  }));
  return ({ location }) => {
    const words = plainText(location ?? "").toLowerCase();
    if (words === "") return [];
    const line = Number(/\blines?\s(\d{1,7})/.exec(words)?.[1] ?? 0);
    const within = sections.findLast((section) => section.line <= line && line <= section.endLine);
    if (within !== undefined) return [{ heading: within.heading, line, endLine: line }];
    const named = sections.filter(({ heading }) => heading !== "" && words.includes(heading.toLowerCase()));
    // The longest name that stands there: "Errors" stands in "Errors of the import", too.
    const best = named.toSorted((a, b) => b.heading.length - a.heading.length)[0];
    return best === undefined ? [] : [{ heading: best.heading, line: best.line, endLine: best.line }];
  };
}
