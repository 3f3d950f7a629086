import { resolve } from "node:path";
import type { State } from "../mediator/state.ts";
import { defined } from "../model/defined.ts";
import type { Files } from "../ports/files.ts";
import type { EngineParts } from "./engine-parts.ts";
import { loadPromptKit } from "./prompt-files.ts";

/** Where a session's things are on the computer that carries it out. */
export interface SessionPlaces {
  /** The folder of the person's spec. */
  readonly specFolder: Files;
  /** Where archives go at the end (SPEC 13.10). */
  readonly cold?: Files;
  /** The person's own prompts and examples, absolute (SPEC 15.4). */
  readonly promptFolder?: string;
}

/** What a front end gives; the rest follows from the session's configuration. */
export type SessionFront = Omit<EngineParts, "kit" | "codebase"> & SessionPlaces;

/** The one composition of a session: for the command line, the page and tests alike. */
export async function composeSession(front: SessionFront): Promise<EngineParts> {
  return { ...front, ...(await composePrompts(front.store.state, front)) };
}

/** What prompts are made of, and the codebase that they speak of. */
export async function composePrompts(
  { config: { codebase: named } }: State,
  { specFolder, promptFolder }: SessionPlaces,
): Promise<Pick<EngineParts, "kit" | "codebase">> {
  const codebase = defined({ codebase: named && resolve(specFolder.root, named) });
  return { ...codebase, kit: await loadPromptKit({ ...codebase, ...defined({ folder: promptFolder }) }) };
}
