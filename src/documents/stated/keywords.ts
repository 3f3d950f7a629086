const STOP_WORDS = new Set(
  `about above after again against also although always among another because been before being below between both but
  can cannot could did does doing done during each either else etc even ever every for from further gap had has have
  having hence here how however into its itself just least less like many may might more most much must need needs neither
  never nor not now only onto other others otherwise our out over own per rather same shall she should since some spec
  still such than that the their them then there therefore these they this those through thus too under undefined
  unclear until upon use used uses using very was were what when where whether which while who whom whose why will with
  within without would yet you your are and any all via one two specified specification specify defined define missing
  described said says mechanism definition details incomplete underspecified unspecified inconsistent tba tbc tbd todo
  fixme`.split(/\s+/),
);

export function isStopWord(word: string): boolean {
  return word.length < 3 || STOP_WORDS.has(word);
}

/** The distinct words of a text: stemmed, without stop words. */
export function keywordsOf(text: string): ReadonlySet<string> {
  const found = new Set<string>();
  for (const word of new Set(text.match(/[\p{L}\p{N}]{2,40}/gu))) {
    for (const part of parts(word)) {
      const lower = part.toLowerCase();
      if (lower.length < 2 || /^\d+$/.test(lower) || STOP_WORDS.has(lower)) continue;
      if (lower.length < 3 && part !== part.toUpperCase()) continue;
      found.add(stem(lower));
    }
  }
  return found;
}

/** A camel-case word and its parts: `sessionToken` gives `sessionToken`, `session` and `Token`. */
function parts(word: string): readonly string[] {
  if (!/\p{Ll}\p{Lu}/u.test(word)) return [word];
  return [word, ...word.split(/(?<=\p{Ll})(?=\p{Lu})/u)];
}

/** The longest first. */
const ENDINGS = "izations ization ations ation ating ated ates ings ate ing ies ied ers er ed es s".split(" ");

/** A light stemmer: the result need not be a word, only the same for all forms of one. */
export function stem(word: string): string {
  if (word.length < 4) return word.endsWith("s") && !word.endsWith("ss") ? word.slice(0, -1) : word;
  const ending = word.endsWith("ss")
    ? undefined
    : ENDINGS.find((suffix) => word.endsWith(suffix) && word.length >= suffix.length + 3);
  return trimmed(ending === undefined ? word : word.slice(0, -ending.length));
}

function trimmed(root: string): string {
  const last = root.at(-1);
  if (last === "e" || last === "y" || last === "i") return root.slice(0, -1);
  return last !== undefined && last === root.at(-2) && !"aeiou".includes(last) ? root.slice(0, -1) : root;
}
