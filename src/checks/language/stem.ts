/**
 * A light stemmer: enough to see that "stores", "stored" and "storing" are one word. It never needs to give a real
 * word, only the same one.
 */
export function stem(lower: string): string {
  const known = cache.get(lower);
  if (known !== undefined) return known;
  const regular = IRREGULAR.get(lower) ?? lower;
  const stemmed = regular.length <= 3 ? regular : strip(regular);
  if (cache.size > 20_000) cache.clear();
  cache.set(lower, stemmed);
  return stemmed;
}

const IRREGULAR: ReadonlyMap<string, string> = new Map(
  `sent send,kept keep,held hold,written write,wrote write,made make,taken take,took take,given give,gave give,shown show,ran run
  built build,lost lose,found find,paid pay,chosen choose,begun begin,began begin,left leave,met meet,told tell,drawn draw,driven drive
  broken break,frozen freeze,stolen steal,thrown throw,grown grow,known know,seen see,gone go,done do,bought buy,brought bring,sold sell`
    .split(/[,\n]/)
    .map((pair) => pair.trim().split(" "))
    .map(([past = "", base = ""]) => [past, base]),
);

const cache = new Map<string, string>();

function strip(word: string): string {
  let out = word;
  if (out.endsWith("'s") || out.endsWith("’s")) out = out.slice(0, -2);
  if (out.endsWith("ies") && out.length > 4) out = `${out.slice(0, -3)}y`;
  else if (/(?:ss|sh|ch|x|z)es$/.test(out)) out = out.slice(0, -2);
  else if (out.endsWith("s") && !/(?:ss|us|is)$/.test(out)) out = out.slice(0, -1);
  if (out.endsWith("ing") && out.length > 5) out = undouble(out.slice(0, -3));
  else if (out.endsWith("ied") && out.length > 4) out = `${out.slice(0, -3)}y`;
  else if (out.endsWith("ed") && out.length > 4) out = undouble(out.slice(0, -2));
  if (out.endsWith("ation") && out.length > 7) out = out.slice(0, -5);
  else if (/(?:[^aeiou])ion$/.test(out) && out.length > 5) out = out.slice(0, -3);
  else if (out.endsWith("al") && out.length > 6) out = out.slice(0, -2);
  if (out.endsWith("e") && out.length > 3) out = out.slice(0, -1);
  return out;
}

function undouble(word: string): string {
  const last = word[word.length - 1];
  return last === word[word.length - 2] && last !== undefined && !"lsz".includes(last) ? word.slice(0, -1) : word;
}
