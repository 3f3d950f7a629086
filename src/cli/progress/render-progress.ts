import widthOf from "fast-string-truncated-width";
import { convergenceNow, isRunning, runsOf, type Spent, slotRuns, spent } from "../../mediator/queries.ts";
import { duration, sum } from "../../mediator/record-text.ts";
import type { Run, State } from "../../mediator/state.ts";
import { openBySeverity } from "../../model/counting.ts";
import { courseWords } from "../../model/in-words.ts";
import { plural } from "../../model/plural.ts";
import { SEVERITIES } from "../../model/severity.ts";
import { secondsOf } from "../../model/timestamp.ts";
import { visibleLine } from "../../model/visible-text.ts";
import type { Paint } from "../paint.ts";

/** What the progress display shows. Times are milliseconds since the epoch. */
export interface Shown {
  readonly state: State;
  readonly startedAt: number;
  /** Characters received from each run; 0 if the agent returns its document at the end. */
  readonly characters: ReadonlyMap<string, number>;
}

interface RenderOptions {
  readonly now: number;
  readonly columns: number;
  readonly paint: Paint;
}

const MOST_RUNS = 8;

/** A running session in a few lines: where it is, who works, what is left. Every line fits the columns. */
export function renderProgress(shown: Shown, options: RenderOptions): string[] {
  const running = runsOf(shown.state).filter(isRunning);
  const runs = running.slice(0, MOST_RUNS);
  const hidden = running.length - runs.length;
  const widest = Math.max(0, ...runs.map((run) => gapsOf(run).length));
  const lines = [
    headLine(shown, options),
    ...runs.map((run) => runLine(run, shown, widest, options)),
    ...(hidden > 0 ? [options.paint.dim(`  … ${plural(hidden, "more run")}`)] : []),
    openLine(shown.state, options),
  ];
  return lines.map((line) => fitTo(line, options.columns));
}

function headLine({ state, startedAt }: Shown, { now, paint }: RenderOptions): string {
  const runs = runsOf(state);
  const retries = runs.filter((run) => failedBefore(runs, run) > 0).length;
  const questions = questionsToCome(state);
  const parts = [
    `round ${state.round?.number ?? state.records.length} of ${state.limits.maxRounds}`,
    phaseOf(state),
    elapsed(startedAt, now),
    ...(questions === 0 ? [] : [paint.yellow(`${plural(questions, "question")} for you`)]),
    ...(retries === 0 ? [] : [paint.yellow(plural(retries, "retry", "retries"))]),
    ...spentWords(spent(state)),
  ];
  return `${paint.cyan("●")} ${paint.bold(visibleLine(state.session.name, 60))}  ${parts.join(paint.dim(" · "))}`;
}

function phaseOf(state: State): string {
  const { round } = state;
  if (!round && state.setup.runs.some(isRunning)) return "survey";
  if (!round) return state.stop.type === "ending" ? "final review" : "between rounds";
  if (!round.engineerDocument && !round.skipped.some(({ role }) => role === "engineer")) return "Engineer";
  if (!round.measured) return "disagreement";
  return round.reviewerDocument ? "synthesis" : "review";
}

/** The questions that wait, or those that Engineers ask while others still run: they are put together afterwards. */
function questionsToCome({ questions, round }: State): number {
  if (questions.length > 0 || !round) return questions.length;
  const blocked = round.slots.flatMap(({ gap }) => {
    const asked = slotRuns(round, gap).at(-1)?.end?.blocked ?? [];
    return asked.filter((wanted) => wanted.gap === gap);
  });
  return blocked.length;
}

/** Counts only failed attempts: a run after the User's answer is the next step, not a retry. */
function failedBefore(runs: readonly Run[], run: Run): number {
  const before = runs.slice(0, runs.indexOf(run));
  const isSame = (other: Run) => other.role === run.role && other.gaps.join() === run.gaps.join();
  return before.filter((other) => isSame(other) && other.end?.gate.success === false).length;
}

function gapsOf({ gaps }: Run): string {
  const more = gaps.length > 3 ? ` +${gaps.length - 3}` : "";
  return `${gaps.slice(0, 3).join(" ")}${more}`;
}

function runLine(run: Run, { state, characters }: Shown, widest: number, { now, paint }: RenderOptions): string {
  const attempt = failedBefore(runsOf(state), run) + 1;
  const attempts = Math.max(attempt, state.config.maxRetries + 1);
  const tried = attempt === 1 ? "" : paint.yellow(`  attempt ${attempt} of ${attempts}`);
  const chars = characters.get(run.id) ?? 0;
  const came = chars === 0 ? "" : `  ${quantity(chars)} characters`;
  const time = elapsed(secondsOf(run.startedAt) * 1000, now).padStart(6);
  const role = run.role === "engineer" ? "Engineer" : "Reviewer";
  return `  ${role}  ${gapsOf(run).padEnd(widest)}${paint.dim(`  ${time}${came}  ${visibleLine(run.agent, 40)}`)}${tried}`;
}

function openLine(state: State, { paint }: RenderOptions): string {
  const colour = { CRITICAL: paint.red, HIGH: paint.yellow, MEDIUM: paint.cyan, LOW: paint.dim };
  const open = openBySeverity(state.gaps);
  const counts = SEVERITIES.filter((severity) => open[severity] > 0).map((severity) =>
    colour[severity](`${severity} ${open[severity]}`),
  );
  return `  open ${sum(open)}${counts.length === 0 ? "" : `  ${counts.join("  ")}`}${trend(state, paint)}`;
}

/** Open gaps after setup and after each round (SPEC 3.5), with the convergence while the session runs. */
export function trend(state: State, paint: Paint): string {
  if (state.records.length === 0) return "";
  const history = [state.session.initialGaps, ...state.records.map((record) => record.openAtEnd)];
  const course =
    state.stop.type === "ended" ? "" : ` ${courseWords(convergenceNow(state), state.records.at(-1)?.state)}`;
  return `   ${paint.cyan(sparkline(history))}${course}`;
}

const BARS = "▁▂▃▄▅▆▇█";

/** The last values as bars from 0 to the highest: a session that converges falls. */
function sparkline(values: readonly number[]): string {
  const highest = Math.max(1, ...values);
  const bars = values.slice(-30).map((value) => BARS[Math.max(0, Math.ceil((value / highest) * BARS.length) - 1)]);
  return bars.join("");
}

/** 0 if the clock jumped back. */
function elapsed(since: number, now: number): string {
  return duration(Math.max(0, now - since) / 1000);
}

/** `~4.1k tokens` or, with input and output apart, `~3.9k tokens in, ~200 out`; `0.12 USD`. An unknown cost is left out. */
export function spentWords({ tokens, input, output, usd, estimated }: Spent, apart = false): string[] {
  const about = (count: number) => `${estimated ? "~" : ""}${quantity(count)}`;
  const used = apart ? `${about(input)} tokens in, ${about(output)} out` : `${about(tokens)} tokens`;
  return [...(tokens === 0 ? [] : [used]), ...(usd === 0 ? [] : [`${usd.toFixed(2)} USD`])];
}

/** `950`, `4.1k`, `2.0M`. */
function quantity(count: number): string {
  if (count < 1000) return String(Math.round(count));
  return count < 999_950 ? `${(count / 1000).toFixed(1)}k` : `${(count / 1_000_000).toFixed(1)}M`;
}

/** Cuts a line to its visible width and resets colours. */
function fitTo(line: string, columns: number): string {
  const { index, truncated } = widthOf(line, { limit: Math.max(1, columns), ellipsis: "…", ellipsisWidth: 1 });
  if (!truncated) return line;
  const cut = `${line.slice(0, index)}…`;
  return line.includes("\u001b[") ? `${cut}\u001b[22m\u001b[24m\u001b[39m` : cut;
}
