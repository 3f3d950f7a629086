import { codeText, inlineText } from "../../documents/rendering/inline-text.ts";
import type { RoundRecord } from "../../model/convergence.ts";
import type { RunRole } from "../../model/events/round-events.ts";
import type { GapId } from "../../model/ids.ts";
import { plural } from "../../model/plural.ts";
import { secondsBetween } from "../../model/timestamp.ts";
import { addUsage, NO_USAGE, type UsageRecord } from "../../model/usage.ts";
import { type RoundView, sessionSeconds } from "../queries.ts";
import {
  blocks,
  dollars,
  duration,
  facts,
  percentage,
  roundLink,
  section,
  table,
  tokenText,
  wholeNumber,
} from "../record-text.ts";
import { kilobytes, retryOutcome } from "../rollback/request-rollback.ts";
import type { OpenRound, RollbackRecord, RoundLog, Run, State, Totals } from "../state.ts";

export function configurationSection({ session, config, limits }: State): string {
  const { rollback, disagree, implicit, budgets, severityWeights } = config;
  const weights = Object.entries(severityWeights).map(([severity, weight]) => `${severity} ${weight}`);
  const explicit = `over ${disagree.round} of a round, ${disagree.session} of ${disagree.sessionRounds} rounds, ${disagree.absolute} at once`;
  const money = `${dollars(budgets.usd)}, ${wholeNumber(budgets.tokens)} tokens`;
  const rows = [
    ["Session", codeText(session.id, 80)],
    ["Spec", codeText(session.specPath, 200)],
    ["Started", `${session.createdAt}, with ${plural(session.initialGaps, "gap")}`],
    ["Engineer, Reviewer", `${inlineText(session.engineer, 80)}, ${inlineText(session.reviewer, 80)}`],
    ["Rounds", `at most ${limits.maxRounds}; hard limit ${config.hardLimit}`],
    ["Stall, divergence", `${limits.stallThreshold} flat rounds; weighted net below -${limits.divergenceThreshold}`],
    ["Severity weights", weights.join(", ")],
    ["Attempts, gaps at once", `${config.maxRetries + 1}; ${config.parallelGaps}`],
    ["Confirmation", config.autoConfirm ? "automatic after one more round" : "by the User"],
    ["Late HIGH issues", config.lateHigh],
    [
      "Disagreement",
      `explicit ${explicit}; implicit ${implicit.high} HIGH, ${implicit.critical} CRITICAL, ${implicit.pattern} rounds`,
    ],
    ["Rollback", `${rollback.mode}, at most ${rollback.maxSession}, ${rollback.backupRetentionRounds} rounds back`],
    ["Budgets", `${money}, ${budgets.secondsPerRun} s per run, ${budgets.concurrentRuns} runs at once`],
  ];
  return blocks("## Session configuration", table("Setting | Value", rows));
}

const MOST_VIOLATIONS = 20;

/** Files that agents changed and may not change (SPEC 2, SPEC 17). */
export function violationSection({ totals: { violations } }: State): string {
  const rows = violations
    .slice(-MOST_VIOLATIONS)
    .map(({ run, path, what }) => [codeText(run, 80), codeText(path, 120), inlineText(what, 120)]);
  const shown = violations.length > rows.length ? `The last ${rows.length} of ${violations.length}:` : "";
  return blocks("## Permission violations", shown, table("Run | Path | What", rows, "None."));
}

const ROLES: readonly RunRole[] = ["engineer", "reviewer", "final-review", "survey", "middle-ground"];
const USAGE = "#Runs | #Input | #Output | #Cached | #Cost | #Seconds";
const ESTIMATE_NOTE =
  "`~`: estimated from characters, because the agent does not report tokens. Estimates count against the budget.";

export function usageSection({ totals, recent }: State): string {
  const roles = ROLES.filter((role) => totals.usage[role].runs > 0).map((role) => {
    const usage = totals.usage[role];
    const cached = percentage(usage.cachedInputTokens, usage.inputTokens);
    return [role, ...usageCells(usage.runs, usage), cached, usage.failed];
  });
  return blocks(
    "## Tokens, cost and time",
    table(`Role | ${USAGE} | #Share cached | #Failed`, roles, "No agent has run yet."),
    table(`Round | ${USAGE}`, recent.map(usageRow)),
    Object.values(totals.usage).some(({ estimated }) => estimated) ? ESTIMATE_NOTE : "",
  );
}

function usageRow({ record, runs }: RoundLog) {
  const usage = runs.reduce((all, { end }) => (end ? addUsage(all, end.usage) : all), NO_USAGE);
  return [roundLink(record.round), ...usageCells(runs.filter(({ given }) => !given).length, usage)];
}

function usageCells(runs: number, usage: UsageRecord): (string | number)[] {
  const tokens = [usage.inputTokens, usage.outputTokens].map((count) => tokenText(count, usage));
  return [runs, ...tokens, wholeNumber(usage.cachedInputTokens), dollars(usage.costUsd), wholeNumber(usage.seconds)];
}

export function timingSection(state: State): string {
  const rows = state.recent.map(({ record }) => {
    return [roundLink(record.round), record.openedAt, record.closedAt, duration(roundSeconds(record))];
  });
  const whole = `Since ${state.session.createdAt}: ${timeText(state, ", of which ", " and ")}.`;
  return blocks("## Timing", whole, table("Round | Opened | Closed | Took", rows));
}

export function timeText(state: State, of: string, and: string): string {
  const { activeSeconds, waitedSeconds } = state.totals;
  const [all, active, waited] = [sessionSeconds(state), activeSeconds, waitedSeconds].map(duration);
  return `${all}${of}${active} active${and}${waited} waiting for the User`;
}

export function roundSeconds({ seconds, openedAt, closedAt }: RoundRecord): number {
  return seconds ?? secondsBetween(openedAt, closedAt);
}

export function rollbackSection(state: State): string {
  const { rollbacks, config } = state;
  const archives = rollbacks.reduce((count, rollback) => count + rollback.archives.length, 0);
  const splits = state.gaps.filter(({ parts = [] }) => parts.length > 0).length;
  const left = Math.max(0, config.rollback.maxSession - rollbacks.length);
  const summary = [
    `${rollbacks.length} in total`,
    `${rollbacks.filter((_, index) => retryOutcome(state, index) === "the retry was kept").length} followed by a round that was kept`,
    `${plural(archives, "round")} undone and analyzed`,
    `${plural(rollbacks.filter(({ rootCauses }) => rootCauses.length > 0).length, "root-cause analysis", "root-cause analyses")}`,
    `${plural(splits, "split")} of gaps`,
    `${left} left`,
  ];
  return blocks(
    "## Rollbacks",
    `${summary.join(" · ")}.`,
    ...rollbacks.map((rollback, index) => details(state, rollback, index)),
  );
}

function details(state: State, rollback: RollbackRecord, index: number): string {
  const { at, to, reason, by, mode, archives, adjustments, way } = rollback;
  const attempt = archives.find((archive) => archive.round === to + 1)?.attempt ?? 1;
  const isAutomatic = by === "mediator" && mode === "AUTO_RETRY" && attempt === 1;
  const patterns = new Set(rollback.analyses.flatMap((analysis) => analysis.patterns.map(({ pattern }) => pattern)));
  const files = archives.map(({ path, bytes }) => `${codeText(path, 120)} (${kilobytes(bytes)})`);
  const [cause] = rollback.rootCauses;
  const lines = facts(
    ["when", `${at}, back to the end of round ${to}`],
    ["why", inlineText(reason, 160)],
    ["mode", `${mode}${isAutomatic ? ", automatic: attempt 1 of 2 before you are asked" : ""}`],
    ["patterns", [...patterns].join(", ") || "none"],
    ["next", way],
    ...adjustments.map((text) => ["adjustment", inlineText(text, 1000)] as const),
    ["likely cause", cause && `${cause.cause} (${cause.confidence}): ${inlineText(cause.evidence, 200)}`],
    ["decisions undone", rollback.decisions.map(({ id }) => id).join(", ") || "none"],
    ["archives", files.join(", ") || "none"],
    ["outcome", retryOutcome(state, index)],
  );
  return section(`### Round ${to + 1}, rollback ${attempt}`, lines);
}

/** Validation per round, failed attempts, and how often examples led to success (SPEC 17, SPEC 5, 6). */
export function validationSection(state: State): string {
  const { attempts, retries, firstAttempts, validAtFirst, usage } = state.totals;
  const { message } = state.finalReview;
  // Runs repeated after the User's input, or because a revision was ordered: neither failures nor retries.
  const repeated = attempts - firstAttempts - retries;
  const failed = Object.values(usage).reduce((all, role) => all + role.failed, 0);
  const rounds = [...state.recent, ...(state.round ? [state.round] : [])];
  const runs = rounds.flatMap((round) => round.runs.map((run) => ({ ...run, round: roundLink(round.number) })));
  const outside = [...state.setup.runs, ...state.finalReview.runs].map((run) => ({ ...run, round: "" }));
  return blocks(
    "## Validation",
    `${attempts} attempts, ${attempts - failed} valid and ${failed} failed: ${plural(firstAttempts, "first attempt")}, of which ${validAtFirst} (${percentage(validAtFirst, firstAttempts)}) were valid; ${plural(retries, "retry", "retries")} after a failure${repeated === 0 ? "" : `; ${repeated} repeated without a failure, for example after the User's input`}.`,
    table(
      "Round | #Attempts | #Valid | #Failed | #Repairs | #Warnings | Skipped",
      [...rounds.map(roundRow), ...OUTSIDE.flatMap((role) => outsideRow(role, usage[role]))],
      "No rounds yet.",
    ),
    message === "" ? "" : `Final review: ${inlineText(message, 1_000)}`,
    section("### Failed attempts", failures([...runs, ...outside])),
    section("### Examples", examples(state, runs)),
  );
}

const OUTSIDE = ["survey", "final-review"] as const;

function outsideRow(role: string, { runs, failed }: Totals["usage"]["survey"]) {
  return runs === 0 ? [] : [[role, runs, runs - failed, failed, "", "", ""]];
}

type RoundRun = Run & { readonly round: string };

function roundRow({ number, runs, skipped, engineerDocument, reviewerDocument }: OpenRound) {
  const gates = runs.flatMap(({ end, given }) => (given ? [] : (end?.gate ?? [])));
  const valid = gates.filter(({ success }) => success).length;
  const documents = [engineerDocument, reviewerDocument].flatMap((document) => document ?? []);
  const repairs = documents.flatMap((document) => document.repairs).length;
  // A joined document repeats the warnings of its runs and may add some.
  const ofRuns = gates.flatMap((gate) => gate.warnings).length;
  const ofDocuments = documents.flatMap((document) => document.warnings).length;
  const skips = skipped.map(({ role }) => `${nameOf(role)}: SKIP`).join(", ");
  return [roundLink(number), gates.length, valid, gates.length - valid, repairs, Math.max(ofRuns, ofDocuments), skips];
}

function failures(runs: readonly RoundRun[]): string {
  const shown = runs.filter(({ end, notice }) => end && (!end.gate.success || notice !== undefined));
  const rows = shown.map((run) => {
    const result = [outcomeWords(run), inlineText(run.end?.gate.message ?? "", 160)];
    return [run.round, run.end?.at ?? "", run.role, run.gaps.join(", "), run.attempt, ...result];
  });
  const empty = "None in the last ten rounds.";
  return table("Round | Time | Role | Gaps | #Attempt | Result | Message", rows, empty);
}

function examples({ totals }: State, runs: readonly RoundRun[]): string {
  const tiers = Object.entries(totals.examples)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([tier, { used, succeeded }]) => [tier, used, succeeded, percentage(succeeded, used)]);
  const rows = runs.flatMap((run) => (run.example ? [exampleRow(run, run.example)] : []));
  const sizes = "#Characters | #Tokens | #Cut from | #Chosen from";
  return blocks(
    table("Tier | #Used | #Succeeded | #Rate", tiers, "No examples were used."),
    table(`Round | Attempt | Tier | Origin | Failure | ${sizes} | Led to`, rows),
  );
}

function exampleRow(run: RoundRun, { tier, origin, size }: NonNullable<Run["example"]>) {
  const counts = [size?.chars, size?.tokens, size?.cutFrom];
  const sizes = counts.map((count) => (count === undefined ? "" : wholeNumber(count)));
  const source = [tier, inlineText(origin, 80), run.notice ?? "none"];
  return [run.round, codeText(run.id, 80), ...source, ...sizes, size?.of ?? "", outcomeWords(run)];
}

export function outcomeWords({ end, abandoned, attempt, notice }: Run): string {
  if (!end) return abandoned ? "interrupted" : "running";
  if (end.gate.failureType !== undefined) return end.gate.failureType;
  return attempt > 1 && notice !== undefined ? "valid (Retry successful)" : "valid";
}

export function nameOf(role: "engineer" | "reviewer"): string {
  return role === "engineer" ? "Engineer" : "Reviewer";
}

/** `Engineer: SKIP (why)` for each role that was skipped in the round. */
export function skipLines({ skipped }: Pick<RoundView, "skipped">, of?: "engineer" | "reviewer"): string[] {
  const shown = skipped.filter(({ role }) => of === undefined || role === of);
  return shown.map(({ role, why }) => `${nameOf(role)}: SKIP (${inlineText(why, 300)})`);
}

/** Why the work on a gap ended without a document: the number of attempts and the last failure. */
export function failureWords(runs: readonly Run[], gap: GapId): string | undefined {
  const tried = runs.filter((run) => run.role === "engineer" && run.gaps.includes(gap) && run.end);
  const last = tried.at(-1)?.end?.gate;
  if (last === undefined || last.success) return undefined;
  return `failed after ${plural(tried.length, "attempt")}: ${last.failureType ?? ""}: ${inlineText(last.message, 200)}`;
}
