import { occursIn } from "../../documents/changes/occurs.ts";
import { decode } from "../../documents/decode.ts";
import type { Spec } from "../../model/change.ts";
import type { GateResult } from "../../model/gate-result.ts";
import { type FinalReviewReading, readFinalReview } from "./read-final-review.ts";
import type { Finding } from "./read-findings.ts";
import { type MiddleGroundReading, readMiddleGround } from "./read-middle-ground.ts";
import { readSurvey, type SurveyReading } from "./read-survey.ts";
import { quote } from "./say.ts";

/** What a document over the whole spec is held against: its quotations must occur there; sent back once. */
export interface WholeSpec {
  readonly spec: Spec;
  readonly attempt: number;
}

/** The gate of the final review (SPEC 12): a verdict, and blockers where it is NOT_READY. */
export function judgeFinalReview(bytes: Uint8Array | undefined, whole: WholeSpec): GateResult {
  const result = judgeWhole(bytes, "final review", "the checklist and a verdict", readFinalReview);
  return result.success ? groundedResult(result, findingsOf(bytes, readFinalReview), whole) : result;
}

/** The gate of the survey (SPEC 16.1): gaps, or the word that there are none. */
export function judgeSurvey(bytes: Uint8Array | undefined, whole: WholeSpec): GateResult {
  const result = judgeWhole(bytes, "survey", "the gaps that were found, or the word that there are none", readSurvey);
  return result.success ? groundedResult(result, findingsOf(bytes, readSurvey), whole) : result;
}

function findingsOf(
  bytes: Uint8Array | undefined,
  read: (text: string) => FinalReviewReading | SurveyReading,
): readonly Finding[] {
  const decoded = decode(bytes ?? new Uint8Array());
  const reading = read(decoded.undecodable ? "" : decoded.text);
  if (reading.type === "problem") return [];
  return reading.type === "survey" ? reading.gaps : reading.blockers;
}

/** SPEC 16.1, 3.6: every quotation occurs in the spec. */
function groundedResult(passed: GateResult, findings: readonly Finding[], { spec, attempt }: WholeSpec): GateResult {
  const absent = findings.flatMap(({ title, quotations }) =>
    quotations.filter((words) => !occursIn(spec, words)).map((words) => `${quote(title)} quotes ${quote(words)}`),
  );
  if (absent.length === 0 || attempt > 1) return passed;
  const message = "Some quotations do not occur in the spec. Quote the words of the spec letter for letter.";
  return { ...passed, success: false, failureType: "UNGROUNDED", retriable: true, message, details: absent };
}

/** The gate of a middle ground (SPEC 10.2): one sentence, or NONE. */
export function judgeMiddleGround(bytes: Uint8Array | undefined): GateResult {
  return judgeWhole(bytes, "middle ground", "one sentence, or the word NONE", readMiddleGround);
}

function judgeWhole(
  bytes: Uint8Array | undefined,
  what: string,
  needs: string,
  read: (text: string) => FinalReviewReading | SurveyReading | MiddleGroundReading,
): GateResult {
  const passed = { success: true, retriable: false, message: "it can be read", warnings: [], gapsAddressed: [] };
  if (bytes === undefined) {
    const message = `No document was returned. Answer with the ${what} as one markdown document.`;
    return { ...passed, success: false, failureType: "FILE_MISSING", retriable: true, message };
  }
  const decoded = decode(bytes);
  if (decoded.undecodable) {
    const message = "The document is not UTF-8 text.";
    return { ...passed, success: false, failureType: "WRONG_FORMAT", retriable: true, message };
  }
  if (decoded.text.trim() === "") {
    const message = `The document is empty. It needs ${needs}.`;
    return { ...passed, success: false, failureType: "EMPTY_OUTPUT", retriable: true, message };
  }
  const reading = read(decoded.text);
  if (reading.type !== "problem") return passed;
  const details = "details" in reading && reading.details.length > 0 ? { details: reading.details } : {};
  const { message } = reading;
  return { ...passed, success: false, failureType: "WRONG_FORMAT", retriable: true, message, ...details };
}
