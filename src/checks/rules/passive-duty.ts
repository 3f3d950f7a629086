import { HINT } from "../language/hints.ts";
import { inSentences, NOTHING } from "../passes.ts";
import type { Rule } from "../rule.ts";
import { isUnowned, mayLackActors, reportPassive, unclaimedDuty } from "./unowned-duty.ts";

/** A duty in the passive voice that names nobody who has it, also where the actor may be plain (SPEC 16.2). */
export const passiveDuty: Rule = {
  id: "passive-duty",
  type: "no-actor",
  severity: "MEDIUM",
  summary: "A duty in the passive voice names no actor, in any sentence.",
  onByDefault: false,
  run: (spec) =>
    mayLackActors(spec)
      ? inSentences(spec, HINT.duty, (sentence) => {
          const duty = unclaimedDuty(spec, sentence);
          // The others are found by the rule for duties that somebody has to own.
          return duty === undefined || isUnowned(sentence, duty) ? NOTHING : [reportPassive(sentence, duty)];
        })
      : NOTHING,
};
