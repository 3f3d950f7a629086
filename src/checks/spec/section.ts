import type { Fence, Table } from "../../documents/markdown/block.ts";
import type { MarkdownSection } from "../../documents/markdown/markdown.ts";
import type { Unit } from "./unit.ts";

/**
 * What a section is for. Only a binding one makes duties; the others tell why, show an example, sum up, define words
 * or list what is open.
 */
export type SectionRole = "binding" | "overview" | "informative" | "example" | "glossary" | "open";

export interface Section {
  readonly node: MarkdownSection;
  readonly parent: Section | undefined;
  /** The heading without its number and markup; empty for what stands before the first heading. */
  readonly title: string;
  /** `3.1`, from a heading that begins with it. */
  readonly number: string | undefined;
  readonly role: SectionRole;
  /** What stands directly in the section, not in those below it. */
  readonly units: readonly Unit[];
  readonly tables: readonly Table[];
  readonly fences: readonly Fence[];
  /** The sections directly below. */
  readonly sections: readonly Section[];
}

const ROLE_WORDS: readonly (readonly [SectionRole, RegExp])[] = [
  [
    "example",
    /\b(?:examples?|illustrations?|walk-?through|samples? (?:sessions?|code|output|requests?|responses?|calls?|runs?|files?|input|data))\b/,
  ],
  [
    "glossary",
    /\b(?:glossary|definitions?|terminology|vocabulary|terms(?: used| and definitions)?|abbreviations|acronyms|nomenclature|concepts|words we use|words used|key words|notions)\b|^words(?: and names)?$/,
  ],
  [
    "open",
    /\b(?:open (?:issues?|questions?|points?|items?|topics?|matters|decisions)|(?:issues?|questions?|points?|items?|topics?|matters|decisions) (?:that are )?(?:still |left )?(?:open|pending|undecided|unresolved)|still (?:open|pending|undecided)|unresolved|undecided|unanswered|known (?:gaps|issues|limitations)|to be (?:decided|clarified|resolved)|outstanding|pending (?:decisions|questions|points|topics)|remaining questions)\b|^pending$/,
  ],
  [
    "informative",
    /\b(?:rationale|background|motivation|alternatives?|history|prior art|related work|references|further reading|bibliography|change ?(?:log|notes?|history)|what (?:has )?changed|version history|decisions?|lessons|why|context|discussion|acknowledge?ments|comparison|trade-?offs|considered options|problem statement|design principles|philosophy|revisions?|document (?:purpose|control|history)|out of scope|not in scope|leave out|left out|(?:did|do|does) not (?:choose|take|want|pick)|not (?:chosen|taken|pursued)|rejected|turned down|set aside|dropped ideas|ideas dropped|non-?goals|faq|use cases?|meeting|review notes|release notes|informative)\b/,
  ],
  ["overview", /\b(?:overview|summary|introduction|purpose|scope|goals?|vision|abstract|about|at a glance)\b/],
];

/** What a section is for, by the words of its title; a part of an example is an example. */
export function roleOf(title: string, parent: Section | undefined): SectionRole {
  const lower = title.toLowerCase();
  for (const [role, words] of ROLE_WORDS) if (words.test(lower)) return role;
  const inherited = parent?.role ?? "binding";
  return inherited === "overview" ? "binding" : inherited;
}

const NUMBER = /^(?:§\s*)?(?:(?:section|chapter|part)\s+)?((?:\d+|[A-Z](?=\.\d))(?:\.\d+)*)[.:)]?(?=\s|$)/i;

/** `## 3.1 Create a payment` is number 3.1; a heading of words alone has none. */
export function headingNumber(text: string): string | undefined {
  return NUMBER.exec(text)?.[1];
}

export function headingTitle(text: string): string {
  return text
    .replace(NUMBER, "")
    .replace(/^[\s—–:-]+/, "")
    .trim();
}
