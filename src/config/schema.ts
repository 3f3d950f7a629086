import * as z from "zod";
import type { AgentSetting, Config } from "../model/config.ts";
import { ARCHIVE_POLICIES, LATE_HIGH_MODES, ROLLBACK_MODES, SPEC_APPENDIXES } from "../model/config-modes.ts";
import { SEVERITIES } from "../model/severity.ts";
import { AGENT_KIND, parseAgentSetting } from "./agent-setting.ts";

export type PartialConfig = {
  readonly [Key in keyof Config]?: Config[Key] extends object ? Partial<Config[Key]> : Config[Key];
};

const flag = z.boolean({ error: "true or false" });

const flagOrAuto = z.union([z.boolean(), z.literal("auto")], { error: '"auto", true or false' });

const agent = z.union(
  [
    z.string().transform((text, context): AgentSetting => {
      const setting = readShortForm(text);
      if (setting !== undefined) return setting;
      context.addIssue({ code: "custom", message: "not an agent", input: text });
      return z.NEVER;
    }),
    z.strictObject({
      kind: z.string().regex(AGENT_KIND),
      model: z.string().min(1).exactOptional(),
      command: z.tuple([z.string().min(1)], z.string()).exactOptional(),
      folder: z.string().min(1).exactOptional(),
      baseUrl: z.url({ protocol: /^https?$/ }).exactOptional(),
      keyVariable: z
        .string()
        .regex(/^[A-Za-z_][A-Za-z0-9_]{0,127}$/)
        .exactOptional(),
      price: z
        .strictObject({
          input: z.number().min(0),
          output: z.number().min(0),
          cachedInput: z.number().min(0).exactOptional(),
          cacheWrite: z.number().min(0).exactOptional(),
        })
        .exactOptional(),
      extra: z.array(z.string()).exactOptional(),
    }),
  ],
  {
    error:
      'the name of an agent ("auto", "replay:FOLDER", "command:PROGRAM ARGUMENTS"), or an object with kind and command, folder or model (base_url, key_variable, price, extra)',
  },
);

/** SPEC 18, keys in camelCase. The message of each leaf says what is allowed there. */
export const configSchema = z.strictObject({
  stallThreshold: autoOr(1, 100).exactOptional(),
  divergenceThreshold: autoOr(1, 10_000).exactOptional(),
  criticalOverride: flag.exactOptional(),
  maxRounds: autoOr(1, 10_000).exactOptional(),
  hardLimit: whole(1, 10_000).exactOptional(),
  maxRetries: whole(0, 10).exactOptional(),
  parallelGaps: whole(1, 32).exactOptional(),
  autoConfirm: flag.exactOptional(),
  minSectionChars: whole(0, 100_000).exactOptional(),
  contextTokens: whole(1000, 1_000_000).exactOptional(),
  maxWordsPerGap: whole(10, 100_000).exactOptional(),
  clusterGaps: whole(1, 10).exactOptional(),
  surveyGaps: autoOr(1, 40).exactOptional(),
  exampleTokens: group({ retry: whole(100, 100_000), first: whole(100, 100_000) }),
  severityWeights: group({
    CRITICAL: number(0.001, 1000),
    HIGH: number(0.001, 1000),
    MEDIUM: number(0.001, 1000),
    LOW: number(0.001, 1000),
  }),
  lateHigh: oneOf(LATE_HIGH_MODES).exactOptional(),
  disagree: group({
    round: number(0, 1),
    session: number(0, 1),
    sessionRounds: whole(1, 100),
    absolute: whole(0, 1000),
  }),
  implicit: group({
    high: whole(1, 100),
    critical: whole(1, 100),
    pattern: whole(1, 100),
  }),
  rollback: group({
    mode: oneOf(ROLLBACK_MODES),
    maxSession: whole(0, 10),
    analysisThreshold: whole(1, 10),
    backupRetentionRounds: whole(1, 5),
  }),
  archive: group({ policy: oneOf(ARCHIVE_POLICIES), coldPath: path(), days: whole(1, 3650) }),
  budgets: group({
    usd: number(0.01, 1_000_000),
    tokens: whole(1, 1_000_000_000_000),
    secondsPerRun: whole(1, 86_400),
    concurrentRuns: whole(1, 64),
  }),
  agents: group({ engineer: agent, reviewer: agent }),
  checks: z
    .record(z.string(), z.union([flag, z.enum(SEVERITIES)], { error: `true, false, or ${SEVERITIES.join(", ")}` }), {
      error: "an object of rules and finding types",
    })
    .exactOptional(),
  sessionFolder: path().exactOptional(),
  inPlace: flag.exactOptional(),
  spec: group({ appendix: oneOf(SPEC_APPENDIXES) }),
  codebase: path().exactOptional(),
  inventory: group({ checks: flagOrAuto, survey: flagOrAuto, approve: flagOrAuto }),
}) satisfies z.ZodType<PartialConfig>;

/** Every group is an object of optional leaves, so that a file names only what it changes. */
function group<Shape extends z.ZodRawShape>(shape: Shape) {
  const optional = {} as { [Key in keyof Shape]: z.ZodExactOptional<Shape[Key]> };
  for (const key of Object.keys(shape) as (keyof Shape)[]) optional[key] = z.exactOptional(shape[key]);
  return z.strictObject(optional, { error: "an object" }).exactOptional();
}

function whole(min: number, max: number, error = `a whole number from ${min} to ${max}`) {
  return z.int({ error }).min(min, { error }).max(max, { error });
}

function number(min: number, max: number) {
  const error = `a number from ${min} to ${max}`;
  return z.number({ error }).min(min, { error }).max(max, { error });
}

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

function readShortForm(text: string): AgentSetting | undefined {
  try {
    return parseAgentSetting(text);
  } catch {
    return undefined;
  }
}
