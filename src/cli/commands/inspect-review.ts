import { decode } from "../../documents/decode.ts";
import { readForm } from "../../documents/form/read-form.ts";
import type { EngineerDocument, ReadIssue, ReviewerDocument } from "../../documents/values.ts";
import { EXIT_CODES } from "../../errors/exit-codes.ts";
import { UsageError } from "../../errors/whetstone-error.ts";
import { isFlagged, type Judgement, judgeAnswer } from "../../mediator/disagreement/judge-answer.ts";
import { isBlocking } from "../../model/severity.ts";
import { type Host, type InspectOptions, readIfThere, readSettings, roundFromPath } from "./inspect-files.ts";
import { pick, pickEach } from "./inspect-report.ts";
import { type InspectedIssue, judgedIssues, reviewFacts } from "./inspect-review-facts.ts";
import { reviewLines } from "./inspect-review-text.ts";

/** `inspect ENGINEER.md --review REVIEWER.md`: what the document makes of the review's open issues (SPEC 9). */
export async function inspectReview(
  files: readonly string[],
  { review, previous, spec, json }: InspectOptions & { readonly review: string },
  { cwd, output, exitWith }: Host,
): Promise<void> {
  const [file, ...more] = files;
  if (file === undefined || more.length > 0) {
    throw new UsageError("--review compares one document of the Engineer with a review", { fix: "Name one file." });
  }
  const document = await engineerDocument(file, cwd);
  const issues = judgedIssues(await seriousIssues(review, cwd), document, roundFromPath(review) ?? 1);
  const facts = reviewFacts(document, {
    name: file,
    ...(previous === undefined ? {} : { previous: await engineerDocument(previous, cwd) }),
    ...readSettings(spec === undefined ? {} : { spec }, cwd),
  });
  const judged = issues.map((issue) => judgeAnswer(issue, facts));
  if (json) output.json({ issues: judged.map(judgedIssue) });
  else {
    const names = { file, review, compared: previous !== undefined };
    for (const line of reviewLines(judged, names, output.paint, output.columns)) output.result(line);
  }
  if (judged.some(({ status }) => isFlagged(status))) exitWith(EXIT_CODES.failed);
}

/** As in `inspect --review --json`: `null` for what is not there. */
function judgedIssue({ issue, evidence, ...judgement }: Judgement<InspectedIssue>) {
  return {
    id: issue.named ? issue.id : null,
    ...pick(issue, "label", "severity", "gap", "line"),
    ...pick(judgement, "status", "confidence", "heuristics"),
    evidence: pickEach(evidence, "what", "where", "line", "words"),
  };
}

async function seriousIssues(file: string, cwd: string): Promise<ReadIssue[]> {
  const round = roundFromPath(file);
  const { document } = readForm(await textOf(file, cwd), "reviewer", round === undefined ? {} : { round });
  const { issues } = document as ReviewerDocument;
  return issues.filter(({ kind, severity }) => kind === "raised" && isBlocking(severity));
}

async function engineerDocument(file: string, cwd: string): Promise<EngineerDocument> {
  return readForm(await textOf(file, cwd), "engineer", {}).document as EngineerDocument;
}

async function textOf(file: string, cwd: string): Promise<string> {
  const bytes = await readIfThere(file, cwd);
  if (bytes === undefined) throw new UsageError(`${file} cannot be read`, { fix: "Name a file that exists." });
  const decoded = decode(bytes);
  if (!decoded.undecodable) return decoded.text;
  throw new UsageError(`${file} cannot be read as text: ${decoded.reason}`, { fix: "Save it as UTF-8." });
}
