import type { Limitation, SpecAppendix, SpecPart, Trace } from "../../documents/spec/spec-part.ts";
import type { Resolution } from "../../documents/values.ts";
import { isOpen } from "../../model/counting.ts";
import type { Decision } from "../../model/decision.ts";
import type { Gap } from "../../model/gap.ts";
import { type GapId, type IssueId, isGapId } from "../../model/ids.ts";
import { isBlocking } from "../../model/severity.ts";
import type { State } from "../state.ts";

/** A resolution as the reader gives it, with the text that it was read from. */
export interface ReadResolution {
  readonly resolution: Resolution;
  readonly text: string;
}

/** The gaps whose proposals stand in the spec as it would be now: accepted, or confirmed besides (SPEC 3.2). */
export function gapsInSpec(state: State): Gap[] {
  return state.gaps.filter((gap) => gap.state === "ACCEPTED" || gap.state === "RESOLVED");
}

/** The parts that `assembleSpec` puts into the source, from the last proposal of each gap in the spec. */
export function specParts(state: State, texts: ReadonlyMap<GapId, ReadResolution>): SpecPart[] {
  return gapsInSpec(state).flatMap((gap) => {
    const read = texts.get(gap.id);
    const round = state.proposals.get(gap.id)?.round;
    return read ? [{ ...specPart(gap, read), ...(round === undefined ? {} : { round }) }] : [];
  });
}

/** Origins of gaps whose place states them; at the place of the others stands what they mend. */
const STATED_BY_SOURCE: ReadonlySet<Gap["origin"]> = new Set(["source", "split"]);

function specPart(gap: Gap, { resolution, text }: ReadResolution): SpecPart {
  const lines = text.split(/\r\n|\r|\n/);
  return {
    gap: gap.id,
    title: isTelling(resolution.title) ? resolution.title : gap.title,
    text: gap.text,
    places: gap.places,
    specTexts: resolution.specTexts,
    ...(STATED_BY_SOURCE.has(gap.origin) ? {} : { mends: true }),
    // The heading's own line is not part of the body.
    sections: resolution.sections.map(({ heading, line, endLine }) => ({
      heading,
      text: lines.slice(line, endLine).join("\n"),
    })),
  };
}

/** A resolution is called by what it settles, where its author says so; the gap by what was missing. */
function isTelling(title: string): boolean {
  return title.trim().length > 3 && !/^\W*(?:revised|updated|revision|final|v\d)\b[^a-z]*$/i.test(title);
}

/** What the spec leaves open, and where each gap went: the closing sections of the spec (SPEC 12). */
export function specAppendix(state: State): SpecAppendix {
  const decisions = decisionsByGap(state.decisions);
  return {
    limitations: [...gapLimitations(state, decisions), ...assumptions(state, decisions), ...issueLimitations(state)],
    traceability: [...state.gaps].map((gap) => trace(state, gap, decisions.get(gap.id) ?? [])),
  };
}

type DecisionsByGap = ReadonlyMap<GapId, readonly Decision[]>;

function decisionsByGap(decisions: readonly Decision[]): DecisionsByGap {
  const byGap = new Map<GapId, Decision[]>();
  for (const decision of decisions) {
    for (const gap of decision.gaps) {
      const list = byGap.get(gap);
      if (list) list.push(decision);
      else byGap.set(gap, [decision]);
    }
  }
  return byGap;
}

function trace(state: State, gap: Gap, decisions: readonly Decision[]): Trace {
  const round = gap.resolvedInRound ?? state.proposals.get(gap.id)?.round;
  return {
    gap: gap.id,
    ...(gap.label === undefined ? {} : { label: gap.label }),
    title: gap.title,
    state: gap.parts.length === 0 ? gap.state : `${gap.state} by ${gap.parts.join(", ")}`,
    ...(round === undefined ? {} : { round }),
    decisions: decisions.map((decision) => decision.id),
  };
}

/** Open, deferred and closed gaps; those that the User accepted at a warning gate with their words (SPEC 12). */
function gapLimitations(state: State, decisions: DecisionsByGap): Limitation[] {
  const left = state.gaps.filter((gap) => isOpen(gap) || gap.state === "WONT_FIX");
  return left.map((gap) => {
    const { kind, decision } = limitationOf(gap, decisions.get(gap.id) ?? []);
    return {
      gap: gap.id,
      title: gap.title,
      severity: gap.severity,
      kind,
      ...(decision ? { words: wordsOn(gap.id, decision), decision: decision.id } : {}),
    };
  });
}

/** What the spec says only because it was recommended: the last word on the gap is nobody's (SPEC 16.4). */
function assumptions(state: State, decisions: DecisionsByGap): Limitation[] {
  return gapsInSpec(state).flatMap((gap): Limitation[] => {
    const last = decisions.get(gap.id)?.findLast(({ type }) => type === "assumption" || type === "input");
    if (last?.type !== "assumption") return [];
    const { id, title, severity } = gap;
    return [{ gap: id, title, severity, kind: "assumption to confirm", words: last.decision, decision: last.id }];
  });
}

function limitationOf(
  gap: Gap,
  decisions: readonly Decision[],
): { kind: Limitation["kind"]; decision: Decision | undefined } {
  const last = (type: string) => decisions.findLast((decision) => decision.type === type);
  if (gap.state === "WONT_FIX") return { kind: "closed without change", decision: last("wont-fix") };
  const accepted = last("acknowledgement");
  if (gap.state !== "USER_DEFERRED") return { kind: accepted ? "accepted risk" : "open", decision: accepted };
  return { kind: "deferred", decision: accepted ?? last("deferral") ?? last("divergence") };
}

/** A rationale may speak of several gaps, a line each: `GAP-FLOW-001: because`. */
function wordsOn(gap: GapId, { decision, rationale }: Decision): string {
  if (rationale === undefined) return decision;
  const lines = rationale.split("\n");
  const start = lines.findIndex((line) => line.startsWith(`${gap}: `));
  if (start < 0) return rationale;
  const next = lines.findIndex((line, index) => index > start && isGapId(line.slice(0, line.indexOf(":"))));
  return lines
    .slice(start, next < 0 ? undefined : next)
    .join("\n")
    .slice(gap.length + 2);
}

/** Issues that the User waived, and conflicts that nobody decided (SPEC 10.6). */
function issueLimitations(state: State): Limitation[] {
  const waived = state.issues
    .filter((issue) => issue.state === "WAIVED" && isBlocking(issue.severity))
    .map((issue): Limitation => {
      const decision = state.decisions.findLast((one) => one.issues.includes(issue.id));
      const words = decision ? { words: decision.rationale ?? decision.decision, decision: decision.id } : {};
      return { ...about(state, issue.id, issue.gap), severity: issue.severity, kind: "accepted risk", ...words };
    });
  const open = state.conflicts
    .filter((conflict) => conflict.state === "open")
    .map(
      (conflict): Limitation => ({
        ...about(state, conflict.issue, conflict.gap),
        severity: conflict.severity,
        kind: "undecided conflict",
      }),
    );
  return [...waived, ...open];
}

function about(state: State, issue: IssueId, gap: GapId): Pick<Limitation, "gap" | "title"> {
  return { gap, title: `${issue}: ${state.issues.get(issue)?.title ?? ""}` };
}
