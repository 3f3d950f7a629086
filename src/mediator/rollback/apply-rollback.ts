import type { RollbackMode } from "../../model/config-modes.ts";
import type { SessionEvent } from "../../model/events.ts";
import { isGapId } from "../../model/ids.ts";
import type { RollbackRetry, RollbackWay } from "../../model/rollback.ts";
import type { Answered } from "../make-question.ts";
import { pause } from "../pause.ts";
import type { PendingRollback, State } from "../state.ts";
import { PART_SEPARATOR } from "./rollback-question.ts";
import { attemptsAt } from "./rollback-targets.ts";

const WAYS: readonly RollbackWay[] = ["same", "adjusted", "narrow", "context", "next"];

/** SPEC 13.7, 13.9: how the work goes on. The mode is switched first, whatever the choice. */
export function applyRollback(state: State, answered: Answered): SessionEvent[] {
  const pending = state.rollback;
  return pending ? [...modeEvents(state, answered), ...chosenWay(state, pending, answered)] : [];
}

function chosenWay(state: State, pending: PendingRollback, answered: Answered): SessionEvent[] {
  const { choice } = answered;
  const said = wordsWith(answered);
  switch (choice) {
    case "cancel":
      return [{ type: "rollback_dropped", why: "the User decided against it" }];
    case "split":
      return go(pending, { ...said, ...splitWay(answered) });
    case "best":
      return best(state, pending, answered);
    case "pause":
      return [pause(state, `round ${pending.to + 1} keeps failing`)];
  }
  const further = /^to-(\d+)$/.exec(choice)?.[1];
  if (further !== undefined) return go({ ...pending, to: Number(further) }, { way: "adjusted", ...said });
  const way = WAYS.find((known) => known === choice);
  return way === undefined ? [] : go(pending, { way, ...said });
}

function go({ to, reason, by }: PendingRollback, retry: RollbackRetry): SessionEvent[] {
  return [{ type: "rollback_requested", to, reason, by, retry }];
}

/** What the User says besides holds whatever is chosen. */
function wordsWith(answered: Answered): Pick<RollbackRetry, "adjustments" | "context"> {
  const [context, adjustment] = [answered.field("context"), answered.field("adjustments")];
  return { adjustments: adjustment === "" ? [] : [adjustment], ...(context === "" ? {} : { context }) };
}

function splitWay(answered: Answered): Pick<RollbackRetry, "way" | "split"> {
  const gap = answered.question.about.find(isGapId);
  const lines = answered.field("parts").split("\n");
  const parts = lines.filter((line) => line.trim() !== "").map(readPart);
  return gap === undefined || parts.length < 2 ? { way: "adjusted" } : { way: "split", split: { gap, parts } };
}

function readPart(line: string): { title: string; text: string } {
  const [head = "", ...rest] = line.split(PART_SEPARATOR);
  const title = head.trim().replace(/^[-*]\s+/, "");
  return { title, text: rest.join(PART_SEPARATOR).trim() || title };
}

/** The attempt that stands now is gone on with as it is; an earlier one is taken from its archive. */
function best(state: State, pending: PendingRollback, { question }: Answered): SessionEvent[] {
  const attempt = Number(question.about.flatMap((about) => /^attempt (\d+)$/.exec(about)?.[1] ?? [])[0] ?? 0);
  if (attempt <= attemptsAt(state, pending.to + 1)) return go(pending, { way: "attempt", adjustments: [], attempt });
  return [{ type: "rollback_dropped", why: `attempt ${attempt} is the best by score: the User goes on with it` }];
}

function modeEvents({ config }: State, answered: Answered): SessionEvent[] {
  const words = answered.field("mode");
  const mode = modeInWords(words);
  if (mode === undefined || mode === config.rollback.mode) return [];
  const changed = { ...config, rollback: { ...config.rollback, mode } };
  return [{ type: "config_changed", config: changed, why: `the User's words: ${words.slice(0, 200)}` }];
}

/** The mode that a person means, in their words ("don't auto-retry, ask me"); undefined when they name none. */
export function modeInWords(text: string): RollbackMode | undefined {
  const words = text.slice(0, 200);
  if (/\bstrict\b/i.test(words)) return "STRICT";
  const auto = /\bauto|\bretry (?:it )?(?:by itself|once)\b/i.test(words);
  if (auto && !/\b(?:don['’]?t|no|not|never|stop|disable|without|off)\b/i.test(words)) return "AUTO_RETRY";
  return auto || /\binteractive\b|\bask\b/i.test(words) ? "INTERACTIVE" : undefined;
}
