import { decode } from "../../documents/decode.ts";
import type { Flag } from "../../model/disagreement.ts";
import type { GateResult } from "../../model/gate-result.ts";
import { type FinalReviewReading, readFinalReview } from "../prompts/read-final-review.ts";
import { readSecondOpinion, type SecondOpinionReading } from "../prompts/read-second-opinion.ts";
import { readSurvey, type SurveyReading } from "../prompts/read-survey.ts";

/** The gate of the final review (SPEC 12): a verdict, and blockers where it is NOT_READY. */
export function judgeFinalReview(bytes: Uint8Array | undefined): GateResult {
  return judgeWhole(bytes, "final review", "the checklist and a verdict", readFinalReview);
}

/** The gate of the survey (SPEC 16.1): gaps, or the word that there are none. */
export function judgeSurvey(bytes: Uint8Array | undefined): GateResult {
  return judgeWhole(bytes, "survey", "the gaps that were found, or the word that there are none", readSurvey);
}

/** The gate of a second opinion (SPEC 9): a word on one of the flags at least. */
export function judgeSecondOpinion(bytes: Uint8Array | undefined, flags: readonly Pick<Flag, "id">[]): GateResult {
  const read = (text: string) => readSecondOpinion(text, flags);
  return judgeWhole(bytes, "second opinion", "a row for each flag with your verdict", read);
}

function judgeWhole(
  bytes: Uint8Array | undefined,
  what: string,
  needs: string,
  read: (text: string) => FinalReviewReading | SurveyReading | SecondOpinionReading,
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
  return { ...passed, success: false, failureType: "WRONG_FORMAT", retriable: true, message: reading.message };
}
