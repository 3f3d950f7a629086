import { deserialize, serialize } from "node:v8";
import { crc32 } from "node:zlib";
import { KEPT_STATE } from "../mediator/session-paths.ts";
import type { State } from "../mediator/state.ts";
import { orUndefined } from "../model/defined.ts";
import { Table } from "../model/table.ts";
import type { Documents } from "../ports/session-home.ts";

/** The state of a session at some entry. The journal stays the truth: what does not fit it is not used. */
export interface KeptState {
  /** Of the entries that it follows from. */
  readonly print: string;
  readonly state: State;
}

/** So many entries are read faster than a person notices. */
const WORTH_KEEPING = 1000;

/** Whether one that was kept at an entry is too old to be of use. */
export function isWorthKeeping(state: State, keptSeq: number): boolean {
  return thisBuild() !== undefined && state.seq - keptSeq >= WORTH_KEEPING;
}

export async function keepState(documents: Documents, kept: KeptState): Promise<void> {
  const content = serialize({ build: thisBuild(), print: kept.print, state: packed(kept.state) });
  await documents.writeAtomic(KEPT_STATE, Buffer.concat([sumOf(content), content]));
}

/** Undefined where there is none of this build, or not all of it reached the disk. */
export async function readKeptState(documents: Pick<Documents, "read">): Promise<KeptState | undefined> {
  const bytes = thisBuild() === undefined ? undefined : await documents.read(KEPT_STATE);
  if (!bytes || !sumOf(bytes.subarray(SUM_BYTES)).equals(bytes.subarray(0, SUM_BYTES))) return undefined;
  const kept = orUndefined(() => deserialize(bytes.subarray(SUM_BYTES))); // none of another version of Node
  return kept?.build === thisBuild() ? { print: kept.print, state: unpacked(kept.state) } : undefined;
}

/** Set by the build, not known to sources: another program may fold the same entries into another state. */
function thisBuild(): string | undefined {
  return process.env.WHETSTONE_BUILD;
}

const SUM_BYTES = 4;

function sumOf(content: Uint8Array): Buffer {
  const sum = Buffer.alloc(SUM_BYTES);
  sum.writeUInt32LE(crc32(content));
  return sum;
}

/** The state without instances of a class; what its checkpoints share with it is kept once. */
type PackedState = Omit<State, keyof Tables | "checkpoints"> & {
  readonly tables: readonly Table<string, { readonly id: string }>["chunks"][];
  readonly checkpoints: readonly { readonly round: number; readonly state: PackedState }[];
};

type Tables = Pick<State, "gaps" | "issues" | "proposals">;

function packed({ gaps, issues, proposals, checkpoints, ...rest }: State): PackedState {
  const tables = [gaps.chunks, issues.chunks, proposals.chunks];
  return { ...rest, tables, checkpoints: checkpoints.map((kept) => ({ ...kept, state: packed(kept.state) })) };
}

function unpacked({ tables, checkpoints, ...rest }: PackedState): State {
  const [gaps, issues, proposals] = tables.map((chunks) => Table.ofChunks(chunks));
  const restored = checkpoints.map((kept) => ({ ...kept, state: unpacked(kept.state) }));
  return { ...rest, ...({ gaps, issues, proposals } as unknown as Tables), checkpoints: restored };
}
