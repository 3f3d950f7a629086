import * as z from "zod";
import { ARCHIVE_POLICIES, LATE_HIGH_MODES, ROLLBACK_MODES, SPEC_APPENDIXES } from "./config-modes.ts";
import { bySeverity, flag, number, optional, type Shape, severity, text, texts } from "./shapes.ts";

/** `auto` leaves the value to the session's size (SPEC 11, 12). */
const auto = z.literal("auto");
const numberOrAuto = z.union([number, auto]);
const flagOrAuto = z.union([flag, auto]);

/** US dollars for a million tokens; cached and cache-written input cost as `input` where they have no price. */
const modelPrice = z.object({
  input: number,
  output: number,
  cachedInput: optional(number),
  cacheWrite: optional(number),
});

/** Which agent plays a role: its kind, and what that kind needs (SPEC 15.2). */
const agentSetting = z.object({
  /** `auto`, or the name of a kind: `command`, `replay`. */
  kind: text,
  model: optional(text),
  /** The program and its arguments, never a shell line. */
  command: optional(z.tuple([text], text)),
  /** Where a kind reads from: the recorded documents of `replay`. */
  folder: optional(text),
  /** The server of a model, where it is not the provider's usual one. */
  baseUrl: optional(text),
  /** The environment variable that holds the key, where it is not the provider's usual one. Never the key itself. */
  keyVariable: optional(text),
  /** What the model costs, where the table that comes with the program is wrong or has nothing. */
  price: optional(modelPrice),
  /** Arguments of the User's own for an agent program, after ours. */
  extra: optional(texts),
});

/** Everything that SPEC 18 lets the User set. Paths are as written: whoever uses one knows what it is relative to. */
export const storedConfig = z.object({
  stallThreshold: numberOrAuto,
  divergenceThreshold: numberOrAuto,
  criticalOverride: flag,
  maxRounds: numberOrAuto,
  hardLimit: number,
  maxRetries: number,
  parallelGaps: number,
  autoConfirm: flag,
  minSectionChars: number,
  /** Tokens up to which a prompt has the working spec whole (SPEC 15.4). */
  contextTokens: number,
  /** Words that a gap may add beside what it replaces before the Reviewer is told (SPEC 5, OVERGROWN). */
  maxWordsPerGap: number,
  /** Gaps that share a place or depend on each other and go into one run, at most (SPEC 4.1). */
  clusterGaps: number,
  /** Gaps that a survey may name; `auto` follows the length of the spec (SPEC 16.1). */
  surveyGaps: numberOrAuto,
  /** Tokens that an example may take in a prompt (SPEC 6). */
  exampleTokens: z.object({ retry: number, first: number }),
  severityWeights: bySeverity,
  lateHigh: z.enum(LATE_HIGH_MODES),
  /** SPEC 8. Rates are shares of 1; more than the value acts. */
  disagree: z.object({ round: number, session: number, sessionRounds: number, absolute: number }),
  /** SPEC 9: from how many flags on a warning is given, and what counts as one. */
  implicit: z.object({ high: number, critical: number, pattern: number }),
  /** SPEC 13. */
  rollback: z.object({
    mode: z.enum(ROLLBACK_MODES),
    maxSession: number,
    analysisThreshold: number,
    backupRetentionRounds: number,
  }),
  /** SPEC 13.10. `~` in the cold path is the User's home. */
  archive: z.object({ policy: z.enum(ARCHIVE_POLICIES), coldPath: text, days: number }),
  /** SPEC 15.3. Money and tokens are per session. */
  budgets: z.object({ usd: number, tokens: number, secondsPerRun: number, concurrentRuns: number }),
  agents: z.object({ engineer: agentSetting, reviewer: agentSetting }),
  /** Switches of `whetstone check`, by rule or finding type: off, on, or on with another severity (SPEC 16.2). */
  checks: z.record(text, z.union([flag, severity])).default({}), // journals from before the checks could be switched
  /** Sessions are `<sessionFolder>/<spec name>`, relative to the spec's folder (SPEC 2). */
  sessionFolder: text,
  /** The finished spec is written into the User's own files, where they have not changed since (SPEC 12). */
  inPlace: flag.default(false), // journals from before a spec could be refined in place
  /** What follows the finished spec: what is open or assumed, nothing, or that with the traceability table (SPEC 12). */
  spec: z.object({ appendix: z.enum(SPEC_APPENDIXES) }),
  /** A folder that agents may read and cite, from the spec's folder on in a session (SPEC 15.5). */
  codebase: optional(text),
  /** What a session begins with, and whether the User approves it before round 1 (SPEC 16.1). */
  inventory: z.object({
    /** Whether the checks look for gaps. `auto`: unless recordings are replayed, which know no other gaps. */
    checks: flagOrAuto,
    /** Whether the Reviewer looks for gaps that nobody has written down. */
    survey: flagOrAuto,
    /** `auto`: where there is more in it than the source states. */
    approve: flagOrAuto,
  }),
});

export interface ModelPrice extends Shape<typeof modelPrice> {}
export interface AgentSetting extends Shape<typeof agentSetting> {}
export interface Config extends Shape<typeof storedConfig> {}

/** The values that hang on how many gaps the session began with, once that is known. */
export interface SizedLimits {
  readonly stallThreshold: number;
  readonly divergenceThreshold: number;
  /** Never above the hard limit. */
  readonly maxRounds: number;
}

/** SPEC 11 (size presets where the person set none) and SPEC 12, MAX_ROUNDS. */
export function sizedLimits(
  config: Pick<Config, "stallThreshold" | "divergenceThreshold" | "maxRounds" | "hardLimit">,
  initialGaps: number,
): SizedLimits {
  const preset = sizePreset(initialGaps);
  const formula = Math.max(10, Math.ceil((6 * initialGaps) / 10));
  return {
    stallThreshold: config.stallThreshold === "auto" ? preset.stallThreshold : config.stallThreshold,
    divergenceThreshold:
      config.divergenceThreshold === "auto" ? preset.divergenceThreshold : config.divergenceThreshold,
    maxRounds: Math.min(config.maxRounds === "auto" ? formula : config.maxRounds, config.hardLimit),
  };
}

function sizePreset(initialGaps: number): { stallThreshold: number; divergenceThreshold: number } {
  if (initialGaps < 10) return { stallThreshold: 2, divergenceThreshold: 8 };
  if (initialGaps <= 30) return { stallThreshold: 3, divergenceThreshold: 12 };
  return { stallThreshold: 4, divergenceThreshold: 16 };
}
