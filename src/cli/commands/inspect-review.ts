import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { decode } from "../../documents/decode.ts";
import { readDocument } from "../../documents/read-document.ts";
import type { EngineerDocument, ReviewerDocument } from "../../documents/values.ts";
import { EXIT_CODES } from "../../errors/exit-codes.ts";
import { UsageError } from "../../errors/whetstone-error.ts";
import { detectDisagreement } from "../../mediator/disagreement/detector/detect.ts";
import type { EngineerText } from "../../mediator/disagreement/detector/detector-input.ts";
import { isProblem } from "../../mediator/disagreement/detector/judgement.ts";
import type { CliContext } from "../context.ts";
import { reviewReport } from "./inspect-review-report.ts";
import { reviewLines } from "./inspect-review-text.ts";
import { roundFromPath } from "./inspect-role.ts";

export interface InspectReviewOptions {
  readonly review: string;
  readonly previous?: string;
  readonly json?: true;
}

type Host = Pick<CliContext, "cwd" | "output" | "exitWith">;

/** `inspect ENGINEER.md --review REVIEWER.md`: what the document makes of the review's open issues (SPEC 9). */
export function inspectReview(files: readonly string[], options: InspectReviewOptions, host: Host): void {
  const [file, ...more] = files;
  if (file === undefined || more.length > 0) {
    throw new UsageError("--review compares one document of the Engineer with a review", { fix: "Name one file." });
  }
  const { cwd, output } = host;
  const round = roundFromPath(options.review);
  const review = readDocument(textOf(options.review, cwd), "reviewer", round === undefined ? {} : { round });
  const issues = (review as ReviewerDocument).issues.filter(({ kind }) => kind === "raised");
  const judgements = detectDisagreement({
    proposal: engineerText(file, cwd),
    issues,
    ...(options.previous !== undefined && { earlier: engineerText(options.previous, cwd) }),
  });
  const report = reviewReport(judgements, issues);
  if (options.json) output.json(report);
  else {
    const titles = judgements.map(({ issue }) => issue.title);
    const compared = options.previous !== undefined;
    for (const line of reviewLines(report, { file, ...options, titles, compared }, output.paint, output.columns)) {
      output.result(line);
    }
  }
  if (judgements.some(({ status }) => isProblem(status))) host.exitWith(EXIT_CODES.failed);
}

function engineerText(file: string, cwd: string): EngineerText {
  const text = textOf(file, cwd);
  return { text, document: readDocument(text, "engineer") as EngineerDocument, name: file };
}

function textOf(file: string, cwd: string): string {
  const decoded = decode(bytesOf(file, cwd));
  if (decoded.undecodable) {
    throw new UsageError(`${file} cannot be read as text: ${decoded.reason}`, { fix: "Save it as UTF-8." });
  }
  return decoded.text;
}

function bytesOf(file: string, cwd: string): Uint8Array {
  try {
    return readFileSync(file === "-" ? 0 : resolve(cwd, file));
  } catch (error) {
    throw new UsageError(`${file} cannot be read`, { fix: "Name a file that exists.", cause: error });
  }
}
