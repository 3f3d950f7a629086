import * as z from "zod";
import { blockedDigest, digestSchema } from "../digest.ts";
import { failureType, gateResultSchema, gateWarning } from "../gate-result.ts";
import {
  flag,
  gapId,
  gapIds,
  issueIds,
  nothing,
  number,
  optional,
  role,
  type Shape,
  text,
  texts,
  yes,
} from "../shapes.ts";
import { usageSchema } from "../usage.ts";

/** The repair of a document's form, as the records tell it. */
const repair = z.object({ kind: text, line: number, from: text, to: text });

/** The example of a prompt, for the example log (SPEC 6, 17). */
const example = z.object({
  tier: z.enum(["canonical", "session", "template"]),
  origin: text,
  /** As it stands in the prompt. */
  size: optional(
    z.object({
      chars: number,
      tokens: number,
      /** Characters before it was cut to its budget; absent where it is whole. */
      cutFrom: optional(number),
      /** How many documents it was chosen from. */
      of: number,
    }),
  ),
});

const runRole = z.enum(["engineer", "reviewer", "final-review", "survey", "middle-ground"]);

/** Rounds, the runs in them, and their documents. */
export const RUN_EVENTS = {
  /**
   * A round opens with an Engineer run for each assigned gap or cluster of gaps (SPEC 4.1), and these earlier proposals
   * to be reviewed; a polishing round has the issues that it is for (SPEC 12).
   */
  round_opened: z.object({
    round: number,
    assigned: gapIds,
    /** Absent where every gap has a run of its own. */
    clusters: optional(z.array(gapIds)),
    carriedOver: gapIds,
    polishing: optional(issueIds),
  }),
  /** The User ends without a round for the lesser issues (SPEC 12). */
  polishing_skipped: nothing,
  /** More work for the running round, on the User's word (SPEC 7). */
  gaps_assigned: z.object({ gaps: gapIds, why: text }),
  /** The round goes on without this gap; `failed` when its attempts are used up. */
  slot_dropped: z.object({ gap: gapId, failed: flag, why: text }),
  /** One more attempt than the retries allow; without a gap, for the Reviewer. */
  attempt_granted: z.object({ gap: optional(gapId), why: text, condensed: flag }),
  /** The User wrote the proposal themselves (SPEC 7). */
  document_given: z.object({ gap: gapId, text }),
  /**
   * A run of an agent begins. Its prompt stands at `promptPath`; `folder` is its own while it lasts: a later process
   * finds it there. `notice` is the failure that a retry was told about, `example` what it was shown, with its size.
   */
  run_started: z.object({
    run: text,
    role: runRole,
    gaps: gapIds,
    attempt: number,
    agent: text,
    promptPath: text,
    promptChars: number,
    folder: optional(text),
    notice: optional(failureType),
    example: optional(example),
  }),
  /** A transient fault of the provider; the same run goes on (SPEC 15.3). */
  run_repeated: z.object({ run: text, reason: text, waitSeconds: number }),
  /**
   * The answer stands whole in `attempts/`, under its name or still as `.part`, and this is what it cost. A process
   * that dies from here on leaves it to be found.
   */
  run_answered: z.object({ run: text, sha256: text, usage: usageSchema }),
  /**
   * A run is over: its document (path, hash, size), what it cost, the gate's judgement. Synced: from here on it is
   * never paid for again. `recovered`: found whole in `attempts/` after a crash.
   */
  run_ended: z.object({
    run: text,
    outcome: z.enum(["document", "missing", "failed"]),
    path: optional(text),
    sha256: optional(text),
    bytes: optional(number),
    usage: usageSchema,
    gate: gateResultSchema,
    /** No retry helps: not found, not authorised. */
    fatal: flag,
    /** Why the agent itself failed; of a program with its exit code. */
    failure: optional(z.object({ reason: text, message: text, exitCode: optional(number) })),
    repairs: number,
    blocked: z.array(blockedDigest),
    recovered: flag,
  }),
  /**
   * Their process ended before they did, or their agent could not work and is tried again. They start anew under the
   * same names where they are wanted.
   */
  runs_abandoned: z.object({ runs: texts }),
  /**
   * An agent changed what it may not (SPEC 2); it was put back unless it is `left`, since it may be the User's doing.
   * `kept` is where the earlier text of the User's own spec is.
   */
  violation_found: z.object({ run: text, path: text, what: text, left: optional(yes), kept: optional(text) }),
  /** `engineer.md` or `reviewer.md` of the round stands; the digest is what the session keeps of it. */
  document_joined: z.object({
    round: number,
    path: text,
    sha256: text,
    chars: number,
    digest: digestSchema,
    repairs: z.array(repair),
    warnings: z.array(gateWarning),
  }),
  /** The round goes on without this role (SPEC 7). */
  role_skipped: z.object({ role, why: text }),
  /** The role tries again after all. */
  role_resumed: z.object({ role }),
};

export type RunRole = z.output<typeof runRole>;
export interface RepairRecord extends Shape<typeof repair> {}
export interface ExampleRecord extends Shape<typeof example> {}
