import type { Block, List, ListItem } from "../markdown/block.ts";
import { plainText } from "../markdown/inline.ts";
import { placeOfFolded } from "../outline/area.ts";
import { boldLead } from "../outline/outline.ts";
import type { RecheckStatus } from "../values.ts";
import { foldHeading } from "../words/fold.ts";
import { type Head, readHead } from "../words/head.ts";
import { leadingStatus, statusPhrase } from "../words/status-words.ts";
import { isAboutEarlier, namedStatuses } from "./named-statuses.ts";
import type { Scope } from "./scope.ts";

/** Most of them are looked at: a list that goes on as it began is one thing. */
const LOOKED_AT = 200;

/**
 * A section without a telling heading lists what became of earlier issues when most of what stands in it begins with a
 * name and a status (`Point B: open. …`), or some names are ticked off: nobody ticks an issue that he raises.
 */
export function scopeOfFates(blocks: readonly Block[], scope: Scope): Scope {
  if (scope.severity !== undefined || (scope.area !== undefined && scope.area !== "issues")) return scope;
  const [only] = blocks;
  const looked = blocks.length === 1 && only?.type === "list" ? headsOfList(only) : headsOfProse(blocks);
  const named = looked.filter(isNamed);
  if (named.length < 2 || named.length * 2 < looked.length) return scope;
  const ticked = named.some(({ checked }) => checked === true);
  const told = named.filter(({ status, rest }) => status !== undefined || statusAtStart(rest) !== undefined);
  return ticked || told.length * 2 > named.length ? { ...scope, area: "recheck" } : scope;
}

function headsOfList(list: List): Head[] {
  return list.items.slice(0, LOOKED_AT).map((item) => readHead(firstLine(item)));
}

/** The paragraphs of a section that begin with a name. */
function headsOfProse(blocks: readonly Block[]): Head[] {
  return blocks
    .filter((block) => block.type === "paragraph")
    .filter(({ text }) => LIKE_NAME.test(text))
    .slice(0, LOOKED_AT)
    .map(({ text }) => readHead(text.split("\n", 1)[0] ?? ""));
}

const LIKE_NAME = /^(?:\[[ xX]\]\s+)?(?:[A-Z][A-Za-z]{0,10}[-. #]?[A-Z\d]|[✅✓✔☑❌✗✘])/u;

/** `Issues of round 1:` over a list or a table. */
export function leadsToFates(lead: Block | undefined, block: Block, { severity }: Scope): boolean {
  if (lead?.type !== "paragraph" || severity !== undefined || (block.type !== "list" && block.type !== "table"))
    return false;
  const { text } = lead;
  if (text.length > 120 || !/:[*_]*$/u.test(text) || !/earlier|previous|prior|last|past|round|check/iu.test(text))
    return false;
  return isAboutEarlier(text) || placeOfFolded(foldHeading(text), text).area === "recheck";
}

/** A paragraph with a word on each of several issues is no item about one. */
export function hasOneFate(block: Block): boolean {
  return block.type !== "paragraph" || namedStatuses(block.text).length < 2;
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
