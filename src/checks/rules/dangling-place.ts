import { plainText } from "../../documents/markdown/inline.ts";
import { keywordsOf } from "../../documents/stated/keywords.ts";
import { groupBy } from "../../model/group-by.ts";
import { matchesIn } from "../reading/span.ts";
import type { Section, Spec, Unit } from "../reading/spec.ts";
import { namesOtherDocument, normalName } from "../reading/words.ts";
import { found, type Rule } from "../rule.ts";

/** A reference to a section, figure, anchor or footnote that the document does not have (SPEC 16.2). */
export const danglingPlace: Rule = {
  id: "dangling-place",
  type: "dangling-ref",
  severity: "MEDIUM",
  summary: "A reference to a section, table, figure, anchor or footnote that does not exist.",
  fix: "Point to the right place, or add the missing one.",
  answer: { replaces: true, definesId: true },
  ask: "Where should it point?",
  *run(spec) {
    let places: Places | undefined;
    const named = FORMS.flatMap(({ may, pattern, lacks }) => {
      const units = spec.claims.filter(({ plain }) => may.test(plain));
      return Array.from(matchesIn(units, pattern), ({ match, unit, at }) => {
        places ??= placesOf(spec);
        return { at, subject: match[0], message: lacks(match, unit, places) };
      });
    });
    // A missing place is one finding, however often it is named; many broken links mean that a tool makes the anchors.
    const missing = groupBy(named, ({ message }) => message);
    const areOther = [...missing.values()].filter(([first]) => first?.message && /\(#/.test(first.subject)).length > 2;
    for (const [message, [first, ...others]] of missing) {
      if (message === undefined || first === undefined || (areOther && /\(#/.test(first.subject))) continue;
      const related = others.map(({ at }) => at());
      yield found(first.at(), first.subject, message, related);
    }
  },
};

interface Places {
  /** All numbers with their kind: "section 3.1". */
  readonly numbers: ReadonlySet<string>;
  readonly anchors: ReadonlySet<string>;
  readonly titles: readonly string[];
  readonly text: string;
  /** How many pictures and tables there are, with or without captions. */
  readonly drawn: Readonly<Record<string, number>>;
}

const HEADED =
  /^(table|figure|fig\.|appendix|annex|requirement|user story|section|chapter)\s+(\d{1,3}(?:\.\d{1,3}){0,3}|[A-H])\b/i;
const CAPTION = /^[\s*_([]*(table|figure|fig\.)\s+(\d{1,3}(?:\.\d{1,3})?)[*_]*\s*[:.–—-]/i;
const PARAGRAPH = /^(\d{1,3}(?:\.\d{1,3}){1,4})(?=\s)/;

function kindOf(word: string): string {
  const lower = word.toLowerCase();
  return { "fig.": "figure", annex: "appendix", "§": "section", chapter: "section" }[lower] ?? lower;
}

function nameOf(kind: string, number: string): string {
  return `${kindOf(kind)} ${number.toLowerCase()}`;
}

function placesOf({ sections, units, markdown: { text } }: Spec): Places {
  const captions = units.flatMap((unit) => {
    const [, kind = "section", number] = CAPTION.exec(unit.text) ?? ["", undefined, PARAGRAPH.exec(unit.text)?.[1]];
    return number === undefined ? [] : nameOf(kind, number);
  });
  const figure = text.match(/!\[[^\]\n]{0,200}\]\(|<img\s/gi)?.length ?? 0;
  const table = sections.flatMap(({ tables }) => tables).length;
  const titles = sections.map(({ title }) => title);
  const numbers = new Set([...captions, ...sections.flatMap(numbersOf)]);
  return { numbers, anchors: anchorsOf(sections, text), titles, text, drawn: { figure, table } };
}

function numbersOf({ number = "", title, units }: Section): string[] {
  const [, kind, headed = ""] = HEADED.exec(title) ?? HEADED.exec(plainText(units[0]?.text ?? "")) ?? [];
  // 3.1 implies 3, and a numbered item counts as part of its section.
  const parts = number.split(".").map((_, depth, all) => all.slice(0, depth + 1).join("."));
  const items = units.flatMap(({ marker = "" }) =>
    /^\d/.test(marker) ? `${number}.${Number.parseInt(marker, 10)}` : [],
  );
  const numbered = number === "" ? [] : [...parts, ...items].map((part) => nameOf("section", part));
  return kind === undefined ? numbered : [...numbered, nameOf(kind, headed)];
}

const PLACE =
  /\b(section|table|figure|fig\.|appendix|annex|requirement|user story)\s+(\d{1,3}(?:\.\d{1,3}){0,4}|[A-H](?:\.\d{1,2})?)(?![\w%-]|\.\d)|(§)\s?(\d{1,3}(?:\.\d{1,3}){0,4})(?![\w-])/gi;

/** "see section 4.2", where no heading has that number. */
function lacksNumber(match: RegExpExecArray, { plain, text }: Unit, places: Places): string | undefined {
  const { index, 0: words, 1: name, 2: counted, 3: sign = "", 4: paragraph = "" } = match;
  const [kind, number] = [kindOf(name ?? sign), counted ?? paragraph];
  // "Requirement 2.3" is the third criterion of Requirement 2.
  const isKnown = places.numbers.has(nameOf(kind, kind === "requirement" ? (number.split(".")[0] ?? "") : number));
  if (isKnown || !mayBeMissing(kind, number, places) || namesOtherDocument(text)) return undefined;
  // A link leads elsewhere; "of the agreement" or "in the parent's" says that it is a section of another document.
  const isCaption = plain[index - 1] === "[" || (CAPTION.test(text) && index < 8);
  const isOthers = /^\s*(?:of|in|from)\s+(?:the\s+)?[A-Za-z]/.test(plain.slice(index + words.length));
  return isCaption || isOthers ? undefined : `This document has no ${kind} ${number}.`;
}

/** Only a document that numbers such places can lack one; an appendix always has a heading. */
function mayBeMissing(kind: string, number: string, { numbers, drawn, text }: Places): boolean {
  const count = [...numbers].filter((name) => name.startsWith(`${kind} `)).length;
  if (kind === "figure" || kind === "table") return Number(number) > (count || (drawn[kind] ?? 0));
  // In a document without numbers a single dotted number leads nowhere; several refer to another document.
  const isAlone = kind === "section" && number.includes(".") && text.match(/\bsection \d+\.\d/gi)?.length === 1;
  return kind === "appendix" || count >= 2 || (count === 0 && isAlone);
}

/** `described in section "Runbook"`, and no heading says Runbook. */
function lacksTitle([, title = ""]: RegExpExecArray, { text }: Unit, { titles }: Places): string | undefined {
  const isThere = titles.some((known) => normalName(known).includes(normalName(title)));
  return isThere || namesOtherDocument(text) ? undefined : `This document has no section "${title}".`;
}

/** A broken link to an anchor, unless it is the whole line, is percent-encoded, or shares words with a heading. */
function lacksAnchor(match: RegExpExecArray, { text }: Unit, { anchors, titles }: Places): string | undefined {
  const [link, anchor = ""] = match;
  if (anchors.has(anchorKey(anchor)) || anchor.includes("%") || link === text.trim()) return undefined;
  const words = [...keywordsOf(anchor.replaceAll("-", " "))];
  const isMeant = titles.map(keywordsOf).some((title) => words.some((word) => title.has(word)));
  return isMeant ? undefined : `The link "#${anchor}" is broken: no heading has that name.`;
}

function lacksNote([note]: RegExpExecArray, _: Unit, { text }: Places): string | undefined {
  return text.includes(`${note}:`) ? undefined : `Footnote ${note} is not defined.`;
}

/** `may` is a quick test that most units fail. */
const FORMS = [
  { may: /[a-z.] \d|§|[a-z] [A-H]\b/, pattern: PLACE, lacks: lacksNumber },
  {
    may: /section ["“]/i,
    pattern: /\b(?:see|in|per|under|by) (?:the )?section ["“]([^"”\n]{3,80})["”]/gi,
    lacks: lacksTitle,
  },
  { may: /\]\(#/, pattern: /\[[^[\]\n]{1,200}\]\(#([^)\s]{1,200})\)/g, lacks: lacksAnchor },
  { may: /\[\^/, pattern: /\[\^[\w-]{1,40}\](?!:)/g, lacks: lacksNote },
];

/** Only letters and digits count: renderers differ in how they treat other characters. */
function anchorKey(anchor: string): string {
  return anchor.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}

/** `{#name}`, `<a id="name">`. */
const ANCHOR = /\{#([\w-]{1,100})\}|<[a-z][a-z0-9]{0,10}\s[^<>\n]{0,200}?\b(?:id|name)=["']([^"'\n]{1,100})/gi;

function anchorsOf(sections: readonly Section[], text: string): Set<string> {
  const given = Array.from(text.matchAll(ANCHOR), ([, named, tagged]) => anchorKey(named ?? tagged ?? ""));
  const headings = sections.map(({ node }) =>
    anchorKey(plainText((node.heading?.text ?? "").replace(/\{#[\w-]{1,100}\}\s*$/, ""))),
  );
  // A repeated heading gets a number in its anchor; some renderers leave out the heading's own number.
  const counted = [...groupBy(headings, (key) => key).values()].flatMap((same) =>
    same.map((key, index) => (index === 0 ? key : `${key}${index}`)),
  );
  return new Set([...given, ...counted, ...sections.map(({ title }) => anchorKey(title))]);
}
