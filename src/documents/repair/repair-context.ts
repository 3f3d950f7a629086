import type { GapId, IssueId } from "../../model/ids.ts";

/** The gaps that exist. A session may have ten thousand: they are asked for, and listed only where ids are given out. */
export interface Inventory extends Iterable<string> {
  has(gap: string): boolean;
}

/** What repair must know of the session. What is absent is not known. */
export interface RepairContext {
  /** The round that the document was written in; read out of the document when it is not given. */
  readonly round?: number;
  /** Every gap that exists. An author's own name that stands here is a known gap, and keeps its name. */
  readonly inventory?: Inventory;
  /** Gap ids that a new gap may not have; the inventory's where this is absent. */
  readonly takenGapIds?: Iterable<GapId>;
  readonly takenIssueIds?: Iterable<IssueId>;
  /** The Engineer's gaps in this run. */
  readonly assigned?: readonly GapId[];
  /** The gaps whose proposals the Reviewer was given. */
  readonly proposals?: readonly GapId[];
}
