import type { RollbackMode } from "../../model/config-modes.ts";
import type { QuestionField } from "../../model/question.ts";

/** The field by which a question takes the person's word on the mode (SPEC 13.5: switched at any time). */
export const MODE_FIELD: QuestionField = {
  id: "mode",
  label: "Rollback mode from now on: ask me (INTERACTIVE), retry by itself once (AUTO_RETRY), or strict (STRICT)",
  required: false,
};

/** The mode that a person means, in their words; undefined when they name none. */
export function modeInWords(text: string): RollbackMode | undefined {
  const words = text.trim().toLowerCase();
  if (words === "" || words.length > 200) return undefined;
  if (/\bstrict\b/.test(words)) return "STRICT";
  const auto = /\bauto(?:matic(?:ally)?)?[\s_-]?retry\b|\bretry (?:it )?(?:by itself|automatically|once)\b/.test(words);
  const negated = /\b(?:don['’]?t|do not|no|not|never|stop|disable|without|turn off|switch off)\b/.test(words);
  if (auto && !negated) return "AUTO_RETRY";
  return auto || /\binteractive\b|\bask me\b|\balways ask\b/.test(words) ? "INTERACTIVE" : undefined;
}
