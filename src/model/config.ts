import * as z from "zod";
import { AGENT_KIND, ARCHIVE_POLICIES, LATE_HIGH_MODES, ROLLBACK_MODES, SPEC_APPENDIXES } from "./config-modes.ts";
import { SEVERITIES } from "./severity.ts";
import { optional, type Shape, text, texts } from "./shapes.ts";

/** The message of each leaf says what is allowed there. */
const flag = z.boolean({ error: "true or false" });
const flagOrAuto = z.union([z.boolean(), z.literal("auto")], { error: '"auto", true or false' });
const weight = number(0.001, 1000);
const price = z.number().min(0);

/** US dollars for a million tokens; cached and cache-written input cost as `input` where they have no price. */
const modelPrice = z.strictObject({
  input: price,
  output: price,
  cachedInput: optional(price),
  cacheWrite: optional(price),
});

/** Which agent plays a role: its kind, and what that kind needs (SPEC 15.2). */
export const agentSetting = z.strictObject({
  /** `auto`, or the name of a kind: `command`, `replay`. */
  kind: z.string().regex(AGENT_KIND),
  model: optional(z.string().min(1)),
  /** The program and its arguments, never a shell line. */
  command: optional(z.tuple([z.string().min(1)], text)),
  /** Where a kind reads from: the recorded documents of `replay`. */
  folder: optional(z.string().min(1)),
  /** The server of a model, where it is not the provider's usual one. */
  baseUrl: optional(z.url({ protocol: /^https?$/ })),
  /** The environment variable that holds the key, where it is not the provider's usual one. Never the key itself. */
  keyVariable: optional(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,127}$/)),
  /** What the model costs, where the table that comes with the program is wrong or has nothing. */
  price: optional(modelPrice),
  /** Arguments of the User's own for an agent program, after ours. */
  extra: optional(texts),
});

/** Everything that SPEC 18 lets the User set. Paths are as written: whoever uses one knows what it is relative to. */
export const storedConfig = z.object({
  stallThreshold: autoOr(1, 10_000),
  divergenceThreshold: autoOr(1, 10_000),
  criticalOverride: flag,
  maxRounds: autoOr(1, 10_000),
  hardLimit: whole(1, 10_000),
  maxRetries: whole(0, 10),
  parallelGaps: whole(1, 64),
  autoConfirm: flag,
  minSectionChars: whole(0, 100_000),
  /** Tokens up to which a prompt has the working spec whole (SPEC 15.4). */
  contextTokens: whole(1000, 1_000_000),
  /** Words that a gap may add beside what it replaces before the Reviewer is told (SPEC 5, OVERGROWN). */
  maxWordsPerGap: whole(10, 100_000),
  /** Gaps that share a place or depend on each other and go into one run, at most (SPEC 4.1). */
  clusterGaps: whole(1, 10),
  /** Gaps that a survey may name; `auto` follows the length of the spec (SPEC 16.1). */
  surveyGaps: autoOr(1, 40),
  /** Tokens that an example may take in a prompt (SPEC 6). */
  exampleTokens: z.object({ retry: whole(100, 100_000), first: whole(100, 100_000) }),
  severityWeights: z.object({ CRITICAL: weight, HIGH: weight, MEDIUM: weight, LOW: weight }),
  lateHigh: oneOf(LATE_HIGH_MODES),
  /** SPEC 8. Rates are shares of 1; more than the value acts. */
  disagree: z.object({
    round: number(0, 1),
    session: number(0, 1),
    sessionRounds: whole(1, 100),
    absolute: whole(0, 1000),
  }),
  /** SPEC 9: from how many flags on a warning is given, and what counts as one. */
  implicit: z.object({ high: whole(1, 100), critical: whole(1, 100), pattern: whole(1, 100) }),
  /** SPEC 13. */
  rollback: z.object({
    mode: oneOf(ROLLBACK_MODES),
    maxSession: whole(0, 10),
    analysisThreshold: whole(1, 10),
    backupRetentionRounds: whole(1, 5),
  }),
  /** SPEC 13.10. `~` in the cold path is the User's home. */
  archive: z.object({ policy: oneOf(ARCHIVE_POLICIES), coldPath: path(), days: whole(1, 3650) }),
  /** SPEC 15.3. Money and tokens are per session. */
  budgets: z.object({
    usd: number(0.01, 1_000_000),
    tokens: whole(1, 1_000_000_000_000),
    secondsPerRun: whole(1, 86_400),
    concurrentRuns: whole(1, 64),
  }),
  agents: z.object({ engineer: agentSetting, reviewer: agentSetting }),
  /** Switches of `whetstone check`, by rule or finding type: off, on, or on with another severity (SPEC 16.2). */
  checks: z
    .record(text, z.union([flag, z.enum(SEVERITIES)], { error: `true, false, or ${SEVERITIES.join(", ")}` }), {
      error: "an object of rules and finding types",
    })
    .default({}), // journals from before the checks could be switched
  /** Sessions are `<sessionFolder>/<spec name>`, relative to the spec's folder (SPEC 2). */
  sessionFolder: path(),
  /** The finished spec is written into the User's own files, where they have not changed since (SPEC 12). */
  inPlace: flag.default(false), // journals from before a spec could be refined in place
  /** What follows the finished spec: what is open, assumed or parked, nothing, or that with the traceability table (SPEC 12). */
  spec: z.object({ appendix: oneOf(SPEC_APPENDIXES) }),
  /** A folder that agents may read and cite, from the spec's folder on in a session (SPEC 15.5). */
  codebase: optional(path()),
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
export type SizedLimits = Readonly<ReturnType<typeof sizedLimits>>;

/** What hangs on how many gaps the session began with: SPEC 11, presets where the person set none, and SPEC 12, MAX_ROUNDS. */
export function sizedLimits(
  config: Pick<Config, "stallThreshold" | "divergenceThreshold" | "maxRounds" | "hardLimit">,
  initialGaps: number,
) {
  // Under 10 gaps, up to 30, more.
  const size = [10, 31].filter((least) => initialGaps >= least).length;
  const auto = (value: number | "auto", preset: number) => (value === "auto" ? preset : value);
  const formula = Math.max(10, Math.ceil((6 * initialGaps) / 10));
  return {
    stallThreshold: auto(config.stallThreshold, 2 + size),
    divergenceThreshold: auto(config.divergenceThreshold, 8 + 4 * size),
    maxRounds: Math.min(auto(config.maxRounds, formula), config.hardLimit),
  };
}

function whole(min: number, max: number, error = `a whole number from ${min} to ${max}`) {
  return z.int({ error }).min(min, { error }).max(max, { error });
}

function number(min: number, max: number) {
  const error = `a number from ${min} to ${max}`;
  return z.number({ error }).min(min, { error }).max(max, { error });
}

/** `auto` leaves the value to the session's size (SPEC 11, 12). */
function autoOr(min: number, max: number) {
  const error = `"auto", or a whole number from ${min} to ${max}`;
  return z.union([z.literal("auto"), whole(min, max, error)], { error });
}

function oneOf<const Values extends readonly [string, ...string[]]>(values: Values) {
  return z.enum(values, { error: values.map((value) => `"${value}"`).join(", ") });
}

function path() {
  const error = "a path that is not empty";
  return z.string({ error }).trim().min(1, { error });
}
