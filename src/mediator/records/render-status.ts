import { fenceAsData } from "../../documents/rendering/fence.ts";
import { inlineText } from "../../documents/rendering/inline-text.ts";
import { isCounted, openBySeverity } from "../../model/counting.ts";
import { plural } from "../../model/plural.ts";
import type { Question } from "../../model/question.ts";
import { wholeQuestion } from "../../model/whole-question.ts";
import { convergenceNow, currentRound, gapsStillOpen, hasBegun, isInterview, parkedGaps } from "../queries.ts";
import { blocks, bySeverity, recordFile, roundLink, section, stopWords, sum } from "../record-text.ts";
import { backupPath, DECISIONS, STATUS } from "../session-paths.ts";
import type { State } from "../state.ts";
import { decidedLines } from "./open-points.ts";
import { conflictSection, convergenceSection, disagreementSection, inventorySection } from "./progress-sections.ts";
import { renderDecisions } from "./render-decisions.ts";
import {
  configurationSection,
  rollbackSection,
  timingSection,
  usageSection,
  validationSection,
  violationSection,
} from "./session-sections.ts";

export interface RecordText {
  readonly path: string;
  readonly text: string;
}

export function recordsOf(state: State): RecordText[] {
  return [
    { path: STATUS, text: renderStatus(state) },
    { path: DECISIONS, text: renderDecisions(state) },
  ];
}

/** The records as they were at the end of each round that can be restored (SPEC 13.2). */
export function backupsOf(checkpoints: State["checkpoints"]): RecordText[] {
  return checkpoints.flatMap(({ round, state }) =>
    recordsOf(state).map(({ path, text }) => ({ path: backupPath(path, round), text })),
  );
}

/** status.md: all sections of SPEC 17, in its order. Its size depends on the open work, not on the history. */
export function renderStatus(state: State): string {
  return recordFile(
    state.seq,
    `${inlineText(state.session.name, 120)}: status`,
    overview(state),
    section("## Waiting for you", blocks(...state.questions.map(questionText))),
    configurationSection(state),
    inventorySection(state),
    isInterview(state) ? "" : convergenceSection(state),
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
  const open = openBySeverity(gapsStillOpen(state));
  const round = currentRound(state);
  const parked = parkedGaps(state).length;
  const decided = decidedLines(state).length;
  const facts = [
    ...(round === 0 || isInterview(state)
      ? []
      : [`round ${round} of at most ${state.limits.maxRounds}`, convergenceNow(state)]),
    `${sum(open)} open (${bySeverity(open)})`,
    ...(parked === 0 ? [] : [`${parked} parked`]),
    plural(state.gaps.filter(isCounted).length, "gap"),
    ...(decided === 0 ? [] : [`${decided} decided without you, marked in [changes.md](changes.md)`]),
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

/** The question as the terminal prints it, in full, so that the User can answer from this file alone (SPEC 10.3). */
function questionText(question: Question): string {
  const [first = "", ...rest] = wholeQuestion(question, undefined, undefined, Number.POSITIVE_INFINITY);
  return blocks(`### ${inlineText(first)}`, fenceAsData(rest.join("\n").trim(), "text"));
}
