import { whereOf } from "../../mediator/questions/passage-question.ts";
import type { State } from "../../mediator/state.ts";
import type { Change } from "../../model/change.ts";
import { isOpen } from "../../model/counting.ts";
import type { SessionEvent } from "../../model/events.ts";
import type { Gap, SourcePlace } from "../../model/gap.ts";
import { type GapId, isGapId } from "../../model/ids.ts";
import type { Question } from "../../model/question.ts";
import { compareSeverity } from "../../model/severity.ts";
import { visibleLine } from "../../model/visible-text.ts";

/** A session in which a person is asked and no model works: nothing is said of rounds, runs or retries (SPEC 16.4). */
export function isInterview({ session }: Pick<State, "session">): boolean {
  return session.engineer === "interview" && session.reviewer === "interview";
}

/** What was answered, as it goes into the spec. */
export function interviewLine(event: SessionEvent, state: State): string | undefined {
  switch (event.type) {
    case "changes_accepted":
      return event.batch.sets.map(({ gap, changes }) => changeLines(state, gap, changes)).join("\n") || undefined;
    case "gap_changed": {
      if (event.to === "USER_DEFERRED") return `${placeOf(state, event.gap)}: later`;
      const isKept = event.to === "ACCEPTED" && wasKept(state, event.gap);
      return isKept ? `${placeOf(state, event.gap)}: stays as it stands` : undefined;
    }
    case "gap_added":
      return event.gap.round === 0 || event.gap.state === "PARKED"
        ? undefined
        : `To be asked next: ${visibleLine(event.gap.title, 200)}`;
    case "run_ended":
      return event.gate.success ? undefined : `${event.run}: ${visibleLine(event.gate.message, 300)}`;
    default:
      return undefined;
  }
}

function wasKept({ decisions }: State, id: GapId): boolean {
  const last = decisions.findLast(({ gaps, passages }) => passages !== undefined && gaps.includes(id));
  return last?.passages?.some(({ kind }) => kind === "keep") === true;
}

function placeOf(state: State, id: GapId): string {
  const [place] = state.gaps.get(id)?.places ?? [];
  return place === undefined ? id : whereOf(state, place);
}

function changeLines(state: State, gap: GapId | undefined, changes: readonly Change[]): string {
  const lines = changes.flatMap(({ kind, old, new: text }) => {
    const [before, after] = [old, text].map((each) => (each === "" ? [] : each.split("\n")));
    if (kind === "add-after" || kind === "add-at-end") return (after ?? []).map((line) => `  + ${line}`);
    const gone = (before ?? []).filter((line) => after?.includes(line) !== true);
    const come = (after ?? []).filter((line) => before?.includes(line) !== true);
    return [...gone.map((line) => `  - ${line}`), ...come.map((line) => `  + ${line}`)];
  });
  return [...(gap === undefined ? [] : [`${placeOf(state, gap)}:`]), ...lines].join("\n");
}

/** What is open, with its section, line and passage, worst first. */
export function openPassages(state: State): string[] {
  const open = state.gaps.filter(isOpen).toSorted((a, b) => compareSeverity(a.severity, b.severity));
  return open.map((gap) => {
    const [place] = gap.places;
    if (place === undefined) return `  ${gap.severity}  ${visibleLine(gap.title, 160)}`;
    const section = place.heading === "" ? "" : `, section "${visibleLine(place.heading, 60)}"`;
    return `  ${gap.severity}  ${whereOf(state, place)}${section}: ${visibleLine(passageText(state, gap, place), 160)}`;
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

/** `3 of 9`: of all that is asked in the session, the one that this is. */
export function positionOf({ gaps, questions }: State, question: Question): string {
  const id = question.about.find(isGapId);
  const all = gaps.filter(({ state }) => state !== "PARKED" && state !== "SUPERSEDED");
  const waiting = new Set(questions.flatMap(({ about }) => about.filter(isGapId)));
  const unasked = all.filter((gap) => gap.state === "OPEN" && !waiting.has(gap.id)).length;
  const behind = [...waiting].filter((gap) => gap !== id).length + unasked;
  return `${Math.max(1, all.length - behind)} of ${all.length}`;
}

/** What is settled, what is open, and where things are. */
export function interviewClosing(state: State, folder: string, spec: string): string[] {
  const open = openPassages(state);
  const settled = state.gaps.filter((gap) => !isOpen(gap) && gap.state !== "PARKED").length;
  return [
    `${settled} settled, ${open.length === 0 ? "nothing is left open." : `${open.length} open:`}`,
    ...open,
    `The spec: ${spec}`,
    `What changed: ${folder}/changes.md`,
    ...(open.length === 0
      ? []
      : [`Answer the rest: ${nextCommand(state, folder, spec)}, at a terminal or with --answers FILE`]),
  ];
}

/** A session that ended is not gone on with: what it left open is asked about when its result is refined. */
function nextCommand({ stop }: State, folder: string, spec: string): string {
  return stop.type === "ended" ? `whetstone refine ${spec}` : `whetstone resume ${folder}`;
}
