import { join } from "node:path";
import type { Observation, WrittenFile } from "../../engine/engine-parts.ts";
import type { SessionStore } from "../../engine/session-store.ts";
import { systemClock } from "../../engine/system-clock.ts";
import type { RunName } from "../../mediator/effect.ts";
import { expectedNow } from "../../mediator/estimate.ts";
import { setupEffect } from "../../mediator/inventory/inventory-question.ts";
import { isInterview, sessionSeconds } from "../../mediator/queries.ts";
import { bySeverity, signed, sum } from "../../mediator/record-text.ts";
import { kilobytes } from "../../mediator/rollback/request-rollback.ts";
import type { State } from "../../mediator/state.ts";
import { commandLine } from "../../model/command-line.ts";
import { isOpen, openBySeverity } from "../../model/counting.ts";
import type { SessionEvent } from "../../model/events.ts";
import type { Gap } from "../../model/gap.ts";
import { groupBy } from "../../model/group-by.ts";
import { isIssueId } from "../../model/ids.ts";
import { isUnsettled } from "../../model/issue-state.ts";
import { namesOf, plural } from "../../model/plural.ts";
import type { Answer } from "../../model/question.ts";
import { visibleLine } from "../../model/visible-text.ts";
import type { Output } from "../output.ts";
import { type Paint, PLAIN } from "../paint.ts";
import type { Progress } from "../progress/progress.ts";

interface Observing extends Telling {
  readonly store: SessionStore;
  readonly progress: Progress;
  readonly output: Output;
  /** Print events as JSON instead of lines. */
  readonly json: boolean;
}

export function tellObservations(telling: Observing): (seen: Observation) => void {
  const { store, progress, output, json } = telling;
  // An interview mentions no rounds and runs; its changes are shown at the end.
  const isQuiet = isInterview(store.state) && !telling.verbose;
  const characters = new Map<string, number>();
  // After a resume the clock goes on from the time of the earlier sittings.
  const startedAt = systemClock.now() - sessionSeconds(store.state) * 1000;
  return (seen) => {
    if (seen.type === "run-progress") characters.set(seen.order.id, seen.chars);
    else if (seen.type === "recorded" && json) tellEvents(seen, output);
    else if (seen.type !== "recorded" || !isQuiet) for (const line of linesOf(seen, telling)) output.note(line);
    if (!isQuiet) progress.update({ state: store.state, startedAt, characters });
  };
}

function tellEvents({ events, state }: Extract<Observation, { type: "recorded" }>, output: Output): void {
  for (const event of events) output.event({ seq: state.seq, at: state.at, ...event });
}

function linesOf(seen: Observation, telling: Observing): readonly string[] {
  switch (seen.type) {
    case "run-note":
      return isShown(seen.order, telling) ? [`${seen.order.id}: ${seen.message}`] : [];
    case "spec-written":
      return telling.verbose || telling.json ? tellSpec(seen.files) : [];
    case "recorded":
      return seen.events.flatMap((event) => narrate(event, seen.state, telling) ?? []);
    default:
      return editLines(seen);
  }
}

/** What became of the User's own edits; commands say it, too. */
export function editLines(seen: Observation): string[] {
  if (seen.type === "source-merged") return [seen.message];
  if (seen.type !== "kept-beside") return [];
  return [
    `${seen.path} was edited by hand; your version is kept as ${seen.kept}.`,
    "To change a session, use `whetstone gap`, `whetstone flag` or `whetstone answer`.",
  ];
}

function tellSpec(files: readonly WrittenFile[]): string[] {
  if (files.length === 0) return ["finished spec: no changes"];
  return files.map(({ path, how }) => `finished spec: ${path}${how === "in place" ? ", in place" : ""}`);
}

/** Output of programs is a detail; what a person has to do is not. */
function isShown({ role }: RunName, { verbose, store }: Observing): boolean {
  const { engineer, reviewer } = store.state.config.agents;
  return verbose || (role === "engineer" ? engineer : reviewer).kind === "human";
}

interface Telling {
  readonly cold: string;
  /** The session folder, as the User would type it. */
  readonly folder: string;
  /** The User is at the terminal and sees questions there. */
  readonly attended?: boolean;
  readonly paint?: Paint;
  /** `--verbose`: also attempts, repairs and figures. */
  readonly verbose: boolean;
}

type EventOf<T extends SessionEvent["type"]> = Extract<SessionEvent, { type: T }>;
type Teller<T extends SessionEvent["type"]> = (event: EventOf<T>, state: State, telling: Telling) => string | undefined;

/** The line for an event while a session runs; undefined for details unless `verbose`. */
export function narrate(event: SessionEvent, state: State, telling: Telling): string | undefined {
  const tell = (TELLERS[event.type] ?? (telling.verbose ? DETAILS[event.type] : undefined)) as
    | Teller<SessionEvent["type"]>
    | undefined;
  return tell?.(event, state, telling);
}

type Tellers = { readonly [T in SessionEvent["type"]]?: Teller<T> };

const TELLERS: Tellers = {
  run_repeated: ({ run, reason, waitSeconds }) => `${run}: ${reason}; retrying in ${waitSeconds} s`,
  violation_found: violationLine,
  // If the User is asked about the inventory, the question includes the estimate.
  survey_read: ({ message }, state, { attended = false }) => {
    const isAsked = attended && setupEffect(state)?.type === "ask";
    const expected = expectedNow(state);
    return `survey: ${message}${expected === undefined || isAsked ? "" : `. Expected: ${expected}`}`;
  },
  // The first gaps are listed when the session starts.
  gap_added: ({ gap: { id, round, severity, state, title } }) =>
    round === 0 ? undefined : `New gap ${id} (${severity}${state === "PARKED" ? ", parked" : ""}): ${title}`,
  slot_dropped: ({ failed, gap, why }, _, { verbose }) =>
    failed || verbose ? `${gap} is left for the next round: ${visibleLine(why, 300)}` : undefined,
  decision_recorded: ({ decision: { id, decision, positions } }, _, { verbose }) =>
    positions === undefined && !verbose ? undefined : `  ${id}: ${visibleLine(decision, 300)}`,
  question_answered: ({ answer }, state, telling) =>
    telling.verbose || state.stop.type !== "ended" ? answerLine(answer, state, telling) : undefined,
  round_closed: roundLine,
  rounds_rolled_back: ({ archives, reason, adjustments }, _, { paint = PLAIN, verbose }) => {
    const details = [
      ...adjustments.map((text) => `adjusted: ${text}`),
      ...archives.map(({ path }) => `kept in ${path}`),
    ];
    const rounds = archives.map(({ round }) => round).join(", ");
    const more = verbose ? details.map((line) => `\n  ${visibleLine(line, 100)}`).join("") : "";
    return `${paint.bold(`Round ${rounds} undone:`)} ${visibleLine(reason, 300)}${more}`;
  },
  archives_settled: archivesLine,
};

const DETAILS: Tellers = {
  round_opened: ({ round }, { limits }) => `round ${round} of ${limits.maxRounds}`,
  run_started: ({ run, agent }) => `${run} starts: ${agent}`,
  run_ended: ({ run, gate }) =>
    gate.success ? undefined : `${run}: ${gate.failureType}. ${visibleLine(gate.message, 300)}`,
  document_joined: ({ path, repairs }) =>
    repairs.length === 0 ? undefined : `${path}: ${plural(repairs.length, "repair")} of form`,
  final_review_read: ({ message }) => `final review: ${visibleLine(message, 600)}`,
  noted: ({ note }) => (note.kind === "verdict-mismatch" ? note.message : undefined),
  conflict_opened: ({ conflict: { issue, severity, kind } }) => `conflict on ${issue} (${severity}, ${kind})`,
  rollback_requested: ({ retry, to, reason }) =>
    retry.way === "ask" ? undefined : `going back to the end of round ${to}: ${reason}`,
};

/** A repeated violation is reported once. */
function violationLine(
  { run, path, what, left, kept, edit }: EventOf<"violation_found">,
  { totals }: State,
  { folder }: Telling,
): string | undefined {
  if (edit?.own) return `Your edit of ${path} will be merged before the next round.`;
  if (edit) return `${path} was changed while ${run} ran. You will be asked whether it was you.`;
  if (kept === undefined) return `${run}: ${path} ${what}${left ? "" : "; it was put back"}`;
  if (totals.violations.filter((violation) => violation.path === path && violation.kept === kept).length > 1)
    return undefined;
  const who = run.includes("engineer") ? "Engineer" : "Reviewer";
  const place = join(folder, ...kept.split("/"));
  return `Your spec ${path} ${what} while the ${who} ran. If that was not you, the earlier text is in ${place}.`;
}

/** `Round 3: 1 resolved (GAP-A-001), 1 reopened (GAP-B-002 by ISSUE-R3-001), 1 new, 3 open (3 HIGH)`; a polishing round settles issues. */
function roundLine({ record }: EventOf<"round_closed">, state: State, telling: Telling): string {
  const { paint = PLAIN, verbose } = telling;
  const { gaps, rollbacks } = state;
  const { round, resolved, created, polishing } = record;
  const fresh = sum(created) === 0 ? "" : `, ${sum(created)} new`;
  const open = openBySeverity(gaps);
  const left = sum(open) === 0 ? "no gap open" : `${sum(open)} open (${bySeverity(open)})`;
  const again = rollbacks.some(({ archives }) => archives.some((archive) => archive.round === round));
  const name = paint.bold(`Round ${round}${again ? " run again" : ""}:`);
  const ended = gaps.filter((gap) => gap.resolvedInRound === round);
  const done = ended.filter((gap) => gap.state !== "WONT_FIX").map(({ id }) => id);
  const dropped = ended.length - done.length;
  const closed = sum(resolved) - dropped;
  const parts = [
    ...(closed > 0 || dropped === 0 ? [`${closed} resolved${named(done)}`] : []),
    ...(dropped > 0 ? [`${dropped} dropped`] : []),
    ...otherMoves(state, round),
  ];
  const settled = polishing ? polishedText(state, round) : parts.join(", ");
  const { net, weightedNet, outcome, specWords } = record;
  const figures = `, ${outcome}, net ${signed(net)}, weighted ${signed(weightedNet)}, ${record.state}, ${specWords} words`;
  return `${name} ${settled}${fresh}, ${left}${verbose ? figures : ""}${reopeningIssues(state, round)}${firstChange(state, round, telling)}`;
}

/** What became of a gap that is no longer open. */
const CLOSED: Readonly<Record<string, string>> = {
  ACCEPTED: "resolved again",
  RESOLVED: "resolved again",
  WONT_FIX: "dropped after all",
  SUPERSEDED: "replaced",
  PARKED: "parked",
};

/** Gaps that the round reopened, or closed without counting them as resolved (SPEC 3.5). */
function otherMoves({ gaps, recent }: State, round: number): string[] {
  const wasClosed = new Map<string, boolean>();
  const changes = recent.find(({ record }) => record.round === round)?.changes ?? [];
  for (const { about, from, to } of changes)
    if (!wasClosed.has(about) && (from in CLOSED || to in CLOSED)) wasClosed.set(about, from in CLOSED);
  const moved = gaps.filter((gap) => {
    const isCounted = wasClosed.get(gap.id) === true || gap.resolvedInRound === round;
    return wasClosed.has(gap.id) && isCounted === isOpen(gap);
  });
  const ways = groupBy(moved, (gap) => CLOSED[gap.state] ?? "reopened");
  // Names the issue, which may be on another gap.
  const because = (id: string, how: string) => {
    const { issues = [] } = changes.find((change) => change.about === id && change.issues !== undefined) ?? {};
    return how === "reopened" && issues.length > 0 ? `${id} by ${issues.join(", ")}` : id;
  };
  const nameOf = (gap: Gap, how: string) => {
    const by = gap.duplicateOf === undefined ? gap.parts : [gap.duplicateOf];
    return how === "replaced" && by.length > 0 ? `${gap.id} by ${by.join(", ")}` : because(gap.id, how);
  };
  return [...ways].map(([how, all]) => `${all.length} ${how}${named(all.map((gap) => nameOf(gap, how)))}`);
}

/** The issues that reopened gaps, in words. */
function reopeningIssues({ issues, recent }: State, round: number): string {
  const changes = recent.find(({ record }) => record.round === round)?.changes ?? [];
  const ids = [...new Set(changes.flatMap(({ issues: by = [] }) => by))];
  return issues
    .pick(ids)
    .map(({ id, title }) => `\n  ${id}: ${visibleLine(title, 160)}`)
    .join("");
}

function named(ids: readonly string[]): string {
  return ids.length === 0 ? "" : ` (${namesOf(ids, ", ", 12)})`;
}

/** Shown once, after the first round that changed the spec. */
function firstChange({ spec }: State, round: number, { folder }: Telling): string {
  const gapBatches = spec.batches.filter(({ sets }) => sets.some(({ gap }) => gap !== undefined));
  const isFirst = gapBatches.length > 0 && gapBatches.every((batch) => batch.round === round);
  return isFirst ? `\n  See the change: ${commandLine("diff", folder)}` : "";
}

/** Issues of the round itself are about its changes; they settle nothing, and go where those are dropped. */
function polishedText(state: State, round: number): string {
  const { changes = [], notes = [] } = state.recent.find(({ record }) => record.round === round) ?? {};
  const moved = [...new Set(changes.map(({ about }) => about))].filter(isIssueId);
  const settled = state.issues.pick(moved).filter((issue) => issue.round < round && !isUnsettled(issue));
  const dropped = notes.flatMap(({ kind, gap }) => (kind === "set-aside" && gap !== undefined ? [gap] : []));
  const lost =
    dropped.length === 0 ? "" : `, changes dropped that the review did not pass${named([...new Set(dropped)])}`;
  return `${plural(settled.length, "issue")} settled${named(settled.map(({ id }) => id))}${lost}`;
}

/** Names every archive that was moved or deleted; archives that stay are details. */
function archivesLine({ archives }: EventOf<"archives_settled">, { rollbacks }: State, { verbose, cold }: Telling) {
  if (!verbose && archives.every(({ became }) => became === "kept")) return undefined;
  const sizes = new Map(rollbacks.flatMap((rollback) => rollback.archives.map(({ path, bytes }) => [path, bytes])));
  const sizeOf = (path: string) => sizes.get(path) ?? 0;
  const lines = archives.map(({ path, became, place }) => {
    const fate = place === undefined ? became : `moved to ${join(cold, ...place.split("/"))}`;
    return `${path} (${kilobytes(sizeOf(path))}): ${fate}`;
  });
  const total = archives.reduce((all, { path }) => all + sizeOf(path), 0);
  return `archives of undone rounds, ${kilobytes(total)} in total\n  ${lines.join("\n  ")}`;
}

const BY: Readonly<Record<Answer["via"], string>> = {
  terminal: "you",
  command: "whetstone answer",
  "answers-file": "the answers file",
  policy: "the policy",
  page: "you, on the page",
  library: "a program",
};

function answerLine(answer: Answer, state: State, { paint = PLAIN }: Telling): string | undefined {
  if (answer.via === "terminal") return undefined;
  const question = state.answers.find(({ question }) => question.id === answer.question)?.question;
  const chosen = question?.options.filter((option) => answer.options.includes(option.id)).map((option) => option.label);
  // The question was put off.
  if (chosen?.length === 0) return undefined;
  return `${paint.yellow("Asked:")} ${question?.text ?? answer.question}\n  Answered by ${BY[answer.via]}: ${(chosen ?? answer.options).join(", ")}`;
}
