import type { RecoverableDecision } from "../../../src/mediator/rollback/reapply-decision.ts";
import { ROLLBACK_MODES, type RollbackMode } from "../../../src/model/config-modes.ts";
import { plural } from "../../../src/model/plural.ts";
import type { RollbackWay } from "../../../src/model/rollback.ts";
import type { TargetView } from "../../../src/server/session-view.ts";
import type { LiveSession } from "../use-session.ts";
import { type Act, type ActField, ActForm } from "./act-form.tsx";

const WHY_BACK: ActField = { id: "reason", label: "Reason (recorded in the analysis)" };
const BESIDES: ActField = { id: "besides", label: "Extra instructions for the next prompts", optional: true };

/** The ways of `whetstone rollback`. */
export function GoBack({ live, target }: { live: LiveSession; target: TargetView }) {
  const acts = [
    goBack(target, "Analyze, then ask me", "You see the analysis and choose. Nothing is undone until then.", "ask"),
    goBack(target, "Retry with adjustments", "Undoes now; the prompts carry what the analysis recommends.", "adjusted"),
    goBack(target, "Retry with the same prompt", "Undoes now; the round runs again unchanged.", "same"),
    goBack(target, "Retry with fewer gaps", "Undoes now; only the simplest gap of the round is tried.", "narrow"),
    goBack(target, "Retry with context", "Undoes now; your text goes into the prompts.", "context"),
    goBack(target, "Work on other gaps first", "Undoes now; other gaps come first.", "next"),
  ];
  return <ActForm live={live} title={`Undo ${plural(target.rounds, "round")}`} acts={acts} />;
}

function goBack({ rounds }: TargetView, label: string, effect: string, way: RollbackWay): Act {
  const context: ActField = { id: "context", label: "Context for the prompts", long: true };
  return {
    label,
    effect,
    fields: [WHY_BACK, ...(way === "context" ? [context] : []), ...(way === "ask" ? [] : [BESIDES])],
    command: ({ reason = "", context: words = "", besides = "" }) => ({
      type: "rollback",
      rounds,
      reason,
      retry: retryOf(way, words, besides),
    }),
  };
}

function retryOf(way: RollbackWay, context: string, besides: string) {
  return { way, adjustments: besides === "" ? [] : [besides], ...(context === "" ? {} : { context }) };
}

export function CancelRollback({ live, to }: { live: LiveSession; to: number }) {
  const cancel: Act = {
    label: "Cancel the rollback",
    effect: "Nothing is undone.",
    fields: [],
    command: () => ({ type: "rollback-cancel" }),
  };
  return (
    <ActForm live={live} title={`A rollback to the end of round ${to} is waiting for your answer`} acts={[cancel]} />
  );
}

export function SetMode({ live, mode }: { live: LiveSession; mode: RollbackMode }) {
  const set: Act = {
    label: "Set the mode",
    effect:
      "INTERACTIVE always asks. AUTO_RETRY adjusts and retries the first time in a round. STRICT always asks, with the root cause.",
    fields: [{ id: "mode", label: "Mode", choices: ROLLBACK_MODES.filter((other) => other !== mode) }],
    command: (values) => ({
      type: "rollback-mode",
      mode: ROLLBACK_MODES.find((other) => other === values.mode) ?? mode,
    }),
  };
  return <ActForm live={live} title="Change the mode" acts={[set]} />;
}

export function KeepArchive({ live, path }: { live: LiveSession; path: string }) {
  if (live.source.readOnly || live.view.archives.settled !== undefined) return null;
  if (live.view.archives.kept.includes(path)) return <p class="quiet">{path} is kept.</p>;
  const keep: Act = {
    label: "Keep",
    effect: "It is never removed automatically.",
    fields: [],
    command: () => ({ type: "archive-keep", path }),
  };
  return <ActForm live={live} title={path} acts={[keep]} />;
}

/** The form for `whetstone decisions reapply`. */
export function ApplyAgain({ live, archived }: { live: LiveSession; archived: RecoverableDecision }) {
  const { decision, reapplied, problem } = archived;
  const isOver = live.source.readOnly || live.view.stop.type === "ended";
  if (isOver || reapplied !== undefined || problem !== undefined) return null;
  const again: Act = {
    label: "Reapply",
    effect: "It is in force again under a new id that refers to this one.",
    fields: [
      { id: "text", label: "New wording (empty: unchanged)", long: true, optional: true },
      { id: "rationale", label: "Reason (empty: unchanged)", optional: true },
    ],
    command: ({ text = "", rationale = "" }) => ({
      type: "decision-reapply",
      decision: decision.id,
      ...(text === "" ? {} : { text }),
      ...(rationale === "" ? {} : { rationale }),
    }),
  };
  return <ActForm live={live} title="Reapply this decision" subject={decision.id} acts={[again]} />;
}
