import type { Block, List, ListItem } from "../markdown/block.ts";
import { plainText } from "../markdown/inline.ts";
import { boldLead } from "../outline/outline.ts";
import type { RecheckStatus } from "../values.ts";
import { type Head, readHead } from "../words/head.ts";
import { leadingStatus, statusPhrase } from "../words/status-words.ts";
import type { Scope } from "./scope.ts";

/** What an item's first line begins with, and the first line itself. */
interface Entry {
  readonly first: string;
  readonly head: Head;
}

/** Most of them are looked at: a list that goes on as it began is one thing. */
const LOOKED_AT = 200;

/**
 * A section without a telling heading lists what became of earlier issues when most of what stands in it begins with a
 * name and a status (`Point B: open. …`), or some names are ticked off: nobody ticks an issue that he raises.
 */
export function scopeOfFates(blocks: readonly Block[], scope: Scope): Scope {
  if (scope.severity !== undefined || (scope.area !== undefined && scope.area !== "issues")) return scope;
  const [only] = blocks;
  const looked = blocks.length === 1 && only?.type === "list" ? entriesOfList(only) : entriesOfProse(blocks);
  const named = looked.filter(({ head }) => isNamed(head));
  if (named.length < 2 || named.length * 2 < looked.length) return scope;
  const ticked = named.some(({ head }) => head.checked === true);
  const told = named.filter(({ head }) => head.status !== undefined || statusAtStart(head.rest) !== undefined);
  return ticked || told.length * 2 > named.length ? { ...scope, area: "recheck" } : scope;
}

function entriesOfList(list: List): Entry[] {
  return list.items.slice(0, LOOKED_AT).map((item) => entryOf(firstLine(item)));
}

/** The paragraphs of a section that begin with a name. */
function entriesOfProse(blocks: readonly Block[]): Entry[] {
  return blocks
    .filter((block) => block.type === "paragraph" && LIKE_NAME.test(block.text))
    .slice(0, LOOKED_AT)
    .map((block) => entryOf(block.type === "paragraph" ? (block.text.split("\n", 1)[0] ?? "") : ""));
}

const LIKE_NAME = /^(?:\[[ xX]\]\s+)?(?:[A-Z][A-Za-z]{0,10}[-. #]?[A-Z\d]|[✅✓✔☑❌✗✘])/u;

function entryOf(first: string): Entry {
  return { first, head: readHead(first) };
}

function isNamed({ issue, label, ordinal }: Head): boolean {
  return issue !== undefined || (label !== undefined && !ordinal);
}

/** Status words and nothing else, up to the first stop. */
export function statusAtStart(words: string): RecheckStatus | undefined {
  const sign = /^[✅✓✔☑❌✗✘⚠]/u.exec(words)?.[0];
  if (sign !== undefined) return leadingStatus(words);
  return statusPhrase(/^[^,.;:–—(\n]{0,48}/u.exec(words)?.[0].replace(/\s-\s.*$/u, "") ?? "");
}

/** `(the lock) — fixed`, `No owner of the lock: fixed`: the status after the title of what is called by its name. */
export function statusAfterTitle(words: string): RecheckStatus | undefined {
  const text = words.slice(0, 400);
  const bracket = /^\([^()\n]{2,120}\)[*_]{0,2}\s*/u.exec(text)?.[0];
  const lead = bracket === undefined ? boldLead(text) : undefined;
  const bold = lead !== undefined && isTitle(lead.words) ? lead : undefined;
  if (bracket !== undefined) return leadingStatus(text.slice(bracket.length));
  if (bold !== undefined) return leadingStatus(bold.rest.replace(/^[\s:–—→-]+/u, ""));
  return statusAtStart(SEPARATED.exec(text)?.[2] ?? "");
}

function isTitle(words: string): boolean {
  return /\S\s+\S/u.test(words) && statusPhrase(words.replace(/[:.]$/u, "")) === undefined;
}

const SEPARATED = /^(.{3,160}?)(?:(?::|\s[-–—→]{1,2}|\s=>)\s+|\s(?=[✅✓✔☑❌✗✘⚠]))(.*)$/su;

/** `- **No owner of the lock**: fixed`: an earlier issue by its title, where re-checks stand. */
export function titledFate(first: string): Head | undefined {
  const head = readHead(first);
  const lead = boldLead(head.rest);
  const bold = lead !== undefined && statusPhrase(lead.words) === undefined ? lead : undefined;
  const [, before = "", after = ""] = SEPARATED.exec(head.rest.slice(0, 400)) ?? [];
  const title = bold?.words ?? (before === "" ? head.rest : before);
  const rest = (bold?.rest ?? after).replace(/^[\s:–—→-]+/u, "");
  const ticked = head.checked === undefined ? undefined : head.checked ? "RESOLVED" : "NOT_FIXED";
  const sign = statusPhrase(/^[^\p{L}\p{N}]{0,8}?([✅✓✔☑❌✗✘])/u.exec(first)?.[1] ?? "");
  const status = sign ?? head.status ?? (bold === undefined ? statusAtStart(rest) : leadingStatus(rest)) ?? ticked;
  const label = titleAsName(title);
  if (status === undefined || label === "" || isNamed(head)) return undefined;
  return { ...head, label, ordinal: false, status, rest };
}

/** A title where a name is expected: one line, bounded. */
export function titleAsName(title: string): string {
  return plainText(title.slice(0, 400))
    .replace(/[\s|]+/g, " ")
    .replace(/^[\s"“”]+|[\s.:"“”]+$/gu, "")
    .slice(0, 120)
    .trim();
}

export function firstLine(item: ListItem): string {
  const block = item.blocks[0];
  if (block?.type !== "paragraph" && block?.type !== "heading") return "";
  return block.text.split("\n", 1)[0] ?? "";
}
