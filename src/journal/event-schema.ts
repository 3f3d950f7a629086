import * as z from "zod";
import { TERMINATION_TYPES } from "../model/convergence.ts";
import type { SessionEvent, SessionEventType } from "../model/events.ts";
import * as shape from "./event-shapes.ts";

const { text, number, flag, gapId, gapIds, issueId, issueIds, severity } = shape;
const termination = z.enum(TERMINATION_TYPES);
/** Zod's own type for it forbids every key, also those that the model does not speak of. */
const nothing: z.ZodType<Record<never, never>> = z.object({});

/** What each event holds beside its type (docs/journal.md). A field that this version does not know is let be. */
export const EVENT_SCHEMAS = {
  session_created: z.object({
    session: text,
    name: text,
    specPath: text,
    files: shape.texts.exactOptional(),
    source: shape.spec,
    scope: text,
    framework: z.literal(true).exactOptional(),
    gaps: z.array(shape.gap),
    config: shape.config,
    engineer: text,
    reviewer: text,
  }),
  session_opened: nothing,
  agents_set: z.object({ engineer: text, reviewer: text }),
  agents_confirmed: z.object({ agents: shape.texts, why: text }),
  policy_set: z.object({ policy: text.exactOptional() }),
  config_changed: z.object({ config: shape.config, why: text }),
  gap_added: z.object({ gap: shape.gap }),
  gap_changed: z.object({
    gap: gapId,
    to: shape.gapState,
    actor: shape.actor,
    why: text,
    blocker: shape.blocker.exactOptional(),
    flag: shape.gapFlag.exactOptional(),
  }),
  gap_severity_set: z.object({ gap: gapId, severity, by: shape.actor, why: text }),
  gap_split: z.object({
    gap: gapId,
    parts: z.array(shape.gap),
    why: text,
    issues: z.array(z.object({ issue: issueId, gap: gapId })).exactOptional(),
  }),
  gap_merged: z.object({ gap: gapId, of: gapId, why: text }),
  survey_read: z.object({ found: number, message: text, expected: text.exactOptional() }),
  scope_set: z.object({ scope: text }),
  inventory_approved: nothing,
  gaps_ordered: z.object({ gaps: gapIds }),
  gap_context_given: z.object({ gaps: gapIds, text }),
  round_opened: z.object({
    round: number,
    assigned: gapIds,
    clusters: z.array(gapIds).exactOptional(),
    carriedOver: gapIds,
    polishing: issueIds.exactOptional(),
  }),
  polishing_skipped: nothing,
  gaps_assigned: z.object({ gaps: gapIds, why: text }),
  slot_dropped: z.object({ gap: gapId, failed: flag, why: text }),
  attempt_granted: z.object({ gap: gapId.exactOptional(), why: text, condensed: flag }),
  document_given: z.object({ gap: gapId, text }),
  run_started: z.object({
    run: text,
    role: shape.runRole,
    gaps: gapIds,
    attempt: number,
    agent: text,
    promptPath: text,
    promptChars: number,
    folder: text.exactOptional(),
    notice: shape.failureType.exactOptional(),
    example: shape.example.exactOptional(),
  }),
  run_repeated: z.object({ run: text, reason: text, waitSeconds: number }),
  run_answered: z.object({ run: text, sha256: text, usage: shape.usage }),
  run_ended: z.object({
    run: text,
    outcome: z.enum(["document", "missing", "failed"]),
    path: text.exactOptional(),
    sha256: text.exactOptional(),
    bytes: number.exactOptional(),
    usage: shape.usage,
    gate: shape.gateResult,
    fatal: flag,
    repairs: number,
    blocked: shape.blocked,
    recovered: flag,
  }),
  runs_abandoned: z.object({ runs: shape.texts }),
  violation_found: z.object({ run: text, path: text, what: text, left: z.literal(true).exactOptional() }),
  document_joined: z.object({
    round: number,
    path: text,
    sha256: text,
    chars: number,
    digest: shape.digest,
    repairs: shape.repairs,
    warnings: shape.warnings,
  }),
  role_skipped: z.object({ role: shape.role, why: text }),
  role_resumed: z.object({ role: shape.role }),
  disagreement_measured: z.object({ round: number, rate: shape.rate, flags: shape.flags, answered: issueIds }),
  revision_ordered: z.object({ gaps: gapIds, issues: issueIds, why: text }),
  rate_measured: z.object({ rate: shape.rate }),
  flag_settled: z.object({ flag: text, outcome: shape.flagOutcome, reason: text.exactOptional() }),
  conflict_opened: z.object({ conflict: shape.conflict }),
  middle_ground_given: z.object({ issue: issueId, run: text, text: text.exactOptional() }),
  conflict_closed: z.object({
    issue: issueId,
    state: z.enum(["decided", "dropped", "left"]),
    option: shape.conflictOption.exactOptional(),
    decision: shape.decisionId.exactOptional(),
    rejected: text.exactOptional(),
  }),
  issue_raised: z.object({ issue: shape.issue }),
  issue_changed: z.object({
    issue: issueId,
    to: shape.issueState,
    why: text,
    severity: severity.exactOptional(),
    decided: text.exactOptional(),
    lastWord: text.exactOptional(),
    lastAnswer: text.exactOptional(),
    notFixedInARow: number.exactOptional(),
    unansweredIn: number.exactOptional(),
  }),
  noted: z.object({ note: shape.note }),
  changes_accepted: z.object({ batch: shape.batch }),
  proposal_held: z.object({ gap: gapId, why: text }),
  overlap_found: z.object({
    gap: gapId,
    with: gapId,
    after: z.array(shape.changeSet),
    changes: z.array(shape.change),
  }),
  source_merged: z.object({
    source: shape.spec,
    batches: z.array(shape.batch),
    overlaps: z.array(shape.overlap),
    message: text,
  }),
  overlap_settled: z.object({ overlap: shape.overlap }),
  text_settled: z.object({ gap: gapId, kept: flag }),
  round_synthesised: z.object({ round: number }),
  question_asked: z.object({ question: shape.question }),
  question_answered: z.object({ answer: shape.answer }),
  answer_applied: z.object({ question: text }),
  question_withdrawn: z.object({ question: text, why: text }),
  decision_recorded: z.object({ decision: shape.decision }),
  round_closed: z.object({ record: shape.roundRecord }),
  convergence_reset: z.object({ choice: text, criticalOnly: flag }),
  max_rounds_extended: z.object({ to: number }),
  adjustment_added: z.object({ gaps: gapIds, text, source: text }),
  gaps_chosen: z.object({ gaps: gapIds }),
  rollback_requested: z.object({
    to: number,
    reason: text,
    by: z.enum(["user", "mediator"]),
    retry: shape.rollbackRetry,
    policy: text.exactOptional(),
  }),
  rollback_dropped: z.object({ why: text }),
  rounds_rolled_back: z.object({
    to: number,
    archives: z.array(z.object({ round: number, attempt: number, path: text, bytes: number })),
    reason: text,
    by: z.enum(["user", "mediator"]),
    mode: shape.rollbackMode,
    way: shape.rollbackWay,
    analyses: shape.undoneAttempts,
    rootCauses: shape.rootCauses,
    adjustments: shape.texts,
  }),
  patterns_found: z.object({ round: number, patterns: shape.patterns }),
  document_prepared: z.object({ gap: gapId, text, from: text }),
  prompts_refreshed: z.object({ why: text }),
  archive_kept: z.object({ path: text }),
  archive_policy_chosen: z.object({ policy: shape.archivePolicy }),
  archives_settled: z.object({
    archives: z.array(
      z.object({ path: text, became: z.enum(["kept", "deleted", "cold"]), place: text.exactOptional() }),
    ),
  }),
  command_taken: z.object({ command: text }),
  paused: z.object({ reason: text, keepsEnding: z.literal(true).exactOptional() }),
  resumed: nothing,
  finish_requested: nothing,
  ending_chosen: z.object({
    termination: z.union([termination, z.literal("BY_WHAT_IS_LEFT")]),
    trigger: text,
  }),
  ending_dropped: z.object({ why: text }),
  gate_passed: z.object({ gate: z.enum(["critical", "high", "conflicts", "rest"]) }),
  final_review_read: z.object({ ready: flag, message: text, blockers: z.array(shape.gap) }),
  blockers_accepted: nothing,
  session_ended: z.object({
    termination,
    trigger: text,
    specPath: text.exactOptional(),
    files: shape.texts.exactOptional(),
  }),
} satisfies Record<SessionEventType, z.ZodType>;

/** Event types whose schema does not say exactly what the model's type says. */
type Mismatch = {
  [Type in SessionEventType]: Same<
    Bare<z.output<(typeof EVENT_SCHEMAS)[Type]>>,
    Bare<Omit<Extract<SessionEvent, { type: Type }>, "type">>
  > extends true
    ? never
    : Type;
}[SessionEventType];

/** Assignable in both directions would let a forgotten optional field pass. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

/** The type without its names and its `readonly`, so that only the structure is compared. */
type Bare<T> = T extends string | number | boolean
  ? T
  : T extends readonly [infer First, ...infer Rest]
    ? [Bare<First>, ...{ [Index in keyof Rest]: Bare<Rest[Index]> }]
    : T extends readonly (infer Item)[]
      ? Bare<Item>[]
      : { -readonly [Key in keyof T]: Bare<T[Key]> };

/** There are none, or this does not compile and names them. */
({}) satisfies { [Type in Mismatch]: "its schema differs from its type" };
