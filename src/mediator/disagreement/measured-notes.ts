import type { DisagreeRate } from "../../model/disagreement.ts";
import type { Note } from "../../model/events/review-events.ts";
import type { SessionEvent } from "../../model/events.ts";
import type { GateWarning, WarningType } from "../../model/gate-result.ts";
import { isGapId, isIssueId } from "../../model/ids.ts";
import { noteEvents } from "../round/note-events.ts";
import type { OpenRound } from "../state.ts";
import { isWorthAsking } from "./measure-rate.ts";

/** Warnings at the gate that the summary lists, and that the person can act on (SPEC 8, 10.5). */
const LISTED: readonly WarningType[] = ["QUOTE_MISMATCH", "REPEATED_POSITION"];

/** What the summary says of the measured document beside its flags and conflicts. */
export function measuredNotes(round: OpenRound, rate: DisagreeRate): SessionEvent[] {
  const warnings = round.engineerDocument?.warnings.filter(({ type }) => LISTED.includes(type)) ?? [];
  const contents = [...warnings.map(warningNote), ...rateNote(rate)];
  return noteEvents({ round }, contents);
}

/** The message names what it is about. */
function warningNote({ type, message }: GateWarning): Omit<Note, "id"> {
  const words: readonly string[] = message.slice(0, 2_000).match(/[A-Z]+-[A-Z0-9]+-\d{3}[a-z]?/g) ?? [];
  const [gap] = words.filter(isGapId);
  const [issue] = words.filter(isIssueId);
  return {
    kind: "gate-warning",
    message: `${type}: ${message}`,
    ...(gap === undefined ? {} : { gap }),
    ...(issue === undefined ? {} : { issue }),
  };
}

/** A rate whose question would decide nothing that the question about the conflict does not (SPEC 4.6, 8). */
function rateNote(rate: DisagreeRate): Omit<Note, "id">[] {
  if (rate.action === "NONE" || isWorthAsking(rate)) return [];
  const message = `${rate.action}: the Engineer disagrees with ${rate.disagreed} of ${rate.blocking} CRITICAL and HIGH issues`;
  return [{ kind: "information", message }];
}
