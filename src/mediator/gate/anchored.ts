import type { ReadIssue } from "../../documents/values.ts";
import { fold } from "./fold.ts";

/** Shorter quotes occur anywhere and prove nothing. */
const SHORTEST_QUOTE = 12;

/** Tells of an issue whether its location, or something that it quotes, occurs in the reviewed document (SPEC 3.6). */
export function anchoring(reviewedText: string): (issue: ReadIssue) => boolean {
  const reviewed = fold(reviewedText);
  return (issue) => {
    const places = issue.location === undefined ? [] : placesOf(issue.location);
    return [...places, ...quotesOf(issue.text)].map(fold).some((place) => place !== "" && reviewed.includes(place));
  };
}

/** `Section "Retry limits", line 12`: the location whole, its quoted parts, and its parts between commas and dashes. */
function placesOf(location: string): string[] {
  const parts = location.split(/[,;()>→–—]|\s-\s|\s\/\s/u).filter((part) => part.trim().length >= 4);
  return [location, ...quotesOf(location), ...parts.map(withoutKind)].filter((place) => place.trim().length >= 4);
}

function withoutKind(part: string): string {
  return part.replace(/^\s*(?:in|the|section|heading|table|step|paragraph|§)\s+/iu, "");
}

function quotesOf(text: string): string[] {
  const quoted = [...text.matchAll(/["“„]([^"“”„\n]+)["”]|`([^`\n]+)`/gu)].map((match) => match[1] ?? match[2] ?? "");
  const blocks = [...text.matchAll(/^[ \t]*>[ \t]?(.+)$/gmu)].map((match) => match[1] ?? "");
  return [...quoted, ...blocks].filter((quote) => quote.trim().length >= SHORTEST_QUOTE);
}
