import { inlineText } from "../../documents/rendering/inline-text.ts";
import { openBySeverity } from "../../model/counting.ts";
import { plural } from "../../model/plural.ts";
import { convergenceNow, currentRound, hasBegun, parkedGaps } from "../queries.ts";
import { bySeverity, recordFile, roundLink, stopWords, sum } from "../record-text.ts";
import type { State } from "../state.ts";
import { convergenceSection } from "./convergence-section.ts";
import { conflictSection, disagreementSection } from "./dispute-sections.ts";
import { inventorySection } from "./inventory-section.ts";
import { rollbackSection } from "./rollback-section.ts";
import { configurationSection, timingSection, usageSection, violationSection } from "./session-sections.ts";
import { validationSection } from "./validation-section.ts";
import { waitingSection } from "./waiting-section.ts";

/** status.md: all of SPEC 17 in its order. Its size follows the open work, not the history. */
export function renderStatus(state: State): string {
  return recordFile(
    state.seq,
    `${inlineText(state.session.name, 120)}: status`,
    overview(state),
    waitingSection(state),
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
}

function overview(state: State): string {
  const open = openBySeverity(state.gaps);
  const round = currentRound(state);
  const parked = parkedGaps(state).length;
  const facts = [
    ...(round === 0 ? [] : [`round ${round} of at most ${state.limits.maxRounds}`, convergenceNow(state)]),
    `${sum(open)} open (${bySeverity(open)})`,
    ...(parked === 0 ? [] : [`${parked} parked`]),
    plural(state.gaps.size, "gap"),
  ];
  const running = state.round ? ` Running: round ${roundLink(state.round.number)}.` : "";
  return `**${stopText(state)}** · ${facts.join(" · ")}\n\nAs of ${state.at}.${running}`;
}

function stopText(state: State): string {
  const { length } = state.questions;
  const running = hasBegun(state) ? "running" : "not begun";
  const now = stopWords(state.stop) ?? (length > 0 ? `waiting for you: ${plural(length, "question")}` : running);
  return inlineText(now, 120);
}
