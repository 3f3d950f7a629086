import type { Fence, Table } from "../../documents/markdown/block.ts";
import { plainText } from "../../documents/markdown/inline.ts";
import { isStopWord, stem } from "../../documents/stated/keywords.ts";
import { rememberFor } from "../../model/remember-for.ts";
import type { Span } from "../finding.ts";
import { lineSpan, spanOf } from "./span.ts";
import type { Spec, Unit } from "./spec.ts";
import { normalName } from "./words.ts";

/** A closed list of values: the states of an order, the roles of a user. */
export interface Enumeration {
  /** States and phases count as `status`. */
  readonly kind: "status" | "role";
  /** What has the values, if the text says so: "invitation", `SessionStatus`. */
  readonly owner: string;
  readonly values: readonly string[];
  /** The values normalized, for comparison. */
  readonly keys: ReadonlySet<string>;
  readonly at: Span;
  readonly source: "prose" | "table" | "code";
}

const KIND = "status(?:es)?|states?|life-?cycle|phases?|stages?|roles?";
const VALUE = /^[A-Za-z][\w-]*(?: [A-Za-z][\w-]*){0,2}$/;
const OPEN_LIST =
  /\b(?:e\.?g\.?|such as|like|including|etc|for example|and so on|or similar|and more|whether|optional|default)\b|\.\.\.|…/i;
/** Words that no name of a state or role contains. */
const WORDING =
  /(?<![\w-])(?:the|an?|some|any|all|its|their|is|are|was|be|has|have|with|for|from|to|of|in|on|by|that|which|this|if|when|per)(?![\w-])/i;

/** The lists of values that a document declares in items, attributes, quotations, tables or code, not in brackets. */
export const enumerationsOf = rememberFor((spec: Spec): readonly Enumeration[] =>
  spec.stated
    .filter(({ role }) => role !== "example")
    .flatMap(({ units, tables, fences }) => [
      ...units.filter(({ kind }) => kind === "item" || kind === "paragraph").flatMap(inUnit),
      ...tables.flatMap((table) => inTable(table, spec)),
      ...fences.flatMap((fence) => inCode(fence, spec)),
    ])
    .map((list) => ({ ...list, keys: new Set(list.values.map(valueKey)) })),
);

type Listed = Omit<Enumeration, "keys">;

export function valueKey(value: string): string {
  return stem(normalName(value));
}

export function kindOf(word: string): Enumeration["kind"] {
  return /^role/i.test(word) ? "role" : "status";
}

/** "status (new/paid)", "Status: New, Paid", "states `new`, `paid` and `sent`". */
const LIST = new RegExp(
  [
    String.raw`(?<![A-Za-z])(${KIND})\b(?:(?<between>(?:[ -][a-z-]+){0,3})\s*\((?<bracket>[^()\n]{3,200})\)`,
    String.raw`|(?: of| are| is one of| values)?:? (?<quoted>(?:["“\`][^"”\`\n]{1,30}["”\`](?:,? (?:and |or )?)?){3,12})`,
    String.raw`|(?:[*_]{0,2}:[*_]{0,2}|\s*=|,? (?:is |are |can be )?one of:?)\s+(?<behind>[^.;:()\n]{3,200})(?=[.;]|$))`,
  ].join(""),
  "gim",
);
export const MAY_LIST = new RegExp(`(?<![A-Za-z])(?:${KIND})\\b`, "i");

function inUnit(unit: Unit): Listed[] {
  if (!MAY_LIST.test(unit.text)) return [];
  const label = /^\W*(?:\*\*|__)([^*_\d\n]{2,40}?):?(?:\*\*|__)/.exec(unit.text)?.[1] ?? "";
  return [...unit.text.matchAll(LIST)].flatMap((match) => {
    const { between = "", bracket, quoted, behind = "" } = match.groups ?? {};
    const values = valuesIn(bracket ?? quoted ?? behind);
    const lead = unit.text.slice(Math.max(0, match.index - 60), match.index);
    const isWritten = bracket === undefined && /^["“`*A-Z]/.test(quoted ?? behind);
    const isAttribute = bracket !== undefined && between === "" && label !== "" && ATTRIBUTE.test(lead);
    if (values.length < 2 || !(isWritten || isAttribute || isAlone(unit.text, match))) return [];
    const at = spanOf(unit, match.index, match.index + match[0].length);
    return { kind: kindOf(match[1] ?? ""), owner: ownerOf(label, lead), values, at, source: "prose" as const };
  });
}

/** Whether the list is the whole item or line: "- Status (new, paid, sent)", "- **Status**: new, paid, sent". */
function isAlone(text: string, { index, 0: words }: RegExpExecArray): boolean {
  const isLead = /^\W*(?:(?:the|an?|its|each) )?(?:[\w-]+ )?\W*$/i.test(text.slice(0, index));
  return isLead && /^\W*$/.test(text.slice(index + words.length));
}

/** What precedes an attribute in a definition: "**Order**: has a number, a date and a status (new/paid/sent), …". */
const ATTRIBUTE = /(?:,|\band|\bwith) (?:an? |the |its )?(?:[\w-]+ )?$|:[\s*_]+$/;

/** `payment_` of `payment_status`: a field has values independent of any other status. */
export function fieldOf(lead: string): string {
  return /[A-Za-z]\w*_$/.exec(lead)?.[0].toLowerCase() ?? "";
}

/** Whose values they are, as in `**Project**: … status (…)` or "invitation status (…)". */
function ownerOf(label: string, lead: string): string {
  const [before = ""] = /[A-Za-z]+(?= $)/.exec(lead) ?? [];
  const name = isStopWord(before.toLowerCase()) ? label.replace(MAY_LIST, "") : before;
  return fieldOf(lead) || normalName(name);
}

function valuesIn(list: string): string[] {
  if (OPEN_LIST.test(list)) return [];
  const parts = list
    .split(/\s*(?:,\s*(?:and|or)\s|,|\/|\||\bor\b|\band\b)\s*/)
    .map((part) => part.replace(/["“”'`*]|^_+|_+$/g, "").trim())
    .filter((part) => part !== "");
  const isQuoted = /["“`]/.test(list);
  const isValue = (part: string): boolean =>
    VALUE.test(part) && part.length <= 30 && (isQuoted || (part.split(" ").length <= 2 && !WORDING.test(part)));
  const areAlike = new Set(parts.map((part) => /^[A-Z]/.test(part))).size === 1;
  return parts.length <= 12 && areAlike && parts.every(isValue) ? parts : [];
}

const TITLE = new RegExp(`^(?:[A-Za-z]+ )?(${KIND})$`, "i");

function inTable({ header, rows, line }: Table, { markdown }: Spec): Listed[] {
  const [title = "", ...others] = header.cells.map(plainText);
  const [, kind] = TITLE.exec(title) ?? [];
  const leads = others.some((cell) => /^(?:from|to|next|target|event|trigger)\b/i.test(cell));
  const values = rows.map(({ cells }) => plainText(cells[0] ?? ""));
  const areValues = values.length >= 2 && values.every((value) => VALUE.test(value));
  if (kind === undefined || leads || !areValues || new Set(values).size < values.length) return [];
  return [{ kind: kindOf(kind), owner: "", values, at: lineSpan(markdown.lines, line), source: "table" }];
}

const UNION = /\b([A-Za-z_]\w{1,40})\??\s*[:=]\s*((?:['"][\w -]{1,30}['"]\s*\|\s*){1,11}['"][\w -]{1,30}['"])/g;
const ENUM = /\benum\s+(?:class\s+)?([A-Za-z_]\w{1,40})[^{}\n]{0,40}\{((?:[^{}]|\{[^{}]{0,200}\}){2,1500})\}/g;
const TYPE = /\b(?:interface|struct|class|type|table)\s+([A-Za-z_]\w{1,40})/gi;

/** Enums and unions in code: `SessionStatus` belongs to the session, `status` to the type around it. */
function inCode({ text, line }: Fence, { markdown }: Spec): Listed[] {
  if (!/status|state|life-?cycle|phase|stage|role/i.test(text)) return [];
  const forms = [...(/['"]\s*\|\s*['"]/.test(text) ? [UNION] : []), ...(text.includes("enum") ? [ENUM] : [])];
  return forms.flatMap((form) =>
    [...text.matchAll(form)].flatMap(({ index, 1: name = "", 2: list = "" }) => {
      const kind = new RegExp(`(?:${KIND})$`, "i").exec(name)?.[0];
      const values = form === ENUM ? enumNames(list) : (list.match(/\w[\w -]*/g) ?? []).map((value) => value.trim());
      if (kind === undefined || values.length < 2) return [];
      const before = text.slice(0, index);
      const owner = name.slice(0, name.length - kind.length) || ([...before.matchAll(TYPE)].at(-1)?.[1] ?? "");
      const at = lineSpan(markdown.lines, line + before.split("\n").length);
      return { kind: kindOf(kind), owner: normalName(owner), values, at, source: "code" as const };
    }),
  );
}

function enumNames(body: string): string[] {
  const bare = body.replace(/\/\/[^\n]*|\/\*[\s\S]{0,400}?\*\/|\{[^{}]{0,200}\}/g, "");
  return bare.split(/[,\n]/).flatMap((entry) => /^\s*([A-Za-z_]\w*)/.exec(entry)?.[1] ?? []);
}
