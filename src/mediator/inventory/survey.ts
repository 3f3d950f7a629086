import type { CheckOptions } from "../../checks/check.ts";
import type { Finding, Span } from "../../checks/finding.ts";
import { lineSpan } from "../../checks/reading/span.ts";
import { findQuotation } from "../../documents/changes/occurs.ts";
import { joinFiles, placesOf } from "../../documents/layouts/join-files.ts";
import { parseMarkdown } from "../../documents/markdown/markdown.ts";
import { categoriesIn } from "../../documents/stated/categories-in.ts";
import { scopeOf } from "../../documents/stated/read-scope.ts";
import { wordCount } from "../../documents/stated/word-count.ts";
import type { Spec, SpecFile } from "../../model/change.ts";
import { newGap } from "../../model/change-gap.ts";
import type { Config } from "../../model/config.ts";
import { defined } from "../../model/defined.ts";
import type { SessionEvent } from "../../model/events.ts";
import type { Gap, SourcePlace } from "../../model/gap.ts";
import { gapIdMint } from "../../model/id-mint.ts";
import { withFullStop } from "../../model/in-words.ts";
import { compareSeverity } from "../../model/severity.ts";
import { splitLines } from "../../model/split-lines.ts";
import { createState } from "../evolve/evolve-session.ts";
import { type ReportedGap, readSurvey, type SurveyReading } from "../gate/single-runs.ts";
import { mergeInto } from "../ledger-events.ts";
import { unusedGapIds } from "../queries.ts";
import { gapRecogniser } from "../round/number-document.ts";
import { repeatedGap, SAME_DECISION } from "../round/repeated-gap.ts";
import type { State } from "../state.ts";
import { findGaps } from "./find-gaps.ts";

const LEAST = 12;
const MOST = 40;

/** How many gaps a survey may open: 12 up to 2,000 words, one more per further 500, at most 40 (SPEC 16.1). */
export function surveyGaps({ surveyGaps: set }: Pick<Config, "surveyGaps">, spec: Spec): number {
  if (set !== "auto") return set;
  return Math.min(MOST, LEAST + Math.max(0, Math.floor((wordCount(spec) - 2000) / 500)));
}

/**
 * Adds a survey's gaps, worst first: lesser, ungrounded and surplus ones parked, restated ones dropped, and those that
 * repeat a known one merged with it (SPEC 16.1).
 */
export function surveyEvents(state: State, survey: SurveyReading): SessionEvent[] {
  if (survey.type === "problem") return [{ type: "survey_read", found: 0, message: survey.message }];
  const mint = unusedGapIds(state);
  const known = gapRecogniser(state);
  const source = joinFiles(state.spec.text);
  const most = surveyGaps(state.config, state.spec.text);
  const categoryAt = categoriesIn(parseMarkdown(source));
  const lines = splitLines(source);
  let [open, parked] = [0, 0];
  const eventsOf = (finding: ReportedGap, canOpen: boolean): SessionEvent[] => {
    // Compared by title only, because many gaps may have the same reason.
    const words = { title: finding.title, text: finding.title };
    if (known.recognise(words) !== undefined) return [];
    const places = finding.quotations.flatMap((quotation) => placesOf(source, quotation));
    const category = finding.category ?? categoryAt(places[0]?.line ?? 1);
    const gap = surveyGap(finding, mint.next(category), places);
    known.learn({ ...words, id: gap.id });
    const opens = canOpen && open < most && gap.places.length > 0;
    const repeated = opens ? repeatedGap(gap, state.gaps, lines) : undefined;
    const added: SessionEvent = { type: "gap_added", gap: { ...gap, state: opens ? "OPEN" : "PARKED" } };
    if (repeated !== undefined) return [added, ...mergeInto(repeated, gap, "mediator", SAME_DECISION)];
    open += opens ? 1 : 0;
    parked += opens ? 0 : 1;
    return [added];
  };
  const ranked = survey.gaps.toSorted((a, b) => compareSeverity(a.severity, b.severity));
  const events = [
    ...ranked.flatMap((finding) => eventsOf(finding, true)),
    ...survey.lesser.flatMap(({ title, severity }) =>
      eventsOf({ title, text: title, severity, quotations: [] }, false),
    ),
  ];
  const aside = parked > 0 ? `, ${parked} lesser ones parked` : "";
  const merged = events.filter(({ type }) => type === "gap_merged").length;
  const alike = merged > 0 ? `, ${merged} more merged with ${merged === 1 ? "a gap" : "gaps"} that ask the same` : "";
  return [{ type: "survey_read", found: open, message: `${open} found${aside}${alike}` }, ...events];
}

function surveyGap({ title, text, severity, quotations, why }: ReportedGap, id: Gap["id"], places: SourcePlace[]): Gap {
  return newGap(0, {
    id,
    title: title.slice(0, 300),
    text: text.slice(0, 4000),
    severity,
    severityBy: "reviewer",
    origin: "survey",
    places,
    ...defined({ quotations: quotations.length === 0 ? undefined : quotations, why }),
  });
}

/** The input of a survey without a session (SPEC 16.2, `check --agent`). */
interface SurveyedSpec {
  readonly file: SpecFile;
  readonly config: Config;
  readonly checks: CheckOptions;
  /** Titles of known gaps that were accepted and should not be reported again. */
  readonly accepted: readonly string[];
}

/** The state of a session on this file before its survey, so that the same prompt and reader are used. */
export function surveyState({ file, config, checks, accepted }: SurveyedSpec): State {
  const found = findGaps(file.text, checks);
  const mint = gapIdMint(found.map(({ id }) => id));
  const facts = { severity: "MEDIUM", severityBy: "user", state: "PARKED", origin: "survey" } as const;
  const parked = accepted.map((title) => newGap(0, { id: mint.next(""), title, text: title, ...facts }));
  const names = { session: "survey", name: file.path, specPath: file.path, engineer: "", reviewer: "" };
  const gaps = [...found, ...parked];
  return createState(
    { type: "session_created", ...names, source: [file], scope: scopeOf(file.text), gaps, config },
    NO_TIME,
  );
}

const NO_TIME = "1970-01-01T00:00:00.000Z";

export type SurveyFindings = NonNullable<ReturnType<typeof surveyFindings>>;

/** The survey's grounded gaps as findings, and counts of ungrounded and parked ones; `undefined` if unreadable. */
export function surveyFindings(state: State, document: string) {
  const reading = readSurvey(document);
  if (reading.type === "problem") return undefined;
  const events = surveyEvents(state, reading);
  const merged = new Set(events.map((event) => (event.type === "gap_merged" ? event.gap : undefined)));
  const added = events.flatMap((event) => (event.type === "gap_added" ? [event.gap] : []));
  const gaps = added.filter(({ id }) => !merged.has(id));
  const spec = state.spec.text;
  const findings = gaps.filter((gap) => gap.state === "OPEN").flatMap((gap) => findingOf(gap, spec));
  const ungrounded = gaps.filter(({ quotations, places }) => quotations !== undefined && places.length === 0).length;
  return { findings, ungrounded, lesser: gaps.length - findings.length - ungrounded };
}

function findingOf({ title, severity, why, quotations = [] }: Gap, [file]: readonly SpecFile[]): Finding[] {
  const [at, ...related] = file === undefined ? [] : quotations.flatMap((words) => spanOf(file, words));
  if (at === undefined) return [];
  const fix = related.length > 0 ? "Decide it, and make both places agree." : "Decide it, and write it here.";
  const message = why === undefined ? title : `${withFullStop(title)} ${why}`;
  return [{ rule: "survey", type: "survey", severity, ...at, subject: title, related, message, fix }];
}

/** The exact span if the words stand on one line as quoted, or else whole lines. */
function spanOf(file: SpecFile, quotation: string): Span[] {
  const { line, endLine } = findQuotation([file], quotation) ?? {};
  if (line === undefined || endLine === undefined) return [];
  const lines = splitLines(file.text);
  const at = line === endLine ? (lines[line - 1] ?? "").indexOf(quotation) : -1;
  if (at >= 0) return [{ line, column: at + 1, endLine, endColumn: at + quotation.length + 1 }];
  return [{ ...lineSpan(lines, line), endLine, endColumn: lineSpan(lines, endLine).endColumn }];
}
