import { UsageError } from "../errors/whetstone-error.ts";
import type { AgentSetting } from "../model/config.ts";

/** Kinds whose detail after the colon is a folder; of every other kind but `command` it is a model. */
const FOLDER_KINDS: readonly string[] = ["replay"];

export const AGENT_KIND = /^[a-z][a-z0-9-]{0,31}$/;

/** The short form: `auto`, `replay:recorded`, `command:node my-agent.mjs`, `kind:model`. `undefined` where it is none. */
export function parseAgentSetting(text: string): AgentSetting | undefined {
  const colon = text.indexOf(":");
  const kind = colon === -1 ? text : text.slice(0, colon);
  const detail = colon === -1 ? "" : text.slice(colon + 1).trim();
  if (!AGENT_KIND.test(kind) || (colon !== -1 && detail === "")) return undefined;
  if (detail === "") return { kind };
  if (kind === "command") return { kind, command: splitCommandLine(detail) };
  return FOLDER_KINDS.includes(kind) ? { kind, folder: detail } : { kind, model: detail };
}

/** The short form again, for people. */
export function formatAgentSetting(setting: AgentSetting): string {
  const detail = setting.command?.map(quoteWord).join(" ") ?? setting.folder ?? setting.model;
  return detail === undefined ? setting.kind : `${setting.kind}:${detail}`;
}

/**
 * Words of a command line, without a shell: parted at white space, kept together by single or double quotes. A
 * backslash is an ordinary character (as in Windows paths) but before a double quote inside double quotes.
 */
export function splitCommandLine(line: string): string[] {
  const words: string[] = [];
  let word: string | undefined;
  for (let at = 0; at < line.length; at += 1) {
    const character = line.charAt(at);
    if (character === '"' || character === "'") {
      const quoted = readQuoted(line, at);
      word = (word ?? "") + quoted.text;
      at = quoted.end;
    } else if (/\s/.test(character)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = (word ?? "") + character;
  }
  if (word !== undefined) words.push(word);
  return words;
}

function readQuoted(line: string, start: number): { text: string; end: number } {
  const quote = line.charAt(start);
  let text = "";
  for (let at = start + 1; at < line.length; at += 1) {
    const character = line.charAt(at);
    if (character === quote) return { text, end: at };
    if (character === "\\" && quote === '"' && line.charAt(at + 1) === '"') {
      text += '"';
      at += 1;
    } else text += character;
  }
  throw new UsageError(`a quote is not closed in the command: ${line}`, {
    fix: "Close the quote. The command is split into words without a shell.",
  });
}

function quoteWord(word: string): string {
  if (word !== "" && !/[\s"']/.test(word)) return word;
  return word.includes('"') && !word.includes("'") ? `'${word}'` : `"${word.replaceAll('"', '\\"')}"`;
}
