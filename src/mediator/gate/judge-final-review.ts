import { decode } from "../../documents/decode.ts";
import type { GateResult } from "../../model/gate-result.ts";
import { readFinalReview } from "../prompts/read-final-review.ts";

/** The gate of the final review (SPEC 12): a verdict, and blockers where it is NOT_READY. */
export function judgeFinalReview(bytes: Uint8Array | undefined): GateResult {
  const passed = { success: true, retriable: false, message: "the verdict is plain", warnings: [], gapsAddressed: [] };
  if (bytes === undefined) {
    const message = "No document was returned. Answer with the final review as one markdown document.";
    return { ...passed, success: false, failureType: "FILE_MISSING", retriable: true, message };
  }
  const decoded = decode(bytes);
  if (decoded.undecodable) {
    const message = "The document is not UTF-8 text.";
    return { ...passed, success: false, failureType: "WRONG_FORMAT", retriable: true, message };
  }
  if (decoded.text.trim() === "") {
    const message = "The document is empty. It needs the checklist and a verdict.";
    return { ...passed, success: false, failureType: "EMPTY_OUTPUT", retriable: true, message };
  }
  const review = readFinalReview(decoded.text);
  if (review.type === "review") return passed;
  return { ...passed, success: false, failureType: "WRONG_FORMAT", retriable: true, message: review.message };
}
