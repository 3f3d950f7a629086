import * as z from "zod";
import { type AgentSetting, agentSetting, type Config, storedConfig } from "../model/config.ts";
import { parseAgentSetting } from "./agent-setting.ts";

export type PartialConfig = {
  readonly [Key in keyof Config]?: Config[Key] extends object ? Partial<Config[Key]> : Config[Key];
};

const agent = z.union(
  [
    z.string().transform((text, context): AgentSetting => {
      const setting = readShortForm(text);
      if (setting !== undefined) return setting;
      context.addIssue({ code: "custom", message: "not an agent", input: text });
      return z.NEVER;
    }),
    agentSetting,
  ],
  {
    error:
      'the name of an agent ("auto", "replay:FOLDER", "command:PROGRAM ARGUMENTS"), or an object with kind and command, folder or model (base_url, key_variable, price, extra)',
  },
);

function readShortForm(text: string): AgentSetting | undefined {
  try {
    return parseAgentSetting(text);
  } catch {
    return undefined;
  }
}

/** SPEC 18, keys in camelCase: what the journal holds, of which a file names only what it changes. */
export const configSchema = partial({
  ...storedConfig.shape,
  agents: z.object({ engineer: agent, reviewer: agent }),
}) as z.ZodType<PartialConfig>;

function partial(shape: z.ZodRawShape): z.ZodObject {
  const leaves = Object.entries(shape).map(([key, schema]) => {
    const isWrapped = schema instanceof z.ZodDefault || schema instanceof z.ZodExactOptional;
    const leaf = isWrapped ? schema.unwrap() : schema;
    return [key, z.exactOptional(leaf instanceof z.ZodObject ? partial(leaf.shape) : leaf)] as const;
  });
  return z.strictObject(Object.fromEntries(leaves), { error: "an object" });
}
