import type { SessionEvent } from "../../model/events.ts";
import { isGapId } from "../../model/ids.ts";
import type { RollbackRetry, RollbackWay } from "../../model/rollback.ts";
import type { Answered } from "../answers/answered.ts";
import { pause } from "../pause.ts";
import type { PendingRollback, State } from "../state.ts";
import { modeInWords } from "./mode-words.ts";
import { attemptsAt } from "./rollback-targets.ts";
import { PART_SEPARATOR } from "./root-cause-question.ts";

/** SPEC 13.9: how the work goes on. The mode is switched first, whatever the choice. */
export function applyRollback(state: State, answered: Answered): SessionEvent[] {
  const pending = state.rollback;
  if (!pending) return [];
  return [...modeEvents(state, answered), ...chosenWay(pending, answered)];
}

function chosenWay(pending: PendingRollback, answered: Answered): SessionEvent[] {
  const { choice } = answered;
  if (choice === "cancel") return [{ type: "rollback_dropped", why: "the User decided against it" }];
  const further = /^to-(\d+)$/.exec(choice)?.[1];
  const said = wordsWith(answered);
  if (further !== undefined) return go({ ...pending, to: Number(further) }, { way: "adjusted", ...said });
  const way = WAYS.find((known) => known === choice);
  return way === undefined ? [] : go(pending, { way, ...said });
}

/** What the User says besides holds whatever is chosen. */
function wordsWith(answered: Answered): Pick<RollbackRetry, "adjustments" | "context"> {
  const [context, adjustment] = [answered.field("context"), answered.field("adjustments")];
  return { adjustments: adjustment === "" ? [] : [adjustment], ...(context === "" ? {} : { context }) };
}

const WAYS: readonly RollbackWay[] = ["same", "adjusted", "narrow", "context", "next"];

/** SPEC 13.7: besides the ways on of any rollback, a split, the best attempt, or a pause, after which it is asked again. */
export function applyRootCause(state: State, answered: Answered): SessionEvent[] {
  const pending = state.rollback;
  if (!pending) return [];
  const mode = modeEvents(state, answered);
  switch (answered.choice) {
    case "split":
      return [...mode, ...split(pending, answered)];
    case "best":
      return [...mode, ...best(state, pending, answered)];
    case "pause":
      return [...mode, pause(state, `round ${pending.to + 1} keeps failing`)];
    default:
      return [...mode, ...chosenWay(pending, answered)];
  }
}

function split(pending: PendingRollback, answered: Answered): SessionEvent[] {
  const gap = answered.question.about.find(isGapId);
  const parts = answered
    .field("parts")
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .map(readPart);
  const said = wordsWith(answered);
  if (gap === undefined || parts.length < 2) return go(pending, { way: "adjusted", ...said });
  return go(pending, { way: "split", ...said, split: { gap, parts } });
}

function readPart(line: string): { title: string; text: string } {
  const at = line.indexOf(PART_SEPARATOR);
  const title = (at < 0 ? line : line.slice(0, at)).replace(/^[-*]\s+/, "").trim();
  return { title, text: at < 0 ? title : line.slice(at + PART_SEPARATOR.length).trim() || title };
}

/** The attempt that stands now is gone on with as it is; an earlier one is taken from its archive. */
function best(state: State, pending: PendingRollback, answered: Answered): SessionEvent[] {
  const named = answered.question.about.flatMap((one) => /^attempt (\d+)$/.exec(one)?.[1] ?? [])[0];
  const attempt = Number(named ?? 0);
  if (attempt > attemptsAt(state, pending.to + 1)) {
    return [{ type: "rollback_dropped", why: `attempt ${attempt} is the best by score: the User goes on with it` }];
  }
  return go(pending, { way: "attempt", adjustments: [], attempt });
}

function go({ to, reason, by }: PendingRollback, retry: RollbackRetry): SessionEvent[] {
  return [{ type: "rollback_requested", to, reason, by, retry }];
}

function modeEvents({ config }: State, answered: Answered): SessionEvent[] {
  const mode = modeInWords(answered.field("mode"));
  if (mode === undefined || mode === config.rollback.mode) return [];
  const why = `the User's words: ${answered.field("mode").slice(0, 200)}`;
  return [{ type: "config_changed", config: { ...config, rollback: { ...config.rollback, mode } }, why }];
}
