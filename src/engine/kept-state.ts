import { deserialize, serialize } from "node:v8";
import { crc32 } from "node:zlib";
import { KEPT_STATE } from "../mediator/session-paths.ts";
import type { State } from "../mediator/state.ts";
import { orUndefined } from "../model/defined.ts";
import { Table } from "../model/table.ts";
import type { Documents } from "../ports/session-home.ts";

/** A cached state, so that a long journal need not be folded again. It is used only if it matches the journal. */
export interface KeptState {
  /** The fingerprint of the entries that it was folded from. */
  readonly print: string;
  readonly state: State;
}

/** Fewer entries than this are folded faster than a person notices. */
const WORTH_KEEPING = 1000;

/** Whether the state has moved far enough beyond the cached one to be written again. */
export function isWorthKeeping(state: State, keptSeq: number): boolean {
  return thisBuild() !== undefined && state.seq - keptSeq >= WORTH_KEEPING;
}

export async function keepState(documents: Documents, kept: KeptState): Promise<void> {
  const content = serialize({ build: thisBuild(), print: kept.print, state: pack(kept.state) });
  await documents.writeAtomic(KEPT_STATE, Buffer.concat([sumOf(content), content]));
}

/** Undefined if there is none, if another build wrote it, or if it is incomplete. */
export async function readKeptState(documents: Pick<Documents, "read">): Promise<KeptState | undefined> {
  const bytes = thisBuild() === undefined ? undefined : await documents.read(KEPT_STATE);
  if (!bytes || !sumOf(bytes.subarray(SUM_BYTES)).equals(bytes.subarray(0, SUM_BYTES))) return undefined;
  const kept = orUndefined(() => deserialize(bytes.subarray(SUM_BYTES))); // another version of Node may have written it
  return kept?.build === thisBuild() ? { print: kept.print, state: unpack(kept.state) } : undefined;
}

/** Set by the build, undefined when run from sources. Another build may fold the same entries into another state. */
function thisBuild(): string | undefined {
  return process.env.WHETSTONE_BUILD;
}

const SUM_BYTES = 4;

function sumOf(content: Uint8Array): Buffer {
  const sum = Buffer.alloc(SUM_BYTES);
  sum.writeUInt32LE(crc32(content));
  return sum;
}

/** The state without class instances. V8 serializes what its checkpoints share with it only once. */
type PackedState = Omit<State, keyof Tables | "checkpoints"> & {
  readonly tables: readonly (readonly { readonly id: string }[])[];
  readonly checkpoints: readonly { readonly round: number; readonly state: PackedState }[];
};

type Tables = Pick<State, "gaps" | "issues" | "proposals">;

function pack({ gaps, issues, proposals, checkpoints, ...rest }: State): PackedState {
  const tables = [gaps.rows, issues.rows, proposals.rows];
  return { ...rest, tables, checkpoints: checkpoints.map((kept) => ({ ...kept, state: pack(kept.state) })) };
}

function unpack({ tables, checkpoints, ...rest }: PackedState): State {
  const [gaps, issues, proposals] = tables.map((rows) => Table.of(rows));
  const restored = checkpoints.map((kept) => ({ ...kept, state: unpack(kept.state) }));
  return { ...rest, ...({ gaps, issues, proposals } as unknown as Tables), checkpoints: restored };
}
