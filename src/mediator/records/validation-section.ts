import { codeText, inlineText } from "../../documents/rendering/inline-text.ts";
import { table } from "../../documents/rendering/table.ts";
import { plural } from "../../model/plural.ts";
import { blocks, numbers, percentage, roundLink, wholeNumber } from "../record-text.ts";
import type { OpenRound, RoundLog, Run, State } from "../state.ts";
import { nameOf, outcomeWords } from "./attempt-tables.ts";

/** Validation summary and log per round, retry details, examples and their success (SPEC 17, SPEC 5, 6). */
export function validationSection(state: State): string {
  const { attempts, firstAttempts, validAtFirst, usage } = state.totals;
  const failed = Object.values(usage).reduce((all, role) => all + role.failed, 0);
  const rounds = [...state.recent.map(shown), ...(state.round ? [shown(state.round)] : [])];
  const runs = rounds.flatMap(({ round, log }) => log.runs.map((run) => ({ round, run })));
  return blocks(
    "## Validation",
    `${attempts} attempts, ${attempts - failed} valid and ${failed} failed. Of ${plural(firstAttempts, "first attempt")} ${validAtFirst} (${percentage(validAtFirst, firstAttempts)}) were valid.`,
    table(
      ["Round", ...numbers("Attempts", "Valid", "Failed", "Repairs", "Warnings"), "Skipped"],
      rounds.map(roundRow),
      "No round was opened yet.",
    ),
    `### Attempts that failed\n\n${failures(runs)}`,
    `### Examples\n\n${examples(state, runs)}`,
  );
}

interface Shown {
  readonly round: number;
  readonly log: Pick<OpenRound, "runs" | "skipped" | "engineerDocument" | "reviewerDocument">;
}

interface RoundRun {
  readonly round: number;
  readonly run: Run;
}

function shown(log: RoundLog | OpenRound): Shown {
  return { round: "record" in log ? log.record.round : log.number, log };
}

function roundRow({ round, log }: Shown) {
  const ended = log.runs.filter((run) => run.end);
  const valid = ended.filter((run) => run.end?.gate.success).length;
  const warned = ended.reduce((count, run) => count + (run.end?.gate.warnings.length ?? 0), 0);
  const documents = [log.engineerDocument, log.reviewerDocument].flatMap((document) => document ?? []);
  const count = (of: "repairs" | "warnings") => documents.reduce((all, document) => all + document[of].length, 0);
  const skips = log.skipped.map(({ role }) => `${nameOf(role)}: SKIP`).join(", ");
  const warnings = Math.max(warned, count("warnings"));
  return [roundLink(round), ended.length, valid, ended.length - valid, count("repairs"), warnings, skips];
}

/** What failed so far, also while a question about it waits, and the retries that mended it. */
function failures(runs: readonly RoundRun[]): string {
  const rows = runs
    .filter(({ run }) => run.end && (!run.end.gate.success || run.notice !== undefined))
    .map(({ round, run }) => {
      const { role, gaps, attempt, end } = run;
      const result = [outcomeWords(run), inlineText(end?.gate.message ?? "", 160)];
      return [roundLink(round), end?.at ?? "", role, gaps.join(", "), attempt, ...result];
    });
  const columns = ["Round", "Time", "Role", "Gaps", ...numbers("Attempt"), "Result", "Message"];
  return table(columns, rows, "None in the last ten rounds.");
}

function examples(state: State, runs: readonly RoundRun[]): string {
  const tiers = Object.entries(state.totals.examples)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([tier, { used, succeeded }]) => [tier, used, succeeded, percentage(succeeded, used)]);
  const rates = table(["Tier", ...numbers("Used", "Succeeded", "Rate")], tiers, "No example was used.");
  const rows = runs.flatMap(({ round, run }) => (run.example ? [exampleRow(round, run, run.example)] : []));
  const sizes = numbers("Characters", "Tokens", "Cut from", "Chosen from");
  return blocks(rates, table(["Round", "Attempt", "Tier", "Origin", "Failure", ...sizes, "Led to"], rows, ""));
}

function exampleRow(round: number, run: Run, { tier, origin, size }: NonNullable<Run["example"]>) {
  const sizes = [size?.chars, size?.tokens, size?.cutFrom].map((count) =>
    count === undefined ? "" : wholeNumber(count),
  );
  const source = [tier, inlineText(origin, 80), run.notice ?? "none"];
  return [roundLink(round), codeText(run.id, 80), ...source, ...sizes, size?.of ?? "", outcomeWords(run)];
}
