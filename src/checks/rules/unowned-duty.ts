import { findActors, isActorNoun } from "../language/actors.ts";
import { inCondition } from "../language/clauses.ts";
import { HINT } from "../language/hints.ts";
import { isBacked } from "../language/judgement-context.ts";
import { findJudgements } from "../language/judgements.ts";
import { hasStrongDuty } from "../language/modality.ts";
import { findOpenQuantity } from "../language/open-quantities.ts";
import { findPassiveDuty, type PassiveDuty } from "../language/passive-duties.ts";
import { addressesReader } from "../language/style.ts";
import { wordSet } from "../language/word-set.ts";
import { inSentences, NOTHING } from "../passes.ts";
import type { Rule, RuleFinding } from "../rule.ts";
import { excerpt } from "../spec/sentence.ts";
import type { Spec } from "../spec/spec.ts";
import { lineOf, type Sentence } from "../spec/unit.ts";

/** Something has to be done to something, several could do it, and nothing around says who does (SPEC 16.2). */
export const unownedDuty: Rule = {
  id: "unowned-duty",
  type: "no-actor",
  severity: "MEDIUM",
  summary: "Something has to be done, and of several that could do it none is named.",
  onByDefault: true,
  run: (spec) => {
    if (addressesReader(spec)) return NOTHING;
    const found = inSentences(spec, HINT.duty, (sentence) => {
      const duty = unclaimedDuty(spec, sentence);
      return duty === undefined || !isUnowned(sentence, duty) ? NOTHING : [reportPassive(sentence, duty)];
    });
    return found.length > 0 && mayLackActors(spec) ? found : NOTHING;
  },
};

const known = new WeakMap<Spec, boolean>();

/**
 * Where only one can act, everybody knows who does it. And a document that tells many of its duties without an actor,
 * such as a file format, means it so: it is no slip.
 */
export function mayLackActors(spec: Spec): boolean {
  const cached = known.get(spec);
  if (cached !== undefined) return cached;
  const lacks = findActors(spec.binding).size >= 2 && !isStyle(spec);
  known.set(spec, lacks);
  return lacks;
}

function isStyle(spec: Spec): boolean {
  let duties = 0;
  let passive = 0;
  for (const sentence of spec.binding) {
    if ((sentence.hints & HINT.duty) === 0 || !hasStrongDuty(sentence)) continue;
    duties++;
    if (unclaimedDuty(spec, sentence) !== undefined) passive++;
  }
  return passive > 2 && passive * 10 > duties;
}

/** A duty in the passive voice; what cannot be tested comes first: who does it is asked when that is said. */
export function unclaimedDuty(spec: Spec, sentence: Sentence): PassiveDuty | undefined {
  const duty = findPassiveDuty(sentence);
  return duty === undefined || isUntestable(spec, sentence, duty) ? undefined : duty;
}

/** What the duty demands judges; that its subject does ("implausible values must be dropped") is another question. */
function isUntestable(spec: Spec, sentence: Sentence, { modal }: PassiveDuty): boolean {
  if (isBacked(sentence, modal)) return false;
  if (findJudgements(spec, sentence).some(({ from }) => from > modal)) return true;
  return findOpenQuantity(spec, sentence) !== undefined;
}

/** What one thinks, prefers or takes care of is no step that a component takes. */
const ATTITUDES = wordSet(`
  assumed preferred trusted considered avoided regarded viewed expected recommended encouraged discouraged favoured favored believed
  remembered noted made kept borne understood applied adapted adjusted omitted ignored fixed run used reused honoured honored
  chosen selected picked respected observed followed obeyed fulfilled reached achieved maintained ensured guaranteed
`);
const KEPT_UP = /^(?:up|current|synchronised|synchronized|consistent|for|until|in|at)$/;
const PRONOUNS = wordSet("it they this that these those he she one both all each which who there");

/** Somebody or some component must do it, and neither the sentence, nor what stands around it, says which. */
export function isUnowned(sentence: Sentence, { modal, participle }: PassiveDuty): boolean {
  const { tokens, unit } = sentence;
  const verb = tokens[participle]?.lower ?? "";
  const isTaken =
    verb === "taken" && !/^(?:out|off|down|back|away|over|from|into|to)$/.test(tokens[participle + 1]?.lower ?? "");
  const isKept = verb === "kept" && KEPT_UP.test(tokens[participle + 1]?.lower ?? "");
  if (isTaken || (ATTITUDES.has(verb) && !isKept) || inCondition(tokens, modal) || isReason(tokens, modal))
    return false;
  const first = tokens.slice(0, modal).find(({ kind }) => kind !== "mark");
  if (first === undefined || (PRONOUNS.has(first.lower) && modal <= 1)) return false;
  return !namesActor(unit) && !isIntroduced(sentence);
}

function isReason(tokens: Sentence["tokens"], modal: number): boolean {
  return tokens.slice(Math.max(0, modal - 8), modal).some(({ lower }) => /^(?:as|because|since|so)$/.test(lower));
}

/** Below a heading such as "Gateway" the gateway acts. */
function namesActor({ section }: Sentence["unit"]): boolean {
  const heading = section.units[0];
  return (
    heading?.kind === "heading" && heading.tokens.length <= 3 && heading.tokens.some((token) => isActorNoun(token))
  );
}

/** "The gateway:" before a list, or a sentence before it that says who acts here. */
function isIntroduced(sentence: Sentence): boolean {
  const { unit } = sentence;
  const { units } = unit.section;
  if (unit.kind !== "item") return false;
  const at = units.indexOf(unit);
  const lead = units.slice(0, at).findLast(({ kind }) => kind !== "item");
  return lead?.kind === "paragraph" && /:\s*$/.test(lead.text) && lead.tokens.some((token) => isActorNoun(token));
}

export function reportPassive(sentence: Sentence, { modal, participle }: PassiveDuty): RuleFinding {
  const line = lineOf(sentence.unit, sentence.tokens[modal]);
  const words = excerpt(sentence, clauseStart(sentence, modal), participle + 1);
  return {
    line,
    endLine: line,
    message: `"${words}" does not say who does it.`,
    fix: "Name the component or the person that has the duty, in the active voice.",
  };
}

function clauseStart({ tokens }: Sentence, index: number): number {
  let start = index;
  while (start > 0 && index - start < 6 && tokens[start - 1]?.kind !== "mark") start--;
  return start;
}
