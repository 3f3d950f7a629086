import { foldedWords } from "../../documents/changes/occurs.ts";
import type { ComparedRow } from "../../documents/form/read-compared.ts";
import { joinFiles } from "../../documents/layouts/join-files.ts";
import { newGap } from "../../model/change-gap.ts";
import type { SessionEvent } from "../../model/events.ts";
import type { Gap } from "../../model/gap.ts";
import { compareGapIds, parseGapId } from "../../model/ids.ts";
import type { Issue } from "../../model/issue.ts";
import { isForUser, isUnsettled } from "../../model/issue-state.ts";
import { plural } from "../../model/plural.ts";
import type { Question } from "../../model/question.ts";
import { isBlocking, isWorse, type Severity } from "../../model/severity.ts";
import { splitLines } from "../../model/split-lines.ts";
import { visibleLine } from "../../model/visible-text.ts";
import { cutShort } from "../convergence/close-round.ts";
import type { FinalReviewReading } from "../gate/single-runs.ts";
import { missingText, weighComparison } from "../gate/weigh-comparison.ts";
import { decide, isDone } from "../ledger-events.ts";
import { type Answered, makeQuestion, option } from "../make-question.ts";
import { currentRound, liveIssues, unusedGapIds } from "../queries.ts";
import type { State } from "../state.ts";
import { changesToCompare } from "../working-spec/changes-to-compare.ts";
import { gapsLeft, isSeriousLeft } from "./ending-questions.ts";
import { isLeftOpen, type LeftOpenReading, readLeftOpenWords } from "./left-open.ts";

/** The category in the ids of blockers: they are about the spec as a whole. */
const CATEGORY = "WHOLE";

/** Reads the final review: ready or blockers, and which open points the spec settles (SPEC 12). */
export function finalReviewEvents(state: State, review: FinalReviewReading): SessionEvent[] {
  const type = "final_review_read";
  if (review.type === "problem") return [{ type, ready: false, message: review.message, blockers: [] }];
  const { settled, verified, blocking, notes } = readLeftOpenWords(state, review.left);
  const { rows, ungrounded, missing } = weighComparison(
    review.compared,
    state.spec.text,
    changesToCompare(state).shown.length,
  );
  const found = [
    ...review.blockers,
    ...blockersFromRows(
      rows.filter(({ knownAs }) => knownAs === undefined || !isLeftOpen(state, knownAs)),
      review.blockers,
    ),
  ];
  const fresh = found.map(atLeastHigh).filter((blocker) => !isKnown(state, blocker));
  const blockers = blockerGaps(state, fresh, blocking);
  const ready = blockers.length === 0;
  const passed = review.ready ? "READY_FOR_TERMINATION" : "nothing beyond what was acknowledged";
  const comparisonNotes = [
    ...(rows.length === 0 ? [] : [`${plural(rows.length, "subject")} compared`]),
    ...(missing.length === 0 ? [] : [missingText(missing)]),
    ...ungrounded.map((what) => `left out of the comparison: ${what}`),
  ];
  const message = [ready ? passed : "NOT_READY", ...comparisonNotes, ...notes].join("; ");
  return [{ type, ready, message, blockers, ...(settled.length === 0 ? {} : { settled }) }, ...verified];
}

/** Makes a blocker of each DIFFERS row, unless a blocker already quotes one of its passages. */
function blockersFromRows(rows: readonly ComparedRow[], blockers: readonly Blocker[]): Blocker[] {
  const covered = blockers.flatMap(({ quotations }) => quotations.map(foldedWords));
  const isTold = (quotation: string) => {
    const words = foldedWords(quotation);
    return covered.some((other) => other.includes(words) || words.includes(other));
  };
  return rows
    .filter(({ differs, quotations }) => differs && !quotations.some(isTold))
    .map(({ subject, quotations }) => {
      const text = "The final review compared these passages, and they do not say the same.";
      return { title: `Passages differ: ${subject}`, text, severity: "HIGH", quotations };
    });
}

/** A parked gap that blocks gets a new gap that counts instead, because only the User opens parked gaps (SPEC 3.3). */
function blockerGaps(state: State, found: readonly Blocker[], blocking: LeftOpenReading["blocking"]): Gap[] {
  const mint = unusedGapIds(state);
  const by = { severityBy: "reviewer", origin: "final-review" } as const;
  return [
    ...found.map(({ title, text, severity, quotations }) => {
      const words = { title: title.slice(0, 300), text: text.slice(0, 6_000), severity, quotations };
      return newGap(currentRound(state), { ...words, ...by, id: mint.next(CATEGORY) });
    }),
    ...blocking.map(({ gap, why }) => {
      const { id: takesUp, title, text, places, quotations = [] } = gap;
      const words = { title, text, severity: atLeastHigh(gap).severity, places, quotations, why: why.slice(0, 2_000) };
      return newGap(currentRound(state), {
        ...words,
        ...by,
        takesUp,
        id: mint.next(parseGapId(takesUp)?.category ?? ""),
      });
    }),
  ];
}

/** Raises a blocker to HIGH if it is less severe. */
function atLeastHigh<Weighed extends { readonly severity: Severity }>(blocker: Weighed): Weighed {
  return isBlocking(blocker.severity) ? blocker : { ...blocker, severity: "HIGH" };
}

type Blocker = Extract<FinalReviewReading, { type: "review" }>["blockers"][number];

/** Whether a blocker quotes words of an open gap or issue, which the warning gates have already shown to the User. */
function isKnown(state: State, { severity, quotations }: Blocker): boolean {
  const lines = splitLines(joinFiles(state.spec.first));
  const gaps = gapsLeft(state).map(({ places, quotations: quoted = [], ...gap }) => {
    const passages = places.map(({ line, endLine }) => lines.slice(line - 1, endLine).join("\n"));
    return { severity: gap.severity, words: [...passages, ...quoted].map(foldedWords) };
  });
  const issues = liveIssues(state).filter(isUnsettled);
  const known = [...gaps, ...issues.map((issue) => ({ ...issue, words: issue.quotations.map(foldedWords) }))];
  const isIn = (all: readonly string[], words: string) =>
    all.some((other) => other !== "" && (other.includes(words) || words.includes(other)));
  const quoted = quotations.map(foldedWords);
  const isCovered = (words: readonly string[]) => quoted.every((quotation) => isIn(words, quotation));
  return quoted.length > 0 && known.some((open) => !isWorse(severity, open.severity) && isCovered(open.words));
}

/** Asks whether to continue or to end with the blockers as limitations, if the User chose the ending (SPEC 12). */
export function notReadyQuestion(state: State): Question {
  const { blockers } = state.finalReview;
  return makeQuestion(state, {
    kind: "not-ready",
    text: `The final review found ${blockers.length === 1 ? "a blocker" : `${blockers.length} blockers`}. Keep working, or end with ${blockers.length === 1 ? "it" : "them"} as known limitations?`,
    evidence: blockers.map(({ severity, title, text, quotations = [] }) => ({
      title: `${severity}: ${title}`,
      body: [text, ...quotations.map((words) => `> ${words.replaceAll("\n", "\n> ")}`)].join("\n\n"),
    })),
    options: [
      option("go-on", "Keep working", "The blockers become gaps for the next round.", "The session continues."),
      option(
        "end",
        "End with them",
        "They are listed as open at the end of the spec.",
        "The spec is written as it is.",
      ),
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
    text: `${issues.length === 1 ? "One MEDIUM issue is" : `${issues.length} MEDIUM issues are`} open on gaps that are done. Have the Engineer settle them in one more round?`,
    evidence: [{ title: "The issues", body: issues.map(polishLine).join("\n") }],
    options: [
      option("polish", "One round for them", runs, "One last round starts.", { recommended: true }),
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
  const rest = Object.entries({ Place: location, Suggestion: suggestion }).filter(([, words]) => words);
  return [`- ${id} (${gap}): ${title}`, ...rest.map(([name, words]) => `  ${name}: ${visibleLine(words ?? "")}`)].join(
    "\n",
  );
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
    (issue) => issue.severity === "MEDIUM" && isUnsettled(issue) && !isForUser(issue) && isDone(state, issue.gap),
  );
}
