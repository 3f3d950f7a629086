import { sessionSeconds } from "../../mediator/queries.ts";
import { spent } from "../../mediator/questions/budget.ts";
import { duration, sum } from "../../mediator/record-text.ts";
import { openLines, specAppendix } from "../../mediator/records/open-points.ts";
import type { State } from "../../mediator/state.ts";
import { commandLine } from "../../model/command-line.ts";
import { countedRounds } from "../../model/convergence.ts";
import { openBySeverity } from "../../model/counting.ts";
import { plural } from "../../model/plural.ts";
import { visibleLine } from "../../model/visible-text.ts";
import { wrapped } from "../asking/question-lines.ts";
import type { Paint } from "../paint.ts";
import { quantity, sparkline } from "../progress/render-progress.ts";
import { nextLines, type SeenSession } from "./session-parts.ts";

export interface ClosingView extends SeenSession {
  /** The finished spec where one was written, as the person would write it. */
  readonly spec: string | undefined;
  readonly columns: number;
}

/** Known limitations on the screen; the spec has them all. */
const MOST_LIMITATIONS = 12;

/** The closing summary (SPEC 12) on a screen: the same facts as in a file, without its markup. */
export function closingLines(view: ClosingView, paint: Paint): string[] {
  const { state, spec, folder } = view;
  const width = Math.max(...facts(view).map(([name]) => name.length));
  return [
    "",
    headLine(state, paint),
    "",
    ...facts(view).map(([name, value]) => `  ${paint.dim(name.padEnd(width))}  ${value}`),
    ...limitations(view, paint),
    "",
    ...(spec === undefined
      ? [`No spec was written. The session stays in ${folder}.`]
      : [`Spec: ${paint.bold(spec)}`, `See the changes: ${commandLine("diff", folder)}`]),
    ...nextLines(view, "Go on with what is open"),
  ];
}

function headLine({ stop, session }: State, paint: Paint): string {
  if (stop.type !== "ended") return paint.bold(visibleLine(session.name, 60));
  const colour = { COMPLETE: paint.green, GOOD_ENOUGH: paint.green, ABANDONED: paint.red } as const;
  const shown = colour[stop.termination as keyof typeof colour] ?? paint.yellow;
  return `${shown(paint.bold(stop.termination))}  ${visibleLine(session.name, 60)}: ${visibleLine(stop.trigger, 120)}`;
}

function facts({ state, folder }: ClosingView): [name: string, value: string][] {
  const { tokens, usd, estimated } = spent(state);
  const { totals, session, records } = state;
  const open = [session.initialGaps, ...records.map((record) => record.openAtEnd)];
  const paid = [
    ...(tokens > 0 ? [`${estimated ? "~" : ""}${quantity(tokens)} tokens`] : []),
    ...(usd > 0 ? [`${usd.toFixed(2)} USD`] : []),
  ];
  return [
    ["gaps", gapsText(state)],
    [
      "rounds",
      `${countedRounds(records)} of at most ${state.limits.maxRounds}   ${sparkline(open, 30)} ${sum(openBySeverity(state.gaps))} open`,
    ],
    ["time", `${duration(sessionSeconds(state))}${waited(totals.waitedSeconds)}`],
    ["runs", [`${totals.attempts} attempts`, ...paid].join(", ")],
    ["decisions", `${state.decisions.length}, in ${folder}/decisions.md`],
  ];
}

function waited(seconds: number): string {
  return seconds < 1 ? "" : `, ${duration(seconds)} of it waiting for you`;
}

/** `8 RESOLVED, 1 USER_DEFERRED`, the most first. */
function gapsText({ gaps }: State): string {
  const counts = new Map<string, number>();
  for (const gap of gaps) counts.set(gap.state, (counts.get(gap.state) ?? 0) + 1);
  const parts = [...counts].sort(([, a], [, b]) => b - a).map(([state, count]) => `${count} ${state}`);
  return parts.join(", ") || "none";
}

function limitations({ state, folder, spec, columns }: ClosingView, paint: Paint): string[] {
  const all = openLines(state);
  if (all.length === 0) return ["", "Nothing is left open."];
  const shown = all.slice(0, MOST_LIMITATIONS).flatMap((line) => wrapped(visibleLine(line, 300), "  ", columns));
  const more = all.length > MOST_LIMITATIONS ? [`  … ${all.length - MOST_LIMITATIONS} more`] : [];
  const where =
    spec === undefined || specAppendix(state) === ""
      ? `in ${folder}/traceability.md`
      : `under "Open points" in ${spec}`;
  return ["", paint.bold(`${plural(all.length, "point is", "points are")} left open, ${where}:`), ...shown, ...more];
}
