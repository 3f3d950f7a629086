import { parseIssueId } from "../../model/ids.ts";
import type { Paragraph } from "../markdown/block.ts";
import { plainText } from "../markdown/inline.ts";
import { type Head, readHead } from "../words/head.ts";
import { leadingStatus, statusPhrase } from "../words/status-words.ts";

const NAME =
  "(?:ISSUE-R\\d{1,6}-\\d{3}|(?:Issue|Finding|Concern|Comment|Point|Item)\\s#?(?:\\d{1,3}|[A-Z]\\b)|[A-Z][A-Z\\d]{0,9}(?:[-.]\\d{1,4})?)";
const SEVERAL = `${NAME}(?:\\s*(?:,|&|\\/|\\band\\b|,\\s*and\\b|\\bto\\b|\\bthrough\\b|[–—])\\s*${NAME}){0,20}`;
const ABOUT = "(?:[Rr]egarding|[Rr]e:?|[Oo]n|[Aa]s\\s(?:for|to)|[Cc]oncerning|[Aa]bout)";
/** `H-1, H-2 and M-3 (the lock): fixed` */
const SAID = new RegExp(
  `^(\\W{0,6}(?:${ABOUT}\\s+)?\\W{0,4})(${SEVERAL})(?![\\w-])\\W{0,4}(?:\\([^()]{0,80}\\))?[\\s:*_–—-]{0,6}(.*)$`,
  "su",
);
const NAMES = new RegExp(NAME, "gu");
const NEXT = new RegExp(`(?:(?<=[.;)])\\s+|\\n\\s*)(?=\\W{0,4}${NAME}\\W)`, "u");

interface NamedStatus {
  readonly head: Head;
  readonly words: string;
}

/** `All issues of round 1 (ISSUE-R1-001, ISSUE-R1-002) have been resolved.` */
const ALL_OF = new RegExp(`^\\W{0,4}(?:all|both|each|every|the)\\b[^().]{0,60}\\((${SEVERAL})\\)\\s+(.*)$`, "isu");

/** What a line says of earlier issues, by their names: `H-1 fixed. H-2 and M-1 still open.` */
export function namedStatuses(line: string): NamedStatus[] {
  const box = /^\[([ xX])\]\s+/u.exec(line);
  const ticked = box === null ? undefined : box[1] === " " ? "NOT_FIXED" : "RESOLVED";
  return plainText(line.slice(box?.[0].length ?? 0, 2000))
    .split(NEXT)
    .flatMap(clauses)
    .flatMap((sentence) => {
      const all = ALL_OF.exec(sentence);
      const [, signs = "", names = "", words = ""] =
        all === null ? (SAID.exec(sentence) ?? []) : ["", "", all[1], all[2]];
      const status = statusPhrase(signs.replace(/[^✅✓✔☑❌✗✘]/gu, "")) ?? leadingStatus(words) ?? ticked;
      return namesIn(names).flatMap((name) => {
        const head = readHead(`${name}:`);
        const named = head.issue !== undefined || (head.label !== undefined && !head.ordinal);
        return named && status !== undefined ? [{ head: { ...head, status, rest: words }, words }] : [];
      });
    });
}

const COMMA = new RegExp(`,\\s+(?=\\W{0,4}${NAME}\\W)`, "u");

/** `H-1 fixed, H-2 open` are two; `H-1, H-2: fixed` is one. */
function clauses(sentence: string): string[] {
  const found: string[] = [];
  let open = "";
  for (const part of sentence.split(COMMA)) {
    open = open === "" ? part : `${open}, ${part}`;
    if (leadingStatus(SAID.exec(part)?.[3] ?? "") === undefined) continue;
    found.push(open);
    open = "";
  }
  return open === "" ? found : [...found, open];
}

/** `ISSUE-R1-003 to ISSUE-R1-005` names those between too. */
function namesIn(names: string): string[] {
  const found = names.match(NAMES) ?? [];
  return found.flatMap((name, index) => {
    const before = found[index - 1];
    const range = before === undefined ? undefined : names.slice(0, names.lastIndexOf(name));
    if (before === undefined || range === undefined || !/(?:to|through|[–—-])\s*$/u.test(range)) return [name];
    return [...between(before, name), name];
  });
}

function between(first: string, last: string): string[] {
  const [, stem = "", from = ""] = /^(.*?)(\d{1,4})$/u.exec(first) ?? [];
  const [, other = "", to = ""] = /^(.*?)(\d{1,4})$/u.exec(last) ?? [];
  if (stem !== other || from === "") return [];
  const names: string[] = [];
  for (let number = Number(from) + 1; number < Number(to) && names.length < 50; number++)
    names.push(`${stem}${String(number).padStart(from.length, "0")}`);
  return names;
}

/** `Earlier: …`, `**From round 1:** …`: what follows are words on earlier issues. */
const RUN_IN =
  /^[*_\s]{0,4}(?:earlier|previous(?:ly)?|prior|past|carried over|re-?checks?|re-?checked|follow-?ups?|(?:from |of )?(?:the )?(?:last )?round(?: \d{1,4})?|resolved|fixed|closed|still open|status)\b[^:.\n]{0,40}:[*_\s]{1,4}/iu;

/** `Previously:` over a list. */
export function isAboutEarlier(text: string): boolean {
  return RUN_IN.test(`${text} `);
}

/** A paragraph that says what became of earlier issues: by its first words, or by the ids of earlier rounds in it. */
export function fatesInProse({ text }: Paragraph, round: number | undefined): NamedStatus[] {
  const lead = RUN_IN.exec(text.slice(0, 80))?.[0];
  if (lead === undefined && !text.includes("ISSUE-R")) return [];
  const said = namedStatuses(text.slice(lead?.length ?? 0, 4000).replaceAll("\n", " "));
  return lead === undefined ? said.filter(({ head }) => isEarlier(head, round)) : said;
}

function isEarlier({ issue }: Head, round: number | undefined): boolean {
  const own = issue === undefined ? undefined : parseIssueId(issue)?.round;
  return own !== undefined && round !== undefined && own < round;
}
