import type { ReadDisagreement } from "../../../documents/values.ts";
import { type Answer, disagreementWith } from "./answers.ts";
import { reportsWork, saysSomething } from "./claims.ts";
import type { OpenIssue } from "./concern.ts";
import { type Definition, definitionFor } from "./definitions.ts";
import type { DetectorInput } from "./detector-input.ts";
import type { IssueStatus } from "./judgement.ts";
import { doneBecauseOf } from "./mentions.ts";
import { fold, stands } from "./passage.ts";
import { sectionsPointedTo } from "./pointers.ts";
import { answeringGaps, isHeld } from "./scope.ts";
import { readStance, type StanceReading } from "./stance.ts";
import type { Statement } from "./statements.ts";
import { reaches, type Search, type Substance } from "./substance.ts";
import type { TermReader } from "./terms.ts";
import { searchFor, substanceOf, type Workbench } from "./workbench.ts";

/** What was found about one issue, before it is put into words. */
export interface Finding {
  readonly status: IssueStatus;
  /** Whether its clock has started: the document proposes its gap, a part or a successor of it. */
  readonly due: boolean;
  readonly answers: readonly Answer[];
  readonly disagreement: ReadDisagreement | undefined;
  /** The answer that decided, and the words in it that reject. */
  readonly decisive: { readonly answer: Answer; readonly rejecting?: string } | undefined;
  readonly substance: Substance;
  readonly definition: Definition | undefined;
  /** A statement in passing that says what was done because of the issue. */
  readonly done: Statement | undefined;
}

/**
 * From which score on the substance of a concern counts as being there. Set on real documents with their answers taken
 * out, and tried on sessions that had no part in setting it (bench/disagreement.mjs).
 */
export const SUBSTANCE_NEEDED = 0.08;

/** What is needed in this document: less where an answer reports that it was done, which seldom is untrue. */
function substanceNeeded(answers: readonly Answer[]): number {
  const reported = answers.some(({ body }) => reportsWork(body.slice(0, BEGINNING)));
  return reported ? SUBSTANCE_NEEDED * REPORTED : SUBSTANCE_NEEDED;
}

const REPORTED = 0.8;
/** More is needed where the criticised words stand as they did (SPEC 9, H4): few issues are answered beside them. */
const STANDING = 1.3;

/** A section that an issue's name heads must be about it this much; more than a few lines long, else it is a reply. */
const LEAST_RELEVANCE = 0.16;
const SHORT_REPLY_LINES = 12;

/** Judges one issue: by the answers that name it first, then by whether its substance is there (SPEC 9). */
export function judgeIssue(issue: OpenIssue, input: DetectorInput, bench: Workbench): Finding {
  const { document } = input.proposal;
  const gaps = answeringGaps(document, issue.gap, input.successors);
  const due = issue.gap === undefined || document.resolutions.length === 0 || gaps.length > 0;
  const answers = bench.answers(issue);
  const disagreement = disagreementWith(issue, document, answers);
  const found = { ...NOTHING_FOUND, due, answers, disagreement };
  if (disagreement) return { ...found, status: "DISAGREED" };
  const search = searchFor(bench, input, issue, gaps);
  const relevant = (answer: Answer) =>
    reaches(LEAST_RELEVANCE, bench.concern(issue), { ...search, lines: answer }, bench.scratch);
  const named = judgeAnswers(answers, issue, bench.lexicon.read, relevant);
  if (named) return { ...found, ...named };
  // A document about another gap is on many topics: only an answer by name counts there.
  if (!due) return { ...found, status: "NOT_DUE" };
  return { ...found, ...judgeSubstance(issue, answers, bench, search) };
}

const NOTHING_FOUND = {
  decisive: undefined,
  substance: { score: 0, taken: [], matches: [] },
  definition: undefined,
  done: undefined,
} as const;

/** What the rest of the document makes of it: where the work shows that an answer reports, or that no answer names. */
function judgeSubstance(
  issue: OpenIssue,
  answers: readonly Answer[],
  bench: Workbench,
  search: Search,
): Pick<Finding, "status" | "substance" | "definition" | "done"> {
  const substance = substanceOf(bench, search, issue, outsideOf(answers, bench));
  const definition = definitionFor(issue, bench.document, bench.lexicon, search.candidate);
  const done = answers.length === 0 ? doneBecauseOf(issue, bench) : undefined;
  const needed = substanceNeeded(answers);
  const found = { substance, definition, done };
  const met =
    substance.score >= needed * STANDING ||
    (substance.score >= needed && !(bench.earlier && stands(issue, bench.earlier, bench.document, bench.lexicon)));
  if (met || definition || done) return { ...found, status: "ANSWERED" };
  return { ...found, status: answers.length > 0 ? "NON_RESPONSE" : "IGNORED" };
}

/** What the answers that name the issue make of it; nothing when they only report that work was done. */
function judgeAnswers(
  answers: readonly Answer[],
  issue: OpenIssue,
  read: TermReader,
  relevant: (answer: Answer) => boolean,
): Pick<Finding, "status" | "decisive"> | undefined {
  let against: { readonly answer: Answer; readonly reading: StanceReading } | undefined;
  // Short ones first: they are quick to read, and one that says something settles it.
  for (const each of [...answers].sort((a, b) => a.body.length - b.body.length)) {
    const answer = { ...each, body: withoutQuotes(each.body, issue) };
    const isSection = answer.endLine - answer.line > SHORT_REPLY_LINES;
    if (isSection && !answer.section && !relevant(answer)) continue;
    const reading = stanceOf(answer, issue, read);
    if (reading.stance === "accepts") {
      if (saysSomething(answer.body.slice(0, BEGINNING), issue, read) || saysSomething(answer.body, issue, read))
        return { status: "ANSWERED", decisive: { answer } };
    } else if (against?.reading.stance !== "disagrees") against = { answer, reading };
  }
  if (!against) return undefined;
  const { answer, reading } = against;
  const rejecting = reading.rejecting[0];
  return {
    status: reading.stance === "disagrees" ? "DISAGREED" : "DEFLECTION",
    decisive: { answer, ...(rejecting !== undefined && { rejecting }) },
  };
}

/** An answer may quote the review before it says anything. */
function withoutQuotes(body: string, { title, text }: OpenIssue): string {
  if (!body.includes(">")) return body;
  const issue = fold(`${title} ${text}`);
  return body
    .split("\n")
    .filter((line) => !/^\s*>/.test(line) || !issue.includes(fold(line)))
    .join("\n");
}

/** An answer shows at its beginning what it is; only one that begins by rejecting is read to the end for what it offers. */
const BEGINNING = 400;

function stanceOf({ body, reply }: Answer, issue: OpenIssue, read: TermReader): StanceReading {
  if (body.length <= BEGINNING) return readStance(body, issue, read, reply);
  const first = readStance(body.slice(0, BEGINNING), issue, read, reply);
  return first.stance === "accepts" ? first : readStance(body, issue, read, reply);
}

/** Pointers stand in short answers; a section that names the issue is where others point to. */
const MOST_POINTING = 1000;

/** Where the work that answers report has to show: in the sections they point to, else anywhere but in themselves. */
function outsideOf(answers: readonly Answer[], { headings }: Workbench): ((line: number) => boolean) | undefined {
  if (answers.length === 0) return undefined;
  const sections = answers.flatMap((answer) => sectionsPointedTo(answer.body.slice(0, MOST_POINTING), headings));
  const passing = answers.filter(({ form }) => form !== "heading");
  return (line) => (sections.length === 0 || isHeld(sections, line)) && !isHeld(passing, line);
}
