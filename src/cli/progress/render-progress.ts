import widthOf from "fast-string-truncated-width";
import type { Spent } from "../../mediator/questions/cost-questions.ts";
import { duration, sum } from "../../mediator/record-text.ts";
import { plural } from "../../model/plural.ts";
import { SEVERITIES } from "../../model/severity.ts";
import { visibleLine } from "../../model/visible-text.ts";
import type { Paint } from "../paint.ts";
import type { ProgressView, RunView } from "./progress-view.ts";

export interface RenderOptions {
  readonly now: number;
  readonly columns: number;
  readonly paint: Paint;
  readonly maxRuns?: number;
}

/** The picture of a running session: where it is, who works, what is left. Every line fits the columns. */
export function renderProgress(view: ProgressView, options: RenderOptions): string[] {
  const { maxRuns = 8 } = options;
  const shown = view.runs.slice(0, maxRuns);
  const hidden = view.runs.length - shown.length;
  const widest = Math.max(0, ...shown.map((run) => gapsOf(run).length));
  const lines = [
    headLine(view, options),
    ...shown.map((run) => runLine(run, widest, options)),
    ...(hidden > 0 ? [options.paint.dim(`  … ${plural(hidden, "more run")}`)] : []),
    openLine(view, options),
  ];
  return lines.map((line) => fitTo(line, options.columns));
}

function headLine(view: ProgressView, { now, paint }: RenderOptions): string {
  const parts = [
    `round ${view.round} of ${view.maxRounds}`,
    visibleLine(view.phase, 40),
    elapsed(view.startedAt, now),
    ...(view.retries === 0 ? [] : [paint.yellow(plural(view.retries, "retry", "retries"))]),
    ...spentWords(view.spent),
  ];
  return `${paint.cyan("●")} ${paint.bold(visibleLine(view.title, 60))}  ${parts.join(paint.dim(" · "))}`;
}

function gapsOf({ gaps }: RunView): string {
  const more = gaps.length > 3 ? ` +${gaps.length - 3}` : "";
  return `${gaps
    .slice(0, 3)
    .map((gap) => visibleLine(gap, 30))
    .join(" ")}${more}`;
}

function runLine(run: RunView, widest: number, { now, paint }: RenderOptions): string {
  const attempt = run.attempt === 1 ? "" : paint.yellow(`  attempt ${run.attempt} of ${run.attempts}`);
  const came = run.characters === 0 ? "" : `  ${quantity(run.characters)} characters`;
  const spent = elapsed(run.startedAt, now).padStart(6);
  return `  ${run.role}  ${gapsOf(run).padEnd(widest)}${paint.dim(`  ${spent}${came}  ${visibleLine(run.agent, 40)}`)}${attempt}`;
}

function openLine(view: ProgressView, { paint }: RenderOptions): string {
  const colour = { CRITICAL: paint.red, HIGH: paint.yellow, MEDIUM: paint.cyan, LOW: paint.dim };
  const counts = SEVERITIES.filter((severity) => view.open[severity] > 0).map((severity) =>
    colour[severity](`${severity} ${view.open[severity]}`),
  );
  const line = sparkline(view.history, 30);
  const trend = line === "" ? "" : `   ${paint.cyan(line)} ${visibleLine(view.convergence, 30)}`;
  return `  open ${sum(view.open)}${counts.length === 0 ? "" : `  ${counts.join("  ")}`}${trend}`;
}

/** A clock that jumped back gives 0. */
function elapsed(since: number, now: number): string {
  return duration(Math.max(0, now - since) / 1000);
}

/** `~4.1k tokens`, `0.12 USD`: what is not known to cost anything is not called free. */
export function spentWords({ tokens, usd, estimated }: Spent): string[] {
  return [
    ...(tokens === 0 ? [] : [`${estimated ? "~" : ""}${quantity(tokens)} tokens`]),
    ...(usd === 0 ? [] : [`${usd.toFixed(2)} USD`]),
  ];
}

/** `950`, `4.1k`, `2.0M`. */
export function quantity(count: number): string {
  if (count < 1000) return String(Math.round(count));
  return count < 999_950 ? `${(count / 1000).toFixed(1)}k` : `${(count / 1_000_000).toFixed(1)}M`;
}

/** Cut to the columns by what the terminal shows, colours closed. */
function fitTo(line: string, columns: number): string {
  const { index, truncated } = widthOf(line, { limit: Math.max(1, columns), ellipsis: "…", ellipsisWidth: 1 });
  if (!truncated) return line;
  const cut = `${line.slice(0, index)}…`;
  return line.includes("\u001b[") ? `${cut}\u001b[22m\u001b[24m\u001b[39m` : cut;
}

const BARS = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"] as const;

/** The last values as bars, scaled from 0 to the highest of all: a line that falls is a session that converges. */
export function sparkline(values: readonly number[], width: number): string {
  const highest = Math.max(0, ...values.filter(Number.isFinite));
  return values
    .slice(-width)
    .map((value) => BARS[highest <= 0 ? 0 : level(value / highest)] ?? BARS[0])
    .join("");
}

function level(share: number): number {
  if (!Number.isFinite(share)) return 0;
  return Math.min(BARS.length - 1, Math.max(0, Math.ceil(share * BARS.length) - 1));
}
