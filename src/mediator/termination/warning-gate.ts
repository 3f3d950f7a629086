import type { SessionEvent } from "../../model/events.ts";
import { isGapId } from "../../model/ids.ts";
import { plural } from "../../model/plural.ts";
import type { Question } from "../../model/question.ts";
import type { Severity } from "../../model/severity.ts";
import { evidenceInOne } from "../conflicts/conflict-options.ts";
import { decide } from "../ledger-events.ts";
import { type Answered, field, makeQuestion, option } from "../make-question.ts";
import { gapEvidence, openGapsEvidence } from "../questions/passage-question.ts";
import type { Facts, State } from "../state.ts";
import { gapsLeft, openIssueEvidence, worstLeft } from "./ending-questions.ts";

type GateName = Facts<"gate_passed">["gate"];

/** The exact words that pass the first gates (SPEC 12). */
export const CRITICAL_WORDS = "I accept CRITICAL gaps knowing the spec may be unusable";
export const HIGH_WORDS = "I acknowledge";

/** The gates before a spec is written, in order: what is still open, and the words that accept it. */
function gatesOf(state: State) {
  const gaps = (...of: readonly Severity[]) =>
    gapsLeft(state).flatMap((gap) => (of.includes(worstLeft(state, gap).severity) ? [gap.id] : []));
  const disputed = state.conflicts.filter((conflict) => conflict.state === "open" && conflict.severity === "HIGH");
  const issues = disputed.map(({ issue }) => issue);
  const gate = (name: GateName, header: string, about: readonly string[], what: string, words?: string) => {
    return { name, header, about, what, words, evidence: undefined };
  };
  return [
    gate("critical", "CRITICAL", gaps("CRITICAL"), "CRITICAL gap", CRITICAL_WORDS),
    gate("high", "HIGH", gaps("HIGH"), "HIGH gap", HIGH_WORDS),
    // Undecided conflicts need an acknowledgement of their own (SPEC 10.6).
    {
      ...gate("conflicts", "Conflicts", issues, "undecided HIGH conflict", HIGH_WORDS),
      evidence: disputed.map((conflict) => evidenceInOne(state, conflict)),
    },
    gate("rest", "What is left", gaps("MEDIUM", "LOW"), "MEDIUM or LOW gap"),
  ];
}

/** The next gate, also for what was opened after it was passed; no policy may pass one with words (SPEC 12). */
export function gateQuestion(state: State, passed: readonly Facts<"gate_passed">[]): Question | undefined {
  const isPassed = (name: GateName, id: string) =>
    passed.some(({ gate, about }) => gate === name && (about?.includes(id) ?? true));
  const found = gatesOf(state)
    .map((gate) => ({ ...gate, about: gate.about.filter((id) => !isPassed(gate.name, id)) }))
    .find(({ about }) => about.length > 0);
  if (!found) return undefined;
  const { name, header, about, what, words, evidence } = found;
  const gaps = about.filter(isGapId);
  const reasons = gaps.map((id) => field(id, `Why ${id} may stay open`));
  const fields = words === undefined ? [] : [field("words", "Confirmation", { exactText: words }), ...reasons];
  const terms = fields.length > 1 ? "You type a confirmation, and a reason for each gap." : "You type a confirmation.";
  // More of them are a list below it.
  const ids = about.length > MOST_NAMED ? "" : `: ${about.map((id) => named(state, id)).join(", ")}`;
  const left = `${plural(about.length, `${what} is`, `${what}s are`)} still open${ids}.`;
  const listed = state.gaps.pick(gaps);
  const shown = words === undefined ? [openGapsEvidence(state, listed)] : gapEvidence(state, gaps);
  return makeQuestion(state, {
    kind: "warning-gate",
    header,
    text: `${left} ${words === undefined ? "Accept the spec" : "End the session"} anyway?`,
    evidence: evidence ?? [...shown, ...openIssueEvidence(state)],
    options: [
      option(
        "accept",
        `Accept with ${what}s`,
        fields.length === 0 ? "The spec is written." : terms,
        "They become known limitations.",
        {
          requires: fields.map(({ id }) => id),
        },
      ),
      option("back", "Keep working", "Nothing is accepted.", "The session continues."),
    ],
    fields,
    about: [name, ...about],
    personOnly: words !== undefined,
  });
}

const MOST_NAMED = 3;

/** The gap, and in brackets the issue that makes it as severe as it is. */
function named(state: State, id: string): string {
  const gap = isGapId(id) ? state.gaps.get(id) : undefined;
  const worst = gap ? worstLeft(state, gap).id : id;
  return worst === id ? id : `${id} (${worst})`;
}

/** Records the acknowledgement; the User's reasons for each gap become known limitations (SPEC 12). */
export function applyWarningGate(state: State, answered: Answered): SessionEvent[] {
  const { question, choice, gaps } = answered;
  if (choice !== "accept") return [{ type: "ending_dropped", why: "not accepted at the warning gate" }];
  const gate = question.about[0] as GateName;
  const reasons = gaps.filter((id) => answered.field(id) !== "").map((id) => `${id}: ${answered.field(id)}`);
  const chosen = question.options.find(({ id }) => id === choice)?.label ?? "Accepted";
  const words = answered.field("words");
  const acknowledgement = decide(state, {
    type: "acknowledgement",
    title: `Accepted with open gaps (${gate})`,
    gaps,
    ...(words === "" ? { option: chosen, decision: chosen } : { decision: words }),
    rationale: reasons.join("\n"),
    outcome: "known limitation",
  });
  return [acknowledgement, { type: "gate_passed", gate, about: question.about.slice(1) }];
}
