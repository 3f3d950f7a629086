import { decode } from "../../documents/decode.ts";
import { readForm } from "../../documents/form/read-form.ts";
import type { AgentDocument, Repair } from "../../documents/values.ts";
import type { GateResult } from "../../model/gate-result.ts";
import type { GateContext } from "./gate-context.ts";
import { judge } from "./judge.ts";

/** A run's bytes on their way into the session: decoded, read, judged (SPEC 5). Pure, and never throws. */
export function admit(bytes: Uint8Array | undefined, context: GateContext): Admission {
  if (bytes === undefined) return { text: "", repairs: [], result: judge({ type: "missing" }, context) };
  const decoded = decode(bytes);
  if (decoded.undecodable) {
    const result = judge({ type: "undecodable", reason: decoded.reason }, context);
    return { text: "", repairs: [], result };
  }
  const { round } = context;
  const { document, text, repairs } = readForm(decoded.text, context.role, {
    ...(round === undefined ? {} : { round }),
  });
  return { text, document, repairs, result: judge({ type: "document", document, text }, context) };
}

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
