import type { EngineerDocument, ReadIssue, ReviewerDocument } from "../../documents/agent-document.ts";
import { occursIn } from "../../documents/changes/occurs.ts";
import { decode } from "../../documents/decode.ts";
import { readForm } from "../../documents/form/read-form.ts";
import { EXIT_CODES } from "../../errors/exit-codes.ts";
import { UsageError } from "../../errors/whetstone-error.ts";
import {
  type AnswerFacts,
  isFlagged,
  type JudgedIssue,
  type Judgement,
  judgeAnswer,
} from "../../mediator/disagreement/judge-answer.ts";
import { type Candidate, withProposals } from "../../mediator/working-spec/candidate.ts";
import type { Spec } from "../../model/change.ts";
import { defined } from "../../model/defined.ts";
import { groupBy } from "../../model/group-by.ts";
import { issueId } from "../../model/ids.ts";
import { isBlocking } from "../../model/severity.ts";
import type { Paint } from "../paint.ts";
import { printWrapped } from "../wrap-line.ts";
import { type Host, type InspectOptions, readIfExists, readSettings, roundFromPath } from "./inspect-files.ts";
import { type Row, tableLines } from "./inspect-lines.ts";
import { pick, pickEach } from "./inspect-report.ts";

/** `inspect ENGINEER.md --review REVIEWER.md`: how the document answers the review's serious issues (SPEC 9). */
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
  const earlier = previous === undefined ? undefined : await engineerDocument(previous, cwd);
  const facts = reviewFacts(document, file, earlier, readSettings(defined({ spec }), cwd).spec);
  const judged = issues.map((issue) => judgeAnswer(issue, facts));
  if (json) output.json({ issues: judged.map(judgedIssue) });
  else {
    const head = `${output.paint.bold(file)} ${output.paint.dim(`against ${review} (line numbers refer to it)`)}`;
    printWrapped([head, ...reviewLines(judged, previous !== undefined, output.paint)], output);
  }
  if (judged.some(({ status }) => isFlagged(status))) exitWith(EXIT_CODES.failed);
}

function judgedIssue({ issue, evidence, ...judgement }: Judged) {
  return {
    id: issue.named ? issue.id : null,
    ...pick(issue, "label", "severity", "gap", "line"),
    ...pick(judgement, "status", "confidence", "heuristics"),
    evidence: pickEach(evidence, "what", "where", "line", "words"),
  };
}

async function seriousIssues(file: string, cwd: string): Promise<ReadIssue[]> {
  const { document } = readForm(await textOf(file, cwd), "reviewer", roundFromPath(file));
  const { issues } = document as ReviewerDocument;
  return issues.filter(({ kind, severity }) => kind === "raised" && isBlocking(severity));
}

async function engineerDocument(file: string, cwd: string): Promise<EngineerDocument> {
  return readForm(await textOf(file, cwd), "engineer").document as EngineerDocument;
}

async function textOf(file: string, cwd: string): Promise<string> {
  const bytes = await readIfExists(file, cwd);
  if (bytes === undefined) throw new UsageError(`${file} cannot be read`, { fix: "Name a file that exists." });
  const decoded = decode(bytes);
  if (!decoded.undecodable) return decoded.text;
  throw new UsageError(`${file} cannot be read as text: ${decoded.reason}`, { fix: "Save it as UTF-8." });
}

/** The first number for issues without an id; no review has this many. */
const UNNAMED = 800;

/** An issue without a gap is about the first proposal; one without an id gets a temporary id. */
function judgedIssues(
  issues: readonly ReadIssue[],
  { resolutions }: Pick<EngineerDocument, "resolutions">,
  round: number,
): InspectedIssue[] {
  return issues.flatMap((issue, index) => {
    const { id = issueId(round, UNNAMED + index), gap = resolutions[0]?.gap } = issue;
    return gap === undefined ? [] : [{ ...issue, id, gap, named: issue.id !== undefined }];
  });
}

function reviewFacts(
  document: EngineerDocument,
  name: string,
  previous: EngineerDocument | undefined,
  spec: Spec | undefined,
): AnswerFacts {
  return {
    digest: { proposals: document.resolutions, responses: document.responses, disagreements: document.disagreements },
    document: name,
    // `GAP-FLOW-007a` is a part of `GAP-FLOW-007` (SPEC 3.1).
    succeeds: (proposed, gap) => proposed === gap || /^[a-z]$/.test(proposed.replace(gap, "")),
    lastChanges: (gap) => previous?.resolutions.find((resolution) => resolution.gap === gap)?.changes,
    isRolledBack: () => false,
    // Without the spec quotations cannot be checked, so they are accepted.
    ...(spec === undefined ? { occurs: () => true } : factsOf(spec, document, previous)),
  };
}

/** The spec with each version of the proposals; unknown if one of them does not apply. */
function factsOf(spec: Spec, document: EngineerDocument, previous: EngineerDocument | undefined) {
  const [last, now] = [candidateOf(spec, previous), candidateOf(spec, document)];
  const isKnown = last.failed.length + now.failed.length === 0;
  return {
    base: () => spec,
    occurs: (quotation: string) => occursIn(spec, quotation) || occursIn(now.spec, quotation),
    ...(isKnown ? { texts: { last: last.spec, now: now.spec } } : {}),
  };
}

function candidateOf(spec: Spec, document: EngineerDocument | undefined): Candidate {
  const changes = document?.resolutions.map(({ gap, changes }) => ({ id: gap, changes, after: [] }));
  return withProposals(spec, changes ?? []);
}

/** An issue of the review; without an id it is shown by its label. */
type InspectedIssue = ReadIssue & JudgedIssue & { readonly named: boolean };

type Judged = Judgement<InspectedIssue>;

const WITHOUT_PREVIOUS = "Add --previous so that changes the earlier proposal already had do not count as answers.";

/** Grouped by status, unanswered issues first. */
function reviewLines(judged: readonly Judged[], compared: boolean, paint: Paint): string[] {
  if (judged.length === 0) return ["", "The review raises no CRITICAL or HIGH issue."];
  const count = judged.filter(({ status }) => isFlagged(status)).length;
  const worstFirst = judged.toSorted((a, b) => Number(isFlagged(b.status)) - Number(isFlagged(a.status)));
  const byStatus = groupBy(worstFirst, ({ status }) => status);
  return [
    ...[...byStatus].flatMap(([status, issues]) => tableLines([status, issues.map(issueRow)], paint)),
    "",
    `${paint.bold("Issues:")} ${count === 0 ? paint.green("nothing left unanswered") : paint.red(`${count} to look at`)}`,
    ...(compared ? [] : [paint.dim(WITHOUT_PREVIOUS)]),
  ];
}

function issueRow({ issue, status, confidence, heuristics, evidence }: Judged): Row {
  const { named, id, label, severity, gap, title, line } = issue;
  const name = [named ? id : label, severity, gap].filter((part) => part !== undefined).join(" ");
  const grounds = isFlagged(status) ? [`${heuristics.join(", ")}, confidence ${confidence}`] : [];
  return [line, name, [title, ...grounds, ...evidence.flatMap(evidenceLines)]];
}

function evidenceLines({ what, where, line, words }: Judged["evidence"][number]): string[] {
  const place = line === undefined ? where : `${where}:${line}`;
  return [`- ${what} (${place})`, ...(words === undefined ? [] : [`> ${words}`])];
}
