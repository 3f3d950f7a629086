import { plainText } from "../../documents/markdown/inline.ts";
import type { Rule, RuleFinding } from "../rule.ts";
import type { Section, Unit } from "../spec/section.ts";
import { spanOf } from "../spec/span.ts";
import type { Spec } from "../spec/spec.ts";
import { normalName } from "../spec/words.ts";

/** A section, figure, anchor or footnote that the document does not have (SPEC 16.2). */
export const danglingPlace: Rule = {
  id: "dangling-place",
  type: "dangling-ref",
  severity: "MEDIUM",
  summary: "A section, table, figure, anchor or footnote is referred to that is not there.",
  run: (spec) => {
    const places = placesOf(spec);
    return spec.claims.flatMap((unit) =>
      FORMS.flatMap(({ pattern, missing }) =>
        [...unit.plain.matchAll(pattern)].flatMap((match) => {
          const message = missing(match, unit, places);
          return message === undefined ? [] : report(unit, match, message);
        }),
      ),
    );
  },
};

function report(unit: Unit, { index, 0: words }: RegExpExecArray, message: string): RuleFinding {
  const at = spanOf(unit, index, index + words.length);
  return { at, subject: words, message, fix: "Name the place that is meant, or write it." };
}

const PLACE =
  /\b(section|table|figure|fig\.|appendix|annex|requirement|user story)\s+(\d{1,3}(?:\.\d{1,3}){0,4}|[A-H](?:\.\d{1,2})?)(?![\w%-]|\.\d)|(§)\s?(\d{1,3}(?:\.\d{1,3}){0,4})(?![\w-])/gi;

interface Places {
  /** By kind, every number that there is: `section` -> 3, 3.1. */
  readonly byKind: ReadonlyMap<string, ReadonlySet<string>>;
  readonly anchors: ReadonlySet<string>;
  readonly images: number;
  readonly tables: number;
  /** How often a section is named by a number: several times in a document without any are another document's. */
  readonly named: number;
  readonly titles: readonly string[];
  readonly text: string;
}

const HEADED =
  /^(table|figure|appendix|annex|requirement|user story|section|chapter)\s+(\d{1,3}(?:\.\d{1,3}){0,3}|[A-H])\b/i;
const CAPTION = /^[\s*_([]*(table|figure|fig\.)\s+(\d{1,3}(?:\.\d{1,3})?)[*_]*\s*[:.–—-]/i;

function placesOf({ sections, units, markdown }: Spec): Places {
  const byKind = new Map<string, Set<string>>();
  const add = (kind: string, number: string): void => {
    byKind.set(kind, (byKind.get(kind) ?? new Set()).add(number.toLowerCase()));
  };
  for (const section of sections) for (const [kind, number] of namesOf(section)) add(kind, number);
  for (const { text } of units) {
    const [, kind, number] = CAPTION.exec(text) ?? [];
    if (kind !== undefined && number !== undefined) add(kindOf(kind), number);
    const [paragraph] = /^\d{1,3}(?:\.\d{1,3}){1,4}(?=\s)/.exec(text) ?? [];
    if (paragraph !== undefined) add("section", paragraph);
  }
  const images = markdown.text.match(/!\[[^\]\n]{0,200}\]\(|<img\s/gi)?.length ?? 0;
  const tables = sections.reduce((sum, section) => sum + section.tables.length, 0);
  const named = units.reduce((sum, { plain }) => sum + (plain.match(/\bsection \d+\.\d/gi)?.length ?? 0), 0);
  const titles = sections.map(({ title }) => normalName(title));
  const anchors = anchorsOf(sections, markdown.text);
  return { byKind, anchors, images, tables, named, titles, text: markdown.text };
}

function namesOf({ number, title, units }: Section): [string, string][] {
  const names: [string, string][] = [];
  const headed = HEADED.exec(title) ?? HEADED.exec(plainText(units[0]?.text ?? ""));
  if (headed?.[1] !== undefined && headed[2] !== undefined) names.push([kindOf(headed[1]), headed[2]]);
  if (number === undefined) return names;
  // Where there is 3.1 there is a 3, and a numbered item is a part of its section.
  const parts = number.split(".");
  for (let depth = 1; depth <= parts.length; depth++) names.push(["section", parts.slice(0, depth).join(".")]);
  for (const { marker } of units)
    if (/^\d/.test(marker ?? "")) names.push(["section", `${number}.${Number.parseInt(marker ?? "", 10)}`]);
  return names;
}

const SAME_KIND: Readonly<Record<string, string>> = {
  "fig.": "figure",
  annex: "appendix",
  "§": "section",
  chapter: "section",
};

function kindOf(word: string): string {
  const lower = word.toLowerCase();
  return SAME_KIND[lower] ?? lower;
}

const OTHER_DOCUMENT =
  /\.(?:md|txt|pdf|docx?|html)\b|\b(?:rfc|iso|ieee|wcag|owasp|gdpr|hipaa|ecma|w3c|nist|pci|ietf|html5?|unicode|posix|standard|guide|manual|paper|book|law|act|licen[cs]e|constitution|regulation|directive|contract|policy|prd|adr|kep|spec [a-z\d-]+|(?:parent|master|other|main|design|companion|original|external|architecture|existing) (?:spec\w*|doc\w*|plan))\b|https?:|\]\((?!#)/i;

/** "see section 4.2" where the headings are numbered, and none is 4.2. */
function numbered(match: RegExpExecArray, { plain, text }: Unit, places: Places): string | undefined {
  const { index, 0: words, 1: named, 2: counted, 3: sign, 4: paragraph } = match;
  const [kind, number] = [kindOf(named ?? sign ?? ""), counted ?? paragraph ?? ""];
  const isKnown = places.byKind.get(kind)?.has(number.toLowerCase()) === true;
  if (isKnown || !mayBeMissing(kind, number, places) || OTHER_DOCUMENT.test(text)) return undefined;
  // What is a link leads somewhere else; "of the agreement", "in the parent's": what follows says whose section it is.
  const isCaption = plain[index - 1] === "[" || (CAPTION.test(text) && index < 8);
  const isOthers = /^\s*(?:of|in|from)\s+(?:the\s+)?[A-Za-z]/.test(plain.slice(index + words.length));
  return isCaption || isOthers ? undefined : `The document has no ${kind} ${number}.`;
}

/**
 * Only a document that counts such places can lack one; pictures and tables are counted where nobody captions them, an
 * appendix is always announced by its heading, and one number with dots in a document without numbers leads nowhere.
 */
function mayBeMissing(kind: string, number: string, { byKind, images, tables, named }: Places): boolean {
  const known = byKind.get(kind)?.size ?? 0;
  if (kind === "figure" && known === 0) return Number(number) > images;
  if (kind === "table" && known === 0) return Number(number) > tables;
  return (
    kind === "appendix" || known >= 2 || (kind === "section" && known === 0 && named === 1 && number.includes("."))
  );
}

const TITLED = /\b(?:see|in|per|under|by) (?:the )?section ["“]([^"”\n]{3,80})["”]/gi;

/** `described in section "Runbook"`, and no heading says Runbook. */
function titled([, title = ""]: RegExpExecArray, { text }: Unit, { titles }: Places): string | undefined {
  const isThere = titles.some((known) => known.includes(normalName(title)));
  return isThere || OTHER_DOCUMENT.test(text) ? undefined : `The document has no section "${title}".`;
}

const LINK = /\[[^[\]\n]{1,200}\]\(#([^)\s]{1,200})\)/g;

function linked([, anchor = ""]: RegExpExecArray, { text }: Unit, { anchors }: Places): string | undefined {
  // A list of links alone is a table of contents.
  const isContents = /^\[[^\]]*\]\(#[^)]*\)$/.test(text.trim());
  if (isContents || isAnchor(anchorKey(anchor), anchors)) return undefined;
  return `The link leads to "#${anchor}", and no heading has that anchor.`;
}

const FOOTNOTE = /\[\^[\w-]{1,40}\](?!:)/g;

function noted([note]: RegExpExecArray, _: Unit, { text }: Places): string | undefined {
  return text.includes(`${note}:`) ? undefined : `The footnote ${note} is not there.`;
}

const FORMS = [
  { pattern: PLACE, missing: numbered },
  { pattern: TITLED, missing: titled },
  { pattern: LINK, missing: linked },
  { pattern: FOOTNOTE, missing: noted },
];

/** Many renderers let a heading be called by its beginning. */
function isAnchor(key: string, known: ReadonlySet<string>): boolean {
  return known.has(key) || (key.length > 3 && [...known].some((heading) => heading.startsWith(key)));
}

/** Renderers differ in what they do with signs: letters and digits decide. */
function anchorKey(anchor: string): string {
  return safeDecode(anchor)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
}

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** `{#name}`, `<a id="name">`. */
const ANCHOR = /\{#([\w-]{1,100})\}|<[a-z][a-z0-9]{0,10}\s[^<>\n]{0,200}?\b(?:id|name)=["']([^"'\n]{1,100})/gi;

function anchorsOf(sections: readonly Section[], text: string): Set<string> {
  const known = new Set<string>();
  const counts = new Map<string, number>();
  for (const { node, title } of sections) {
    const heading = node.heading?.text ?? "";
    known.add(anchorKey(title)); // some renderers leave the number out
    const key = anchorKey(plainText(heading.replace(/\{#[\w-]{1,100}\}\s*$/, "")));
    const count = counts.get(key) ?? 0;
    counts.set(key, count + 1);
    known.add(count === 0 ? key : `${key}${count}`);
  }
  for (const [, given, tagged] of text.matchAll(ANCHOR)) known.add(anchorKey(given ?? tagged ?? ""));
  return known;
}
