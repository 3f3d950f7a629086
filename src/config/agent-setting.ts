import { formatCommand, parseCommand } from "../model/command-words.ts";
import type { AgentSetting } from "../model/config.ts";
import { AGENT_KIND } from "../model/config-modes.ts";
import { isPlain } from "./keys.ts";

/** Kinds whose detail after the colon is a folder; of every other kind but `command` it is a model. */
const FOLDER_KINDS: readonly string[] = ["replay"];

/** The short form: `auto`, `replay:recorded`, `command:node my-agent.mjs`, `kind:model`. `undefined` where it is none. */
export function parseAgentSetting(text: string): AgentSetting | undefined {
  const colon = text.indexOf(":");
  const kind = colon === -1 ? text : text.slice(0, colon);
  const detail = colon === -1 ? "" : text.slice(colon + 1).trim();
  if (!AGENT_KIND.test(kind) || (colon !== -1 && detail === "")) return undefined;
  if (detail === "") return { kind };
  if (kind === "command") return { kind, command: parseCommand(detail) };
  return FOLDER_KINDS.includes(kind) ? { kind, folder: detail } : { kind, model: detail };
}

/** The value of any setting, for people; the only ones with parts are agents. */
export function settingText(value: unknown): string {
  return isPlain(value) ? formatAgentSetting(value as unknown as AgentSetting) : String(value);
}

/** The short form again, for people. */
export function formatAgentSetting(setting: AgentSetting): string {
  const detail = (setting.command === undefined ? setting.folder : formatCommand(setting.command)) ?? setting.model;
  return detail === undefined ? setting.kind : `${setting.kind}:${detail}`;
}
