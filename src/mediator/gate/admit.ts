import { decode } from "../../documents/decode.ts";
import { readForm } from "../../documents/form/read-form.ts";
import type { Admission } from "./admission.ts";
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
