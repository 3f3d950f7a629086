import { whereOf } from "../../mediator/questions/gap-evidence.ts";
import type { State } from "../../mediator/state.ts";
import type { Change } from "../../model/change.ts";
import { commandLine } from "../../model/command-line.ts";
import { isOpen } from "../../model/counting.ts";
import type { Gap, SourcePlace } from "../../model/gap.ts";
import type { GapId } from "../../model/ids.ts";
import { compareSeverity } from "../../model/severity.ts";
import { visibleLine } from "../../model/visible-text.ts";
import { nextLines, type SeenSession } from "./session-parts.ts";

/** What the answers since then made of the spec, in the order of its lines, each change below its gap. */
function changesSince(before: State, state: State): string[] {
  const sets = state.spec.batches.slice(before.spec.batches.length).flatMap((batch) => batch.sets);
  const changed = sets.flatMap(({ gap, changes }) => (gap === undefined ? [] : [{ gap, lines: diffLines(changes) }]));
  const kept = state.decisions
    .slice(before.decisions.length)
    .filter(({ passages }) => passages?.some(({ kind }) => kind === "keep") === true)
    .flatMap(({ gaps }) => gaps.map((gap) => ({ gap, lines: ["  kept as it is"] })));
  return [...changed, ...kept]
    .toSorted((a, b) => (placeOf(state, a.gap)?.line ?? 0) - (placeOf(state, b.gap)?.line ?? 0))
    .flatMap(({ gap, lines }) => [headOf(state, gap), ...lines]);
}

/** Where it stands; what an answer brought stands where the answer does. */
function placeOf(state: State, id: GapId | undefined): SourcePlace | undefined {
  const gap = id === undefined ? undefined : state.gaps.get(id);
  return gap && (gap.places[0] ?? placeOf(state, gap.parent));
}

function headOf(state: State, id: GapId): string {
  const gap = state.gaps.get(id);
  const place = placeOf(state, id);
  return [...(place === undefined ? [] : [whereOf(state, place)]), visibleLine(gap?.title ?? id, 100)].join("  ");
}

function diffLines(changes: readonly Change[]): string[] {
  return changes.flatMap(({ kind, old, new: text }) => {
    const [before = [], after = []] = [old, text].map((each) => (each === "" ? [] : each.split("\n")));
    if (kind === "add-after" || kind === "add-at-end") return after.map((line) => `  + ${line}`);
    const gone = before.filter((line) => !after.includes(line));
    const come = after.filter((line) => !before.includes(line));
    return [...gone.map((line) => `  - ${line}`), ...come.map((line) => `  + ${line}`)];
  });
}

/** What is open, with its section, line and passage, worst first, then in the order of the document. */
function openPassages(state: State): string[] {
  const lineOf = ({ id }: Gap) => placeOf(state, id)?.line ?? 0;
  const open = state.gaps
    .filter(isOpen)
    .toSorted((a, b) => compareSeverity(a.severity, b.severity) || lineOf(a) - lineOf(b));
  return open.map((gap) => {
    const place = placeOf(state, gap.id);
    if (place === undefined) return `  ${gap.severity}  ${visibleLine(gap.title, 160)}`;
    const section = place.heading === "" ? "" : `, section "${visibleLine(place.heading, 60)}"`;
    const words = gap.places.length === 0 ? gap.title : passageText(state, gap, place);
    return `  ${gap.severity}  ${whereOf(state, place)}${section}: ${visibleLine(words, 160)}`;
  });
}

/** As it reads now where it is asked about, as it was in the source elsewhere. */
function passageText({ questions, spec }: State, { id }: Gap, { line, endLine, file }: SourcePlace): string {
  const asked = questions.find(({ about, evidence }) => about.includes(id) && evidence.length > 0);
  if (asked !== undefined) return asked.evidence[0]?.body ?? "";
  const own = spec.source.find(({ path }) => path === file?.path) ?? spec.source[0];
  const from = file?.line ?? line;
  return (own?.text.split(/\r\n|\r|\n/) ?? []).slice(from - 1, from + endLine - line).join(" ");
}

export interface InterviewEnd extends SeenSession {
  /** As this run found it: only what came since is shown. */
  readonly before: State;
  readonly spec: string;
  readonly attended: boolean;
  /** The answers came from a file: whoever is asked at the terminal has seen what their own change. */
  readonly fromFile?: boolean;
}

/** What changed, what is open, and where things are. */
export function interviewClosing(end: InterviewEnd): string[] {
  const { state, before, folder, spec, attended, fromFile = false } = end;
  const changes = attended && !fromFile ? [] : changesSince(before, state);
  const open = openPassages(state);
  const count = state.gaps.filter((gap) => gap.state !== "PARKED" && gap.state !== "SUPERSEDED").length;
  return [
    ...(changes.length === 0 ? [] : [...changes, ""]),
    ...(open.length === 0
      ? ["Nothing is left open."]
      : [`${count - open.length} of ${count} settled, ${open.length} open:`]),
    ...open,
    `Spec: ${spec}`,
    ...(state.spec.batches.length === 0 ? [] : [`See the changes: ${commandLine("diff", folder)}`]),
    ...nextLines(end, open.length === count ? "Answer them" : "Answer the rest"),
    ...(open.length === 0 || state.stop.type === "ended" || attended
      ? []
      : [`Without a terminal, one by one: ${commandLine("status", folder)} shows how`]),
  ];
}
