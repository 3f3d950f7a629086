import type { AgentDocument, Repair } from "../../documents/values.ts";
import type { GateResult } from "../../model/gate-result.ts";

/** What came of a run's bytes at the gate (SPEC 5). */
export interface Admission {
  /** The canonical form, to be stored; empty when there was nothing to read. */
  readonly text: string;
  /** What is read of it, with the lines of the canonical form. Absent when there is no document, or no text. */
  readonly document?: AgentDocument;
  /** With lines of the document as it came. */
  readonly repairs: readonly Repair[];
  readonly result: GateResult;
}
