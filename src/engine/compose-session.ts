import { resolve } from "node:path";
import type { State } from "../mediator/state.ts";
import { defined } from "../model/defined.ts";
import type { Files } from "../ports/files.ts";
import type { EngineParts } from "./engine-parts.ts";
import { loadPromptKit } from "./load-prompt-kit.ts";

/** The folders that a session uses outside its own, on this computer. */
export interface SessionPlaces {
  readonly specFolder: Files;
  readonly cold?: Files;
  /** The User's folder of prompts and examples, absolute (SPEC 15.4). */
  readonly promptFolder?: string;
}

/** What a front end provides; the rest follows from the session's configuration. */
type SessionFront = Omit<EngineParts, "kit" | "codebase"> & SessionPlaces;

/** Puts together what running a session needs: the same for the command line, the page and tests. */
export async function composeSession(front: SessionFront): Promise<EngineParts> {
  return { ...front, ...(await composePrompts(front.store.state, front)) };
}

export async function composePrompts(
  { config: { codebase: named } }: State,
  { specFolder, promptFolder }: SessionPlaces,
): Promise<Pick<EngineParts, "kit" | "codebase">> {
  const codebase = defined({ codebase: named && resolve(specFolder.root, named) });
  return { ...codebase, kit: await loadPromptKit({ ...codebase, ...defined({ folder: promptFolder }) }) };
}
