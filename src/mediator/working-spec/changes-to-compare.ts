import { viewOf } from "../../documents/changes/file-view.ts";
import { occursIn } from "../../documents/changes/occurs.ts";
import { sectionAt, sectionsIn, shortPathText } from "../../documents/changes/section-places.ts";
import type { Spec, SpecFile } from "../../model/change.ts";
import { estimateTokens } from "../../model/estimate-tokens.ts";
import { visibleLine } from "../../model/visible-text.ts";
import type { State } from "../state.ts";

/** The share of `context_tokens` for this list; the spec itself is shown beside it. */
const SHARE = 1 / 6;
/** Sentences that follow each other are one passage up to this length. */
const LONGEST = 300;
const MOST = 600;

/** The passages of the working spec that the author's text does not have, in the order of the spec (SPEC 12). */
export function changesToCompare({ spec, config }: Pick<State, "spec" | "config">) {
  const passages = spec.text.flatMap((file) => newPassages(file, spec.source));
  let room = config.contextTokens * SHARE;
  const shown = passages.filter((passage) => {
    room -= estimateTokens(passage);
    return room >= 0;
  });
  return { shown, left: passages.length - shown.length };
}

function newPassages(file: SpecFile, source: Spec): string[] {
  const view = viewOf(file);
  const sections = sectionsIn(view);
  const sentences = view.lineTexts.flatMap((line, at) =>
    sentencesOf(line).map((text) => {
      return { text, place: shortPathText(sectionAt(sections, at + 1)), isNew: !occursIn(source, text) };
    }),
  );
  const passages: { text: string; readonly place: string }[] = [];
  for (const [at, { text, place, isNew }] of sentences.entries()) {
    if (!isNew) continue;
    const last = sentences[at - 1]?.isNew ? passages.at(-1) : undefined;
    if (last?.place === place && last.text.length + text.length < LONGEST) last.text += ` ${text}`;
    else passages.push({ text, place });
  }
  return passages.map(({ place, text }) => visibleLine(place === "" ? text : `in "${place}": ${text}`, MOST));
}

/** A table row is one sentence; headings, rules and the lines below a table's head say nothing. */
function sentencesOf(line: string): string[] {
  if (/^\s*(?:#{1,6}\s|\|?[\s|:-]*$)/.test(line)) return [];
  return (/^\s*\|/.test(line) ? [line] : line.split(/(?<=[.!?])\s+/)).map((sentence) => sentence.trim());
}
