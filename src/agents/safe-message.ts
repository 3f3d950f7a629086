import { stripVTControlCharacters } from "node:util";
import { visibleLine } from "../model/visible-text.ts";
import { redactText } from "./redactor.ts";

const LONGEST = 600;

/** Keys as the providers shape them, for those that are in no variable (typed into a configuration, say). */
const KEY_SHAPES = /\b(?:sk-|pk-|AIza|ghp_|gho_|github_pat_|xox[abp]-|Bearer )[A-Za-z0-9._-]{12,}/g;

/** One line that is safe to print and to journal: no secret, no control character, not long (SPEC 15.3). */
export function safeMessage(text: string, secrets: readonly string[]): string {
  const redacted = redactText(text, secrets).replace(KEY_SHAPES, "[redacted]");
  return visibleLine(stripVTControlCharacters(redacted.slice(0, 8 * LONGEST)), LONGEST);
}
