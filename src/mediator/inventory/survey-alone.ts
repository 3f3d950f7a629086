import type { CheckOptions } from "../../checks/check.ts";
import type { Finding, Span } from "../../checks/finding.ts";
import { findQuotation } from "../../documents/changes/occurs.ts";
import { scopeOf } from "../../documents/spec/scope.ts";
import type { SpecFile } from "../../model/change.ts";
import { newGap } from "../../model/change-gap.ts";
import type { Config } from "../../model/config.ts";
import type { Gap } from "../../model/gap.ts";
import { gapIdMint } from "../../model/id-mint.ts";
import { createState } from "../evolve/evolve-session.ts";
import { readSurvey } from "../gate/read-single-run.ts";
import type { State } from "../state.ts";
import { findGaps } from "./find-gaps.ts";
import { surveyEvents } from "./survey-events.ts";

/** A survey without a session (SPEC 16.2, `check --agent`): what it needs to know. */
export interface SurveyedSpec {
  readonly file: SpecFile;
  readonly config: Config;
  readonly checks: CheckOptions;
  /** Titles of gaps that were found before and are accepted: they are not to be listed again. */
  readonly accepted: readonly string[];
}

/** The state in which a session on this file would have its survey made: the same prompt and the same reader follow. */
export function surveyState({ file, config, checks, accepted }: SurveyedSpec): State {
  const found = findGaps(file.text, checks);
  const mint = gapIdMint(found.map(({ id }) => id));
  const facts = { severity: "MEDIUM", severityBy: "user", state: "PARKED", origin: "survey" } as const;
  const parked = accepted.map((title) => newGap(0, { id: mint.next("MISC"), title, text: title, ...facts }));
  const names = { session: "survey", name: file.path, specPath: file.path, engineer: "", reviewer: "" };
  const gaps = [...found, ...parked];
  return createState(
    { type: "session_created", ...names, source: [file], scope: scopeOf(file.text), gaps, config },
    NO_TIME,
  );
}

const NO_TIME = "1970-01-01T00:00:00.000Z";

export type SurveyFindings = NonNullable<ReturnType<typeof surveyFindings>>;

/**
 * The grounded gaps of a survey as findings, each with its quotation as span; how many quote nothing of the spec, and
 * how many have no place or are beyond the most. Undefined where it cannot be read.
 */
export function surveyFindings(state: State, document: string) {
  const reading = readSurvey(document);
  if (reading.type === "problem") return undefined;
  const gaps = surveyEvents(state, reading).flatMap((event) => (event.type === "gap_added" ? [event.gap] : []));
  const spec = state.spec.text;
  const findings = gaps.filter((gap) => gap.state === "OPEN").flatMap((gap) => findingOf(gap, spec));
  const ungrounded = gaps.filter(({ quotations, places }) => quotations !== undefined && places.length === 0).length;
  return { findings, ungrounded, lesser: gaps.length - findings.length - ungrounded };
}

function findingOf({ title, severity, why, quotations = [] }: Gap, [file]: readonly SpecFile[]): Finding[] {
  const [at, ...related] = file === undefined ? [] : quotations.flatMap((words) => spanOf(file, words));
  if (at === undefined) return [];
  const fix = related.length > 0 ? "Decide it, and make both places say so." : "Decide it, and say it here.";
  const message = why === undefined ? title : `${title}${/[.!?]$/.test(title) ? "" : "."} ${why}`;
  return [{ rule: "survey", type: "survey", severity, ...at, subject: title, related, message, fix }];
}

/** To the letter where the words stand on one line as they were quoted, else whole lines. */
function spanOf(file: SpecFile, quotation: string): Span[] {
  const found = findQuotation([file], quotation);
  if (found === undefined) return [];
  const { line, endLine } = found;
  const lines = file.text.split(/\r\n|\n|\r/);
  const first = lines[line - 1] ?? "";
  const at = line === endLine ? first.indexOf(quotation) : -1;
  if (at >= 0) return [{ line, column: at + 1, endLine, endColumn: at + quotation.length + 1 }];
  const column = first.length - first.trimStart().length + 1;
  return [{ line, column, endLine, endColumn: (lines[endLine - 1] ?? "").trimEnd().length + 1 }];
}
