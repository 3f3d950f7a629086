import { findMarkers } from "../../documents/spec/marker.ts";
import type { Gap } from "../../model/gap.ts";
import type { Passage } from "./passage.ts";

/** The words of a passage that its gap is about: what a check found or whoever stated it quotes, else the markers in it. */
export function marksIn(gap: Gap, finding: Gap["finding"], { text }: Passage): string[] {
  const titled = Array.from(gap.title.matchAll(/"([^"]{1,200})"/g), ([, words = ""]) => words);
  const parts = [...(finding?.words ?? gap.quotations ?? [])].filter(
    (words) => words.length < text.trim().length * 0.8,
  );
  const named = finding === undefined ? [[...parts, ...titled]] : [[finding.subject], parts];
  // Two places that contradict each other have their subject in common, and differ in their words.
  const ordered = finding?.type === "contradiction" ? named.toReversed() : named;
  const found = ordered.map((words) => words.flatMap((each) => standing(text, each)));
  const markers = findMarkers(text).map((marker) => marker.text);
  return [...new Set([...found, markers].find((words) => words.length > 0) ?? [])];
}

/** As it is written there. */
function standing(text: string, words: string): string[] {
  const at = words === "" ? -1 : text.toLowerCase().indexOf(words.toLowerCase());
  return at === -1 ? [] : [text.slice(at, at + words.length)];
}
