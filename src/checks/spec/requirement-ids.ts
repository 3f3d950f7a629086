import { HINT } from "../language/hints.ts";
import type { Token } from "./tokens.ts";
import { lineOf, type Unit } from "./unit.ts";

/** An id such as `FR-012`, `SC-001`, `OTA-077`, `US-1` or `REQ-1.2`, where it stands. */
export interface IdPlace {
  readonly id: string;
  /** What comes before the number: `FR`. */
  readonly prefix: string;
  readonly line: number;
  readonly unit: Unit;
}

export interface RequirementIds {
  /** Where an id stands at the head of an item, a heading, a row or a paragraph: there it is given to something. */
  readonly defined: ReadonlyMap<string, readonly IdPlace[]>;
  readonly references: readonly IdPlace[];
}

const ID = /^([A-Z][A-Z0-9]{0,11}(?:-[A-Z][A-Z0-9]{0,11}){0,3})-\d{1,6}[a-z]?$/;
const HEAD =
  /^[\s*_`[(~]*(?:(?:requirement|user story|story|scenario|rule|decision|req\.?)\s+)?[*_`[(]*([A-Z][A-Z0-9-]{0,40}-\d{1,6}(?:\.\d{1,4}){0,3}[a-z]?)(?![\w-])/i;

export function findRequirementIds(units: readonly Unit[]): RequirementIds {
  const defined = new Map<string, IdPlace[]>();
  const references: IdPlace[] = [];
  for (const unit of units) {
    if ((unit.hints & HINT.id) === 0 && !unit.text.includes("`")) continue;
    const head = headId(unit);
    if (head !== undefined) addPlace(defined, head);
    if ((unit.hints & HINT.id) === 0) continue;
    let skip = head?.id;
    for (const token of unit.tokens) {
      if (token.kind !== "word" || !token.text.includes("-")) continue;
      const place = placeOf(unit, token);
      if (place === undefined) continue;
      if (place.id === skip) skip = undefined;
      else references.push(place);
    }
  }
  return { defined, references };
}

function addPlace(defined: Map<string, IdPlace[]>, place: IdPlace): void {
  const places = defined.get(place.id);
  if (places === undefined) defined.set(place.id, [place]);
  else places.push(place);
}

function headId(unit: Unit): IdPlace | undefined {
  if (unit.kind === "quote" || !isPossibleHead(unit.text)) return undefined;
  const id = HEAD.exec(unit.text)?.[1];
  const prefix = id === undefined ? undefined : ID.exec(id.replace(/(?:\.\d+)+/, ""))?.[1];
  if (id === undefined || prefix === undefined || !isHead(unit, id)) return undefined;
  return { id, prefix, line: unit.line, unit };
}

function isPossibleHead(text: string): boolean {
  const dash = text.indexOf("-");
  return dash > 0 && dash < 60;
}

/** In prose an id at the head is a reference ("FR-001 says that ...") unless it is set off by markup or a colon. */
function isHead(unit: Unit, id: string): boolean {
  if (unit.kind !== "paragraph" && unit.kind !== "item") return true;
  const after = unit.text.slice(unit.text.indexOf(id) + id.length, unit.text.indexOf(id) + id.length + 12);
  return /^[\s*_[(`~]*[*_`[(]/.test(unit.text) || /^[*_`\])]{0,3}\s*[:.)|—–-]/.test(after) || unit.kind === "item";
}

function placeOf(unit: Unit, token: Token): IdPlace | undefined {
  const prefix = ID.exec(token.text)?.[1];
  if (prefix === undefined) return undefined;
  const dotted = /^(?:\.\d{1,4}){1,3}/.exec(
    unit.masked.slice(token.at + token.text.length, token.at + token.text.length + 16),
  );
  return { id: token.text + (dotted?.[0] ?? ""), prefix, line: lineOf(unit, token), unit };
}

const RECORD = /^(?:GAP-[A-Z]{2,10}|DECISION-R\d{1,4}|ISSUE-R\d{1,4})-\d{1,4}[a-z]?$/;

/** An id of a session's records, which a finished spec quotes: not the spec's to define. */
export function isRecordId(id: string): boolean {
  return RECORD.test(id);
}
