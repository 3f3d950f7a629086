import { wordDiff } from "../../documents/changes/word-diff.ts";
import { readForm } from "../../documents/form/read-form.ts";
import { fenceAsData } from "../../documents/rendering/fence.ts";
import type { Spec, SpecFile } from "../../model/change.ts";
import type { Gap } from "../../model/gap.ts";
import type { WarningType } from "../../model/gate-result.ts";
import type { GapId } from "../../model/ids.ts";
import type { Issue } from "../../model/issue.ts";
import { isForUser } from "../../model/issue-state.ts";
import { flagsForReviewer } from "../disagreement/flags.ts";
import { blocks, section } from "../record-text.ts";
import type { State, TextRef } from "../state.ts";
import { isSameSpec } from "../working-spec/author-edits.ts";
import { proposalVersions } from "../working-spec/candidate.ts";
import { gapPart, gapTitle, issuesPart, lesserIssueLines, openIssues } from "./gap-parts.ts";
import type { PromptMaterial, PromptOrder, TemplateValues } from "./prompt-kit.ts";
import { aroundTask, contextPart, reviewerNumbers, withParents } from "./task-parts.ts";

type Files = PromptMaterial["files"];

/** The Reviewer's task (SPEC 15.4). It does not see the Engineer's prompt. */
export function reviewerTask(state: State, order: PromptOrder, spec: Spec, files: Files): TemplateValues {
  const gaps = state.gaps.pick(order.gaps);
  const about = withParents(gaps);
  const around = aroundTask(state, order, gaps, spec);
  const documents = documentPart(documentsUnderReview(state, order.gaps), files);
  return {
    ...around,
    gap_ids: order.gaps.join(", "),
    round: String(order.round),
    gaps: state.round?.polishing ? polishedPart(gaps) : gapPart(state, gaps, "reviewer"),
    contexts: contextPart(state, about),
    diff: gaps.map((gap) => gapDiff(state, gap.id, order.gaps)).join("\n\n"),
    documents,
    issues: issuesPart(issuesToJudge(state, about), "reviewer", `${around.decisions ?? ""}\n${documents}`),
    notes: notesPart(state, about),
    flags: flagPart(state),
    numbers: reviewerNumbers(state, order),
  };
}

/** In a polishing round also issues that were answered without a change of their gap (SPEC 12). */
function issuesToJudge(state: State, about: ReadonlySet<GapId>): Issue[] {
  const answered = state.issues.pick(state.round?.polishing ?? []);
  const others = answered.filter((issue) => issue.state === "ANSWERED" && !about.has(issue.gap));
  const open = openIssues(state, about);
  return [...(state.round?.polishing ? open.filter((issue) => !isForUser(issue)) : open), ...others];
}

/** Lesser issues add up over a session, and must not fill the prompt. */
const MOST_NOTES = 20;

/** Lesser issues on other gaps, so that the Reviewer does not raise them again. */
function notesPart(state: State, about: ReadonlySet<GapId>): string {
  if (state.round?.polishing) return "";
  const lines = lesserIssueLines(state, ({ gap }) => !about.has(gap));
  const more = lines.length - MOST_NOTES;
  return [...lines.slice(-MOST_NOTES), ...(more > 0 ? [`- and ${more} older ones`] : [])].join("\n");
}

/** The text of these gaps was accepted: only the polishing changes are to be judged. */
function polishedPart(gaps: readonly Gap[]): string {
  const lines = gaps.map((gap) => `- ${gap.id}: ${gapTitle(gap)}`);
  return `These gaps were accepted before. The changes are the last ones, for lesser issues: judge them, and not the text around them. NEEDS_REVISION drops the changes of a gap and leaves its text as it was. An issue that needed no change is RESOLVED if you agree; the word on an issue of a gap that is not listed here goes into any table.\n\n${lines.join("\n")}`;
}

function gapDiff(state: State, gap: GapId, beside: readonly GapId[]): string {
  const { before, after, previous } = proposalVersions(state, gap, beside);
  const heading = `### ${gap}`;
  if (previous === undefined) return `${heading}\n\n${diffPart(before, after) || NOTHING}`;
  const since = diffPart(previous, after);
  const more = diffPart(before, after, previous);
  const isNothing = isSameSpec(before, after);
  return blocks(
    heading,
    since === "" ? "Nothing since your last review." : `Since your last review:\n\n${since}`,
    isNothing ? NOTHING : section("Against the spec without it, where that says more:", more),
  );
}

const NOTHING = "No word of the spec: see below why.";

/** The words that differ, file by file, without lines that also differ from `other`, which another diff shows. */
function diffPart(before: Spec, after: Spec, other = after): string {
  return after
    .flatMap((file) => {
      const diff = wordDiff(fileIn(before, file), file, fileIn(other, file));
      const name = after.length === 1 ? "" : `File: ${file.path}\n\n`;
      return diff === "" ? [] : `${name}${fenceAsData(diff)}`;
    })
    .join("\n\n");
}

function fileIn(spec: Spec, { path }: SpecFile): SpecFile {
  return spec.find((file) => file.path === path) ?? { path, text: "" };
}

/** Warnings about the numbering of new gaps, which a review does not judge. */
const ABOUT_NAMES: ReadonlySet<WarningType> = new Set(["RESTATED_GAP", "REUSED_ID"]);

/** Flags on issues (SPEC 9), and what the gate and the round noted about the documents under review. */
function flagPart(state: State): string {
  const warnings = (state.round?.engineerDocument?.warnings ?? []).filter(({ type }) => !ABOUT_NAMES.has(type));
  const notes = state.round?.notes ?? [];
  const lines = [
    ...flagsForReviewer(state).map(({ issue, text }) => `${issue}: ${text}`),
    ...warnings.map(({ message }) => message),
    ...notes.map(({ message }) => message),
  ];
  return [...new Set(lines)].map((line) => `- ${line.replace(/\s+/g, " ").trim()}`).join("\n");
}

/** This round's document whole, because answers stand between its resolutions, and the proposals carried over. */
export function documentsUnderReview(state: State, gaps: readonly GapId[]): TextRef[] {
  const current = state.round?.engineerDocument?.path;
  const proposals = state.proposals.pick(gaps);
  const earlier = proposals.filter((proposal) => proposal.path !== current);
  const isNew = proposals.length > earlier.length && current !== undefined;
  const whole = isNew ? [{ path: current, line: 1, endLine: Number.POSITIVE_INFINITY }] : [];
  return [...whole, ...earlier.map(({ path, line, endLine }) => ({ path, line, endLine }))];
}

/** The documents with only the first words of each change: the diff and the candidate show the rest. */
function documentPart(documents: readonly TextRef[], files: ReadonlyMap<string, string>): string {
  return documents
    .map((ref) => {
      const text = textAt(files, ref);
      if (text === undefined) return `${ref.path}: the text is no longer there.`;
      return `${ref.path}:\n\n${fenceAsData(withoutChangedWords(text), "markdown")}`;
    })
    .join("\n\n");
}

const MOST_FIRST_WORDS = 60;

/** Keeps the first words of each change, by which "change 3" of an answer is found in the diff. */
function withoutChangedWords(proposal: string): string {
  const { document, text } = readForm(proposal, "engineer");
  const changes = document.role === "engineer" ? document.resolutions.flatMap((resolution) => resolution.changes) : [];
  const shown: (string | undefined)[] = text.split("\n");
  for (const change of changes) {
    const words = (change.new || change.old).trim();
    const first = words.split("\n", 1)[0] ?? "";
    shown.fill(undefined, change.line, change.endLine);
    shown[change.line] = `\n> ${words.length <= MOST_FIRST_WORDS ? first : `${first.slice(0, MOST_FIRST_WORDS)}…`}`;
  }
  return shown.filter((line) => line !== undefined).join("\n");
}

export function textAt(files: ReadonlyMap<string, string>, { path, line, endLine }: TextRef): string | undefined {
  return files
    .get(path)
    ?.split("\n")
    .slice(line - 1, endLine)
    .join("\n");
}
