import type { Argv } from "./command-words.ts";
import { DEFAULT_SEVERITY_WEIGHTS, type Severity, type SeverityWeights } from "./severity.ts";

/** `auto` leaves the value to the session's size (SPEC 11, 12). */
export type Auto = "auto";

/** Whether a late HIGH issue blocks its gap: the first one, every one, or none (SPEC 3.6). */
export const LATE_HIGH_MODES = ["once", "always", "note"] as const;
export type LateHighMode = (typeof LATE_HIGH_MODES)[number];

/** SPEC 13.5. */
export const ROLLBACK_MODES = ["INTERACTIVE", "AUTO_RETRY", "STRICT"] as const;
export type RollbackMode = (typeof ROLLBACK_MODES)[number];

/** What becomes of rollback archives at the session's end (SPEC 13.10); `ask` is `cold` in unattended runs. */
export const ARCHIVE_POLICIES = ["ask", "keep", "delete", "recent", "cold"] as const;
export type ArchivePolicy = (typeof ARCHIVE_POLICIES)[number];

/** SPEC 12. */
export const SPEC_APPENDIXES = ["open", "none", "full"] as const;
export type SpecAppendix = (typeof SPEC_APPENDIXES)[number];

/** US dollars for a million tokens; cached and cache-written input cost as `input` where they have no price. */
export interface ModelPrice {
  readonly input: number;
  readonly output: number;
  readonly cachedInput?: number;
  readonly cacheWrite?: number;
}

/** Which agent plays a role: its kind, and what that kind needs (SPEC 15.2). */
export interface AgentSetting {
  /** `auto`, or the name of a kind: `command`, `replay`. */
  readonly kind: string;
  readonly model?: string;
  /** The program and its arguments, never a shell line. */
  readonly command?: Argv;
  /** Where a kind reads from: the recorded documents of `replay`. */
  readonly folder?: string;
  /** The server of a model, where it is not the provider's usual one. */
  readonly baseUrl?: string;
  /** The environment variable that holds the key, where it is not the provider's usual one. Never the key itself. */
  readonly keyVariable?: string;
  /** What the model costs, where the table that comes with the program is wrong or has nothing. */
  readonly price?: ModelPrice;
  /** Arguments of the person's own for an agent program, after ours. */
  readonly extra?: readonly string[];
}

/** Everything that SPEC 18 lets the person set. Paths are as written: whoever uses one knows what it is relative to. */
export interface Config {
  readonly stallThreshold: number | Auto;
  readonly divergenceThreshold: number | Auto;
  readonly criticalOverride: boolean;
  readonly maxRounds: number | Auto;
  readonly hardLimit: number;
  readonly maxRetries: number;
  readonly parallelGaps: number;
  readonly autoConfirm: boolean;
  readonly minSectionChars: number;
  /** Tokens up to which a prompt has the working spec whole (SPEC 15.4). */
  readonly contextTokens: number;
  /** Words that a gap may add beside what it replaces before the Reviewer is told (SPEC 5, OVERGROWN). */
  readonly maxWordsPerGap: number;
  /** Gaps that share a place or depend on each other and go into one run, at most (SPEC 4.1). */
  readonly clusterGaps: number;
  /** Gaps that a survey may name; `auto` follows the length of the spec (SPEC 16.1). */
  readonly surveyGaps: number | Auto;
  /** Tokens that an example may take in a prompt (SPEC 6). */
  readonly exampleTokens: { readonly retry: number; readonly first: number };
  readonly severityWeights: SeverityWeights;
  readonly lateHigh: LateHighMode;
  /** SPEC 8. Rates are shares of 1; more than the value acts. */
  readonly disagree: {
    readonly round: number;
    readonly session: number;
    readonly sessionRounds: number;
    readonly absolute: number;
  };
  /** SPEC 9: from how many flags on a warning is given, and what counts as one. */
  readonly implicit: {
    readonly high: number;
    readonly critical: number;
    readonly pattern: number;
  };
  /** SPEC 13. */
  readonly rollback: {
    readonly mode: RollbackMode;
    readonly maxSession: number;
    readonly analysisThreshold: number;
    readonly backupRetentionRounds: number;
  };
  /** SPEC 13.10. `~` in the cold path is the person's home. */
  readonly archive: { readonly policy: ArchivePolicy; readonly coldPath: string; readonly days: number };
  /** SPEC 15.3. Money and tokens are per session. */
  readonly budgets: {
    readonly usd: number;
    readonly tokens: number;
    readonly secondsPerRun: number;
    readonly concurrentRuns: number;
  };
  readonly agents: { readonly engineer: AgentSetting; readonly reviewer: AgentSetting };
  /** Switches of `whetstone check`, by rule or finding type: off, on, or on with another severity (SPEC 16.2). */
  readonly checks: Readonly<Record<string, boolean | Severity>>;
  /** Sessions are `<sessionFolder>/<spec name>`, relative to the spec's folder (SPEC 2). */
  readonly sessionFolder: string;
  /** The finished spec is written into the person's own files, where they have not changed since (SPEC 12). */
  readonly inPlace: boolean;
  /** What follows the finished spec: what is open or assumed, nothing, or that with the traceability table (SPEC 12). */
  readonly spec: { readonly appendix: SpecAppendix };
  /** A folder that agents may read and cite, from the spec's folder on in a session (SPEC 15.5). */
  readonly codebase?: string;
  /** What a session begins with, and whether the person approves it before round 1 (SPEC 16.1). */
  readonly inventory: {
    /** Whether the checks look for gaps. `auto`: unless recordings are replayed, which know no other gaps. */
    readonly checks: boolean | Auto;
    /** Whether the Reviewer looks for gaps that nobody has written down. */
    readonly survey: boolean | "auto";
    /** `auto`: where there is more in it than the source states. */
    readonly approve: boolean | Auto;
  };
}

/** SPEC 18. */
export const DEFAULT_CONFIG: Config = {
  stallThreshold: "auto",
  divergenceThreshold: "auto",
  criticalOverride: true,
  maxRounds: "auto",
  hardLimit: 50,
  maxRetries: 2,
  parallelGaps: 4,
  autoConfirm: true,
  minSectionChars: 200,
  contextTokens: 24_000,
  maxWordsPerGap: 150,
  clusterGaps: 3,
  surveyGaps: "auto",
  exampleTokens: { retry: 2000, first: 1000 },
  severityWeights: DEFAULT_SEVERITY_WEIGHTS,
  lateHigh: "once",
  disagree: { round: 0.5, session: 0.4, sessionRounds: 3, absolute: 5 },
  implicit: { high: 2, critical: 1, pattern: 3 },
  rollback: { mode: "INTERACTIVE", maxSession: 7, analysisThreshold: 2, backupRetentionRounds: 3 },
  archive: { policy: "ask", coldPath: "~/.whetstone/archive", days: 30 },
  budgets: { usd: 5, tokens: 2_000_000, secondsPerRun: 600, concurrentRuns: 4 },
  agents: { engineer: { kind: "auto" }, reviewer: { kind: "auto" } },
  checks: {},
  sessionFolder: "sessions",
  inPlace: false,
  spec: { appendix: "open" },
  inventory: { checks: "auto", survey: "auto", approve: "auto" },
};

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
