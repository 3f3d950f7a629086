import type {
  Blocked,
  EngineerDocument,
  NewGap,
  ReadIssue,
  Resolution,
  ReviewerDocument,
} from "../../documents/agent-document.ts";
import { occursIn } from "../../documents/changes/occurs.ts";
import { titleFrom } from "../../documents/stated/stated-gap.ts";
import {
  type BlockedDigest,
  blockedDigest,
  type EngineerDigest,
  engineerDigest,
  type ReviewerDigest,
  reviewerDigest,
} from "../../model/digest.ts";
import { groupBy } from "../../model/group-by.ts";
import type { GapId } from "../../model/ids.ts";
import { isBlocking } from "../../model/severity.ts";
import { issuesToRecheck, textsBefore } from "../gate/context-of-run.ts";
import { isGrounded, isUndecided } from "../gate/reviewer-checks.ts";
import { currentRound } from "../queries.ts";
import type { Slot, State } from "../state.ts";
import { candidateOf, previousCandidateOf } from "../working-spec/candidate.ts";

/** A document, and the number of lines before it in the round's joined document. */
interface Placed<Document> {
  readonly document: Document;
  readonly offset: number;
}

export function digestEngineers(placed: readonly Placed<EngineerDocument>[], slots: readonly Slot[]): EngineerDigest {
  const assigned = new Set(slots.map(({ gap }) => gap));
  const all = <Item>(of: (document: EngineerDocument) => readonly Item[]) =>
    placed.flatMap(({ document, offset }) => of(document).map((item) => bounded(item, offset)));
  return engineerDigest.parse({
    role: "engineer",
    proposals: all(({ resolutions }) =>
      [...groupBy(resolutions, ({ gap }) => gap).values()]
        .flatMap(([first]) => (first && assigned.has(first.gap) ? [first] : []))
        .map((resolution) => ({
          ...resolution,
          solution: titleFrom(solutionOf(resolution), LONGEST_SENTENCE) || undefined,
          sections: [...new Set(resolution.sections.map(({ part }) => part))],
          noChange: resolution.noChange?.quotation,
          after: slots.find(({ gap }) => gap === resolution.gap)?.overlap?.after.flatMap(({ gap }) => gap ?? []) ?? [],
        })),
    ),
    newGaps: all(({ newGaps }) => newGaps.map(withDefaults)),
    responses: all(({ responses }) => responses),
    disagreements: all(({ disagreements }) =>
      disagreements.map((block) => ({ concern: "", position: "", rationale: "", ...block })),
    ),
    blocked: all(({ blocked }) => blocked.filter(({ gap }) => gap !== undefined)),
    outOfScope: all(({ outOfScope }) => outOfScope),
  });
}

const LONGEST_SENTENCE = 300;

function solutionOf({ sections }: Resolution): string {
  return sections.find(({ part }) => part === "solution")?.text ?? "";
}

/** The input that a run asks for, as the journal keeps it. */
export function digestBlocked(gap: GapId, blocked: Blocked): BlockedDigest {
  return blockedDigest.parse(bounded({ ...blocked, gap }, 0));
}

function withDefaults(gap: NewGap) {
  return { ...gap, title: gap.title || gap.id, severity: gap.severity ?? "MEDIUM" };
}

/** What the state keeps of a round's review; `under` are the gaps whose proposals were to be reviewed. */
export function digestReviewer(state: State, document: ReviewerDocument, under: readonly GapId[]): ReviewerDigest {
  const candidate = candidateOf(state, under).spec;
  const texts = [...candidate, ...textsBefore(state, under)];
  const seen = previousCandidateOf(state, under) ?? state.spec.text;
  // An issue is late if an earlier review saw every passage that it quotes (SPEC 3.6).
  const isLate = ({ quotations }: ReadIssue, gap: GapId) =>
    state.proposals.get(gap)?.previous !== undefined &&
    quotations.length > 0 &&
    quotations.every((quotation) => occursIn(seen, quotation));
  const raised = document.issues.filter(({ kind }) => kind === "raised");
  const nothing = document.noIssuesFound.filter(
    ({ gap }) => !raised.some((issue) => gap === undefined || issue.gap === gap),
  );
  const digest = {
    role: "reviewer",
    reviewed: [],
    issues: document.issues.flatMap((issue) => {
      const gap = issue.gap !== undefined && state.gaps.has(issue.gap) ? issue.gap : under[0];
      if (issue.kind !== "raised" || issue.id === undefined || gap === undefined) return [];
      return [{ ...issue, gap, anchored: isGrounded(candidate, issue), late: isLate(issue, gap) }];
    }),
    rechecks: [
      ...document.rechecks.filter((recheck) => !isUndecided(recheck, texts, state.issues.get(recheck.issue))),
      ...document.issues
        .filter(({ kind }) => kind === "withdrawn")
        .map(({ id, text, line }) => ({ issue: id, status: "WITHDRAWN", why: text, line })),
    ].filter(({ issue }) => issue !== undefined && state.issues.has(issue)),
    newGaps: document.newGaps.map(withDefaults),
    severities: document.severities.filter(({ gap }) => state.gaps.has(gap)),
    outOfScope: document.outOfScope,
    ...(document.duplicates.length === 0 ? {} : { duplicates: document.duplicates }),
    verdicts: document.verdicts.filter(({ gap }) => under.includes(gap)),
    noIssuesFound: nothing.length > 0,
    preamble: document.preamble,
    examined: nothing.map(({ gap, text }) => (gap === undefined ? text : `${gap}, ${text}`)),
  };
  const kept = reviewerDigest.parse(bounded(digest, 0));
  return { ...kept, reviewed: reviewedGaps(state, kept, under) };
}

/** Gaps that count as reviewed: an approval must also recheck every issue (SPEC 5, PARTIAL_REVIEW). */
function reviewedGaps(state: State, digest: Omit<ReviewerDigest, "reviewed">, under: readonly GapId[]): GapId[] {
  const { verdicts, issues, rechecks } = digest;
  const isRefused = (gap: GapId) =>
    verdicts.some((verdict) => verdict.gap === gap && verdict.value === "NEEDS_REVISION") ||
    issues.some((issue) => issue.gap === gap && isBlocking(issue.severity));
  const isRechecked = (gap: GapId) =>
    issuesToRecheck(state, { gaps: [gap], round: currentRound(state) }).every((id) =>
      rechecks.some(({ issue }) => issue === id),
    );
  const judged = [...new Set(verdicts.map(({ gap }) => gap))];
  return judged.filter((gap) => isRefused(gap) || !under.includes(gap) || isRechecked(gap));
}

const TITLE_LIMIT = 600;

/** A question of the interview contains its passages verbatim. */
const ASKED_LIMIT = 200_000;

/** In characters, by the name of the property. */
function limitOf(key: string, text: string): number | undefined {
  if (key === "reason" && text.includes("\n```asked\n")) return ASKED_LIMIT;
  return key === "title" ? TITLE_LIMIT : undefined;
}

/** A copy with bounded texts and lines of the joined document. Changes stay whole: they go into the spec. */
function bounded<Value>(value: Value, offset: number, key = ""): unknown {
  if (typeof value === "string") return boundText(value, limitOf(key, value));
  if (typeof value === "number") return key === "line" || key === "endLine" ? value + offset : value;
  if (typeof value !== "object" || value === null || key === "changes") return value;
  if (Array.isArray(value)) return value.map((item) => bounded(item, offset, key));
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  return Object.fromEntries(entries.map(([name, item]) => [name, bounded(item, offset, name)]));
}

/** The state keeps texts of models, which are untrusted, only up to this many characters. */
const TEXT_LIMIT = 6_000;

export function boundText(text: string, most = TEXT_LIMIT): string {
  return text.length > most ? `${text.slice(0, most)} […]` : text;
}
