import { groupBy } from "../../model/group-by.ts";
import { rememberFor } from "../../model/remember-for.ts";
import type { Span } from "../finding.ts";
import { matchesIn, spanOf } from "./span.ts";
import type { Spec, Unit } from "./spec.ts";

/** A place of an id such as `FR-012`, `US-1` or `AUTH-REQ-3`. */
export interface IdPlace {
  readonly id: string;
  /** The part before the number: `FR-`. */
  readonly prefix: string;
  readonly unit: Unit;
  readonly start: number;
  /** The text after the id, where it is defined. */
  readonly said: string;
}

interface Ids {
  /** Definitions, grouped by id: an id at the start of an item, a heading, a row or a paragraph. */
  readonly defined: readonly (readonly IdPlace[])[];
  readonly references: readonly IdPlace[];
  isDefined(place: IdPlace): boolean;
}

// Ids of a session's records are not the spec's.
const FORM = String.raw`(?!GAP-|ISSUE-|DECISION-)((?:[A-Z][A-Z0-9]{0,9}-){1,3})\d{1,5}(?:\.\d{1,3}){0,2}[a-z]?`;
const ID = new RegExp(String.raw`(?<![\w./#@-])${FORM}(?![\w-]|\.\w)`, "g");
const HEAD = new RegExp(
  String.raw`^(?:\[[ xX]\]\s+)?[\s*_~[(]*(?:(?:[Rr]equirement|[Uu]ser [Ss]tory|[Ss]tory|[Ss]cenario|[Rr]ule)\s+)?(?<id>${FORM})(?![\w-])[\s*_~)\]]*(?:\([^()\n]{1,60}\)[\s*_]*)?([:.–—-]?)`,
);

/** Every id that the prose defines or uses, except in code; silent sections define ids but do not refer to them. */
export const idsOf = rememberFor(({ units }: Spec): Ids => {
  const named = units.filter(({ kind, text }) => kind !== "quote" && /[A-Z\d]-\d/.test(text));
  const heads = new Map(named.flatMap((unit) => headOf(unit)).map((place) => [place.unit, place]));
  const defined = groupBy(heads.values(), keyOf);
  const spoken = named.filter(({ section }) => !section.isSilent);
  const used = Array.from(matchesIn(spoken, ID), ({ unit, match: { index: start, 0: id, 1: prefix = "" } }) => {
    return { id, prefix, unit, start, said: "" };
  });
  const references = used.filter((place) => heads.get(place.unit)?.start !== place.start);
  return { defined: [...defined.values()], references, isDefined: (place) => defined.has(keyOf(place)) };
});

/** Ids are unique within a file only. */
function keyOf({ id, unit }: IdPlace): string {
  return `${unit.section.file}\n${id}`;
}

export function idSpan({ unit, start, id }: IdPlace): Span {
  return spanOf(unit, start, start + id.length);
}

/** "FR-001 says that …" refers; "FR-001: …" and "**FR-001** …" define. */
function headOf(unit: Unit): IdPlace[] {
  const { kind, plain, text } = unit;
  const match = HEAD.exec(plain);
  const { id } = match?.groups ?? {};
  if (match === null || id === undefined) return [];
  const isSetOff = match[3] !== "" || /^[\s*_[(]*(?:\*\*|__|\[)/.test(plain) || kind === "heading" || kind === "cell";
  const said = text.slice(match[0].length).trim();
  return isSetOff ? [{ id, prefix: match[2] ?? "", unit, start: match[0].indexOf(id), said }] : [];
}
