import { claude } from "./claude.ts";
import { codex } from "./codex.ts";
import { gemini } from "./gemini.ts";
import { opencode } from "./opencode.ts";
import type { ProgramForm } from "./program-form.ts";

/** The agent programs by name, in the order of the automatic choice: a new one goes last. */
const FORMS = { claude, codex, gemini, opencode };

export type Program = keyof typeof FORMS;
export const PROGRAM_FORMS: Readonly<Record<Program, ProgramForm>> = FORMS;
export const PROGRAMS = Object.keys(FORMS) as readonly Program[];
