import { codeText, inlineText } from "../../documents/rendering/inline-text.ts";
import { table } from "../../documents/rendering/table.ts";
import type { RoundRecord } from "../../model/convergence.ts";
import type { RunRole } from "../../model/events/run-events.ts";
import { secondsBetween } from "../../model/timestamp.ts";
import type { UsageRecord } from "../../model/usage.ts";
import { addUsage, NO_USAGE } from "../../model/usage.ts";
import { sessionSeconds } from "../queries.ts";
import { blocks, dollars, duration, numbers, percentage, roundLink, tokenText, wholeNumber } from "../record-text.ts";
import type { RoundLog, Run, State } from "../state.ts";

const ROLES: readonly RunRole[] = ["engineer", "reviewer", "final-review", "survey", "middle-ground"];
const NUMBERS = numbers("Runs", "Input", "Output", "Cached", "Cost", "Seconds");
const MOST_VIOLATIONS = 20;

/** What agents changed that was not theirs (SPEC 2, SPEC 17). */
export function violationSection({ totals }: State): string {
  const { violations } = totals;
  const rows = violations
    .slice(-MOST_VIOLATIONS)
    .map(({ run, path, what }) => [codeText(run, 80), codeText(path, 120), inlineText(what, 120)]);
  const shown = violations.length > rows.length ? `The last ${rows.length} of ${violations.length}:` : "";
  return blocks("## Permission violations", shown, table(["Run", "Path", "What"], rows, "None."));
}

const ESTIMATE_NOTE =
  "`~`: the agent tells no tokens; they are estimated from characters, and count against the budget.";

/** Tokens, cost and seconds by role and by round (SPEC 17). */
export function usageSection(state: State): string {
  const roles = ROLES.filter((role) => state.totals.usage[role].runs > 0).map((role) => {
    const usage = state.totals.usage[role];
    return [role, ...cells(usage.runs, usage), percentage(usage.cachedInputTokens, usage.inputTokens), usage.failed];
  });
  const columns = ["Role", ...NUMBERS, ...numbers("Share cached", "Failed")];
  return blocks(
    "## Tokens, cost and time",
    table(columns, roles, "No agent ran yet."),
    table(["Round", ...NUMBERS], state.recent.map(usageRow), ""),
    Object.values(state.totals.usage).some(({ estimated }) => estimated) ? ESTIMATE_NOTE : "",
  );
}

function usageRow({ record, runs }: RoundLog) {
  return [roundLink(record.round), ...cells(runs.length, usageOf(runs))];
}

function cells(runs: number, usage: UsageRecord): (string | number)[] {
  const tokens = [usage.inputTokens, usage.outputTokens].map((number) => tokenText(number, usage));
  return [runs, ...tokens, wholeNumber(usage.cachedInputTokens), dollars(usage.costUsd), wholeNumber(usage.seconds)];
}

/** The sum over runs. */
function usageOf(runs: readonly Run[]): UsageRecord {
  return runs.reduce((sum, { end }) => (end ? addUsage(sum, end.usage) : sum), NO_USAGE);
}

/** Timing (SPEC 17): the session, its rounds, and how much of it was work and how much waiting for the User. */
export function timingSection(state: State): string {
  const { totals, session, recent } = state;
  const whole = `Since ${session.createdAt}: ${duration(sessionSeconds(state))}, of which ${duration(totals.activeSeconds)} active and ${duration(totals.waitedSeconds)} waiting for the User.`;
  const rows = recent.map(({ record }) => {
    return [roundLink(record.round), record.openedAt, record.closedAt, duration(roundSeconds(record))];
  });
  return blocks("## Timing", whole, table(["Round", "Opened", "Closed", "Took"], rows, ""));
}

export function roundSeconds({ seconds, openedAt, closedAt }: RoundRecord): number {
  return seconds ?? secondsBetween(openedAt, closedAt);
}
