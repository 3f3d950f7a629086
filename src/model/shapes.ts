import * as z from "zod";
import { type DecisionId, type GapId, type IssueId, isDecisionId, isGapId, isIssueId } from "./ids.ts";
import { SEVERITIES } from "./severity.ts";

/**
 * Building blocks of schemas. What the journal holds is defined once, as a Zod schema; its type is inferred from it.
 * Zod loads slowly, so the page and the start of the command line import only types from files that define schemas.
 */

export const text = z.string();
export const number = z.number();
export const flag = z.boolean();
export const yes = z.literal(true);
export const texts = z.array(text);
/** The key may be absent; if present it has a value, never `undefined`. */
export const optional = z.exactOptional;

export const gapId = z.custom<GapId>((value) => typeof value === "string" && isGapId(value), "not a gap id");
export const gapIds = z.array(gapId);
export const issueId = z.custom<IssueId>((value) => typeof value === "string" && isIssueId(value), "not an issue id");
export const issueIds = z.array(issueId);
export const decisionId = z.custom<DecisionId>(
  (value) => typeof value === "string" && isDecisionId(value),
  "not a decision id",
);

export const severity = z.enum(SEVERITIES);
export const bySeverity = z.object({ CRITICAL: number, HIGH: number, MEDIUM: number, LOW: number });
export const confidence = z.enum(["HIGH", "MEDIUM", "LOW"]);
export const role = z.enum(["engineer", "reviewer"]);

/** For events without fields; Zod's own type for an empty object forbids every key, also `type`. */
export const nothing: z.ZodType<Record<never, never>> = z.object({});

/** The immutable type of a schema's values. */
export type Shape<Schema extends z.ZodType> = Immutable<z.output<Schema>>;

export type Immutable<Value> = { readonly [Key in keyof Value]: Immutable<Value[Key]> };
