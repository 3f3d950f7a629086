import type { Sentence } from "../spec/unit.ts";
import { isActionParticiple } from "./participles.ts";

/** "must (not) be done", with nobody who does it: where the verb of duty and the participle stand. */
export interface PassiveDuty {
  readonly modal: number;
  readonly participle: number;
}

/** The first duty of the sentence in the passive voice that names no actor. */
export function findPassiveDuty(sentence: Sentence): PassiveDuty | undefined {
  const { tokens } = sentence;
  for (let modal = 0; modal < tokens.length; modal++) {
    const participle = participleAt(sentence, modal);
    if (participle === undefined || isIndirect(sentence, modal)) continue;
    if (hasAgent(sentence, participle + 1) || hasActorBefore(sentence, modal) || isConvention(sentence)) continue;
    return { modal, participle };
  }
  return undefined;
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
function participleAt({ tokens }: Sentence, index: number): number | undefined {
  const lower = tokens[index]?.lower ?? "";
  const isLong =
    (lower === "has" || lower === "have" || lower === "needs" || lower === "need") && tokens[index + 1]?.lower === "to";
  const isTold =
    (lower === "is" || lower === "are") && tokens[index + 1]?.lower === "to" && tokens[index + 2]?.lower === "be";
  if (!MODALS.has(lower) && !isLong && !isTold) return undefined;
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
    // "Units that arrive late must be returned": part of the subject.
    if (lower === "that" && at <= 2 && tokens[0]?.lower !== "this") return false;
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
