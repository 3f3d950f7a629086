import type { AgentDocument, Repair } from "../../documents/values.ts";
import type { GateResult } from "../../model/gate-result.ts";

/** What came of a run's bytes at the gate (SPEC 5). */
export interface Admission {
  /** The canonical form, to be stored; empty when there was nothing to read. */
  readonly text: string;
  /** Absent when there is no document, or its bytes are no text. */
  readonly document?: AgentDocument;
  readonly repairs: readonly Repair[];
  readonly result: GateResult;
}
