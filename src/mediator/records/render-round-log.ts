import { codeText, inlineText } from "../../documents/rendering/inline-text.ts";
import type { GateWarning } from "../../model/gate-result.ts";
import { NO_USAGE } from "../../model/usage.ts";
import { type RoundView, roundView } from "../queries.ts";
import {
  blocks,
  dollars,
  duration,
  facts,
  lines,
  recordFile,
  roundName,
  section,
  table,
  tokenText,
  wholeNumber,
} from "../record-text.ts";
import type { JoinedDocument, OpenRound, RoundLog, Run, State } from "../state.ts";
import { flagTable } from "./progress-sections.ts";
import { notes } from "./render-summary.ts";
import { nameOf, outcomeWords, roundSeconds, skipLines } from "./session-sections.ts";

/** round_NNN/log.md: the round's complete log (SPEC 17); status.md later keeps only a line for the round. */
export function renderRoundLog(state: State, round: RoundLog | OpenRound): string {
  const view = roundView(state, round);
  return recordFile(
    state.seq,
    `Round ${roundName(view.number)}: log`,
    overview(view),
    section("## Roles", roles(view)),
    section("## Attempts", attempts(view.runs)),
    ...view.runs.map(attempt),
    document("engineer.md", view.engineerDocument),
    document("reviewer.md", view.reviewerDocument),
    section("## Gaps and issues", changes(view)),
    section("## Disagreement", disagreement(state, view.number)),
    section("## Notes", notes(view.notes) || "None."),
    section("## Permission violations", violations(state, view.runs) || "None."),
  );
}

function overview(view: RoundView): string {
  const { record } = view;
  const took = record ? `${record.closedAt} (${duration(roundSeconds(record))})` : "still open";
  const named = facts(
    ["opened", `${view.openedAt}; closed: ${took}`],
    ["assigned", view.assigned.join(", ") || "none"],
    ["left over from earlier rounds", view.carriedOver.join(", ") || "none"],
    ["outcome", record && `${record.outcome}; convergence: ${record.state}, flat count ${record.flatCount}`],
  );
  return lines(named, ...skipLines(view).map((line) => `- ${line}`));
}

/** The outcome of each role, with its failures that no later attempt mended. */
function roles(view: RoundView): string {
  const rows = (["engineer", "reviewer"] as const).map((role) => {
    const runs = view.runs.filter((run) => run.role === role);
    const last = [...new Map(runs.map((run) => [run.gaps.join(), run])).values()];
    const failures = last.flatMap(({ end, gaps }) => {
      return end?.gate.failureType === undefined ? [] : `${end.gate.failureType} (${gaps.join(", ")})`;
    });
    const ended = runs.length === 0 ? "nothing to do" : last.some(({ end }) => !end) ? "running" : "FAILED";
    const isSkipped = view.skipped.some((skip) => skip.role === role);
    const outcome = view[`${role}Document`] ? "SUCCESS" : isSkipped ? "SKIP" : ended;
    return [nameOf(role), outcome, runs.length, failures.join(", ") || "none"];
  });
  return table("Role | Outcome | #Attempts | Final failure", rows);
}

function attempts(runs: readonly Run[]): string {
  const rows = runs.map((run) => {
    const { end, role, gaps, attempt: number } = run;
    const result = end ? (end.gate.success ? "PASS" : "FAIL") : "";
    const words = lines(outcomeWords(run), inlineText(end?.gate.message ?? "", 500)).replace("\n", ": ");
    return [codeText(run.id, 80), end?.at ?? "", role, gaps.join(", "), number, checkOf(run), result, words];
  });
  return table("Run | Time | Role | Gaps | #Attempt | Check | Result | Message", rows, "No agent ran.");
}

/** Which check of the gate decided about the answer: whoever comes to the content has passed the structure. */
function checkOf({ end }: Run): string {
  const failure = end?.gate.failureType;
  if (!end || failure === "EXECUTION_ERROR") return "run";
  const isStructure = failure === "FILE_MISSING" || failure === "EMPTY_OUTPUT" || failure === "WRONG_FORMAT";
  return isStructure ? "structure" : "structure, content";
}

function attempt(run: Run): string {
  const { end, example } = run;
  const { chars = 0, tokens = 0 } = example?.size ?? {};
  const sizes = example?.size ? `, ${wholeNumber(chars)} characters, ${wholeNumber(tokens)} tokens` : "";
  const shown = example ? `${example.tier}, ${inlineText(example.origin, 200)}${sizes}` : "none";
  const failed = end && !end.gate.success ? end : undefined;
  const usage = end?.usage ?? NO_USAGE;
  const [input, output] = [usage.inputTokens, usage.outputTokens].map((count) => tokenText(count, usage));
  const named = facts(
    ["agent", inlineText(run.agent, 60)],
    ["used", `${input} tokens in, ${output} out, ${dollars(usage.costUsd)}, ${wholeNumber(usage.seconds)} s`],
    ["prompt", run.promptPath && `${codeText(run.promptPath, 200)} (${wholeNumber(run.promptChars ?? 0)} characters)`],
    ["document", end?.path && codeText(end.path, 200)],
    ["recovered", end?.recovered ? "the answer was found complete after a crash and not paid for again" : ""],
    ["notice", run.notice],
    ["example", run.notice === undefined && !example ? "" : shown],
    ...run.repeats.map((repeat) => [`repeated after ${repeat.waitSeconds} s`, inlineText(repeat.reason, 200)] as const),
    ["outcome", outcomeWords(run)],
    ["failed", failed && `${inlineText(failed.gate.message, 1000)}${failed.fatal ? " (a retry would not help)" : ""}`],
    ["repairs", end?.repairs || undefined],
    ...(end?.blocked ?? []).map(({ kind, gap, reason }) => [`${kind} ${gap}`, inlineText(reason, 500)] as const),
  );
  const started = `- started ${run.startedAt}${end ? `, ended ${end.at}` : ""}`;
  return section(`### ${codeText(run.id, 80)}`, lines(started, named, ...(end?.gate.warnings ?? []).map(warningLine)));
}

function warningLine({ type, message, line }: GateWarning): string {
  return `- ${type}${line === undefined ? "" : ` (line ${line})`}: ${inlineText(message, 500)}`;
}

function document(name: string, joined: JoinedDocument | undefined): string {
  if (!joined) return "";
  const repairs = joined.repairs.map(({ kind, line, from, to }) => {
    return [line, inlineText(kind, 60), codeText(from, 100), codeText(to, 100)];
  });
  return blocks(
    `## ${name}`,
    `[${name}](${name}), ${wholeNumber(joined.chars)} characters.`,
    table("#Line | Repair | From | To", repairs, "No repairs."),
    lines(...joined.warnings.map(warningLine)),
  );
}

function changes(view: RoundView): string {
  const rows = view.changes.map(({ about, from, to, by, why }) => [about, from, to, by ?? "", inlineText(why, 300)]);
  return table("What | From | To | By | Why", rows, "Nothing changed.");
}

function disagreement(state: State, round: number): string {
  const rate = state.rates.findLast((measured) => measured.round === round);
  const measured = rate
    ? `${rate.disagreed} of ${rate.blocking} CRITICAL and HIGH issues disagreed with; action: ${rate.action}.`
    : "Not measured.";
  return blocks(measured, flagTable(state.flags.filter((flag) => flag.round === round)));
}

function violations({ totals }: State, runs: readonly Run[]): string {
  const found = totals.violations.filter((violation) => runs.some(({ id }) => id === violation.run));
  return lines(
    ...found.map(({ run, path, what }) => `- ${codeText(run, 80)}: ${codeText(path, 200)}: ${inlineText(what, 300)}`),
  );
}
