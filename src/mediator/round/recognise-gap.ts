import type { NewGap } from "../../documents/values.ts";
import type { Gap } from "../../model/gap.ts";
import type { GapId } from "../../model/ids.ts";
import { rememberFor } from "../../model/remember-for.ts";
import type { State } from "../state.ts";

/**
 * The known gap that a declaration restates, whatever its state (SPEC 3.1): the same id and title, the same title or
 * sentence, or what its Engineer called it before. Models restart numbers and repeat themselves: that creates nothing.
 */
export function recogniseGap(state: State, gap: NewGap): GapId | undefined {
  const known = index(state.gaps);
  const named = gap.id === undefined ? undefined : state.gaps.get(gap.id);
  if (named && isSame(named, gap)) return named.id;
  const byWords = known.words.get(fold(gap.title)) ?? known.words.get(fold(gap.text));
  if (byWords !== undefined) return byWords;
  const label = gap.id ?? gap.label;
  return label === undefined || gap.parent === undefined ? undefined : known.labels.get(`${gap.parent} ${label}`);
}

function isSame(known: Gap, { title, text }: NewGap): boolean {
  const words = new Set([fold(known.title), fold(known.text)]);
  return words.has(fold(title)) || words.has(fold(text));
}

interface KnownGaps {
  readonly words: ReadonlyMap<string, GapId>;
  /** By parent and the name that the document gave. */
  readonly labels: ReadonlyMap<string, GapId>;
}

const index = rememberFor((gaps: State["gaps"]): KnownGaps => {
  const words = new Map<string, GapId>();
  const labels = new Map<string, GapId>();
  for (const { id, title, text, label, parent } of gaps) {
    for (const key of [fold(title), fold(text)]) if (key !== "" && !words.has(key)) words.set(key, id);
    if (label !== undefined && parent !== undefined) labels.set(`${parent} ${label}`, id);
  }
  return { words, labels };
});

function fold(text: string): string {
  return (
    text
      .slice(0, 2_000)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu)
      ?.join(" ") ?? ""
  );
}
