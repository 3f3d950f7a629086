import { findQuotation } from "../../documents/changes/occurs.ts";
import { joinFiles, placesInFiles } from "../../documents/layouts/joined-files.ts";
import { wordCount } from "../../documents/spec/word-count.ts";
import type { Spec } from "../../model/change.ts";
import { newGap } from "../../model/change-gap.ts";
import type { Config } from "../../model/config.ts";
import { defined } from "../../model/defined.ts";
import type { SessionEvent } from "../../model/events.ts";
import type { Gap, SourcePlace } from "../../model/gap.ts";
import { gapIdMint } from "../../model/id-mint.ts";
import { compareSeverity } from "../../model/severity.ts";
import type { Finding, SurveyReading } from "../gate/read-single-run.ts";
import { gapRecogniser } from "../round/number-document.ts";
import type { State } from "../state.ts";

const LEAST = 12;
const MOST = 40;

/** How many gaps a survey may name: 12 up to 2,000 words, one more for each further 500, never over 40 (SPEC 16.1). */
export function surveyGaps({ surveyGaps: set }: Pick<Config, "surveyGaps">, spec: Spec): number {
  if (set !== "auto") return set;
  return Math.min(MOST, LEAST + Math.max(0, Math.floor((wordCount(spec) - 2000) / 500)));
}

/** A gap whose finder gave it no category. */
const OTHER = "MISC";

/** Gaps that a survey found, worst first: lesser, ungrounded and surplus ones parked, known ones dropped (SPEC 16.1). */
export function surveyEvents(state: State, survey: SurveyReading): SessionEvent[] {
  if (survey.type === "problem") return [{ type: "survey_read", found: 0, message: survey.message }];
  const mint = gapIdMint([...state.gaps].map((gap) => gap.id));
  const known = gapRecogniser(state);
  const source = joinFiles(state.spec.text);
  const most = surveyGaps(state.config, state.spec.text);
  let open = 0;
  const gapOf = (finding: Finding, canOpen: boolean): Gap[] => {
    // By what is missing alone: the same reason may be given for many gaps.
    const words = { title: finding.title, text: finding.title };
    if (known.recognise(words) !== undefined) return [];
    const gap = surveyGap(finding, mint.next(finding.category ?? OTHER), source);
    known.learn({ ...words, id: gap.id });
    const opens = canOpen && open < most && gap.places.length > 0;
    open += opens ? 1 : 0;
    return [{ ...gap, state: opens ? "OPEN" : "PARKED" }];
  };
  const ranked = survey.gaps.toSorted((a, b) => compareSeverity(a.severity, b.severity));
  const gaps = [
    ...ranked.flatMap((finding) => gapOf(finding, true)),
    ...survey.lesser.flatMap(({ title, severity }) => gapOf({ title, text: title, severity, quotations: [] }, false)),
  ];
  const parked = gaps.length > open ? `, ${gaps.length - open} lesser ones parked` : "";
  return [
    { type: "survey_read", found: open, message: `${open} found${parked}` },
    ...gaps.map((gap): SessionEvent => ({ type: "gap_added", gap })),
  ];
}

function surveyGap({ title, text, severity, quotations, why }: Finding, id: Gap["id"], source: string): Gap {
  return newGap(0, {
    id,
    title: title.slice(0, 300),
    text: text.slice(0, 4000),
    severity,
    severityBy: "reviewer",
    origin: "survey",
    places: quotations.flatMap((quotation) => placeOf(source, quotation)),
    ...defined({ quotations: quotations.length === 0 ? undefined : quotations, why }),
  });
}

/** Where the quoted words stand, told as the inventory tells it: lines count through the files of a spec. */
function placeOf(source: string, quotation: string): SourcePlace[] {
  const found = findQuotation([{ path: "", text: source }], quotation);
  if (found === undefined) return [];
  const { line, endLine, heading } = found;
  return [placesInFiles(source)({ heading, line, endLine })];
}
