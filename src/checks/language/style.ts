import type { Spec } from "../spec/spec.ts";
import type { Sentence } from "../spec/unit.ts";
import { hasFiniteVerb } from "./finite-verb.ts";
import { hasStrongDuty } from "./modality.ts";

const known = new WeakMap<Spec, boolean>();

/** Up to this share of sentences with a modal verb a document makes its duties in the present tense. */
const FEW_MODALS = 0.2;

/** The document demands by stating: "The screen shows ten rows", and seldom by "must". */
export function demandsByStating(spec: Spec): boolean {
  const cached = known.get(spec);
  if (cached !== undefined) return cached;
  const said = spec.binding.filter(({ unit, tokens }) => unit.kind !== "cell" && tokens.length > 4);
  const states = !addressesReader(spec) && said.filter(hasStrongDuty).length < FEW_MODALS * said.length;
  known.set(spec, states);
  return states;
}

const guides = new WeakMap<Spec, boolean>();

/** From so many sentences with "you" on, or from this share of them, a document is a guide: one may be a slip. */
const ADDRESSED = 2;
const SHARE = 0.06;

/** A guide tells its reader what to do: "you" is the actor, and what it states of the product describes it. */
export function addressesReader(spec: Spec): boolean {
  if (!spec.words.has("you") && !spec.words.has("You")) return false;
  const cached = guides.get(spec);
  if (cached !== undefined) return cached;
  const addressed = spec.binding.filter(({ tokens }) => tokens.some(({ lower }) => lower === "you")).length;
  const isGuide = addressed >= Math.min(ADDRESSED, SHARE * spec.binding.length);
  guides.set(spec, isGuide);
  return isGuide;
}

const POSSIBLE = /^(?:can|cannot|could|may|might|would|can't)$/;
const REASONS = /^(?:because|since|therefore|thus|hence|why)$/;

/** The sentence states how something is or what happens, now and always: no question, possibility or reason. */
export function states(sentence: Sentence): boolean {
  const { tokens, unit } = sentence;
  if (unit.section.role !== "binding" || tokens[tokens.length - 1]?.text === "?") return false;
  if (tokens.some(({ lower }) => POSSIBLE.test(lower) || REASONS.test(lower))) return false;
  return hasFiniteVerb(sentence);
}
