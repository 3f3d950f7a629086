import { foldedWords, occursIn } from "../../documents/changes/occurs.ts";
import type { Change, Spec } from "../../model/change.ts";
import { fold } from "../gate/fold.ts";

/** What became of words that an issue quotes, from the last version of a gap to this one (SPEC 9). */
export interface PassageFact {
  readonly was: string;
  readonly changed: boolean;
  /** What stands there now; empty where it was taken out. Absent where nothing changed. */
  readonly is?: string;
  /** The text that this version leads to does not have them: since this version, or that of an earlier one neither. */
  readonly gone?: "now" | "before";
}

/** The texts that the last version of a document and this one lead to. */
export interface VersionTexts {
  readonly last: Spec;
  readonly now: Spec;
}

/** The text that a change leaves where it stands: what was quoted is kept by an addition. */
function outcome({ kind, old, new: text }: Change): string {
  return kind === "add-after" ? `${old}\n${text}` : text;
}

/** Whether two changes do the same: their numbers and places are no part of that (SPEC 9, H4). */
export function sameChange(a: Change, b: Change): boolean {
  return folded(a.old) === folded(b.old) && folded(outcome(a)) === folded(outcome(b));
}

function folded(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

function isSameText(a: Spec, b: Spec): boolean {
  return a.length === b.length && a.every(({ text }, index) => folded(text) === folded(b[index]?.text ?? ""));
}

/**
 * The quoted words stood in the text with the last version's changes in it. They are gone when a change that is new
 * replaces them, or when the change that brought them is not made again.
 */
export function passageFacts(
  quotations: readonly string[],
  now: readonly Change[],
  last: readonly Change[],
  texts?: VersionTexts,
): PassageFact[] {
  const quoted = quotations.filter((quotation) => fold(quotation) !== "");
  // The same text in other changes: nothing was made or unmade.
  if (texts && isSameText(texts.last, texts.now)) return quoted.map((was) => lookedUp({ was, changed: false }, texts));
  const made = now.filter((change) => !last.some((other) => sameChange(change, other)));
  const unmade = last.filter((change) => !now.some((other) => sameChange(change, other)));
  return quoted.map((was) => lookedUp(passageFact(was, now, made, unmade), texts));
}

/** The texts have the last word: what is not there any more is gone, whatever the changes say. */
function lookedUp(fact: PassageFact, texts: VersionTexts | undefined): PassageFact {
  const { was } = fact;
  if (!texts || has(texts.now, was)) return fact;
  if (!has(texts.last, was)) return { was, changed: false, gone: "before" };
  return { was, changed: true, is: fact.is ?? "", gone: "now" };
}

function has(spec: Spec, was: string): boolean {
  const words = fold(was);
  return occursIn(spec, was) || spec.some(({ text }) => fold(text).includes(words));
}

function passageFact(
  was: string,
  now: readonly Change[],
  made: readonly Change[],
  unmade: readonly Change[],
): PassageFact {
  const words = fold(was);
  const replacing = made.find((change) => replaces(change, was));
  if (replacing) return { was, changed: true, is: replacing.new };
  const brought = unmade.find((change) => holds(fold(change.new), words));
  if (!brought || now.some((change) => standsIn(change.new, was))) return { was, changed: false };
  const instead = now.find((change) => change.old !== "" && fold(change.old) === fold(brought.old));
  return { was, changed: true, is: instead?.new ?? "" };
}

/** The quoted words, or part of them, are among those that the change takes away or puts something into. */
function replaces(change: Change, was: string): boolean {
  const [old, words] = [fold(change.old), fold(was)];
  if (!holds(old, words)) return false;
  if (change.kind === "add-after") return words.includes(old) && !words.endsWith(old);
  return !standsIn(change.new, was);
}

/** To its last mark: a sentence that goes on where it ended before is another one. */
function standsIn(text: string, was: string): boolean {
  return foldedWords(text).includes(foldedWords(was));
}

function holds(a: string, b: string): boolean {
  return a !== "" && (a.includes(b) || b.includes(a));
}
