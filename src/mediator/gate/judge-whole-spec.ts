import { occursIn } from "../../documents/changes/occurs.ts";
import { decode } from "../../documents/decode.ts";
import type { Spec } from "../../model/change.ts";
import type { RunRole } from "../../model/events/run-events.ts";
import type { GateResult } from "../../model/gate-result.ts";
import { notText } from "./form-failure.ts";
import { type Failure, quote } from "./gate-context.ts";
import { failed, passed } from "./judge.ts";
import {
  type FinalReviewReading,
  type MiddleGroundReading,
  readFinalReview,
  readMiddleGround,
  readSurvey,
  type SurveyReading,
} from "./read-single-run.ts";

/** What a document over the whole spec is held against: its quotations must occur there; sent back once. */
type WholeSpec = { readonly spec: Spec; readonly attempt: number };

type Reading = FinalReviewReading | SurveyReading | MiddleGroundReading;

interface Form {
  readonly what: string;
  readonly needs: string;
  read(text: string): Reading;
}

const FORMS: Readonly<Record<Exclude<RunRole, "engineer" | "reviewer">, Form>> = {
  "final-review": { what: "final review", needs: "the checklist and a verdict", read: readFinalReview },
  survey: { what: "survey", needs: "the gaps that were found, or the word that there are none", read: readSurvey },
  "middle-ground": { what: "middle ground", needs: "one sentence, or the word NONE", read: readMiddleGround },
};

/** The gate of what is asked beside the rounds: the final review, the survey, a middle ground (SPEC 10.2, 12, 16.1). */
export function judgeWholeSpec(role: keyof typeof FORMS, bytes: Uint8Array | undefined, whole: WholeSpec): GateResult {
  const failure = failureOf(FORMS[role], bytes, whole);
  return failure ? failed(failure) : passed("it can be read");
}

function failureOf({ what, needs, read }: Form, bytes: Uint8Array | undefined, whole: WholeSpec): Failure | undefined {
  const none = `No document was returned. Answer with the ${what} as one markdown document.`;
  if (bytes === undefined) return { type: "FILE_MISSING", message: none };
  const decoded = decode(bytes);
  if (decoded.undecodable) return notText(decoded.reason);
  const empty = `The document is empty. It needs ${needs}.`;
  if (decoded.text.trim() === "") return { type: "EMPTY_OUTPUT", message: empty };
  const reading = read(decoded.text);
  if (reading.type !== "problem") return ungrounded(reading, whole);
  const { message, details } = reading;
  return { type: "WRONG_FORMAT", message, ...(details.length === 0 ? {} : { details }) };
}

/** SPEC 16.1, 3.6: every quotation occurs in the spec. */
function ungrounded(reading: Reading, { spec, attempt }: WholeSpec): Failure | undefined {
  const findings = reading.type === "review" ? reading.blockers : reading.type === "survey" ? reading.gaps : [];
  const details = findings.flatMap(({ title, quotations }) =>
    quotations.filter((words) => !occursIn(spec, words)).map((words) => `${quote(title)} quotes ${quote(words)}`),
  );
  if (details.length === 0 || attempt > 1) return undefined;
  const message = "Some quotations do not occur in the spec. Quote the words of the spec letter for letter.";
  return { type: "UNGROUNDED", message, details };
}
