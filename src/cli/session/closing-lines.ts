import { parkedGaps, sessionSeconds } from "../../mediator/queries.ts";
import { spent } from "../../mediator/questions/cost-questions.ts";
import { duration } from "../../mediator/record-text.ts";
import { openLines } from "../../mediator/records/open-points.ts";
import type { State } from "../../mediator/state.ts";
import { commandLine } from "../../model/command-line.ts";
import { countedRounds } from "../../model/convergence.ts";
import type { Decision } from "../../model/decision.ts";
import { endWords, inWords } from "../../model/in-words.ts";
import { plural } from "../../model/plural.ts";
import { replacedDecisions } from "../../model/replaced-decisions.ts";
import { visibleLine } from "../../model/visible-text.ts";
import type { Paint } from "../paint.ts";
import { spentWords } from "../progress/render-progress.ts";
import { wrapText } from "../wrap-line.ts";
import { nextLines, type SeenSession } from "./session-parts.ts";

export interface ClosingView extends SeenSession {
  /** The finished spec where one was written, as the person would write it. */
  readonly spec: string | undefined;
  readonly columns: number;
}

/** Known limitations on the screen; the spec has them all. */
const MOST_LIMITATIONS = 12;

/** The closing summary (SPEC 12) on a screen, in a few lines; with `--verbose` off a screen it is told in full. */
export function closingLines(view: ClosingView, paint: Paint): string[] {
  const { state, spec, folder } = view;
  return [
    "",
    headLine(state, paint),
    `  ${paint.dim(facts(state).join(" · "))}`,
    ...limitations(view, paint),
    "",
    ...(spec === undefined
      ? [`No spec was written. The session is kept in ${folder}.`]
      : [`Spec: ${paint.bold(spec)}`, `See the changes: ${commandLine("diff", folder)}`]),
    ...nextLines(view, "Continue with what is open"),
  ];
}

function headLine({ stop, session }: State, paint: Paint): string {
  if (stop.type !== "ended") return paint.bold(visibleLine(session.name, 60));
  const colour = { COMPLETE: paint.green, GOOD_ENOUGH: paint.green, ABANDONED: paint.red } as const;
  const shown = colour[stop.termination as keyof typeof colour] ?? paint.yellow;
  return `${visibleLine(session.name, 60)}: ${shown(paint.bold(endWords(stop.termination)))} (${visibleLine(stop.trigger, 120)})`;
}

function facts(state: State): string[] {
  const { totals, records, decisions } = state;
  const waited = totals.waitedSeconds < 1 ? "" : `, ${duration(totals.waitedSeconds)} of it waiting for you`;
  return [
    `gaps: ${gapsText(state)}`,
    `${plural(countedRounds(records), "round")}${records.some(({ polishing }) => polishing) ? " and polishing" : ""}`,
    plural(totals.attempts, "run"),
    `${duration(sessionSeconds(state))}${waited}`,
    ...spentWords(spent(state)),
    plural(decisions.length, "decision"),
  ];
}

/** `8 resolved, 1 deferred`, the most first. */
function gapsText({ gaps }: State): string {
  const counts = new Map<string, number>();
  for (const gap of gaps) counts.set(gap.state, (counts.get(gap.state) ?? 0) + 1);
  const parts = [...counts].sort(([, a], [, b]) => b - a).map(([state, count]) => `${count} ${inWords(state)}`);
  return parts.join(", ") || "none";
}

function limitations(view: ClosingView, paint: Paint): string[] {
  const { state, folder, columns } = view;
  const all = openLines(state);
  if (all.length === 0) return ["", ...wrapText(noneOpenLine(view), "", columns)];
  const shown = all.slice(0, MOST_LIMITATIONS).flatMap((line) => wrapText(visibleLine(line, 300), "  ", columns));
  const more = all.length > MOST_LIMITATIONS ? [`  … ${all.length - MOST_LIMITATIONS} more`] : [];
  const parked = parkedGaps(state).length;
  const head = `${plural(all.length, "point is", "points are")} left open${parked === 0 ? "" : `, ${parked} parked`}`;
  return ["", paint.bold(`${head} (see ${folder}/traceability.md):`), ...shown, ...more];
}

/** What is said where no gap is open: what was kept, dropped or parked is counted. */
export function noneOpenLine({ state, folder }: Pick<ClosingView, "state" | "folder">): string {
  const kept = keptPassages(state).length;
  if (state.gaps.size === 0) return "The spec is unchanged.";
  const parts = [
    ...counted(kept, kept === 1 ? "kept as it is" : "kept as they are"),
    ...counted(state.gaps.filter((gap) => gap.state === "WONT_FIX").length, "dropped"),
    ...counted(parkedGaps(state).length, "parked"),
  ];
  if (parts.length === 0) return "Nothing is left open.";
  return `No gap is left open; ${parts.join(", ")} (see decisions.md and traceability.md in ${folder})`;
}

/** What the person said is fine as it stands: the checks would find it again. */
function keptPassages({ decisions }: State): Decision[] {
  const replaced = replacedDecisions(decisions);
  return decisions.filter(({ id, passages }) => !replaced.has(id) && passages?.every(({ kind }) => kind === "keep"));
}

function counted(count: number, word: string): string[] {
  return count === 0 ? [] : [`${plural(count, "was", "were")} ${word}`];
}
