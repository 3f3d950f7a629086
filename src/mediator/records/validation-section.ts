import { codeText, inlineText } from "../../documents/rendering/inline-text.ts";
import { plural } from "../../model/plural.ts";
import { rememberFor } from "../../model/remember-for.ts";
import { blocks, percentage, roundLink, section, table, tableOfLines, tableRow, wholeNumber } from "../record-text.ts";
import type { OpenRound, Run, State } from "../state.ts";
import { nameOf, outcomeWords } from "./attempt-tables.ts";

/** Validation summary and log per round, retry details, examples and their success (SPEC 17, SPEC 5, 6). */
export function validationSection(state: State): string {
  const { attempts, retries, firstAttempts, validAtFirst, usage } = state.totals;
  // After the User's input, or an order to revise: neither a failure nor a retry.
  const repeated = attempts - firstAttempts - retries;
  const failed = Object.values(usage).reduce((all, role) => all + role.failed, 0);
  const rounds = [...state.recent, ...(state.round ? [state.round] : [])];
  const runs = rounds.flatMap((round) => round.runs.map((run) => ({ ...run, round: roundLink(round.number) })));
  return blocks(
    "## Validation",
    `${attempts} attempts, ${attempts - failed} valid and ${failed} failed: ${plural(firstAttempts, "first attempt")}, of which ${validAtFirst} (${percentage(validAtFirst, firstAttempts)}) were valid; ${plural(retries, "retry", "retries")} after a failure${repeated === 0 ? "" : `; ${repeated} repeated without a failure, as after the User's input`}.`,
    tableOfLines(
      "Round | #Attempts | #Valid | #Failed | #Repairs | #Warnings | Skipped",
      rounds.map(roundRow),
      "No round was opened yet.",
    ),
    section("### Attempts that failed", failures(runs)),
    section("### Examples", examples(state, runs)),
  );
}

/** With a link to the round's log. */
type RoundRun = Run & { readonly round: string };

/** Of a round that is over once. */
const roundRow = rememberFor((round: OpenRound): string => {
  const { number, runs, skipped, engineerDocument, reviewerDocument } = round;
  const gates = runs.flatMap(({ end }) => end?.gate ?? []);
  const valid = gates.filter(({ success }) => success).length;
  const documents = [engineerDocument, reviewerDocument].flatMap((document) => document ?? []);
  const repairs = documents.flatMap((document) => document.repairs).length;
  const warnings = [gates, documents].map((from) => from.flatMap((each) => each.warnings).length);
  const skips = skipped.map(({ role }) => `${nameOf(role)}: SKIP`).join(", ");
  return tableRow([
    roundLink(number),
    gates.length,
    valid,
    gates.length - valid,
    repairs,
    Math.max(...warnings),
    skips,
  ]);
});

/** What failed so far, also while a question about it waits, and the retries that mended it. */
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
    table("Tier | #Used | #Succeeded | #Rate", tiers, "No example was used."),
    table(`Round | Attempt | Tier | Origin | Failure | ${sizes} | Led to`, rows),
  );
}

function exampleRow(run: RoundRun, { tier, origin, size }: NonNullable<Run["example"]>) {
  const counts = [size?.chars, size?.tokens, size?.cutFrom];
  const sizes = counts.map((count) => (count === undefined ? "" : wholeNumber(count)));
  const source = [tier, inlineText(origin, 80), run.notice ?? "none"];
  return [run.round, codeText(run.id, 80), ...source, ...sizes, size?.of ?? "", outcomeWords(run)];
}
