import * as z from "zod";
import { specSchema } from "../change.ts";
import { storedConfig } from "../config.ts";
import { actor, blockerSchema, gapFlag, gapSchema, gapState } from "../gap.ts";
import { gapId, gapIds, issueId, nothing, number, optional, severity, text, texts, yes } from "../shapes.ts";

/** What a session begins with, and its inventory. */
export const SETUP_EVENTS = {
  /**
   * The session begins: which spec (path from the session's folder; of several files their folder), its files as they
   * were to the byte, what it is about, whether it stands in a framework's tree, its gaps, its configuration and its
   * agents.
   */
  session_created: z.object({
    session: text,
    name: text,
    /** With forward slashes; a folder, with a slash at its end, for several files. */
    specPath: text,
    /** From that folder on; absent where it is one (SPEC 12). */
    files: optional(texts),
    source: specSchema,
    scope: text,
    framework: optional(yes),
    gaps: z.array(gapSchema),
    config: storedConfig,
    engineer: text,
    reviewer: text,
  }),
  /** Another process has the session from here on; nobody worked on it since the entry before. First in a step. */
  session_opened: nothing,
  /** `resume` was given other agents. */
  agents_set: z.object({ engineer: text, reviewer: text }),
  /** The User agreed to agents that cost money (SPEC 15.2). */
  agents_confirmed: z.object({ agents: texts, why: text }),
  /** Another policy answers for the User from here on, or none does (SPEC 14). */
  policy_set: z.object({ policy: optional(text) }),
  /** A limit was changed in the running session, a budget for instance. */
  config_changed: z.object({ config: storedConfig, why: text }),
  /** A gap enters the inventory: from a document, a final review, or `gap add`. */
  gap_added: z.object({ gap: gapSchema }),
  /** A gap goes to another state (SPEC 3.3). */
  gap_changed: z.object({
    gap: gapId,
    to: gapState,
    actor,
    why: text,
    blocker: optional(blockerSchema),
    flag: optional(gapFlag),
  }),
  /** A gap's severity changes (SPEC 3.4). */
  gap_severity_set: z.object({ gap: gapId, severity, by: actor, why: text }),
  /** A gap is SUPERSEDED by its parts. */
  gap_split: z.object({
    gap: gapId,
    parts: z.array(gapSchema),
    why: text,
    /** Which part has to answer an issue that was open on the whole (SPEC 9). */
    issues: optional(z.array(z.object({ issue: issueId, gap: gapId }))),
  }),
  /** A gap is SUPERSEDED as a duplicate of another, which answers its open issues (SPEC 3.2). */
  gap_merged: z.object({ gap: gapId, of: gapId, why: text }),
  /** The Reviewer has looked for gaps before round 1 (SPEC 16.1); those it found stand beside as `gap_added`. */
  survey_read: z.object({ found: number, message: text, expected: optional(text) }),
  /** The User said what the session is about (SPEC 3.5a). */
  scope_set: z.object({ scope: text }),
  /** The inventory was taken as it is: round 1 may open (SPEC 16.1). */
  inventory_approved: nothing,
  /** The User's order: these go before all others (SPEC 16.1). */
  gaps_ordered: z.object({ gaps: gapIds }),
  /** The User's words for the prompts of these gaps; no gaps means all. */
  gap_context_given: z.object({ gaps: gapIds, text }),
};
