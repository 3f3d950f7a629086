import type { GapId } from "./ids.ts";
import type { Severity } from "./severity.ts";

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

export type GapState = (typeof GAP_STATES)[number];

/** Who may bring a change about. */
export type Actor = "mediator" | "engineer" | "reviewer" | "user";

/** An answer that an Engineer offers with its question (SPEC 7, 16.4). */
export interface InputChoice {
  /** The answer itself, short. */
  readonly label: string;
  /** Why one would choose it. */
  readonly text: string;
  readonly recommended?: boolean;
}

/** What a BLOCKED gap waits for (SPEC 3.2, 3.3). */
export type Blocker =
  | { readonly type: "DEPENDENCY"; readonly gaps: readonly GapId[] }
  | { readonly type: "DIVERGENCE"; readonly reason: string }
  | { readonly type: "USER_INPUT"; readonly reason: string; readonly choices?: readonly InputChoice[] }
  | { readonly type: "EXTERNAL"; readonly reason: string };

export type GapOrigin = "source" | "user" | "engineer" | "reviewer" | "final-review" | "check" | "survey" | "split";

/** Lines of the source, with the heading they stand under. */
export interface SourcePlace {
  readonly heading: string;
  readonly line: number;
  readonly endLine: number;
  /** Where the source is made of several files: the one that it stands in, and its line there (SPEC 12). */
  readonly file?: { readonly path: string; readonly line: number };
}

/** `line 12`, or `design.md, line 12`: where a person finds it. */
export function placeText({ line, file }: Pick<SourcePlace, "line" | "file">): string {
  return file === undefined ? `line ${line}` : `${file.path}, line ${file.line}`;
}

/** What a check found: its type and subject, and the words in question, those of its own place first (SPEC 16.2). */
export interface GapFinding {
  readonly rule: string;
  readonly type: string;
  readonly subject: string;
  readonly words: readonly string[];
}

export type GapFlag = "FORCED_UNBLOCK";

export interface Gap {
  readonly id: GapId;
  /** How the source or a document names it, where that is not the id (SPEC 3.1). */
  readonly label?: string;
  readonly title: string;
  readonly text: string;
  readonly severity: Severity;
  readonly severityBy: Actor;
  readonly state: GapState;
  /** The state to go back to from IN_PROGRESS or BLOCKED. */
  readonly cameFrom?: GapState;
  /** For a gap that was BLOCKED while IN_PROGRESS: the state before that. */
  readonly assignedFrom?: GapState;
  readonly blocker?: Blocker;
  readonly origin: GapOrigin;
  /** Round in which it was created; 0 is setup. */
  readonly round: number;
  readonly changedInRound: number;
  readonly places: readonly SourcePlace[];
  readonly dependsOn: readonly GapId[];
  /** The gap under work when it was found (SPEC 3.5a). */
  readonly parent?: GapId;
  /** Words of the spec that it is about, as whoever found it quoted them. */
  readonly quotations?: readonly string[];
  /** The finding that it came from, so that nobody has to read its title. */
  readonly finding?: GapFinding;
  /** Why the spec cannot be built without it: what two implementers would do differently. */
  readonly why?: string;
  readonly partOf?: GapId;
  /** The gap that counts instead of it (SPEC 3.2). */
  readonly duplicateOf?: GapId;
  readonly parts: readonly GapId[];
  readonly flags: readonly GapFlag[];
  /** The round whose count it entered as resolved: once in a session (SPEC 3.5). */
  readonly resolvedInRound?: number;
  /** The last round in which every attempt at it failed (SPEC 7). */
  readonly failedInRound?: number;
}
