import { codeText, inlineText } from "../../documents/rendering/inline-text.ts";
import { table } from "../../documents/rendering/table.ts";
import { countedRounds } from "../../model/convergence.ts";
import { isOpen } from "../../model/counting.ts";
import type { Gap } from "../../model/gap.ts";
import { plural } from "../../model/plural.ts";
import type { UsageRecord } from "../../model/usage.ts";
import { addUsage, NO_USAGE } from "../../model/usage.ts";
import { sessionSeconds } from "../queries.ts";
import { blocks, dollars, duration, recordHeader, tokenText, wholeNumber } from "../record-text.ts";
import type { State } from "../state.ts";
import { convergenceSection } from "./convergence-section.ts";
import { countTable } from "./inventory-section.ts";
import { openLines, userReason } from "./spec-appendix.ts";

/** The closing summary (SPEC 12): how and why the session ended, what it cost, what is left, where the spec is. */
export function renderClosingSummary(state: State): string {
  const body = blocks(
    recordHeader(state.seq),
    `# ${inlineText(state.session.name, 120)}: closing summary`,
    table(["What", "Value"], facts(state), ""),
    `## Gaps\n\n${gapTable(state)}`,
    `## Known limitations\n\n${limitations(state)}`,
    convergenceSection(state),
  );
  return `${body}\n`;
}

function facts(state: State): [string, string][] {
  const { stop, totals } = state;
  const roles = Object.values(totals.usage);
  const total = (of: (usage: (typeof roles)[number]) => number) => roles.reduce((all, usage) => all + of(usage), 0);
  const usage = roles.reduce<UsageRecord>(addUsage, NO_USAGE);
  const { inputTokens, cachedInputTokens, outputTokens } = usage;
  return [
    ["Ending", stop.type === "ended" ? stop.termination : "not ended"],
    ["Trigger", stop.type === "ended" ? inlineText(stop.trigger, 300) : "-"],
    ["Spec", stop.type === "ended" && stop.specPath !== undefined ? codeText(stop.specPath, 300) : "none was written"],
    ["Rounds", `${countedRounds(state.records)} of at most ${state.limits.maxRounds}`],
    [
      "Duration",
      `${duration(sessionSeconds(state))} in all, ${duration(totals.activeSeconds)} active, ${duration(totals.waitedSeconds)} waiting for the User`,
    ],
    ["Runs", `${total((usage) => usage.runs)}, of which ${total((usage) => usage.failed)} failed`],
    [
      "Tokens",
      `${tokenText(inputTokens, usage)} input (${wholeNumber(cachedInputTokens)} cached), ${tokenText(outputTokens, usage)} output${usage.estimated ? " (~: estimated)" : ""}`,
    ],
    ["Cost", dollars(usage.costUsd)],
    ["Decisions", `${plural(state.decisions.length, "decision")}, in [decisions.md](decisions.md)`],
  ];
}

/** By state, but for those open ones that the User accepted as they are. */
function gapTable(state: State): string {
  return countTable(state.gaps, (gap) => (isAcknowledged(state, gap) ? "Accepted as they are" : gap.state));
}

function isAcknowledged({ decisions }: State, gap: Gap): boolean {
  return (
    isOpen(gap) &&
    gap.state !== "USER_DEFERRED" &&
    decisions.some(({ type, gaps }) => type === "acknowledgement" && gaps.includes(gap.id))
  );
}

/** All that is open: none is left unsaid (SPEC 12). */
function limitations(state: State): string {
  const closed = state.gaps
    .filter(({ state: now }) => now === "WONT_FIX")
    .map(
      ({ id, severity, title }) =>
        `- ${id} (${severity}, WONT_FIX): ${inlineText(`${title}${userReason(state, id)}`, 400)}`,
    );
  return [...openLines(state), ...closed].join("\n") || "None.";
}
