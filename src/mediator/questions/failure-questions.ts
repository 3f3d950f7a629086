import { formatCommand } from "../../model/command-words.ts";
import { simplestGap } from "../../model/counting.ts";
import type { SessionEvent } from "../../model/events.ts";
import type { GapState } from "../../model/gap.ts";
import { type GapId, gapIdsIn, isGapId } from "../../model/ids.ts";
import { namesOf } from "../../model/plural.ts";
import type { Evidence, Question } from "../../model/question.ts";
import { collect } from "../evolve/evolve.ts";
import { decide, decideGaps, giveBack, giveContext } from "../ledger-events.ts";
import {
  ABANDON,
  type Answered,
  appendQuestion,
  endOrPause,
  field,
  makeQuestion,
  option,
  pause,
  pauseOption,
  type Ways,
} from "../make-question.ts";
import { currentRound, reviewerRuns, slotRuns, withoutAbandoned } from "../queries.ts";
import { exhaustedReason, requestRollback } from "../rollback/request-rollback.ts";
import { assign, assignableGaps, isAssignable, takeInstead } from "../round/choose-gaps.ts";
import { slotStatus } from "../round/slot.ts";
import { roundFolder } from "../session-paths.ts";
import type { OpenRound, Run, State } from "../state.ts";
import { putOff } from "./input-question.ts";

type Role = "engineer" | "reviewer";

const ROLE_NAMES = { engineer: "Engineer", reviewer: "Reviewer" } as const;

const SKIPPED = {
  engineer: "Its gaps wait for the next round; only earlier unreviewed proposals are reviewed.",
  reviewer: "The proposals stay unreviewed and are reviewed first in the next round.",
} as const;

/** Asks what to do after every attempt of a role failed: the five ways of SPEC 7, or again with a fixed agent. */
export function roleFailedQuestion(state: State, round: OpenRound, role: Role, gaps: readonly GapId[]): Question {
  const name = ROLE_NAMES[role];
  const assigned = new Set(round.slots.map(({ gap }) => gap));
  const free = assignableGaps(state).filter(({ id }) => !assigned.has(id));
  const others = role === "engineer" ? free.map(({ id }) => id) : [];
  const tried = `The failed gaps wait; the ones you name are tried in this round. Available: ${namesOf(others, ", ", 20)}.`;
  const reassign = option("reassign", "Work on other gaps", tried, "You choose the gaps.", "gaps");
  const initial = others.slice(0, state.config.parallelGaps).join(", ");
  const simplest = simplestGap(state.gaps.pick(gaps))?.id;
  const simple = `${simplest}: fewest dependencies, lowest severity, shortest text.`;
  const narrow = option("narrow", "Narrow to one gap", simple, `One more attempt, on ${simplest} alone.`);
  return makeQuestion(state, {
    kind: "role-failed",
    header: name,
    text: `Round ${round.number}: no document of the ${name} could be used for ${gaps.join(", ")}. How do you want to continue?`,
    evidence: [...attemptEvidence(round, role), ...whereToLook(round.number, role)],
    options: [
      option("retry", "Try again", "After you have fixed the agent or named another.", "Its attempts start over."),
      option("skip", `Skip the ${name} this round`, SKIPPED[role], `The round continues without the ${name}.`),
      ...(others.length > 0 ? [reassign] : []),
      option("context", "Add context", "Your words go into the prompt.", "One more attempt with them.", "context"),
      ...(role === "engineer" && gaps.length > 1 ? [narrow] : []),
      UNDO_ROUND,
      pauseOption(),
    ],
    fields: [
      field("context", "Context for the prompt", { long: true }),
      ...(others.length > 0 ? [field("gaps", "Gaps to work on instead", { initial, ids: others })] : []),
    ],
    about: [role, ...gaps],
  });
}

/** A failed role may be answered with a rollback (SPEC 13.5). */
const UNDONE = "It is archived and analyzed; then you choose how to run it again.";
const BACK = "The session goes back to the end of the previous round.";
const UNDO_ROUND = option("rollback", "Undo the round", UNDONE, BACK);

function whereToLook(round: number, role: Role): Evidence[] {
  return [
    { title: "What it wrote, in the session folder", where: `${roundFolder(round)}/attempts/`, body: "" },
    { title: "Next", body: `To use another agent, run \`whetstone resume --${role} AGENT\`.` },
  ];
}

/** One line per attempt; a message that repeats an earlier one on the same gaps is shortened (SPEC 7). */
function attemptEvidence(round: OpenRound, role: Role): Evidence[] {
  const seen = new Set<string>();
  const lines = withoutAbandoned(round.runs)
    .filter((run) => run.role === role && run.end && !run.end.gate.success)
    .sort((a, b) => a.gaps.join().localeCompare(b.gaps.join()) || a.attempt - b.attempt)
    .map(({ gaps, attempt, end }) => {
      const { failureType = "", message: gateMessage = "" } = end?.gate ?? {};
      // The gate's message names a path, which helps only the agent.
      const message = failureType === "FILE_MISSING" ? "The agent wrote no document and returned none." : gateMessage;
      const words = `${gaps.join(", ")} ${failureType} ${message}`;
      const shown = seen.has(words) ? "the same" : message;
      seen.add(words);
      return `- ${gaps.join(", ")}, attempt ${attempt}: ${failureType}: ${shown}`;
    });
  return lines.length === 0 ? [] : [{ title: `The ${role}'s attempts`, body: lines.join("\n") }];
}

export function applyRoleFailed(state: State, answered: Answered): readonly SessionEvent[] {
  const { round } = state;
  if (!round) return [];
  const { question, choice, gaps, field: given } = answered;
  const role = roleAbout(question);
  const back = (of: readonly GapId[], why: string) => of.flatMap((gap) => giveBack(state, gap, why, true));
  const simplest = gaps.length === 0 ? undefined : simplestGap(state.gaps.pick(gaps))?.id;
  const ways: Ways = {
    retry: () => beginAnew(state, question),
    skip: () => skipRole(state, role, gaps),
    reassign: () =>
      collect(
        state,
        () => back(gaps, "reassigned to other gaps"),
        (current) => {
          // Gaps that were closed since the question was asked are left out.
          const assignable = new Set(assignableGaps(current).map(({ id }) => id));
          return takeInstead(gapIdsIn(given("gaps")).filter((gap) => assignable.has(gap)));
        },
      ),
    context: () => [
      ...giveContext(state, { gaps, text: given("context"), when: `the ${role} failed` }),
      ...grant(role === "reviewer" ? [undefined] : gaps, "context"),
    ],
    narrow: () => [
      ...back(
        gaps.filter((id) => id !== simplest),
        "narrowed to one gap",
      ),
      ...grant(simplest === undefined ? [] : [simplest], "narrowed to this gap"),
    ],
    rollback: () => undoRound(state, round, role),
  };
  return ways[choice]?.() ?? [pause(state, `the ${role} failed in round ${round.number}`)];
}

export function roleAbout({ about }: Question): Role {
  return about[0] === "engineer" ? "engineer" : "reviewer";
}

export function beginAnew({ round }: State, { about }: Question): SessionEvent[] {
  if (!round) return [];
  const gaps = about.filter(isGapId);
  const runsByGap = about[0] === "reviewer" ? [reviewerRuns(round)] : gaps.map((gap) => slotRuns(round, gap));
  const failed = runsByGap.flatMap((runs) => runs.slice(runs.findLastIndex(({ end }) => end?.gate.success) + 1));
  const runs = [...new Set(failed.map(({ id }) => id))];
  // Replaces an earlier grant, which would allow all its attempts again now that the failed runs do not count.
  return [{ type: "runs_abandoned", runs }, ...(about[0] === "reviewer" ? [] : grant(gaps, "tried again"))];
}

function skipRole(state: State, role: Role, gaps: readonly GapId[]): SessionEvent[] {
  const skipped: SessionEvent = { type: "role_skipped", role, why: "skipped by the User" };
  if (role === "reviewer") return [skipped];
  const back = gaps.flatMap((gap) => giveBack(state, gap, "every attempt failed", true));
  const others = state.round?.slots.some((slot) => !slot.dropped && !gaps.includes(slot.gap));
  return others ? back : [...back, skipped];
}

function undoRound(state: State, { runs }: OpenRound, role: Role): SessionEvent[] {
  const failures = runs.filter((run) => run.role === role).map((run) => run.end?.gate.failureType ?? "");
  return requestRollback(state, { rounds: 1, reason: exhaustedReason(ROLE_NAMES[role], failures), by: "user" });
}

function grant(gaps: readonly (GapId | undefined)[], why: string, condensed = false): SessionEvent[] {
  return gaps.map((gap) => ({ type: "attempt_granted", why, condensed, ...(gap === undefined ? {} : { gap }) }));
}

export function bothFailedQuestion(state: State, round: OpenRound): Question {
  const gaps = round.slots.map((slot) => slot.gap);
  const [first = ""] = gaps;
  const passage = "Only the gap and its place in the source.";
  const form = `A document on ${first} in the Engineer's form.`;
  const initial = `## Gap Resolution: ${first}\n\n**Confidence:** MEDIUM\n\n### Proposed Solution\n\n### Spec Changes\n\n### Examples\n\n### Trade-offs\n\n### New Gaps Introduced\n\nNone.\n`;
  return makeQuestion(state, {
    kind: "both-failed",
    text: `Round ${round.number}: neither the Engineer nor the Reviewer produced a valid document. How do you want to continue?`,
    evidence: [...attemptEvidence(round, "engineer"), ...attemptEvidence(round, "reviewer")],
    options: [
      option("condense", "Retry with a condensed prompt", passage, "One more attempt each."),
      option("wont-fix", "Close the gaps", gaps.join(", "), "They become WONT_FIX, with your reason.", "reason"),
      option("defer", "Defer the gaps", gaps.join(", "), "They become USER_DEFERRED."),
      option("write", "Write the proposal yourself", form, "It goes through the same gate.", "document"),
      UNDO_ROUND,
      { ...ABANDON, label: "Abandon the session" },
    ],
    fields: [field("reason", "Why they are closed"), field("document", "The proposal", { long: true, initial })],
    about: gaps,
  });
}

export function applyBothFailed(state: State, answered: Answered): readonly SessionEvent[] {
  const { gaps, choice, field: given } = answered;
  const why = "both roles failed";
  const left = gaps.filter((id) => UNFINISHED.has(state.gaps.get(id)?.state ?? "RESOLVED"));
  const closed = { type: "wont-fix", title: `Closed: ${left.join(", ")}`, gaps: left, decision: given("reason") };
  const over: SessionEvent = { type: "role_skipped", role: "reviewer", why };
  const ways: Ways = {
    condense: () => [...reassign(state, gaps), ...grant([...gaps, undefined], "condensed", true)],
    "wont-fix": () => [...decideGaps(state, closed, "WONT_FIX", given("reason")), over],
    defer: () => [...putOff(state, left, why, answered), over],
    write: () =>
      gaps.slice(0, 1).flatMap((gap) => {
        const written: SessionEvent = { type: "document_given", gap, text: given("document") };
        return [...reassign(state, [gap]), written, ...grant([gap, undefined], "written by the User")];
      }),
    rollback: () => (state.round ? undoRound(state, state.round, "engineer") : []),
  };
  return ways[choice]?.() ?? endOrPause(state, choice, why);
}

const UNFINISHED: ReadonlySet<GapState> = new Set(["OPEN", "IN_PROGRESS", "NEEDS_REVISION", "BLOCKED"]);

function reassign({ round, gaps: all }: State, gaps: readonly GapId[]): SessionEvent[] {
  const isSkipped = round?.skipped.some(({ role }) => role === "engineer");
  const resumed: SessionEvent[] = isSkipped ? [{ type: "role_resumed", role: "engineer" }] : [];
  const back = gaps.filter((id) => isAssignable(all.get(id)));
  return [...resumed, ...back.map(assign)];
}

/** Asks what to do about an agent that cannot work, whatever the prompt (SPEC 5, EXECUTION_ERROR). */
export function agentFailureQuestion(state: State, run: Run): Question {
  const { stop } = state;
  return makeQuestion(state, {
    kind: "agent-failure",
    text: appendQuestion(failureText(state, run), "Try again?"),
    evidence: whereToLook(currentRound(state), roleOf(run)).filter(
      ({ where }) => where === undefined || run.end?.failure === undefined || hasCrashed(run),
    ),
    options: [
      option("retry", "Try again", "After you have fixed the problem.", "The same prompt is sent again."),
      // An ending that the User chose may do without the final review (SPEC 12).
      ...(run.role === "final-review" && stop.type === "ending" && stop.termination !== "COMPLETE" ? [WITHOUT] : []),
      pauseOption(),
    ],
    about: [run.role, run.id],
  });
}

const WITHOUT = option("without", "End without it", "Nobody reviews the whole spec again.", "The spec is written.");

/** Surveys and final reviews are the Reviewer's work. */
function roleOf({ role }: Run): "engineer" | "reviewer" {
  return role === "engineer" ? "engineer" : "reviewer";
}

/** `The Engineer (./agent.sh) failed: command exited with code 1: out of memory`. Only a final review is asked about unused. */
function failureText({ config }: State, run: Run): string {
  const role = roleOf(run);
  const { kind, command, model } = config.agents[role];
  const named = command === undefined ? model && `${kind}:${model}` : formatCommand(command);
  const { failure, gate } = run.end ?? {};
  // Only the first sentence: the rest of the gate's message tells the agent what to do.
  const message = failure?.message ?? gate?.message.replace(/(?<=[.!?])\s.*$/s, "") ?? "no reason given";
  const who = `The ${ROLE_NAMES[role]} (${named ?? run.agent})`;
  if (failure === undefined) return `${who} gave no final review that can be used: ${message}`;
  return `${who} ${hasCrashed(run) ? "failed" : "could not run"}: ${message}`;
}

function hasCrashed({ end }: Run): boolean {
  return end?.failure?.exitCode !== undefined && end.failure.reason === "crashed";
}

export function applyAgentFailure(state: State, { question, choice }: Answered): SessionEvent[] {
  if (choice === "without") {
    const title = "The session ends without the final review";
    return [{ type: "blockers_accepted" }, decide(state, { type: "acknowledgement", title, decision: question.text })];
  }
  return choice === "retry" ? tryAgain(state, question) : [pause(state, question.text)];
}

/** Starts the failed run again with the same prompt, which was not the cause (SPEC 5). */
export function tryAgain({ round }: State, { about }: Question): SessionEvent[] {
  const run = round?.runs.find(({ id }) => id === about[1]);
  if (!round || !run) return [{ type: "ending_dropped", why: "the final review is tried again" }];
  // The same fault stops the agent's other runs in the round, so all of them start again.
  const stopped = round.slots.map((slot) => slotStatus(round, slot));
  const fatal = stopped.flatMap((status) => (status.type === "fatal" ? [status.run.id] : []));
  return [{ type: "runs_abandoned", runs: run.role === "engineer" ? [...new Set(fatal)] : [run.id] }];
}
