import { plainText } from "../../documents/markdown/inline.ts";
import { found, type Rule } from "../rule.ts";
import type { Section, Unit } from "../spec/section.ts";
import { matchesIn } from "../spec/span.ts";
import type { Spec } from "../spec/spec.ts";
import { normalName } from "../spec/words.ts";

/** A section, figure, anchor or footnote that the document does not have (SPEC 16.2). */
export const danglingPlace: Rule = {
  id: "dangling-place",
  type: "dangling-ref",
  severity: "MEDIUM",
  summary: "A section, table, figure, anchor or footnote is referred to that is not there.",
  fix: "Name the place that is meant, or write it.",
  ask: ({ subject }) => {
    const [, anchor] = /\((#[^()\s]{1,100})\)/.exec(subject) ?? [];
    if (anchor !== undefined)
      return `the link "${anchor}" leads nowhere: no heading has that name. Where should it point?`;
    const [kind] = /^(?:table|figure|section|chapter|appendix|§)(?=\s|\d)/i.exec(subject) ?? [];
    return kind && `the spec has no ${subject}. Which ${kindOf(kind)} is meant?`;
  },
  *run(spec) {
    const places = placesOf(spec);
    for (const { pattern, missing } of FORMS)
      for (const { match, unit, at } of matchesIn(spec.claims, pattern)) {
        const message = missing(match, unit, places);
        if (message !== undefined) yield found(at(), match[0], message);
      }
  },
};

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

function placesOf({ sections, units, markdown: { text } }: Spec): Places {
  const byKind = new Map<string, Set<string>>();
  const add = (kind: string, number: string): void => {
    byKind.set(kindOf(kind), (byKind.get(kindOf(kind)) ?? new Set()).add(number.toLowerCase()));
  };
  for (const section of sections) for (const [kind, number] of namesOf(section)) add(kind, number);
  for (const unit of units) {
    const [, kind, number] = CAPTION.exec(unit.text) ?? [];
    if (kind !== undefined && number !== undefined) add(kind, number);
    const [paragraph] = /^\d{1,3}(?:\.\d{1,3}){1,4}(?=\s)/.exec(unit.text) ?? [];
    if (paragraph !== undefined) add("section", paragraph);
  }
  return {
    byKind,
    anchors: anchorsOf(sections, text),
    images: text.match(/!\[[^\]\n]{0,200}\]\(|<img\s/gi)?.length ?? 0,
    tables: sections.flatMap((section) => section.tables).length,
    named: units.reduce((sum, { plain }) => sum + (plain.match(/\bsection \d+\.\d/gi)?.length ?? 0), 0),
    titles: sections.map(({ title }) => normalName(title)),
    text,
  };
}

function namesOf({ number, title, units }: Section): [string, string][] {
  const [, kind, headed] = HEADED.exec(title) ?? HEADED.exec(plainText(units[0]?.text ?? "")) ?? [];
  const names: [string, string][] = kind === undefined || headed === undefined ? [] : [[kind, headed]];
  if (number === undefined) return names;
  // Where there is 3.1 there is a 3, and a numbered item is a part of its section.
  const parts = number.split(".").map((_, depth, all) => all.slice(0, depth + 1).join("."));
  const items = units.flatMap(({ marker = "" }) =>
    /^\d/.test(marker) ? `${number}.${Number.parseInt(marker, 10)}` : [],
  );
  return [...names, ...[...parts, ...items].map((part): [string, string] => ["section", part])];
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

/** A link within the document names no other one: "[the hold policy](#hold-policy)". */
function namesOtherDocument(text: string): boolean {
  return OTHER_DOCUMENT.test(text.replace(LINK, ""));
}

/** "see section 4.2" where the headings are numbered, and none is 4.2. */
function numbered(match: RegExpExecArray, { plain, text }: Unit, places: Places): string | undefined {
  const { index, 0: words, 1: name, 2: counted, 3: sign, 4: paragraph } = match;
  const [kind, number] = [kindOf(name ?? sign ?? ""), counted ?? paragraph ?? ""];
  // "Requirement 2.3" is the third criterion of Requirement 2.
  const named = kind === "requirement" ? (number.split(".")[0] ?? "") : number;
  const isKnown = places.byKind.get(kind)?.has(named.toLowerCase()) === true;
  if (isKnown || !mayBeMissing(kind, number, places) || namesOtherDocument(text)) return undefined;
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
  const isAlone = kind === "section" && known === 0 && named === 1 && number.includes(".");
  return kind === "appendix" || known >= 2 || isAlone;
}

const TITLED = /\b(?:see|in|per|under|by) (?:the )?section ["“]([^"”\n]{3,80})["”]/gi;

/** `described in section "Runbook"`, and no heading says Runbook. */
function titled([, title = ""]: RegExpExecArray, { text }: Unit, { titles }: Places): string | undefined {
  const isThere = titles.some((known) => known.includes(normalName(title)));
  return isThere || namesOtherDocument(text) ? undefined : `The document has no section "${title}".`;
}

const LINK = /\[[^[\]\n]{1,200}\]\(#([^)\s]{1,200})\)/g;

/** A list of links alone is a table of contents. */
function linked([, anchor = ""]: RegExpExecArray, { text }: Unit, { anchors }: Places): string | undefined {
  if (anchors.has(anchorKey(anchor)) || /^\[[^\]]*\]\(#[^)]*\)$/.test(text.trim())) return undefined;
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
  const given = Array.from(text.matchAll(ANCHOR), ([, named, tagged]) => anchorKey(named ?? tagged ?? ""));
  // Some renderers leave the number out.
  const known = new Set([...given, ...sections.map(({ title }) => anchorKey(title))]);
  const counts = new Map<string, number>();
  for (const { node } of sections) {
    const key = anchorKey(plainText((node.heading?.text ?? "").replace(/\{#[\w-]{1,100}\}\s*$/, "")));
    const count = counts.get(key) ?? 0;
    counts.set(key, count + 1);
    known.add(count === 0 ? key : `${key}${count}`);
  }
  return known;
}
