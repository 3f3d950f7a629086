import type { Prices } from "../model/prices.ts";
import type { ProcessOptions, ProgramProfile } from "../process/process-agent.ts";

export const PROGRAMS = ["claude", "codex", "gemini", "opencode"] as const;
export type Program = (typeof PROGRAMS)[number];

export interface ProgramOptions extends ProcessOptions {
  /** The model that the program is told to use; its own choice unless told. */
  readonly model?: string;
  /** How the program is called, where its name on PATH is not it. */
  readonly command?: readonly [string, ...string[]];
  /** Arguments of the person's own, after ours. */
  readonly extra?: readonly string[];
  /** For programs that tell tokens and not money. */
  readonly prices: Prices;
}

export type ProfileFactory = (options: ProgramOptions) => ProgramProfile;

/** Events are many times longer than the few words that each of them brings. */
export const EVENT_BYTES_PER_BYTE = 100;
