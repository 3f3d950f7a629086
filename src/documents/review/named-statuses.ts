import { plainText } from "../markdown/inline.ts";
import type { RecheckStatus } from "../values.ts";
import { type Head, readHead } from "../words/head.ts";
import { statusOf } from "../words/status-words.ts";

const NAME =
  "(?:ISSUE-R\\d{1,6}-\\d{3}|(?:Issue|Finding|Concern|Comment|Point|Item)\\s#?\\d{1,3}|[A-Z][A-Z\\d]{0,9}(?:-\\d{1,4})?)";
/** `H-1, H-2 and M-3 (the lock): fixed` */
const SAID = new RegExp(
  `^\\W{0,6}(${NAME}(?:\\s*(?:,|&|\\/|\\band\\b|,\\s*and\\b)\\s*${NAME}){0,20})(?![\\w-])\\W{0,4}(?:\\([^()]{0,80}\\))?[\\s:*_–—-]{0,6}(.*)$`,
  "su",
);
const NAMES = new RegExp(NAME, "gu");
const NEXT = new RegExp(`(?<=[.;)])\\s+(?=\\W{0,4}${NAME}\\W)`, "u");

/** What a line says of earlier issues, by their names: `H-1 fixed. H-2 and M-1 still open.` */
export function namedStatuses(line: string): { readonly head: Head; readonly words: string }[] {
  return plainText(line.slice(0, 2000))
    .split(NEXT)
    .flatMap((sentence) => {
      const [, names = "", words = ""] = SAID.exec(sentence) ?? [];
      const status = statusAtStart(words);
      return (names.match(NAMES) ?? []).flatMap((name) => {
        const head = readHead(`${name}:`);
        const named = head.issue !== undefined || (head.label !== undefined && !head.ordinal);
        return named && status !== undefined ? [{ head: { ...head, status, rest: words }, words }] : [];
      });
    });
}

/** The first words decide; what comes later explains. */
function statusAtStart(words: string): RecheckStatus | undefined {
  return statusOf(words.split(/[,.;:(–—]/u, 1)[0]?.slice(0, 60) ?? "");
}
