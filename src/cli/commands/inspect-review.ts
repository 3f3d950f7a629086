import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { decode } from "../../documents/decode.ts";
import { readForm } from "../../documents/form/read-form.ts";
import type { EngineerDocument, ReadIssue, ReviewerDocument } from "../../documents/values.ts";
import { EXIT_CODES } from "../../errors/exit-codes.ts";
import { UsageError } from "../../errors/whetstone-error.ts";
import { isFlagged, judgeAnswer } from "../../mediator/disagreement/judge-answer.ts";
import { isBlocking } from "../../model/severity.ts";
import type { CliContext } from "../context.ts";
import type { InspectOptions } from "./inspect.ts";
import { readSettings, roundFromPath } from "./inspect-files.ts";
import { judgedIssues, reviewFacts } from "./inspect-review-facts.ts";
import { reviewReport } from "./inspect-review-report.ts";
import { reviewLines } from "./inspect-review-text.ts";

type Host = Pick<CliContext, "cwd" | "output" | "exitWith">;

/** `inspect ENGINEER.md --review REVIEWER.md`: what the document makes of the review's open issues (SPEC 9). */
export function inspectReview(
  files: readonly string[],
  options: InspectOptions & { readonly review: string },
  host: Host,
): void {
  const [file, ...more] = files;
  if (file === undefined || more.length > 0) {
    throw new UsageError("--review compares one document of the Engineer with a review", { fix: "Name one file." });
  }
  const { cwd, output } = host;
  const { review, previous, json } = options;
  const document = engineerDocument(file, cwd);
  const issues = judgedIssues(seriousIssues(review, cwd), document, roundFromPath(review) ?? 1);
  const facts = reviewFacts(document, {
    name: file,
    ...(previous === undefined ? {} : { previous: engineerDocument(previous, cwd) }),
    ...readSettings({ ...(options.spec === undefined ? {} : { spec: options.spec }) }, cwd),
  });
  const judgements = issues.map((issue) => judgeAnswer(issue, facts));
  const report = reviewReport(judgements);
  if (json) output.json(report);
  else {
    const names = { file, review, titles: issues.map(({ title }) => title), compared: previous !== undefined };
    for (const line of reviewLines(report, names, output.paint, output.columns)) output.result(line);
  }
  if (judgements.some(({ status }) => isFlagged(status))) host.exitWith(EXIT_CODES.failed);
}

function seriousIssues(file: string, cwd: string): ReadIssue[] {
  const round = roundFromPath(file);
  const { document } = readForm(textOf(file, cwd), "reviewer", round === undefined ? {} : { round });
  const { issues } = document as ReviewerDocument;
  return issues.filter(({ kind, severity }) => kind === "raised" && isBlocking(severity));
}

function engineerDocument(file: string, cwd: string): EngineerDocument {
  return readForm(textOf(file, cwd), "engineer", {}).document as EngineerDocument;
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
