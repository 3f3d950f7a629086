import { findQuotation } from "../../documents/changes/occurs.ts";
import { joinFiles, placesInFiles } from "../../documents/layouts/joined-files.ts";
import type { SessionEvent } from "../../model/events.ts";
import type { Gap, SourcePlace } from "../../model/gap.ts";
import { gapIdMint } from "../../model/id-mint.ts";
import type { Finding } from "../prompts/read-findings.ts";
import type { SurveyReading } from "../prompts/read-survey.ts";
import { recogniseGap } from "../round/recognise-gap.ts";
import type { State } from "../state.ts";

/** A gap whose finder gave it no category. */
const OTHER = "MISC";

/** Gaps that a survey found, worst first; the lesser ones parked; what is known already is left out (SPEC 16.1). */
export function surveyEvents(state: State, survey: SurveyReading): SessionEvent[] {
  if (survey.type === "problem") return [{ type: "survey_read", found: 0, message: survey.message }];
  const mint = gapIdMint([...state.gaps].map((gap) => gap.id));
  const isNew = ({ title, text }: { readonly title: string; readonly text: string }) =>
    recogniseGap(state, { title, text, dependsOn: [], line: 0, endLine: 0 }) === undefined;
  const source = joinFiles(state.spec.text);
  const found = survey.gaps.filter(isNew).map((finding) => {
    const gap = surveyGap(finding, mint.next(finding.category ?? OTHER), source);
    return { ...gap, state: "OPEN" as const };
  });
  const lesser = survey.lesser
    .map(({ title, severity }) => ({ title, text: title, severity, quotations: [] }))
    .filter(isNew)
    .map((finding) => ({ ...surveyGap(finding, mint.next(OTHER), source), state: "PARKED" as const }));
  const known = survey.gaps.length + survey.lesser.length - found.length - lesser.length;
  const message = `${found.length} found${lesser.length > 0 ? `, ${lesser.length} lesser ones parked` : ""}${known > 0 ? `, ${known} known` : ""}`;
  const added = [...found, ...lesser].map((gap): SessionEvent => ({ type: "gap_added", gap }));
  return [{ type: "survey_read", found: found.length, message }, ...added];
}

function surveyGap({ title, text, severity, quotations, why }: Finding, id: Gap["id"], source: string): Gap {
  return {
    id,
    title: title.slice(0, 300),
    text: text.slice(0, 4000),
    severity,
    severityBy: "reviewer",
    state: "OPEN",
    origin: "survey",
    round: 0,
    changedInRound: 0,
    places: quotations.flatMap((quotation) => placeOf(source, quotation)),
    dependsOn: [],
    ...(quotations.length === 0 ? {} : { quotations }),
    ...(why === undefined ? {} : { why }),
    parts: [],
    flags: [],
  };
}

/** Where the quoted words stand, told as the inventory tells it: lines count through the files of a spec. */
function placeOf(source: string, quotation: string): SourcePlace[] {
  const found = findQuotation([{ path: "", text: source }], quotation);
  if (found === undefined) return [];
  const { line, endLine, heading } = found;
  return [placesInFiles(source)({ heading, line, endLine })];
}
