import { rememberFor } from "../../model/remember-for.ts";
import type { Unit } from "./section.ts";
import type { Spec } from "./spec.ts";

/** An id such as `FR-012`, `SC-001`, `US-1` or `AUTH-REQ-3`, where it stands. */
export interface IdPlace {
  readonly id: string;
  /** What comes before the number: `FR`. */
  readonly prefix: string;
  readonly unit: Unit;
  readonly start: number;
  /** What is said of it, behind the id. */
  readonly said: string;
}

export interface Ids {
  /** Where an id stands at the head of an item, a heading, a row or a paragraph: there it is given to something. */
  readonly defined: ReadonlyMap<string, readonly IdPlace[]>;
  readonly references: readonly IdPlace[];
}

// The ids of a session's own records are not the spec's to define.
const ID =
  /(?<![\w./#@-])(?!GAP-|ISSUE-|DECISION-)((?:[A-Z][A-Z0-9]{0,9}-){1,3})(\d{1,5}(?:\.\d{1,3}){0,2}[a-z]?)(?![\w-]|\.\w)/g;
const HEAD =
  /^(?:\[[ xX]\]\s+)?[\s*_~[(]*(?!GAP-|ISSUE-|DECISION-)(?:(?:requirement|user story|story|scenario|rule)\s+)?((?:[A-Z][A-Z0-9]{0,9}-){1,3}\d{1,5}(?:\.\d{1,3}){0,2}[a-z]?)(?![\w-])[\s*_~)\]]*(?:\([^()\n]{1,60}\)[\s*_]*)?([:.–—-]?)/i;

/** Every id that the prose gives or uses; those in code, and in what is silent, are neither. */
export const idsOf = rememberFor(({ units }: Spec): Ids => {
  const defined = new Map<string, IdPlace[]>();
  const references: IdPlace[] = [];
  const bare = bareIds(units);
  for (const unit of units) {
    if (
      unit.kind === "quote" ||
      !(/[A-Z0-9]-\d/.test(unit.text) || (bare !== undefined && unit.text.search(bare) >= 0))
    )
      continue;
    const head = headOf(unit) ?? (bare && bareHeadOf(unit, bare));
    if (head !== undefined) defined.set(key(head), [...(defined.get(key(head)) ?? []), head]);
    if (unit.section.isSilent) continue;
    for (const match of [ID, ...(bare === undefined ? [] : [bare])].flatMap((form) => [...unit.plain.matchAll(form)])) {
      const [id = "", prefix = ""] = match;
      if (match.index !== head?.start)
        references.push({ id, prefix: prefix.replace(/-$/, ""), unit, start: match.index, said: "" });
    }
  }
  return { defined, references };
});

const BARE_HEAD = /^[\s*_~[(]*([A-Z]{1,3})(\d{1,3}[a-z]?)(?:[\s*_)\]]*[:.–—-]|\s)\s*(?!(?:19|20)\d\d\b)\S/;

/** `R4`: an id without a hyphen. */
export function isBare({ id }: Pick<IdPlace, "id">): boolean {
  return !id.includes("-");
}

/** Ids such as `R4`, by the prefixes that at least three headings begin with: anywhere else `S3` is a name. */
function bareIds(units: readonly Unit[]): RegExp | undefined {
  const heads = units.flatMap(({ kind, plain }) => (kind === "heading" ? (BARE_HEAD.exec(plain)?.[1] ?? []) : []));
  const prefixes = [...new Set(heads)].filter((prefix) => heads.filter((each) => each === prefix).length >= 3);
  if (prefixes.length === 0) return undefined;
  return new RegExp(`(?<![\\w./#@-])(${prefixes.join("|")})\\d{1,3}[a-z]?(?![\\w-]|\\.\\w)`, "g");
}

/** Ids of two files do not meet. */
function key({ id, unit }: IdPlace): string {
  return `${unit.section.file}\n${id}`;
}

export function definitionsOf({ defined }: Ids, { id, unit }: IdPlace): readonly IdPlace[] {
  return defined.get(`${unit.section.file}\n${id}`) ?? [];
}

/** "R4 Keep the title", "R4: Keep the title". */
function bareHeadOf(unit: Unit, bare: RegExp): IdPlace | undefined {
  const [, prefix = "", number = ""] = BARE_HEAD.exec(unit.plain) ?? [];
  const [id, start] = [`${prefix}${number}`, unit.plain.search(bare)];
  if (unit.kind !== "heading" || id === "" || start !== unit.plain.indexOf(id)) return undefined;
  return { id, prefix, unit, start, said: unit.text.slice(start + id.length).replace(/^[^\p{L}\p{N}]+/u, "") };
}

function headOf(unit: Unit): IdPlace | undefined {
  const match = HEAD.exec(unit.plain);
  const id = match?.[1];
  if (match === null || id === undefined || id !== id.toUpperCase().replace(/[A-Z]$/, (last) => id.at(-1) ?? last))
    return undefined;
  const isSetOff =
    match[2] !== "" || /^[\s*_[(]*(?:\*\*|__|\[)/.test(unit.plain) || unit.kind === "heading" || unit.kind === "cell";
  // "FR-001 says that …" refers; "FR-001: …" and "**FR-001** …" define.
  if (!isSetOff) return undefined;
  const start = match[0].indexOf(id);
  return { id, prefix: id.slice(0, id.lastIndexOf("-")), unit, start, said: unit.text.slice(match[0].length).trim() };
}
