import { codeText, inlineText, quotedText } from "../../documents/rendering/inline-text.ts";
import type { Decision } from "../../model/decision.ts";
import { groupBy } from "../../model/group-by.ts";
import type { DecisionId } from "../../model/ids.ts";
import type { Issue } from "../../model/issue.ts";
import { plural } from "../../model/plural.ts";
import { rememberFor } from "../../model/remember-for.ts";
import { replacedDecisions } from "../../model/replaced-decisions.ts";
import { undoneDecisions } from "../queries.ts";
import { blocks, facts, lines, recordFile, section } from "../record-text.ts";
import type { RollbackRecord, State } from "../state.ts";

/** decisions.md (SPEC 2, 10.5). It names the entry of the last decision, so it changes only with the decisions. */
export function renderDecisions(state: State): string {
  const notices = state.rollbacks.map((rollback) => {
    return { round: rollback.to + 1, text: notice(state, rollback) };
  });
  const replaced = replacedDecisions(state.decisions);
  const made = state.decisions.map((decision) => {
    const later = replaced.get(decision.id);
    return {
      round: decision.round,
      text: later === undefined ? decisionText(decision) : replacedText(decision, later),
    };
  });
  const holding = made.length - replaced.size;
  const rounds = [...groupBy([...notices, ...made], ({ round }) => round)].sort(([a], [b]) => a - b);
  return recordFile(
    state.decisionsSeq,
    `${inlineText(state.session.name, 120)}: decisions`,
    holding === 0 ? "No decisions yet." : `${plural(holding, "decision")}.`,
    ...rounds.flatMap(([round, entries]) => [
      round === 0 ? "## Setup" : `## Round ${round}`,
      ...entries.map(({ text }) => text),
    ]),
  );
}

/** The decisions of an undone round, for its archive (SPEC 13.3). */
export function renderArchivedDecisions(state: State, to: number, round: number): string {
  const then = state.checkpoints.find((kept) => kept.round === to)?.state;
  const undone = undoneDecisions(state, then).filter((decision) => decision.round === round);
  return recordFile(
    state.seq,
    `Decisions of round ${round} (rolled back)`,
    "These decisions were made in a round that was later undone, so they no longer hold. Run `whetstone decisions reapply ID` to reapply one.",
    ...(undone.length === 0 ? ["No decisions were made in it."] : undone.map(decisionText)),
  );
}

function notice(state: State, { to, reason, at, archives }: RollbackRecord): string {
  const where = archives.map(({ path, round }) => {
    const { became, place = "" } = state.archives.settled?.find((archive) => archive.path === path) ?? {};
    const now = became === "deleted" ? "deleted" : place && `moved to ${codeText(place, 240)}`;
    return `${codeText(path, 120)} (\`decisions_from_round_${round}.md\`${now && `, ${now}`})`;
  });
  const undone = archives.map(({ round }) => round).join(", ");
  return `> **Rolled back** to the end of round ${to} at ${at}: ${inlineText(reason, 500)}\n> The decisions of round ${undone || to + 1} are in ${where.join(", ") || "no archive"}.${commentsGone(state, archives)}`;
}

function commentsGone({ retired, issues }: State, archives: RollbackRecord["archives"]): string {
  const isUndone = ({ id, by, round }: Issue) =>
    by === "user" && !issues.has(id) && archives.some((archive) => archive.round === round);
  const gone = retired.issues.filter(isUndone).map(({ id, title }) => `${id} (${inlineText(title, 200)})`);
  return gone.length === 0 ? "" : `\n> Your comments on words that are gone with them: ${gone.join(", ")}.`;
}

/** Decisions are never cut: this is longer than any answer or document. */
const WHOLE = 20_000;

/** A decision with all that SPEC 10.5 records; cached, because decisions never change. */
const decisionText = rememberFor((decision: Decision): string => {
  const { positions } = decision;
  return blocks(
    `### ${decision.id}: ${inlineText(decision.title, WHOLE)}`,
    // A chosen option without words of the User is not a quotation.
    decision.decision === decision.option ? "" : quotedText(decision.decision),
    factsOf(decision),
    quotedField("The question", decision.question),
    quotedField("Rationale", decision.rationale),
    quotedField("The Reviewer's position", positions?.reviewer),
    quotedField("The Engineer's position", positions?.engineer),
    section("**Constraints:**", lines(...(decision.constraints ?? []).map((item) => `- ${inlineText(item, WHOLE)}`))),
    quotedField("What the Engineer must do", decision.action),
    quotedField("What becomes of the gap", decision.outcome),
  );
});

/** A replaced decision: its id stays in use and its words are shown, but they no longer hold. */
function replacedText({ id, title, decision }: Decision, later: DecisionId): string {
  return blocks(`### ${id}: ${inlineText(title, WHOLE)}`, `Replaced by ${later}. It said:`, quotedText(decision));
}

function factsOf({ type, gaps, issues, option, alternatives = [], origin, policy, by, at }: Decision): string {
  return facts(
    ["type", inlineText(type, 60)],
    ["gaps", gaps.join(", ")],
    ["issues", issues.join(", ")],
    ["option", option && inlineText(option, WHOLE)],
    ["not chosen", inlineText(alternatives.map((each) => each.replace(/\.$/, "")).join("; "), WHOLE)],
    ["reapplied from", origin],
    ["by", `${policy === undefined ? by : `policy:${inlineText(policy, 60)}`}, ${at}`],
  );
}

function quotedField(name: string, words = ""): string {
  return words.trim() === "" ? "" : section(`**${name}:**`, quotedText(words));
}
