import * as z from "zod";
import { type AgentSetting, agentSetting, storedConfig } from "../model/config.ts";
import { parseAgentSetting } from "./agent-setting.ts";

const shortForm = z.string().transform((text, context): AgentSetting => {
  const setting = readShortForm(text);
  if (setting !== undefined) return setting;
  context.addIssue({ code: "custom", message: "not an agent", input: text });
  return z.NEVER;
});

const agent = z.union([shortForm, agentSetting], {
  error:
    'the name of an agent ("auto", "replay:FOLDER", "command:PROGRAM ARGUMENTS"), or an object with kind and command, folder or model (base_url, key_variable, price, extra)',
});

/** SPEC 18, keys in camelCase: a file names only what it changes, and an agent also in its short form. */
export const configSchema = partial({
  ...storedConfig.shape,
  agents: z.object({ engineer: agent, reviewer: agent }),
});

function partial(shape: Readonly<Record<string, z.ZodType>>): z.ZodObject {
  const optional = Object.entries(shape).map(([key, leaf]) => {
    const bare = leaf instanceof z.ZodExactOptional ? leaf.unwrap() : leaf;
    return [key, z.exactOptional(bare instanceof z.ZodObject ? partial(bare.shape) : bare)];
  });
  return z.strictObject(Object.fromEntries(optional), { error: "an object" });
}

function readShortForm(text: string): AgentSetting | undefined {
  try {
    return parseAgentSetting(text);
  } catch {
    return undefined;
  }
}
