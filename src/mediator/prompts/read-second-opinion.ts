import { plainText } from "../../documents/markdown/inline.ts";
import { parseMarkdown } from "../../documents/markdown/markdown.ts";
import { type Flag, OPINIONS, type SecondOpinion } from "../../model/disagreement.ts";
import { visibleLine } from "../../model/visible-text.ts";

/** What an agent says of the flags that it was asked about, or why it cannot be told. */
export type SecondOpinionReading =
  | { readonly type: "opinions"; readonly opinions: readonly Told[] }
  | { readonly type: "problem"; readonly message: string };

type Told = SecondOpinion & { readonly flag: string };

/** Characters kept of its words. */
const LONGEST_WHY = 300;

/** One opinion for each flag: one that is passed over, or given two ways, is UNCLEAR. */
export function readSecondOpinion(text: string, flags: readonly Pick<Flag, "id">[]): SecondOpinionReading {
  const rows = parseMarkdown(text).blocks.flatMap((block) => (block.type === "table" ? block.rows : []));
  const told = rows.flatMap(({ cells }): Told[] => {
    const [flag, verdict = "", why = ""] = cells.map((cell) => plainText(cell).trim());
    if (flag === undefined || !flags.some(({ id }) => id === flag)) return [];
    return [{ flag, verdict: verdictOf(verdict), why: visibleLine(why, LONGEST_WHY) }];
  });
  if (told.length === 0) {
    const ids = flags.map(({ id }) => id).join(", ");
    return { type: "problem", message: `The second opinion has no row for any of the flags: ${ids}.` };
  }
  return { type: "opinions", opinions: flags.map(({ id }) => opinionOn(id, told)) };
}

function opinionOn(flag: string, told: readonly Told[]): Told {
  const own = told.filter((one) => one.flag === flag);
  const [first] = own;
  if (!first) return { flag, verdict: "UNCLEAR", why: "nothing is said of it" };
  return own.every((one) => one.verdict === first.verdict) ? first : { ...first, verdict: "UNCLEAR" };
}

function verdictOf(words: string): SecondOpinion["verdict"] {
  const word = words.toUpperCase().replace(/[^A-Z]+/g, "_");
  return OPINIONS.find((opinion) => opinion === word) ?? "UNCLEAR";
}
