import { deserialize, serialize } from "node:v8";
import { crc32 } from "node:zlib";
import { KEPT_STATE } from "../mediator/session-paths.ts";
import type { Proposal, State } from "../mediator/state.ts";
import { orUndefined } from "../model/defined.ts";
import type { Gap } from "../model/gap.ts";
import type { GapId, IssueId } from "../model/ids.ts";
import type { Issue } from "../model/issue.ts";
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

type Packed<T> = T extends Table<string, infer Row> ? readonly (readonly Row[])[] : T;

/** The state without instances of a class; what its checkpoints share with it is kept once. */
type PackedState = { readonly [Key in keyof Omit<State, "checkpoints">]: Packed<State[Key]> } & {
  readonly checkpoints: readonly { readonly round: number; readonly state: PackedState }[];
};

function packed(state: State): PackedState {
  const { gaps, issues, proposals, checkpoints } = state;
  return {
    ...state,
    gaps: gaps.chunks,
    issues: issues.chunks,
    proposals: proposals.chunks,
    checkpoints: checkpoints.map((kept) => ({ round: kept.round, state: packed(kept.state) })),
  };
}

function unpacked(state: PackedState): State {
  const { gaps, issues, proposals, checkpoints } = state;
  return {
    ...state,
    gaps: Table.ofChunks<GapId, Gap>(gaps),
    issues: Table.ofChunks<IssueId, Issue>(issues),
    proposals: Table.ofChunks<GapId, Proposal>(proposals),
    checkpoints: checkpoints.map((kept) => ({ round: kept.round, state: unpacked(kept.state) })),
  };
}
