import { inlineText } from "../../documents/rendering/inline-text.ts";
import { openBySeverity } from "../../model/counting.ts";
import { pausedText } from "../../model/pause-reason.ts";
import { plural } from "../../model/plural.ts";
import { convergenceNow, currentRound, hasBegun } from "../queries.ts";
import { blocks, bySeverity, recordHeader, sum } from "../record-text.ts";
import type { OpenRound, State, StopState } from "../state.ts";
import { nameOf } from "./attempt-tables.ts";
import { configurationSection } from "./configuration-section.ts";
import { conflictSection } from "./conflict-section.ts";
import { convergenceSection } from "./convergence-section.ts";
import { disagreementSection } from "./disagreement-section.ts";
import { inventorySection } from "./inventory-section.ts";
import { questionSection } from "./question-section.ts";
import { rollbackSection } from "./rollback-section.ts";
import { sealed } from "./seal.ts";
import { timingSection, usageSection, violationSection } from "./usage-section.ts";
import { validationSection } from "./validation-section.ts";

/**
 * status.md: all of SPEC 17 in its order. A projection: the same entries give the same bytes. Its size follows the
 * open work and the last rounds, not the history.
 */
export function renderStatus(state: State): string {
  const body = blocks(
    recordHeader(state.seq),
    `# ${inlineText(state.session.name, 120)}: status`,
    overview(state),
    questionSection(state),
    running(state.round),
    configurationSection(state),
    inventorySection(state),
    convergenceSection(state),
    validationSection(state),
    disagreementSection(state),
    conflictSection(state),
    rollbackSection(state),
    violationSection(state),
    usageSection(state),
    timingSection(state),
  );
  return sealed(`${body}\n`);
}

function overview(state: State): string {
  const open = openBySeverity(state.gaps);
  const round = currentRound(state);
  const facts = [
    ...(round === 0 ? [] : [`round ${round} of at most ${state.limits.maxRounds}`, convergenceNow(state)]),
    `${sum(open)} open (${bySeverity(open)})`,
    plural(state.gaps.size, "gap"),
  ];
  return `**${stopText(state)}** · ${facts.join(" · ")}\n\nAs of ${state.at}.`;
}

function stopText(state: State): string {
  const { length } = state.questions;
  if (length > 0) return stopWords(state.stop) ?? `waiting for you: ${plural(length, "question")}`;
  return stopWords(state.stop) ?? (hasBegun(state) ? "running" : "not begun");
}

function stopWords(stop: StopState): string | undefined {
  switch (stop.type) {
    case "running":
      return undefined;
    case "paused":
      return inlineText(pausedText(stop.reason), 120);
    case "finish-requested":
      return "you asked to end";
    case "ending":
      return `ending: ${stop.termination}`;
    case "ended":
      return `ended: ${stop.termination}`;
  }
}

function running(round: OpenRound | undefined): string {
  if (!round) return "";
  const gaps = round.slots.map((slot) => (slot.dropped ? `${slot.gap} (goes back)` : slot.gap)).join(", ");
  const ended = round.runs.filter((run) => run.end !== undefined).length;
  const lines = [
    `- opened ${round.openedAt}, with ${round.openAtStart} open`,
    `- assigned: ${gaps || "none"}`,
    `- left over from earlier rounds, to be reviewed: ${round.carriedOver.join(", ") || "none"}`,
    `- runs: ${ended} of ${round.runs.length} ended`,
    ...round.skipped.map(({ role, why }) => `- ${nameOf(role)}: SKIP (${inlineText(why, 160)})`),
  ];
  return `## Running: round ${round.number}\n\n${lines.join("\n")}`;
}
