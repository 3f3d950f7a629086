import { occursIn } from "../../documents/changes/occurs.ts";
import { decode } from "../../documents/decode.ts";
import type { Spec } from "../../model/change.ts";
import type { GateResult } from "../../model/gate-result.ts";
import { readFinalReview } from "./read-final-review.ts";
import type { Finding, ReadingProblem } from "./read-findings.ts";
import { readMiddleGround } from "./read-middle-ground.ts";
import { readSurvey } from "./read-survey.ts";
import { quote } from "./say.ts";
import type { Failure } from "./structure.ts";

/** What a document over the whole spec is held against: its quotations must occur there; sent back once. */
export interface WholeSpec {
  readonly spec: Spec;
  readonly attempt: number;
}

/** The gate of the final review (SPEC 12): a verdict, and blockers where it is NOT_READY. */
export function judgeFinalReview(bytes: Uint8Array | undefined, whole: WholeSpec): GateResult {
  return judgeText(bytes, "final review", "the checklist and a verdict", (text) => {
    const reading = readFinalReview(text);
    return reading.type === "problem" ? formProblem(reading) : ungrounded(reading.blockers, whole);
  });
}

/** The gate of the survey (SPEC 16.1): gaps, or the word that there are none. */
export function judgeSurvey(bytes: Uint8Array | undefined, whole: WholeSpec): GateResult {
  return judgeText(bytes, "survey", "the gaps that were found, or the word that there are none", (text) => {
    const reading = readSurvey(text);
    return reading.type === "problem" ? formProblem(reading) : ungrounded(reading.gaps, whole);
  });
}

/** The gate of a middle ground (SPEC 10.2): one sentence, or NONE. */
export function judgeMiddleGround(bytes: Uint8Array | undefined): GateResult {
  return judgeText(bytes, "middle ground", "one sentence, or the word NONE", (text) => {
    const reading = readMiddleGround(text);
    return reading.type === "problem" ? formProblem(reading) : undefined;
  });
}

function judgeText(
  bytes: Uint8Array | undefined,
  what: string,
  needs: string,
  judge: (text: string) => Failure | undefined,
): GateResult {
  const text = readText(bytes, what, needs);
  const failure = typeof text === "string" ? judge(text) : text;
  const shared = { retriable: failure !== undefined, warnings: [], gapsAddressed: [] };
  if (failure === undefined) return { ...shared, success: true, message: "it can be read" };
  const { type: failureType, ...said } = failure;
  return { ...shared, success: false, failureType, ...said };
}

function readText(bytes: Uint8Array | undefined, what: string, needs: string): string | Failure {
  if (bytes === undefined) {
    const message = `No document was returned. Answer with the ${what} as one markdown document.`;
    return { type: "FILE_MISSING", message };
  }
  const decoded = decode(bytes);
  if (decoded.undecodable) return { type: "WRONG_FORMAT", message: "The document is not UTF-8 text." };
  if (decoded.text.trim() !== "") return decoded.text;
  return { type: "EMPTY_OUTPUT", message: `The document is empty. It needs ${needs}.` };
}

function formProblem({ message, details = [] }: Pick<ReadingProblem, "message"> & Partial<ReadingProblem>): Failure {
  return { type: "WRONG_FORMAT", message, ...(details.length === 0 ? {} : { details }) };
}

/** SPEC 16.1, 3.6: every quotation occurs in the spec. */
function ungrounded(findings: readonly Finding[], { spec, attempt }: WholeSpec): Failure | undefined {
  const details = findings.flatMap(({ title, quotations }) =>
    quotations.filter((words) => !occursIn(spec, words)).map((words) => `${quote(title)} quotes ${quote(words)}`),
  );
  if (details.length === 0 || attempt > 1) return undefined;
  const message = "Some quotations do not occur in the spec. Quote the words of the spec letter for letter.";
  return { type: "UNGROUNDED", message, details };
}
