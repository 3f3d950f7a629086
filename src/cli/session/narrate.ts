import { join } from "node:path";
import { bySeverity, signed, sum } from "../../mediator/record-text.ts";
import { kilobytes } from "../../mediator/rollback/settle-archives.ts";
import type { State } from "../../mediator/state.ts";
import type { RoundRecord } from "../../model/convergence.ts";
import { openBySeverity } from "../../model/counting.ts";
import type { SessionEvent } from "../../model/events.ts";
import type { Gap } from "../../model/gap.ts";
import { plural } from "../../model/plural.ts";
import type { Answer } from "../../model/question.ts";
import { visibleLine } from "../../model/visible-text.ts";

export interface Telling {
  /** The folder of the archives of other days. */
  readonly cold: string;
  /** The session's, as the person would write it. */
  readonly folder: string;
  /** Everything, with attempts, repairs and figures: `--verbose`. */
  readonly verbose: boolean;
}

/** What a person wants to hear of while a session runs, a line each; with `verbose` all that happens. */
export function narrate(event: SessionEvent, state: State, { verbose, cold, folder }: Telling): string | undefined {
  switch (event.type) {
    case "run_repeated":
      return `${event.run}: ${event.reason}; again in ${event.waitSeconds} s`;
    case "violation_found":
      return violationLine(event, state, folder);
    case "survey_read":
      return `survey: ${event.message}${event.expected === undefined ? "" : `. Expected: ${event.expected}`}`;
    case "gap_added":
      return gapLine(event.gap);
    case "question_answered":
      return verbose || state.stop.type !== "ended" ? answerLine(event.answer, state) : undefined;
    case "archives_settled":
      return verbose || event.archives.some(isGone) ? settledLine(event, state, cold) : undefined;
    default:
      return verbose ? detail(event) : headline(event, state);
  }
}

/** What is found once more is not told once more. */
function violationLine(
  { run, path, what, left, kept }: Extract<SessionEvent, { type: "violation_found" }>,
  { totals }: State,
  folder: string,
): string | undefined {
  if (kept === undefined) return `${run}: ${path} ${what}${left ? "" : "; it was put back"}`;
  if (totals.violations.filter((each) => each.path === path && each.kept === kept).length > 1) return undefined;
  const who = run.includes("engineer") ? "Engineer" : "Reviewer";
  const place = join(folder, ...kept.split("/"));
  return `Your spec ${path} ${what} while the ${who} ran. If that was not you, the earlier text is in ${place}.`;
}

function headline(event: SessionEvent, state: State): string | undefined {
  switch (event.type) {
    case "slot_dropped":
      return event.failed ? `${event.gap}: ${event.why}; it goes into the next round` : undefined;
    case "decision_recorded":
      return event.decision.positions === undefined
        ? undefined
        : `  ${event.decision.id}: ${firstSentence(event.decision.decision)}`;
    case "round_closed":
      return roundLine(event.record, state);
    case "rounds_rolled_back":
      return `Round ${event.archives.map(({ round }) => round).join(", ")} undone: ${visibleLine(inWords(event.reason), 200)}`;
    default:
      return undefined;
  }
}

/** Those that the session began with are told of by its first words. */
function gapLine({ id, round, severity, state, title }: Gap): string | undefined {
  return round === 0 ? undefined : `New gap ${id} (${severity}${state === "PARKED" ? ", parked" : ""}): ${title}`;
}

/** Without the names of patterns in front. */
function inWords(reason: string): string {
  return /^[A-Z_, ]+\((.+)\)$/s.exec(reason)?.[1] ?? reason;
}

/** `Round 3: 1 resolved, 1 new, 4 open (1 CRITICAL, 2 HIGH, 1 MEDIUM)`. */
function roundLine({ round, resolved, created }: RoundRecord, { gaps, rollbacks }: State): string {
  const fresh = sum(created) === 0 ? "" : `, ${sum(created)} new`;
  const open = openBySeverity(gaps);
  const left = sum(open) === 0 ? "none open" : `${sum(open)} open (${bySeverity(open)})`;
  const again = rollbacks.some(({ archives }) => archives.some((archive) => archive.round === round));
  return `Round ${round}${again ? " run again" : ""}: ${sum(resolved)} resolved${fresh}, ${left}`;
}

function detail(event: SessionEvent): string | undefined {
  switch (event.type) {
    case "run_ended":
      return event.gate.success
        ? undefined
        : `${event.run}: ${event.gate.failureType}. ${firstSentence(event.gate.message)}`;
    case "document_joined": {
      const count = event.repairs.length;
      if (count === 0) return undefined;
      const kinds = [...new Set(event.repairs.map((repair) => repair.kind))].slice(0, 4).join(", ");
      return `${event.path}: ${plural(count, "repair")} of form (${kinds})`;
    }
    case "slot_dropped":
      // What waits for input is asked for next, and says so itself.
      if (!event.failed && event.why === "waits for input") return undefined;
      return `${event.gap} goes back: ${event.why}`;
    case "noted":
      return event.note.kind === "verdict-mismatch" ? event.note.message : undefined;
    case "conflict_opened":
      return `conflict on ${event.conflict.issue} (${event.conflict.severity}): ${event.conflict.kind === "explicit" ? "the Engineer disagrees" : "inferred from what the Engineer wrote"}`;
    case "decision_recorded":
      return `${event.decision.id}: ${firstSentence(event.decision.decision)}`;
    case "round_closed": {
      const { round, net, weightedNet, state: convergence, outcome, specWords } = event.record;
      const partial = outcome === "FULL" ? "" : `, ${outcome}`;
      return `round ${round} closed: net ${signed(net)}, weighted ${signed(weightedNet)}, ${convergence}${partial}, ${specWords} words`;
    }
    case "rollback_requested":
      return event.retry.way === "ask" ? undefined : `undoing back to the end of round ${event.to}: ${event.reason}`;
    case "rounds_rolled_back":
      return rolledBackLine(event);
    default:
      return undefined;
  }
}

function rolledBackLine(event: Extract<SessionEvent, { type: "rounds_rolled_back" }>): string {
  const rounds = event.archives.map((archive) => archive.round).join(", ");
  const archives = event.archives.map((archive) => archive.path).join(", ");
  const adjusted = event.adjustments.map((text) => `\n  adjusted: ${visibleLine(text, 100)}`).join("");
  return `round ${rounds} undone, kept in ${archives}${adjusted}`;
}

/** What stays where it was is no news. */
function isGone({ became }: Extract<SessionEvent, { type: "archives_settled" }>["archives"][number]): boolean {
  return became !== "kept";
}

/** Nothing outside the session folder is touched without being named. */
function settledLine(
  event: Extract<SessionEvent, { type: "archives_settled" }>,
  { rollbacks }: State,
  coldStorage: string,
): string {
  const sizes = new Map(rollbacks.flatMap(({ archives }) => archives.map(({ path, bytes }) => [path, bytes])));
  const sizeOf = (path: string) => sizes.get(path) ?? 0;
  const lines = event.archives.map(({ path, became, place }) => {
    const fate = place === undefined ? became : `moved to ${join(coldStorage, ...place.split("/"))}`;
    return `${path} (${kilobytes(sizeOf(path))}): ${fate}`;
  });
  const total = event.archives.reduce((sum, { path }) => sum + sizeOf(path), 0);
  return `archives of undone rounds, ${kilobytes(total)} in all\n  ${lines.join("\n  ")}`;
}

const BY: Readonly<Record<Answer["via"], string>> = {
  terminal: "you",
  command: "whetstone answer",
  "answers-file": "the answers file",
  policy: "the policy",
  page: "you, on the page",
  library: "a program",
};

function answerLine(answer: Answer, state: State): string | undefined {
  if (answer.via === "terminal") return undefined;
  const question = state.answers.find(({ question }) => question.id === answer.question)?.question;
  const chosen = question?.options.filter((option) => answer.options.includes(option.id)).map((option) => option.label);
  const what = question === undefined ? answer.question : `${question.header}: ${question.text}`;
  return `Asked: ${what}\n  Answered by ${BY[answer.via]}: ${(chosen ?? answer.options).join(", ")}`;
}

function firstSentence(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  const end = line.search(/[.!?](\s|$)/);
  return end < 0 || end > 200 ? line.slice(0, 200) : line.slice(0, end + 1);
}
