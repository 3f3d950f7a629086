import * as z from "zod";
import { AGENT_KIND, ARCHIVE_POLICIES, LATE_HIGH_MODES, ROLLBACK_MODES, SPEC_APPENDIXES } from "./config-modes.ts";
import { SEVERITIES } from "./severity.ts";
import { optional, type Shape, text, texts } from "./shapes.ts";

/** The error text of each setting says what is allowed. */
const flag = z.boolean({ error: "true or false" });
const flagOrAuto = z.union([z.boolean(), z.literal("auto")], { error: '"auto", true or false' });
const weight = number(0.001, 1000);
const price = z.number().min(0);

/** US dollars per million tokens; cached and cache-written input cost as much as `input` if they have no price. */
export const modelPrice = z.strictObject({
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
  /** The folder that a kind reads from, such as the recorded documents of `replay`. */
  folder: optional(z.string().min(1)),
  /** The model's server, if it is not the provider's usual one. */
  baseUrl: optional(z.url({ protocol: /^https?$/ })),
  /** The environment variable that holds the key, where it is not the provider's usual one. Never the key itself. */
  keyVariable: optional(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,127}$/)),
  /** The model's price, if the built-in table is wrong or lacks it. */
  price: optional(modelPrice),
  /** Further arguments for an agent program, after ours. */
  extra: optional(texts),
});

/** All settings of SPEC 18. Paths are stored as written. */
export const storedConfig = z.object({
  stallThreshold: autoOr(10_000),
  divergenceThreshold: autoOr(10_000),
  criticalOverride: flag,
  maxRounds: autoOr(10_000),
  hardLimit: whole(1, 10_000),
  maxRetries: whole(0, 10),
  parallelGaps: whole(1, 64),
  autoConfirm: flag,
  minSectionChars: whole(0, 100_000),
  /** A prompt has the whole working spec up to this many tokens (SPEC 15.4). */
  contextTokens: whole(1000, 1_000_000),
  /** Words that a gap may add, beyond what it replaces, before the Reviewer is warned (SPEC 5, OVERGROWN). */
  maxWordsPerGap: whole(10, 100_000),
  /** At most this many related gaps go into one run (SPEC 4.1). */
  clusterGaps: whole(1, 10),
  /** Gaps that a survey may name; `auto` follows the length of the spec (SPEC 16.1). */
  surveyGaps: autoOr(40),
  /** Tokens that an example may take in a prompt (SPEC 6). */
  exampleTokens: z.object({ retry: whole(100, 100_000), first: whole(100, 100_000) }),
  severityWeights: z.object({ CRITICAL: weight, HIGH: weight, MEDIUM: weight, LOW: weight }),
  lateHigh: oneOf(LATE_HIGH_MODES),
  /** SPEC 8. Rates are from 0 to 1; an action follows above the value. */
  disagree: z.object({
    round: number(0, 1),
    session: number(0, 1),
    sessionRounds: whole(1, 100),
    absolute: whole(0, 1000),
  }),
  /** SPEC 9: the number of flags that lead to a warning, by severity, and of rounds that make a pattern. */
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
  /** Write the finished spec into the User's own files, if these have not changed since (SPEC 12). */
  inPlace: flag.default(false), // journals from before a spec could be refined in place
  /** The appendix of the finished spec: open points, nothing, or open points with the traceability table (SPEC 12). */
  spec: z.object({ appendix: oneOf(SPEC_APPENDIXES) }),
  /** A folder that agents may read and cite; in a session, relative to the spec's folder (SPEC 15.5). */
  codebase: optional(path()),
  /** How the first gaps are found, and whether the User approves them before round 1 (SPEC 16.1). */
  inventory: z.object({
    /** Whether the checks look for gaps. `auto`: not with recordings, which have no answers for other gaps. */
    checks: flagOrAuto,
    /** Whether the Reviewer looks for further gaps. */
    survey: flagOrAuto,
    /** `auto`: if there are gaps that the source does not state. */
    approve: flagOrAuto,
  }),
});

export interface ModelPrice extends Shape<typeof modelPrice> {}
export interface AgentSetting extends Shape<typeof agentSetting> {}
export interface Config extends Shape<typeof storedConfig> {}
export type SizedLimits = Readonly<ReturnType<typeof sizedLimits>>;

/** Limits that depend on the number of gaps at the start: presets for what is unset (SPEC 11), MAX_ROUNDS (SPEC 12). */
export function sizedLimits(
  config: Pick<Config, "stallThreshold" | "divergenceThreshold" | "maxRounds" | "hardLimit">,
  initialGaps: number,
) {
  // 0 for under 10 gaps, 1 for up to 30, 2 for more.
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
function autoOr(max: number) {
  const error = `"auto", or a whole number from 1 to ${max}`;
  return z.union([z.literal("auto"), whole(1, max, error)], { error });
}

function oneOf<const Values extends readonly [string, ...string[]]>(values: Values) {
  return z.enum(values, { error: values.map((value) => `"${value}"`).join(", ") });
}

function path() {
  const error = "a path that is not empty";
  return z.string({ error }).trim().min(1, { error });
}
