import { codeText, inlineText } from "../../documents/rendering/inline-text.ts";
import { plural } from "../../model/plural.ts";
import { blocks, percentage, roundLink, section, table, wholeNumber } from "../record-text.ts";
import type { OpenRound, Run, State, Totals } from "../state.ts";
import { nameOf, outcomeWords } from "./outcome-words.ts";

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
  // A joined document repeats the warnings of its runs and may add some.
  const ofRuns = gates.flatMap((gate) => gate.warnings).length;
  const ofDocuments = documents.flatMap((document) => document.warnings).length;
  const skips = skipped.map(({ role }) => `${nameOf(role)}: SKIP`).join(", ");
  return [roundLink(number), gates.length, valid, gates.length - valid, repairs, Math.max(ofRuns, ofDocuments), skips];
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
