import { join } from "node:path";
import type { State } from "../../mediator/state.ts";
import type { SessionEvent } from "../../model/events.ts";
import { visibleLine } from "../../model/visible-text.ts";

/** What a person would want to hear of while a session runs, besides who works on what. */
export function narrate(event: SessionEvent, state: State, coldStorage: string): string | undefined {
  switch (event.type) {
    case "run_ended":
      return event.gate.success
        ? undefined
        : `${event.run}: ${event.gate.failureType}. ${firstSentence(event.gate.message)}`;
    case "run_repeated":
      return `${event.run}: ${event.reason}; again in ${event.waitSeconds} s`;
    case "violation_found":
      return `${event.run}: ${event.path} ${event.what}; ${event.left ? "it stays so, in case it was you" : "it was put back"}`;
    case "document_joined": {
      const count = event.repairs.length;
      if (count === 0) return undefined;
      const kinds = [...new Set(event.repairs.map((repair) => repair.kind))].slice(0, 4).join(", ");
      return `${event.path}: ${count} ${count === 1 ? "repair" : "repairs"} of form (${kinds})`;
    }
    case "survey_read":
      return `survey: ${event.message}${event.expected === undefined ? "" : `. Expected: ${event.expected}`}`;
    case "gap_added":
      if (event.gap.round === 0) return undefined;
      return `new gap ${event.gap.id} (${event.gap.severity}${event.gap.state === "PARKED" ? ", parked" : ""}): ${event.gap.title}`;
    case "slot_dropped":
      // What waits for input is asked for next, and says so itself.
      if (!event.failed && event.why === "waits for input") return undefined;
      return `${event.gap} goes back: ${event.why}`;
    case "noted":
      return event.note.kind === "verdict-mismatch" ? event.note.message : undefined;
    case "conflict_opened":
      return `conflict on ${event.conflict.issue} (${event.conflict.severity}): ${event.conflict.kind === "explicit" ? "the Engineer disagrees" : "inferred from what the Engineer wrote"}`;
    case "question_answered":
      return answerLine(event.answer, state);
    case "decision_recorded":
      return `${event.decision.id}: ${firstSentence(event.decision.decision)}`;
    case "round_closed": {
      const { round, net, weightedNet, state: convergence, outcome, specWords } = event.record;
      const signed = (value: number) => (value > 0 ? `+${value}` : String(value));
      const partial = outcome === "FULL" ? "" : `, ${outcome}`;
      return `round ${round} closed: net ${signed(net)}, weighted ${signed(weightedNet)}, ${convergence}${partial}, ${specWords} words`;
    }
    case "rollback_requested":
      return event.retry.way === "ask" ? undefined : `undoing back to the end of round ${event.to}: ${event.reason}`;
    case "rounds_rolled_back":
      return rolledBackLine(event);
    case "archives_settled":
      return settledLine(event, coldStorage);
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

/** Nothing outside the session folder is touched without being named. */
function settledLine(event: Extract<SessionEvent, { type: "archives_settled" }>, coldStorage: string): string {
  const lines = event.archives.map(({ path, became, place }) =>
    place === undefined ? `${path}: ${became}` : `${path}: moved to ${join(coldStorage, ...place.split("/"))}`,
  );
  return `archives of undone rounds\n  ${lines.join("\n  ")}`;
}

function answerLine(
  answer: Extract<SessionEvent, { type: "question_answered" }>["answer"],
  state: State,
): string | undefined {
  if (answer.via === "terminal") return undefined;
  const question = state.answers.find((one) => one.question.id === answer.question)?.question;
  const chosen = question?.options.filter((option) => answer.options.includes(option.id)).map((option) => option.label);
  return `asked: ${question?.text ?? answer.question}\n  answered by ${answer.via}: ${(chosen ?? answer.options).join(", ")}`;
}

function firstSentence(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  const end = line.search(/[.!?](\s|$)/);
  return end < 0 || end > 200 ? line.slice(0, 200) : line.slice(0, end + 1);
}
