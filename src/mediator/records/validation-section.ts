import { codeText, inlineText } from "../../documents/rendering/inline-text.ts";
import { table, tableOfLines, tableRow } from "../../documents/rendering/table.ts";
import { rememberFor } from "../../model/remember-for.ts";
import type { RoundLog, Run, State } from "../state.ts";
import { blocks, percentage, roundLink, runResult } from "./record-text.ts";

/** Validation summary and log per round, retry details, examples and their success (SPEC 17, SPEC 5, 6). */
export function validationSection(state: State): string {
  const { attempts, validAtFirst } = state.totals;
  const runs = state.recent.flatMap(({ record, runs: list }) => list.map((run) => ({ round: record.round, run })));
  return blocks(
    "## Validation",
    `${attempts} attempts; ${validAtFirst} (${percentage(validAtFirst, attempts)}) were valid at first.`,
    roundTable(state),
    `### Attempts that failed\n\n${failures(runs)}`,
    `### Examples\n\n${examples(state, runs)}`,
  );
}

function roundTable(state: State): string {
  const numbers = ["Attempts", "Valid", "Failed", "Repairs", "Warnings"].map(
    (name) => ({ name, numbers: true }) as const,
  );
  return tableOfLines(["Round", ...numbers, "Skipped"], state.recent.map(roundRow), "No round is finished yet.");
}

const roundRow = rememberFor((log: RoundLog) => {
  const { record, runs, repairs, skipped, engineerDocument, reviewerDocument } = log;
  const valid = runs.filter((run) => run.end?.gate.success).length;
  const warned = runs.reduce((count, run) => count + (run.end?.gate.warnings.length ?? 0), 0);
  const documents = (engineerDocument?.warnings.length ?? 0) + (reviewerDocument?.warnings.length ?? 0);
  const skips = skipped.map(({ role }) => `${role === "engineer" ? "Engineer" : "Reviewer"}: SKIP`).join(", ");
  const failed = runs.length - valid;
  return tableRow([roundLink(record.round), runs.length, valid, failed, repairs, Math.max(warned, documents), skips]);
});

interface RoundRun {
  readonly round: number;
  readonly run: Run;
}

function failures(runs: readonly RoundRun[]): string {
  const rows = runs
    .filter(({ run }) => run.end !== undefined && !run.end.gate.success)
    .map(({ round, run }) => [
      roundLink(round),
      run.role,
      run.gaps.join(", "),
      run.attempt,
      run.end?.gate.failureType ?? "",
      inlineText(run.end?.gate.message ?? "", 160),
    ]);
  const columns = ["Round", "Role", "Gaps", { name: "Attempt", numbers: true } as const, "Failure", "What was wrong"];
  return table(columns, rows, "None in the last ten rounds.");
}

function examples(state: State, runs: readonly RoundRun[]): string {
  const tiers = Object.entries(state.totals.examples)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([tier, { used, succeeded }]) => [tier, used, succeeded, percentage(succeeded, used)]);
  const numbers = ["Used", "Succeeded", "Rate"].map((name) => ({ name, numbers: true }) as const);
  const rates = table(["Tier", ...numbers], tiers, "No example was used.");
  const log = runs.flatMap(({ round, run }) => (run.example ? [exampleRow(round, run, run.example)] : []));
  return log.length === 0 ? rates : `${rates}\n\n${table(["Round", "Attempt", "Tier", "Origin", "Led to"], log, "")}`;
}

function exampleRow(round: number, run: Run, example: NonNullable<Run["example"]>): string[] {
  return [roundLink(round), codeText(run.id, 80), example.tier, inlineText(example.origin, 80), runResult(run)];
}
