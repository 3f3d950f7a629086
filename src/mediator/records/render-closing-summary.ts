import { codeText, inlineText } from "../../documents/rendering/inline-text.ts";
import { countedRounds } from "../../model/convergence.ts";
import { isOpen } from "../../model/counting.ts";
import type { Gap } from "../../model/gap.ts";
import { plural } from "../../model/plural.ts";
import { addUsage, NO_USAGE, type UsageRecord } from "../../model/usage.ts";
import { countedStates } from "../queries.ts";
import { dollars, recordFile, section, table, tokenText, wholeNumber } from "../record-text.ts";
import type { State } from "../state.ts";
import { decidedLines, listItems, openLines, parkedLines, settledLines, userReason } from "./open-points.ts";
import { convergenceSection, countTable } from "./progress-sections.ts";
import { timeText } from "./session-sections.ts";

/** The closing summary (SPEC 12): how and why the session ended, what it cost, what is left, where the spec is. */
export function renderClosingSummary(state: State): string {
  return recordFile(
    state.seq,
    `${inlineText(state.session.name, 120)}: closing summary`,
    table("What | Value", facts(state)),
    section("## Gaps", counts(state)),
    section("## Known limitations", limitations(state) || "None."),
    section("## Decided without you", listItems(decidedLines(state))),
    section("## Settled by the text", listItems(settledLines(state))),
    convergenceSection(state),
  );
}

function facts(state: State): [string, string][] {
  const ended = state.stop.type === "ended" ? state.stop : undefined;
  const { message } = state.finalReview;
  const roles = Object.values(state.totals.usage);
  const [runs, failed] = (["runs", "failed"] as const).map((of) => roles.reduce((all, usage) => all + usage[of], 0));
  const usage = roles.reduce<UsageRecord>(addUsage, NO_USAGE);
  const [input, output] = [usage.inputTokens, usage.outputTokens].map((count) => tokenText(count, usage));
  const tokens = `${input} input (${wholeNumber(usage.cachedInputTokens)} cached), ${output} output`;
  return [
    ["Ending", ended?.termination ?? "not ended"],
    ["Trigger", ended ? inlineText(ended.trigger, 300) : "-"],
    ["Spec", ended?.specPath === undefined ? "none written" : codeText(ended.specPath, 300)],
    ["Rounds", `${countedRounds(state.records)} of at most ${state.limits.maxRounds}`],
    ...(message === "" ? [] : [["Final review", inlineText(message, 1_000)] as [string, string]]),
    ["Duration", timeText(state, " in total, ", ", ")],
    ["Runs", `${runs}, of which ${failed} failed`],
    ["Tokens", `${tokens}${usage.estimated ? " (~: estimated)" : ""}`],
    ["Cost", dollars(usage.costUsd)],
    ["Decisions", `${plural(state.decisions.length, "decision")}, in [decisions.md](decisions.md)`],
  ];
}

function counts(state: State): string {
  const { gaps, decisions } = state;
  const standing = countedStates(state);
  const acknowledged = new Set(decisions.flatMap((made) => (made.type === "acknowledgement" ? made.gaps : [])));
  const isLeft = (gap: Gap) => isOpen(gap) && gap.state !== "USER_DEFERRED" && acknowledged.has(gap.id);
  return countTable(gaps, (gap) => (isLeft(gap) ? "Accepted as they are" : standing(gap)));
}

function limitations(state: State): string {
  const closed = state.gaps
    .filter(({ state: now }) => now === "WONT_FIX")
    .map(({ id, severity, title }) => `${id} (${severity}, WONT_FIX): ${title}${userReason(state, id)}`);
  return listItems([...openLines(state), ...parkedLines(state), ...closed]);
}
