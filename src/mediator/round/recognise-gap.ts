import { keywordsOf } from "../../documents/spec/keywords.ts";
import type { NewGap } from "../../documents/values.ts";
import type { Gap } from "../../model/gap.ts";
import type { GapId } from "../../model/ids.ts";
import { rememberFor } from "../../model/remember-for.ts";
import type { State } from "../state.ts";

type Declared = Pick<NewGap, "id" | "label" | "title" | "text" | "parent">;

export type GapRecogniser = ReturnType<typeof gapRecogniser>;

/** Tells whether a declared gap is known, in the session or among what was learnt since. */
export function gapRecogniser({ gaps }: Pick<State, "gaps">) {
  const learnt = new Map<string, GapId>();
  return {
    /** The known gap that a declaration restates, whatever its state, by id, title, sentence or name (SPEC 3.1). */
    recognise(gap: Declared): GapId | undefined {
      const named = gap.id === undefined ? undefined : gaps.get(gap.id);
      const keys = wordKeys(gap);
      if (named && wordKeys(named).some((key) => keys.includes(key))) return named.id;
      const [byWords] = keys.flatMap((key) => index(gaps).words.get(key) ?? learnt.get(key) ?? []);
      return byWords ?? sameEngineers(gap, gaps);
    },
    /** A gap that the documents being joined introduce: another one may restate it. */
    learn(gap: Declared & { readonly id: GapId }): void {
      for (const key of wordKeys(gap)) learnt.set(key, gap.id);
    },
  };
}

/** How many of the longer title's words a restatement under the same name has: another question shares fewer. */
const SHARED = 0.6;

/** An Engineer keeps its names from version to version and changes its words; one that restarts its numbers changes the subject. */
function sameEngineers(gap: Declared, gaps: State["gaps"]): GapId | undefined {
  const id = gap.parent && index(gaps).names.get(`${gap.parent} ${gap.id ?? gap.label}`);
  const before = keywordsOf((id && gaps.get(id)?.title) ?? "");
  const now = [...keywordsOf(gap.title)];
  const shared = now.filter((word) => before.has(word)).length;
  return shared > 0 && shared >= SHARED * Math.max(before.size, now.length) ? id : undefined;
}

const index = rememberFor((gaps: State["gaps"]) => {
  const words = new Map<string, GapId>();
  // By parent and every name that its document gave or was given.
  const names = new Map<string, GapId>();
  for (const gap of gaps) {
    for (const key of keysOf(gap)) if (!words.has(key)) words.set(key, gap.id);
    for (const name of [gap.id, gap.label ?? gap.id]) if (gap.parent) names.set(`${gap.parent} ${name}`, gap.id);
  }
  return { words, names };
});

const keysOf = rememberFor((gap: Gap) => wordKeys(gap));

function wordKeys({ title, text }: Pick<Declared, "title" | "text">): string[] {
  return [...new Set([fold(title), fold(text)])].filter((key) => key !== "");
}

function fold(text: string): string {
  const words = text.slice(0, 2_000).toLowerCase();
  return words.match(/[\p{L}\p{N}]+/gu)?.join(" ") ?? "";
}
