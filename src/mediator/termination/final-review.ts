import type { LeftOpenWord } from "../../documents/agent-document.ts";
import { occursIn } from "../../documents/changes/occurs.ts";
import type { ComparedRow } from "../../documents/form/read-compared.ts";
import { readQuotations } from "../../documents/form/read-quotations.ts";
import { joinFiles } from "../../documents/layouts/join-files.ts";
import { newGap } from "../../model/change-gap.ts";
import type { SessionEvent } from "../../model/events.ts";
import type { Gap } from "../../model/gap.ts";
import { compareGapIds, isGapId, isIssueId, parseGapId } from "../../model/ids.ts";
import type { Issue } from "../../model/issue.ts";
import { isForUser, isUnsettled } from "../../model/issue-state.ts";
import { plural } from "../../model/plural.ts";
import type { Question } from "../../model/question.ts";
import { isBlocking, isWorse, type Severity } from "../../model/severity.ts";
import { splitLines } from "../../model/split-lines.ts";
import { visibleLine } from "../../model/visible-text.ts";
import { cutShort } from "../convergence/convergence.ts";
import { shareWords } from "../gate/passage-facts.ts";
import { type FinalReviewReading, missingText, weighComparison } from "../gate/single-runs.ts";
import { decide, isDone, moveIssue } from "../ledger-events.ts";
import { type Answered, makeQuestion, option } from "../make-question.ts";
import { currentRound, gapsLeftAside, liveIssues, unusedGapIds } from "../queries.ts";
import type { FinalReview, State } from "../state.ts";
import { changesToCompare } from "../working-spec/new-passages.ts";
import { gapsLeft, isSeriousLeft } from "./ending-questions.ts";

/** The category in the ids of blockers: they are about the spec as a whole. */
const CATEGORY = "WHOLE";

/** Reads the final review: ready or blockers, and which open points the spec settles (SPEC 12). */
export function finalReviewEvents(state: State, review: FinalReviewReading): SessionEvent[] {
  const type = "final_review_read";
  if (review.type === "problem") return [{ type, ready: false, message: review.message, blockers: [] }];
  const words = review.left.map((word) => readWord(state, word));
  const listed = changesToCompare(state).shown.length;
  const { rows, ungrounded, missing } = weighComparison(review.compared, state.spec.text, listed);
  const unknown = rows.filter(({ knownAs }) => knownAs === undefined || !isLeftOpen(state, knownAs));
  const found = [...review.blockers, ...blockersFromRows(unknown, review.blockers)];
  const fresh = found.map(atLeastHigh).filter((blocker) => !isKnown(state, blocker));
  const parked = words.flatMap(({ blocks = [] }) => blocks);
  const blockers = blockerGaps(state, fresh, parked);
  const ready = blockers.length === 0;
  const passed = review.ready ? "READY_FOR_TERMINATION" : "nothing beyond what was acknowledged";
  const message = [
    ready ? passed : "NOT_READY",
    ...(rows.length === 0 ? [] : [`${plural(rows.length, "subject")} compared`]),
    ...(missing.length === 0 ? [] : [missingText(missing)]),
    ...ungrounded.map((what) => `left out of the comparison: ${what}`),
    ...words.flatMap(({ ignored = [] }) => ignored),
  ].join("; ");
  const settled = words.flatMap((word) => word.settled ?? []);
  const verified = words.flatMap((word) => word.verified ?? []);
  return [{ type, ready, message, blockers, ...(settled.length === 0 ? {} : { settled }) }, ...verified];
}

/** Makes a blocker of each DIFFERS row, unless a blocker already quotes one of its passages. */
function blockersFromRows(rows: readonly ComparedRow[], blockers: readonly Blocker[]): Blocker[] {
  const covered = blockers.flatMap(({ quotations }) => quotations);
  const isTold = (quotation: string) => covered.some((other) => shareWords(quotation, other));
  return rows
    .filter(({ differs, quotations }) => differs && !quotations.some(isTold))
    .map(({ subject, quotations }) => {
      const text = "The final review compared these passages, and they do not say the same.";
      return { title: `Passages differ: ${subject}`, text, severity: "HIGH", quotations };
    });
}

/** A parked gap that blocks gets a new gap that counts instead, because only the User opens parked gaps (SPEC 3.3). */
function blockerGaps(state: State, found: readonly Blocker[], parked: readonly Parked[]): Gap[] {
  const mint = unusedGapIds(state);
  const by = { severityBy: "reviewer", origin: "final-review" } as const;
  return [
    ...found.map(({ title, text, severity, quotations }) => {
      const words = { title: title.slice(0, 300), text: text.slice(0, 6_000), severity, quotations };
      return newGap(currentRound(state), { ...words, ...by, id: mint.next(CATEGORY) });
    }),
    ...parked.map(({ gap, why }) => {
      const { id: takesUp, title, text, places, quotations = [] } = gap;
      const id = mint.next(parseGapId(takesUp)?.category ?? "");
      const words = { title, text, places, quotations, why: why.slice(0, 2_000) };
      return newGap(currentRound(state), { ...words, ...by, severity: atLeastHigh(gap).severity, takesUp, id });
    }),
  ];
}

function atLeastHigh<Weighed extends { readonly severity: Severity }>(blocker: Weighed): Weighed {
  return isBlocking(blocker.severity) ? blocker : { ...blocker, severity: "HIGH" };
}

type Blocker = Extract<FinalReviewReading, { type: "review" }>["blockers"][number];

/** Whether a blocker quotes words of an open gap or issue, which the warning gates have already shown to the User. */
function isKnown(state: State, { severity, quotations }: Blocker): boolean {
  const lines = splitLines(joinFiles(state.spec.first));
  const gaps = gapsLeft(state).map(({ severity, places, quotations: quoted = [] }) => {
    const passages = places.map(({ line, endLine }) => lines.slice(line - 1, endLine).join("\n"));
    return { severity, quotations: [...passages, ...quoted] };
  });
  const isCovered = (words: readonly string[]) =>
    quotations.every((quotation) => words.some((other) => shareWords(quotation, other)));
  const known = [...gaps, ...liveIssues(state)].filter((open) => !isWorse(severity, open.severity));
  return quotations.length > 0 && known.some((open) => isCovered(open.quotations));
}

/** Whether an id names something that the final spec does not settle, which the User is told of at the end. */
function isLeftOpen(state: State, id: string): boolean {
  const issue = isIssueId(id) ? state.issues.get(id) : undefined;
  return issue === undefined ? gapsLeftAside(state).some((gap) => gap.id === id) : isUnsettled(issue);
}

interface Parked {
  readonly gap: Gap;
  readonly why: string;
}

/** What a word on a point that was left open comes to; `ignored` says why it counts for nothing. */
interface WordRead {
  readonly settled?: FinalReview["settled"];
  readonly verified?: readonly SessionEvent[];
  readonly blocks?: readonly Parked[];
  readonly ignored?: readonly string[];
}

function readWord(state: State, { id, status, why }: LeftOpenWord): WordRead {
  const gap = isGapId(id) ? gapsLeftAside(state).find((left) => left.id === id) : undefined;
  const issue = isGapId(id) ? undefined : state.issues.get(id);
  const ignored = (reason: string) => ({ ignored: [`${id} stays as it is: ${reason}`] });
  if (status === "OPEN") return {};
  if (gap === undefined && !isLesser(issue)) return ignored("it is not among what is left open");
  if (status === "BLOCKS") {
    const isBlocker = gap && isParkedByAgents(state, gap);
    return isBlocker ? { blocks: [{ gap, why }] } : ignored("only a gap that agents parked can block");
  }
  const quoted = readQuotations(why);
  const isGrounded = quoted.length > 0 && quoted.every((quotation) => occursIn(state.spec.text, quotation));
  if (!isGrounded) return ignored("the words that should settle it are not in the spec");
  if (gap) return { settled: [{ gap: gap.id, words: quoted }] };
  return { verified: moveIssue(issue, "VERIFIED", why, { notFixedInARow: 0, lastWord: why }) };
}

function isLesser(issue: Issue | undefined): boolean {
  return issue !== undefined && isUnsettled(issue) && issue.state !== "DISPUTED" && !isBlocking(issue.severity);
}

/** Gaps that the User parked cannot become blockers. */
function isParkedByAgents({ decisions }: State, { id, state }: Gap): boolean {
  const isUsers = decisions.some(({ type, gaps }) => (type === "parked" || type === "scope") && gaps.includes(id));
  return state === "PARKED" && !isUsers;
}

/** Asks whether to continue or to end with the blockers as limitations, if the User chose the ending (SPEC 12). */
export function notReadyQuestion(state: State): Question {
  const { blockers } = state.finalReview;
  return makeQuestion(state, {
    kind: "not-ready",
    text: `The final review found ${plural(blockers.length, "blocker")}. Keep working, or end with known limitations?`,
    evidence: blockers.map(({ severity, title, text, quotations = [] }) => ({
      title: `${severity}: ${title}`,
      body: [text, ...quotations.map((words) => `> ${words.replaceAll("\n", "\n> ")}`)].join("\n\n"),
    })),
    options: [
      option("go-on", "Keep working", "The blockers become gaps for the next round.", "The session continues."),
      option("end", "End with them", "They are listed at the end of the spec.", "The spec is written as it is."),
    ],
  });
}

export function applyNotReady(state: State, answered: Answered): SessionEvent[] {
  if (answered.choice !== "end") return goOnWithBlockers(state);
  const { blockers } = state.finalReview;
  const decision = blockers.map(({ title }) => `- ${title}`).join("\n");
  const title = "The session ends with what the final review found";
  return [{ type: "blockers_accepted" }, decide(state, { type: "acknowledgement", title, decision })];
}

export function goOnWithBlockers(state: State): SessionEvent[] {
  return [
    ...state.finalReview.blockers.map((gap): SessionEvent => ({ type: "gap_added", gap })),
    { type: "ending_dropped", why: "the final review found blockers" },
  ];
}

/** Offers, once, a round for MEDIUM issues when nothing serious is left (SPEC 12). */
export function polishQuestion(state: State): Question | undefined {
  const issues = polishableIssues(state);
  if (state.polished || issues.length === 0 || isSeriousLeft(state)) return;
  const runs = "One Engineer run, one review; what passes goes in.";
  return makeQuestion(state, {
    kind: "polish",
    text: `${plural(issues.length, "MEDIUM issue is", "MEDIUM issues are")} open on gaps that are done. Should the Engineer settle ${issues.length === 1 ? "it" : "them"} in one more round?`,
    evidence: [{ title: "The issues", body: issues.map(polishLine).join("\n") }],
    options: [
      option("polish", "One more round", runs, "One last round starts.", { recommended: true }),
      option(
        "skip",
        "Leave them",
        "They stay open, and you are told of each at the end.",
        "The session ends without that round.",
      ),
    ],
  });
}

function polishLine({ id, gap, title, location, suggestion }: Issue): string {
  const rest = Object.entries({ Place: location, Suggestion: suggestion }).flatMap(([name, words]) =>
    words ? [`  ${name}: ${visibleLine(words)}`] : [],
  );
  return [`- ${id} (${gap}): ${title}`, ...rest].join("\n");
}

export function applyPolish(state: State, { choice }: Answered): SessionEvent[] {
  const issues = polishableIssues(state);
  if (choice !== "polish" || issues.length === 0) return [{ type: "polishing_skipped" }];
  const assigned = [...new Set(issues.map(({ gap }) => gap))].sort(compareGapIds);
  const clusters = assigned.length > 1 ? { clusters: [assigned] } : {};
  const polishing = issues.map(({ id }) => id);
  const round = currentRound(state) + 1;
  return [...cutShort(state), { type: "round_opened", round, assigned, ...clusters, carriedOver: [], polishing }];
}

/** MEDIUM issues on settled gaps that wait for nobody; those on other gaps are worked on with their gap. */
function polishableIssues(state: State): Issue[] {
  return liveIssues(state).filter(
    (issue) => issue.severity === "MEDIUM" && !isForUser(issue) && isDone(state, issue.gap),
  );
}
