import * as z from "zod";
import { flag, gapId, gapIds, number, optional, type Shape, severity, text, texts } from "./shapes.ts";

/** SPEC 3.2. */
export const GAP_STATES = [
  "OPEN",
  "IN_PROGRESS",
  "PROPOSED",
  "NEEDS_REVISION",
  "BLOCKED",
  "USER_DEFERRED",
  "ACCEPTED",
  "RESOLVED",
  "WONT_FIX",
  "SUPERSEDED",
  "PARKED",
] as const;

export const gapState = z.enum(GAP_STATES);

export const actor = z.enum(["mediator", "engineer", "reviewer", "user"]);

/** Answers that the Engineer offers with its question: a short label, and why one would choose it (SPEC 7, 16.4). */
export const choices = z.array(z.object({ label: text, text, recommended: optional(flag) }));

const input = { reason: text, choices: optional(choices) };

/** What a BLOCKED gap waits for (SPEC 3.2, 3.3). */
export const blockerSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("DEPENDENCY"), gaps: gapIds }),
  z.object({ type: z.literal("DIVERGENCE"), reason: text }),
  // `more`: further questions about the same gap.
  z.object({ type: z.literal("USER_INPUT"), ...input, more: optional(z.array(z.object(input))) }),
  z.object({ type: z.literal("EXTERNAL"), reason: text }),
]);

export const gapOrigin = z.enum(["source", "user", "engineer", "reviewer", "final-review", "check", "survey", "split"]);

/** Lines of the source, and the heading above them. */
const place = z.object({
  heading: text,
  line: number,
  endLine: number,
  /** In a joined source: the file, and the line in it (SPEC 12). */
  file: optional(z.object({ path: text, line: number })),
});

/** What a check found: its type, its subject, and the words in question, those of the main place first (SPEC 16.2). */
export const gapFinding = z.object({
  rule: text,
  type: text,
  subject: text,
  words: texts,
  /** The check's message, if the title differs from it. */
  message: optional(text),
});

/** How the source states a gap without an id: as a list item, as a question, or by a marker such as TBD (SPEC 16.1). */
const gapStated = z.enum(["item", "question", "marker"]);

export const gapFlag = z.literal("FORCED_UNBLOCK");

export const gapSchema = z.object({
  id: gapId,
  /** The name in the source or document, if it is not the id (SPEC 3.1). */
  label: optional(text),
  title: text,
  text,
  severity,
  severityBy: actor,
  state: gapState,
  /** Why it is in its state; absent before its first change. */
  reason: optional(text),
  cameFrom: optional(gapState),
  /** If it was BLOCKED while IN_PROGRESS: the state before IN_PROGRESS. */
  assignedFrom: optional(gapState),
  blocker: optional(blockerSchema),
  origin: gapOrigin,
  /** Round in which it was created; 0 is setup. */
  round: number,
  changedInRound: number,
  places: z.array(place),
  dependsOn: gapIds,
  /** The gap that was worked on when it was found (SPEC 3.5a). */
  parent: optional(gapId),
  /** The words of the spec that it is about, as quoted by whoever found it. */
  quotations: optional(texts),
  /** The finding that it came from, as data. */
  finding: optional(gapFinding),
  stated: optional(gapStated),
  /** Why the spec cannot be built without it: what two implementers would do differently. */
  why: optional(text),
  partOf: optional(gapId),
  duplicateOf: optional(gapId),
  /** The parked gap that it replaces, because the final review calls it a blocker (SPEC 12). */
  takesUp: optional(gapId),
  parts: gapIds,
  flags: z.array(gapFlag),
  /** The round in which it counted as resolved: at most once in a session (SPEC 3.5). */
  resolvedInRound: optional(number),
  /** The last round in which every attempt at it failed (SPEC 7). */
  failedInRound: optional(number),
});

export type GapState = z.output<typeof gapState>;
export type Actor = z.output<typeof actor>;
export type InputChoice = Shape<typeof choices>[number];
export type Blocker = Shape<typeof blockerSchema>;
export type SourcePlace = Shape<typeof place>;
export type GapFinding = Shape<typeof gapFinding>;
export type GapStated = z.output<typeof gapStated>;
export interface Gap extends Shape<typeof gapSchema> {}

/** A place for people: `line 12`, or `design.md, line 12`. */
export function placeText({ line, file }: Pick<SourcePlace, "line" | "file">): string {
  return file === undefined ? `line ${line}` : `${file.path}, line ${file.line}`;
}

export function sharePlace(a: Pick<Gap, "places">, b: Pick<Gap, "places">): boolean {
  return a.places.some((left) => b.places.some((right) => left.line <= right.endLine && right.line <= left.endLine));
}
