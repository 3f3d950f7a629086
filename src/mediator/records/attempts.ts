import { codeText, inlineText } from "../../documents/rendering/inline-text.ts";
import type { FailureType } from "../../model/gate-result.ts";
import type { GapId } from "../../model/ids.ts";
import { plural } from "../../model/plural.ts";
import type { RoundView } from "../queries.ts";
import { blocks, percentage, roundLink, section, table, wholeNumber } from "../record-text.ts";
import type { OpenRound, Run, State, Totals } from "../state.ts";

/** Validation per round, failed attempts, and how often examples led to success (SPEC 17, SPEC 5, 6). */
export function validationSection(state: State): string {
  const { attempts, retries, firstAttempts, validAtFirst, usage } = state.totals;
  const { message } = state.finalReview;
  // Runs repeated after the User's input, or because a revision was ordered: neither failures nor retries.
  const repeated = attempts - firstAttempts - retries;
  const failed = Object.values(usage).reduce((all, role) => all + role.failed, 0);
  const rounds = [...state.recent, ...(state.round ? [state.round] : [])];
  const runs = rounds.flatMap((round) => round.runs.map((run) => ({ ...run, round: roundLink(round.number) })));
  return blocks(
    "## Validation",
    `${attempts} attempts, ${attempts - failed} valid and ${failed} failed: ${plural(firstAttempts, "first attempt")}, of which ${validAtFirst} (${percentage(validAtFirst, firstAttempts)}) were valid; ${plural(retries, "retry", "retries")} after a failure${repeated === 0 ? "" : `; ${repeated} repeated without a failure, for example after the User's input`}.`,
    table(
      "Round | #Attempts | #Valid | #Failed | #Repairs | #Warnings | Skipped",
      [...rounds.map(roundRow), ...OUTSIDE.flatMap((role) => outsideRow(role, usage[role]))],
      "No rounds yet.",
    ),
    message === "" ? "" : `Final review: ${inlineText(message, 1_000)}`,
    section("### Failed attempts", failures(runs)),
    section("### Examples", examples(state, runs)),
  );
}

const OUTSIDE = ["survey", "final-review"] as const;

function outsideRow(role: string, { runs, failed }: Totals["usage"]["survey"]) {
  return runs === 0 ? [] : [[role, runs, runs - failed, failed, "", "", ""]];
}

/** A run with a link to its round's log. */
type RoundRun = Run & { readonly round: string };

function roundRow({ number, runs, skipped, engineerDocument, reviewerDocument }: OpenRound) {
  const gates = runs.flatMap(({ end, given }) => (given ? [] : (end?.gate ?? [])));
  const valid = gates.filter(({ success }) => success).length;
  const documents = [engineerDocument, reviewerDocument].flatMap((document) => document ?? []);
  const repairs = documents.flatMap((document) => document.repairs).length;
  const warnings = [gates, documents].map((from) => from.flatMap((source) => source.warnings).length);
  const skips = skipped.map(({ role }) => `${nameOf(role)}: SKIP`).join(", ");
  return [roundLink(number), gates.length, valid, gates.length - valid, repairs, Math.max(...warnings), skips];
}

/** Failed attempts so far, also of the open round, and the retries after them. */
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

type Role = "engineer" | "reviewer";

/** Failures of the gate's first tier; a document that fails in the second tier has the required structure. */
const OF_STRUCTURE: ReadonlySet<FailureType> = new Set(["FILE_MISSING", "EMPTY_OUTPUT", "WRONG_FORMAT"]);

/** A row for each check that a run went through. */
export function checkTable(runs: readonly Run[]): string {
  const rows = runs.flatMap((run) =>
    checksOf(run).map(([check, result, message]) => {
      const { end, role, gaps, attempt } = run;
      return [end?.at ?? "", role, gaps.join(", "), attempt, check, result, inlineText(message, 500)];
    }),
  );
  return table("Time | Role | Gaps | #Attempt | Check | Result | Message", rows, "Nothing reached the gate.");
}

function checksOf({ end }: Run): [check: string, result: "PASS" | "FAIL", message: string][] {
  if (!end) return [];
  const { failureType, message } = end.gate;
  if (failureType === "EXECUTION_ERROR") return [["run", "FAIL", message]];
  const verdict = failureType === undefined ? message : `${failureType}: ${message}`;
  if (failureType !== undefined && OF_STRUCTURE.has(failureType)) return [["structure", "FAIL", verdict]];
  return [
    ["structure", "PASS", "It has the form its role requires."],
    ["content", failureType === undefined ? "PASS" : "FAIL", verdict],
  ];
}

/** The outcome of each role in the round. */
export function roleTable(view: RoundView): string {
  const rows = (["engineer", "reviewer"] as const).map((role) => {
    const runs = view.runs.filter((run) => run.role === role);
    return [nameOf(role), outcomeOf(view, role, runs), runs.length, finalFailures(runs)];
  });
  return table("Role | Outcome | #Attempts | Final failure", rows);
}

export function nameOf(role: Role): string {
  return role === "engineer" ? "Engineer" : "Reviewer";
}

/** `Engineer: SKIP (why)` for each skipped role, or only for the role `of`. */
export function skipLines({ skipped }: Pick<RoundView, "skipped">, limit: number, of?: Role): string[] {
  const shown = skipped.filter(({ role }) => of === undefined || role === of);
  return shown.map(({ role, why }) => `${nameOf(role)}: SKIP (${inlineText(why, limit)})`);
}

function outcomeOf(view: RoundView, role: Role, runs: readonly Run[]): string {
  if (view[`${role}Document`]) return "SUCCESS";
  if (view.skipped.some((skip) => skip.role === role)) return "SKIP";
  if (runs.length === 0) return "nothing to do";
  if (runs.some((run) => !run.end)) return "running";
  return lastRuns(runs).some(({ end }) => end?.gate.success) ? "SUCCESS" : "FAILED";
}

/** The last attempt for each role and its gaps. */
function lastRuns(runs: readonly Run[]): Run[] {
  return [...new Map(runs.map((run) => [`${run.role} ${run.gaps.join()}`, run])).values()];
}

function finalFailures(runs: readonly Run[]): string {
  const failed = lastRuns(runs).filter(({ end }) => end && !end.gate.success);
  const several = lastRuns(runs).length > 1;
  const failures = failed.map(
    ({ end, gaps }) => `${end?.gate.failureType ?? ""}${several ? ` (${gaps.join(", ")})` : ""}`,
  );
  return failures.join(", ") || "none";
}

/** The outcome of a run in words; says so if a retry succeeded. */
export function outcomeWords({ end, abandoned, attempt, notice }: Run): string {
  if (!end) return abandoned ? "interrupted" : "running";
  if (end.gate.failureType !== undefined) return end.gate.failureType;
  return attempt > 1 && notice !== undefined ? "valid (Retry successful)" : "valid";
}

/** Why the work on a gap ended without a document: the number of attempts and the last failure. */
export function failureWords(runs: readonly Run[], gap: GapId): string | undefined {
  const tried = runs.filter((run) => run.role === "engineer" && run.gaps.includes(gap) && run.end);
  const last = tried.at(-1)?.end?.gate;
  if (last === undefined || last.success) return undefined;
  return `failed after ${plural(tried.length, "attempt")}: ${last.failureType ?? ""}: ${inlineText(last.message, 200)}`;
}
