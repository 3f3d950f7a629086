import { defined } from "../../model/defined.ts";
import type { Conflict, ConflictOption } from "../../model/disagreement.ts";
import type { SessionEvent } from "../../model/events.ts";
import type { Evidence } from "../../model/question.ts";
import { isBlocking } from "../../model/severity.ts";
import { conflictQueue, engineerWords } from "../disagreement/open-conflicts.ts";
import { type Effect, record } from "../effect.ts";
import { readMiddleGround } from "../gate/single-runs.ts";
import { issueEvidence } from "../make-question.ts";
import { isModelOrProgram, withoutAbandoned } from "../queries.ts";
import { nextOrder } from "../round/slot.ts";
import type { OpenRound, State } from "../state.ts";

/** An option of a conflict (SPEC 10.2). */
export interface DecidedOption {
  readonly letter: ConflictOption;
  readonly name: string;
  /** What the spec must say if it is chosen, verbatim. Empty for the User's own words. */
  readonly text: string;
  readonly tradeOff: string;
  readonly recommended?: boolean;
}

export const OWN_WORDS = "In your own words.";

/** A, B and D, and C if there is a middle ground. */
export function conflictOptions(state: State, conflict: Conflict): DecidedOption[] {
  const { severity, reviewerPosition: text, reviewerImpact = text, engineerRationale: reason } = conflict;
  const against =
    reason === undefined
      ? "The Engineer gave no reason against it; the gap is revised once more."
      : `It overrules the Engineer's reason: ${reason}`;
  const recommended = severity === "CRITICAL";
  const unmet = `It leaves the concern open: ${reviewerImpact}`;
  const unseen = "Neither side has seen it; the next review judges the result.";
  return [
    { letter: "A", name: "the Reviewer's suggestion", text, tradeOff: against, recommended },
    { letter: "B", name: "the Engineer's position", text: engineerWords(conflict), tradeOff: unmet },
    ...middleGround(state, conflict),
    { letter: "D", name: "your own decision", text: "", tradeOff: unseen },
  ];
}

/** Option C (SPEC 10.2): the Engineer's alternative, else an agent's middle ground, else one by a rule. */
function middleGround(state: State, conflict: Conflict): DecidedOption[] {
  const middle = (name: string, text: string, tradeOff: string) => ({ letter: "C", name, text, tradeOff }) as const;
  const { engineerAlternative = "", middleGround: found, severity } = conflict;
  if (hasAlternative(conflict)) {
    const tradeOff = "It meets the concern the Engineer's way, not the Reviewer's.";
    const alternative = middle("the Engineer's alternative", engineerAlternative, tradeOff);
    return [{ ...alternative, recommended: severity !== "CRITICAL" }];
  }
  const untold = "Neither side wrote it or agreed to it.";
  if (found?.text !== undefined) return [middle("a middle ground, written by an agent", found.text, untold)];
  return byRule(state, conflict).map(([text, tradeOff]) => middle("a middle ground by rule", text, tradeOff));
}

function hasAlternative({ engineerAlternative = "" }: Conflict): boolean {
  return engineerAlternative.trim() !== "";
}

const VALUE = /\b\d+(?:\.\d+)?(?:\s?%|\s?[a-zA-Z]+)?/g;

/** The three rules of SPEC 10.2, in its order: the text of option C, and its trade-off. */
function byRule(state: State, conflict: Conflict): [text: string, tradeOff: string][] {
  const issue = state.issues.get(conflict.issue);
  const { engineerRationale: rationale = "", reviewerPosition } = conflict;
  // With several values it is unclear which one is suggested.
  const [value, ...others] = reviewerPosition.match(VALUE) ?? [];
  if (/\b(?:thresholds?|limits?)\b/i.test(`${issue?.title}\n${issue?.text}`) && value && others.length === 0) {
    const text = `Configurable, with the Reviewer's suggested value as the default: ${value.trim()}.`;
    return [[text, "One more setting to document and test."]];
  }
  if (/\bcomplexity\b/i.test(rationale))
    return [["Optional, with the simple behavior as the default.", "The complexity remains for those who opt in."]];
  if (!/\bout[ -]of[ -]scope\b/i.test(rationale)) return [];
  return [["Deferred, with a placeholder in the spec that names it.", "The concern is recorded but not met in full."]];
}

/** All that the User needs to judge the conflict (SPEC 10.3). */
export function conflictEvidence(state: State, conflict: Conflict): Evidence[] {
  const issue = state.issues.get(conflict.issue);
  const { kind, severity, heuristics, reviewerImpact = "", engineerRationale = "" } = conflict;
  const offered = conflictOptions(state, conflict);
  const by = heuristics.length === 0 ? "" : ` (${heuristics.join(", ")})`;
  const inferred = `Neither side stated this conflict. It was inferred${by}, and you turned it into one.`;
  const advice = "A, unless the Engineer's rationale meets the concern.";
  const evidence: Evidence[] = [
    ...(issue ? [issueEvidence(issue)] : []),
    { title: "Impact if ignored", body: reviewerImpact },
    { title: "The Engineer's rationale", body: engineerRationale },
    ...offered.map(({ letter, name, text, tradeOff }) => {
      return { title: `${letter}: ${name}`, body: `${text || OWN_WORDS}\n\nTrade-off: ${tradeOff}` };
    }),
    { title: "Inferred", body: kind === "implicit" ? inferred : "" },
    { title: "Recommended", body: severity === "CRITICAL" ? advice : "" },
  ];
  return evidence.filter(({ body }) => body.trim() !== "");
}

/** The same as a single item, for a question about several conflicts. */
export function evidenceInOne(state: State, conflict: Conflict): Evidence {
  const title = `${conflict.issue} on ${conflict.gap}: ${state.issues.get(conflict.issue)?.title ?? ""}`;
  const parts = conflictEvidence(state, conflict);
  const body = parts.map((part) => `**${part.title}**\n\n${part.body}`).join("\n\n");
  return { title, body, ...defined({ where: parts.find(({ where }) => where !== undefined)?.where }) };
}

/** Conflicts for which an independent run is to propose a middle ground, worst first. */
export function wantMiddleGround(state: State): Conflict[] {
  const { reviewer } = state.config.agents;
  if (reviewer.kind === "auto" || !isModelOrProgram(reviewer)) return [];
  // A policy never chooses C for a lesser conflict, so that nobody would read the middle ground (SPEC 10.4).
  const isForUser = ({ severity }: Conflict) => state.session.policy === undefined || isBlocking(severity);
  const isAsked = ({ kind, middleGround }: Conflict) => kind === "explicit" && middleGround === undefined;
  return conflictQueue(state).filter(
    (conflict) => isAsked(conflict) && isForUser(conflict) && !hasAlternative(conflict),
  );
}

/** One short run for each conflict before the User is asked, with one attempt: a failure counts as NONE (SPEC 10.2). */
export function middleGroundEffect(state: State, round: OpenRound, asked: Conflict): Effect | undefined {
  const conflict = wantMiddleGround(state)[0];
  // MEDIUM conflicts are asked together, so that each needs its middle ground first.
  const isAskedWith = conflict?.severity === "MEDIUM" && asked.severity === "MEDIUM";
  if (!conflict || (conflict.issue !== asked.issue && !isAskedWith)) return undefined;
  const runs = withoutAbandoned(round.runs).filter(({ role }) => role === "middle-ground");
  const given = new Set(state.conflicts.flatMap((other) => other.middleGround?.run ?? []));
  const open = runs.find(({ id }) => !given.has(id));
  const name = `R${round.number}-middle-ground-${conflict.issue}`;
  // A failure of an earlier run was about another conflict: this prompt is not told of it.
  const run = { role: "middle-ground", round: round.number, gaps: [conflict.gap], name } as const;
  const { failure: _, ...order } = nextOrder(run, runs);
  if (!open) return { type: "run", orders: [order] };
  if (!open.end) return { type: "wait" };
  if (open.end.gate.success) return { type: "read", run: open };
  return record({ type: "middle_ground_given", issue: conflict.issue, run: open.id });
}

/** The middle ground that the run proposes; a document that cannot be read counts as NONE. */
export function readMiddleGroundEvents(state: State, run: string, text: string): SessionEvent[] {
  const conflict = wantMiddleGround(state)[0];
  if (!conflict) return [];
  const reading = readMiddleGround(text);
  const found = reading.type === "sentence" ? { text: reading.text } : {};
  return [{ type: "middle_ground_given", issue: conflict.issue, run, ...found }];
}
