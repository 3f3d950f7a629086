import { decode } from "../../documents/decode.ts";
import { repairDocument } from "../../documents/repair/repair-document.ts";
import type { GapId, IssueId } from "../../model/ids.ts";
import type { Admission } from "./admission.ts";
import type { GateContext } from "./gate-context.ts";
import { judge } from "./judge.ts";

/** What a document is repaired and judged against. */
export interface AdmitContext extends GateContext {
  /** Ids that a new gap or issue may not have; the inventory and the known issues where nothing is said. */
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
  const takenGapIds = context.takenGaps ?? context.inventory;
  const takenIssueIds = context.takenIssues ?? context.issues?.map((issue) => issue.id);
  const assigned = context.assigned?.map((gap) => gap.id);
  const { text, document, repairs } = repairDocument(decoded.text, context.role, {
    ...(context.round === undefined ? {} : { round: context.round }),
    ...(context.inventory === undefined ? {} : { inventory: context.inventory }),
    ...(takenGapIds === undefined ? {} : { takenGapIds }),
    ...(takenIssueIds === undefined ? {} : { takenIssueIds }),
    ...(assigned === undefined ? {} : { assigned }),
    ...(context.proposals === undefined ? {} : { proposals: context.proposals }),
  });
  return { text, document, repairs, result: judge({ type: "document", document, text }, context) };
}
