import { findActors } from "../language/actors.ts";
import { HINT } from "../language/hints.ts";
import { isBacked } from "../language/judgement-context.ts";
import { findJudgements } from "../language/judgements.ts";
import { hasStrongDuty } from "../language/modality.ts";
import { findOpenQuantity } from "../language/open-quantities.ts";
import { isActionParticiple } from "../language/participles.ts";
import { inSentences, NOTHING } from "../passes.ts";
import type { Rule, RuleFinding } from "../rule.ts";
import { excerpt } from "../spec/sentence.ts";
import type { Spec } from "../spec/spec.ts";
import { lineOf, type Sentence } from "../spec/unit.ts";

/** A duty in the passive voice that names nobody who has it (SPEC 16.2). */
export const passiveDuty: Rule = {
  id: "passive-duty",
  type: "no-actor",
  severity: "MEDIUM",
  summary: "A duty in the passive voice names no actor.",
  onByDefault: false,
  run: (spec) => {
    // Where only one can act, everybody knows who does it.
    if (findActors(spec.binding).size < 2) return NOTHING;
    const found = inSentences(spec, HINT.duty, (sentence) => checkSentence(spec, sentence));
    return isStyle(found.length, spec) ? NOTHING : found;
  },
};

/** A document that tells many of its duties without an actor, such as a file format, means it so: it is no slip. */
function isStyle(passive: number, spec: Spec): boolean {
  if (passive <= 2) return false;
  const duties = spec.binding.filter((sentence) => hasStrongDuty(sentence)).length;
  return passive * 10 > duties;
}

function checkSentence(spec: Spec, sentence: Sentence): readonly RuleFinding[] {
  const { tokens, unit } = sentence;
  for (let index = 0; index < tokens.length; index++) {
    const participle = passiveAt(sentence, index);
    if (participle === undefined || isIndirect(sentence, index)) continue;
    if (hasAgent(sentence, participle + 1) || hasActorBefore(sentence, index) || isConvention(sentence)) continue;
    // What cannot be tested comes first: who does it is asked when that is said.
    if (isUntestable(spec, sentence)) return NOTHING;
    const line = lineOf(unit, tokens[index]);
    const words = excerpt(sentence, clauseStart(sentence, index), participle + 1);
    return [
      {
        line,
        endLine: line,
        message: `"${words}" does not say who does it.`,
        fix: "Name the component or the person that has the duty, in the active voice.",
      },
    ];
  }
  return NOTHING;
}

function isUntestable(spec: Spec, sentence: Sentence): boolean {
  if (isBacked(sentence)) return false;
  return findJudgements(spec, sentence).length > 0 || findOpenQuantity(spec, sentence) !== undefined;
}

const MODALS = new Set(["must", "shall", "should"]);
const FILLERS = new Set([
  "not",
  "also",
  "always",
  "never",
  "only",
  "then",
  "first",
  "immediately",
  "be",
  "automatically",
  "to",
]);

/** The index of the participle of "must (not) be done", "has to be done". */
function passiveAt({ tokens }: Sentence, index: number): number | undefined {
  const lower = tokens[index]?.lower ?? "";
  const isLong =
    (lower === "has" || lower === "have" || lower === "needs" || lower === "need") && tokens[index + 1]?.lower === "to";
  if (!MODALS.has(lower) && !isLong) return undefined;
  let at = index + 1;
  let hasBe = false;
  while (FILLERS.has(tokens[at]?.lower ?? "") || (hasBe && /ly$/.test(tokens[at]?.lower ?? ""))) {
    hasBe ||= tokens[at]?.lower === "be";
    at++;
  }
  const participle = tokens[at];
  return hasBe &&
    participle?.kind === "word" &&
    isActionParticiple(participle.lower) &&
    !isDataConstraint(participle.lower)
    ? at
    : undefined;
}

/** Said of data, these describe what it looks like, not something that somebody does. */
const CONSTRAINTS = new Set(
  `allowed permitted required expected considered treated understood interpreted known named called spelled spelt
  formatted separated delimited enclosed prefixed suffixed terminated sorted ordered contained included listed specified
  provided supplied given set defined declared expressed represented encoded capitalised capitalized quoted escaped
  supported enabled disabled configured aligned nested numbered indented followed preceded met satisfied left restricted
  interested used seen prepared done noted labelled labeled titled coloured colored`.split(/\s+/),
);

function isDataConstraint(lower: string): boolean {
  return CONSTRAINTS.has(lower);
}

const NO_AGENT = new Set([
  "default",
  "hand",
  "means",
  "name",
  "id",
  "date",
  "time",
  "using",
  "key",
  "value",
  "design",
  "law",
  "then",
  "now",
  "far",
  "itself",
]);

/** "by the pipeline" names an actor; "by 5 %", "by default", "by hashing" and "by name" do not. */
function hasAgent({ tokens }: Sentence, from: number): boolean {
  for (let index = from; index < tokens.length; index++) {
    const lower = tokens[index]?.lower;
    if (lower === ";") return false;
    if (lower !== "by") continue;
    const next = tokens[index + 1];
    if (next !== undefined && next.kind !== "number" && !NO_AGENT.has(next.lower) && !/ing$/.test(next.lower))
      return true;
  }
  return false;
}

/**
 * "which interface the address should be applied to", "this means that it must be copied": what something tells, not a
 * duty. A relative clause with a verb of its own is part of the subject: "a file that is unknown must be ignored".
 */
function isIndirect({ tokens }: Sentence, index: number): boolean {
  if (/^(?:care|attention)$/.test(tokens[index - 1]?.lower ?? "")) return true;
  for (let at = index - 1; at >= 0 && index - at <= 8; at--) {
    const lower = tokens[at]?.lower ?? "";
    if (tokens[at]?.kind === "mark") return false;
    if (/^(?:what|which|whether|how|why|where)$/.test(lower)) return true;
    if (lower === "that")
      return !tokens
        .slice(at + 1, index)
        .some((token) => /^(?:is|are|was|were|has|have|do|does|[a-z]{3,}s|[a-z]{3,}ed)$/.test(token.lower));
  }
  return false;
}

/** "The system MUST hash passwords; plain ones MUST never be stored": the same sentence has named who. */
function hasActorBefore({ tokens }: Sentence, index: number): boolean {
  for (let at = 1; at < index - 1; at++) {
    if (MODALS.has(tokens[at]?.lower ?? "") && tokens[at + 1]?.lower !== "be" && tokens[at + 2]?.lower !== "be")
      return true;
  }
  return false;
}

/** How to read the document is no duty: "The key words MUST ... are to be interpreted as described in RFC 2119". */
function isConvention({ tokens }: Sentence): boolean {
  return tokens.some((token, index) => token.lower === "key" && tokens[index + 1]?.lower === "words");
}

function clauseStart({ tokens }: Sentence, index: number): number {
  let start = index;
  while (start > 0 && index - start < 6 && tokens[start - 1]?.kind !== "mark") start--;
  return start;
}
