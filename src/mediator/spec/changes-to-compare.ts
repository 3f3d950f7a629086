import { occursIn } from "../../documents/changes/occurs.ts";
import type { Change } from "../../model/change.ts";
import { estimateTokens } from "../../model/estimate-tokens.ts";
import { visibleLine } from "../../model/visible-text.ts";
import type { State } from "../state.ts";

/** The share of `context_tokens` for this list; the spec itself is shown beside it. */
const SHARE = 1 / 6;
const LONGEST = 240;

/** Passages that accepted changes brought in and that still stand, oldest first; without room for all, the newest (SPEC 12). */
export function changesToCompare({ spec, config }: Pick<State, "spec" | "config">) {
  const all = spec.batches.flatMap(({ sets }) => sets.flatMap(({ changes }) => changes));
  const lines = new Set(
    all.flatMap((change) => {
      const standing = changedSentences(change)
        .split("\n")
        .filter((line) => occursIn(spec.text, line));
      return standing.length === 0
        ? []
        : visibleLine(`${change.place && `in "${change.place}": `}${standing.join(" ")}`, LONGEST);
    }),
  );
  let room = config.contextTokens * SHARE;
  const shown = [...lines].reverse().filter((line) => {
    room -= estimateTokens(line);
    return room >= 0;
  });
  return { shown: shown.reverse(), left: lines.size - shown.length };
}

/** The changed sentences of a change, whole: a long paragraph may differ in one of them. */
function changedSentences({ old, new: text }: Change): string {
  let from = 0;
  while (from < text.length && old[from] === text[from]) from += 1;
  let same = 0;
  while (same < Math.min(text.length, old.length) - from && old.at(-1 - same) === text.at(-1 - same)) same += 1;
  const start = Math.max(0, ...[...text.slice(0, from).matchAll(/[.!?]\s|\n/g)].map(({ index }) => index + 1));
  const end = /[.!?](?=\s)|\n/.exec(text.slice(text.length - same))?.index;
  return text.slice(start, end === undefined ? undefined : text.length - same + end + 1).trim();
}
