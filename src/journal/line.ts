import { crc32 } from "node:zlib";
import { InternalError } from "../errors/whetstone-error.ts";
import { orUndefined } from "../model/defined.ts";

export const JOURNAL_VERSION = 2;

/** A longer line is not ours (docs/journal.md): an inventory of 10,000 gaps still fits into one entry. */
const MAX_LINE_BYTES = 16 * 1024 * 1024;

const TIMESTAMP = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/;
const ENVELOPE_BYTES = 60;
const SUM = /^,"sum":"([0-9a-f]{8})"\}$/;
const SUM_BYTES = 18;

/** ISO 8601, UTC, to the second (SPEC 2). */
export function timestamp(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;
}

/** An event as JSON; its fields become part of the line. */
export function encodeEvent(event: JournalEvent): string {
  for (const key of ["seq", "at", "sum"]) {
    if (key in event) throw new InternalError(`An event of type ${event.type} has a key ${key}, which the line needs.`);
  }
  const text = JSON.stringify(event);
  if (Buffer.byteLength(text) > MAX_LINE_BYTES - ENVELOPE_BYTES - SUM_BYTES) {
    throw new InternalError(`An event of type ${event.type} takes more than ${MAX_LINE_BYTES} bytes in the journal.`);
  }
  return text;
}

/** A line without its newline: `{"seq":7,"at":"…","type":"…",…,"sum":"1c291ca3"}`. */
export function encodeEntry(seq: number, at: string, event: string): string {
  return withSum(`{"seq":${seq},"at":"${at}",${event.slice(1, -1)}`);
}

export function encodeHeader(at: string): string {
  return withSum(`{"journal":"whetstone","version":${JOURNAL_VERSION},"at":"${at}"`);
}

type Decoded<Value> = { readonly value: Value } | { readonly damage: string };

interface DecodedEntry {
  readonly seq: number;
  readonly at: string;
  readonly event: unknown;
}

export function decodeEntry(line: Buffer): Decoded<DecodedEntry> {
  const damage = sumDamage(line);
  if (damage !== undefined) return { damage };
  const value = parseJson(line.toString("utf8"));
  if (typeof value !== "object" || value === null) return { damage: "it is not JSON" };
  const { seq, at, sum: _, ...event } = value as Readonly<Record<string, unknown>>;
  if (!Number.isSafeInteger(seq) || typeof at !== "string" || !TIMESTAMP.test(at)) {
    return { damage: "it has no seq and at" };
  }
  return { value: { seq: seq as number, at, event } };
}

export function decodeHeader(line: Buffer): Decoded<{ readonly version: number }> {
  const header = parseJson(line.toString("utf8"));
  if (typeof header !== "object" || header === null || !("journal" in header) || header.journal !== "whetstone") {
    return { damage: "it is not the first line of a Whetstone journal" };
  }
  if (!("version" in header) || !Number.isInteger(header.version)) return { damage: "it names no version" };
  const version = Number(header.version);
  const damage = version > JOURNAL_VERSION ? undefined : sumDamage(line); // a later version may use another checksum
  return damage === undefined ? { value: { version } } : { damage };
}

function withSum(body: string): string {
  return `${body},"sum":"${crc32(body).toString(16).padStart(8, "0")}"}`;
}

function sumDamage(line: Buffer): string | undefined {
  if (line.length > MAX_LINE_BYTES) return `it is longer than ${MAX_LINE_BYTES} bytes`;
  const end = line.length - SUM_BYTES;
  const sum = end > 0 ? SUM.exec(line.toString("latin1", end)) : null;
  if (!sum) return "it does not end with its checksum";
  return crc32(line.subarray(0, end)) === Number.parseInt(sum[1] ?? "", 16) ? undefined : "its checksum does not match";
}

function parseJson(text: string): unknown {
  return orUndefined(() => JSON.parse(text));
}

/** Anything with a `type`; the other keys are reserved for the line itself (docs/journal.md). */
export interface JournalEvent {
  readonly type: string;
  readonly seq?: never;
  readonly at?: never;
  readonly sum?: never;
}

export interface JournalEntry<Event> {
  /** Numbered from 1 without gaps. */
  readonly seq: number;
  /** ISO 8601, UTC, to the second (SPEC 2). The clock may have jumped back: only `seq` gives the order. */
  readonly at: string;
  readonly event: Event;
}

/** Why a value is not an event of this version. */
export class EventProblem {
  readonly message: string;

  constructor(message: string) {
    this.message = message;
  }
}

/** Inserts a mark before the extension: `journal.jsonl` and `torn-1` give `journal.torn-1.jsonl`. */
export function beside(path: string, mark: string): string {
  const dot = path.lastIndexOf(".");
  return `${path.slice(0, dot)}.${mark}${path.slice(dot)}`;
}
