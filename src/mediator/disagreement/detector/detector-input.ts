import type { EngineerDocument } from "../../../documents/values.ts";
import type { GapId, IssueId } from "../../../model/ids.ts";
import type { OpenIssue } from "./concern.ts";
import type { WordStatistics } from "./word-statistics.ts";

/** A document of the Engineer: its text and what the reader understands of it. */
export interface EngineerText {
  readonly text: string;
  readonly document: EngineerDocument;
  /** What it is called in evidence: `round_003/engineer.md`. */
  readonly name?: string;
}

/** The proposal before: a whole document, or only what one has on the gap. */
export interface EarlierText extends Omit<EngineerText, "document"> {
  readonly document?: EngineerDocument;
}

/** What the detector judges, and what it judges by (SPEC 9). */
export interface DetectorInput {
  readonly proposal: EngineerText;
  /** The CRITICAL and HIGH issues that are open. */
  readonly issues: readonly OpenIssue[];
  /** The document that the issues are about; absent where it is not at hand. */
  readonly earlier?: EarlierText;
  /** Of a gap: the gaps that came of it, beside its parts. */
  readonly successors?: ReadonlyMap<GapId, readonly GapId[]>;
  /** Words of the session; absent: of the documents at hand. */
  readonly words?: WordStatistics;
  /** Issues of gaps that were rolled back at least twice in this round, for different patterns (SPEC 9, H2). */
  readonly rolledBack?: ReadonlySet<IssueId>;
  /** Below this share of a concern's keywords a change does not count as being about it (SPEC 9, H4). */
  readonly overlap?: number;
}
