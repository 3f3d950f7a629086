import { formatCommand, parseCommand } from "../model/command-words.ts";
import type { AgentSetting } from "../model/config.ts";
import { AGENT_KIND } from "../model/config-modes.ts";
import { isPlain } from "./keys.ts";

/** Kinds whose detail after the colon is a folder; for the others, except `command`, it is a model. */
const FOLDER_KINDS: readonly string[] = ["replay"];

/** Parses the short form: `auto`, `replay:recorded`, `command:node my-agent.mjs`, `kind:model`; else `undefined`. */
export function parseAgentSetting(text: string): AgentSetting | undefined {
  const colon = text.indexOf(":");
  const kind = colon === -1 ? text : text.slice(0, colon);
  const detail = colon === -1 ? "" : text.slice(colon + 1).trim();
  if (!AGENT_KIND.test(kind) || (colon !== -1 && detail === "")) return undefined;
  if (detail === "") return { kind };
  if (kind === "command") return { kind, command: parseCommand(detail) };
  return FOLDER_KINDS.includes(kind) ? { kind, folder: detail } : { kind, model: detail };
}

/** Any setting's value as text for the User; only agents are objects. */
export function settingText(value: unknown): string {
  return isPlain(value) ? formatAgentSetting(value as unknown as AgentSetting) : String(value);
}

/** The short form of an agent, for display. */
export function formatAgentSetting(setting: AgentSetting): string {
  const detail = (setting.command === undefined ? setting.folder : formatCommand(setting.command)) ?? setting.model;
  return detail === undefined ? setting.kind : `${setting.kind}:${detail}`;
}
