import { decode } from "../../documents/decode.ts";
import { readDocument } from "../../documents/read-document.ts";
import type { RepairContext } from "../../documents/repair/repair-context.ts";
import { repairDocument } from "../../documents/repair/repair-document.ts";
import type { GapId, IssueId } from "../../model/ids.ts";
import type { Admission } from "./admission.ts";
import type { GateContext } from "./gate-context.ts";
import { judge } from "./judge.ts";
import { withOriginalLines } from "./original-lines.ts";

/** What a document is repaired and judged against. */
export interface AdmitContext extends GateContext {
  /** Ids that a new gap or issue may not have; those of the inventory and the known issues where this is absent. */
  readonly takenGaps?: Iterable<GapId>;
  readonly takenIssues?: Iterable<IssueId>;
}

/** A run's bytes on their way into the session: decoded, repaired, judged (SPEC 5). Pure, and never throws. */
export function admit(bytes: Uint8Array | undefined, context: AdmitContext): Admission {
  if (bytes === undefined) return { text: "", repairs: [], result: judge({ type: "missing" }, context) };
  const decoded = decode(bytes);
  if (decoded.undecodable) {
    const result = judge({ type: "undecodable", reason: decoded.reason }, context);
    return { text: "", repairs: [], result };
  }
  const { text, document, repairs } = repairDocument(decoded.text, context.role, repairContext(context));
  const asItCame =
    repairs.length === 0 ? document : withOriginalLines(document, readDocument(decoded.text, context.role, context));
  const result = judge({ type: "document", document: asItCame, text: decoded.text }, context);
  return { text, document, asItCame, repairs, result };
}

function repairContext(context: AdmitContext): RepairContext {
  const { round, inventory, proposals, takenGaps, takenIssues } = context;
  const assigned = context.assigned?.map((gap) => gap.id);
  return {
    ...(round !== undefined && { round }),
    ...(inventory && { inventory }),
    ...(takenGaps && { takenGapIds: takenGaps }),
    takenIssueIds: takenIssues ?? context.issues?.map((issue) => issue.id) ?? [],
    ...(assigned && { assigned }),
    ...(proposals && { proposals }),
  };
}
