import type { Conflict } from "../../model/disagreement.ts";
import type { SessionEvent } from "../../model/events.ts";
import type { Gap } from "../../model/gap.ts";
import type { GapId } from "../../model/ids.ts";
import { plural } from "../../model/plural.ts";
import type { Evidence, Question } from "../../model/question.ts";
import { evidenceInOne } from "../conflicts/conflict-options.ts";
import { decide } from "../decide.ts";
import { type Answered, field, makeQuestion, option } from "../make-question.ts";
import { gapEvidence } from "../questions/gap-evidence.ts";
import type { State } from "../state.ts";
import { gapsLeft } from "./complete.ts";
import { openIssueEvidence } from "./ending-questions.ts";

export type GateName = "critical" | "high" | "conflicts" | "rest";

/** The exact words of SPEC 12; nothing else opens these gates. */
export const CRITICAL_WORDS = "I accept CRITICAL gaps knowing the spec may be unusable";
export const HIGH_WORDS = "I acknowledge";

/** The next gate between the session and a written spec, or `undefined` when none is left. */
export function gateQuestion(state: State, passed: readonly GateName[]): Question | undefined {
  const left = gapsLeft(state);
  const critical = left.filter((gap) => gap.severity === "CRITICAL");
  const high = left.filter((gap) => gap.severity === "HIGH");
  const rest = left.filter((gap) => gap.severity === "MEDIUM" || gap.severity === "LOW");
  if (critical.length > 0 && !passed.includes("critical")) return wordGate(state, "critical", critical, CRITICAL_WORDS);
  if (high.length > 0 && !passed.includes("high")) return wordGate(state, "high", high, HIGH_WORDS);
  const disputed = state.conflicts.filter((conflict) => conflict.state === "open" && conflict.severity === "HIGH");
  if (disputed.length > 0 && !passed.includes("conflicts")) return conflictGate(state, disputed);
  if (rest.length > 0 && !passed.includes("rest")) return confirmation(state, rest);
  return undefined;
}

const GO_ON = option("back", "Do not end", "Nothing is accepted.", "The session goes on.");

/** No default, no policy: exact text and a rationale per gap (SPEC 12). */
function wordGate(state: State, gate: "critical" | "high", gaps: readonly Gap[], words: string): Question {
  const severity = gate === "critical" ? "CRITICAL" : "HIGH";
  const ids = gaps.map(({ id }) => id);
  const fields = [
    field("words", "Confirmation", { exactText: words }),
    ...ids.map((id) => field(id, `Why ${id} may stay open`)),
  ];
  const terms = "You type a confirmation, and a reason for each gap.";
  return makeQuestion(state, {
    kind: "warning-gate",
    header: severity,
    text: `${plural(gaps.length, `${severity} gap is`, `${severity} gaps are`)} still open: ${ids.join(", ")}. End the session anyway?`,
    evidence: gateEvidence(state, ids),
    options: [
      option("accept", `Accept with ${severity} gaps`, terms, "They become known limitations.", {
        requires: fields.map(({ id }) => id),
      }),
      GO_ON,
    ],
    fields,
    about: [gate, ...ids],
    personOnly: true,
  });
}

/** HIGH conflicts that nobody decided need an acknowledgement of their own (SPEC 10.6). */
function conflictGate(state: State, conflicts: readonly Conflict[]): Question {
  const issues = conflicts.map((conflict) => conflict.issue);
  return makeQuestion(state, {
    kind: "warning-gate",
    header: "Conflicts",
    text: `${plural(issues.length, "HIGH conflict is", "HIGH conflicts are")} not decided: ${issues.join(", ")}. End the session anyway?`,
    evidence: conflicts.map((conflict) => {
      const { issue, gap } = conflict;
      return evidenceInOne(state, conflict, `${issue} on ${gap}: ${state.issues.get(issue)?.title ?? ""}`);
    }),
    options: [
      option("accept", "End with them open", "You type a confirmation.", "They become known limitations.", "words"),
      GO_ON,
    ],
    fields: [field("words", "Confirmation", { exactText: HIGH_WORDS })],
    about: ["conflicts", ...issues],
    personOnly: true,
  });
}

/** The gaps, and every issue that is open, whatever it is on (SPEC 12). */
function gateEvidence(state: State, gaps: readonly GapId[]): Evidence[] {
  return [...gapEvidence(state, gaps), ...openIssueEvidence(state)];
}

/** A confirmation, without words of its own: whoever answers for the person may give it, too (SPEC 12). */
function confirmation(state: State, gaps: readonly Gap[]): Question {
  const ids = gaps.map(({ id }) => id);
  const left = plural(ids.length, "MEDIUM or LOW gap is still open", "MEDIUM or LOW gaps are still open");
  return makeQuestion(state, {
    kind: "warning-gate",
    header: "What is left",
    text: `${left}: ${ids.join(", ")}. Accept the spec anyway?`,
    evidence: gateEvidence(state, ids),
    options: [option("accept", "Accept with these", "They become known limitations.", "The spec is written."), GO_ON],
    about: ["rest", ...ids],
  });
}

/** The User's words on each gap become known limitations (SPEC 12). */
export function applyWarningGate(state: State, answered: Answered): SessionEvent[] {
  const { question, choice, gaps } = answered;
  if (choice !== "accept") return [{ type: "ending_dropped", why: "not accepted at the warning gate" }];
  const name = question.about[0] as GateName;
  const reasons = gaps.filter((id) => answered.field(id) !== "").map((id) => `${id}: ${answered.field(id)}`);
  const chosen = question.options.find(({ id }) => id === choice)?.label ?? "Accepted";
  const words = answered.field("words");
  const acknowledgement = decide(state, {
    type: "acknowledgement",
    title: `Accepted with open gaps (${name})`,
    gaps,
    ...(words === "" ? { option: chosen, decision: chosen } : { decision: words }),
    rationale: reasons.join("\n"),
    outcome: "known limitation",
  });
  return [acknowledgement, { type: "gate_passed", gate: name }];
}
