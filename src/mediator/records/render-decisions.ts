import { codeText, inlineText, quotedText } from "../../documents/rendering/inline-text.ts";
import type { Decision } from "../../model/decision.ts";
import { plural } from "../../model/plural.ts";
import { rememberFor } from "../../model/remember-for.ts";
import { blocks, lines, recordHeader } from "../record-text.ts";
import type { RollbackRecord, State } from "../state.ts";
import { sealed } from "./seal.ts";

/**
 * decisions.md: every decision by round, in the User's words (SPEC 2, SPEC 10.5), and a notice where a rollback took
 * some away (SPEC 13.3). It names the entry of the last decision, so that it changes only when decisions do.
 */
export function renderDecisions(state: State): string {
  const rounds = new Map<number, string[]>();
  for (const rollback of state.rollbacks) add(rounds, rollback.to + 1, notice(rollback, state.archives.settled ?? []));
  for (const decision of state.decisions) add(rounds, decision.round, decisionText(decision));
  const sections = [...rounds].sort(([a], [b]) => a - b).map(([round, texts]) => roundSection(round, texts));
  const body = blocks(
    recordHeader(state.decisionsSeq),
    `# ${inlineText(state.session.name, 120)}: decisions`,
    state.decisions.length === 0 ? "No decision yet." : `${plural(state.decisions.length, "decision")}.`,
    ...sections,
  );
  return sealed(`${body}\n`);
}

function add(rounds: Map<number, string[]>, round: number, text: string): void {
  rounds.set(round, [...(rounds.get(round) ?? []), text]);
}

function roundSection(round: number, texts: readonly string[]): string {
  return blocks(`## ${round === 0 ? "Setup" : `Round ${round}`}`, ...texts);
}

type SettledArchives = NonNullable<State["archives"]["settled"]>;

function notice({ to, reason, at, archives }: RollbackRecord, settled: SettledArchives): string {
  const where = archives.map(({ path, round }) => `${placeOf(path, settled)} (\`decisions_from_round_${round}.md\`)`);
  const undone = archives.map(({ round }) => round).join(", ");
  return `> **Rolled back** to the end of round ${to} at ${at}: ${inlineText(reason, 500)}\n> The decisions of round ${undone || to + 1} are in ${where.join(", ") || "no archive"}.`;
}

/** Where an archive is now. */
function placeOf(path: string, settled: SettledArchives): string {
  const fate = settled.find((archive) => archive.path === path);
  if (fate?.became === "deleted") return `${codeText(path, 120)}, deleted at the end of the session`;
  return fate?.place === undefined ? codeText(path, 120) : `${codeText(fate.place, 240)} in cold storage`;
}

/** One decision, with everything that SPEC 10.5 records of it. It never changes, and is rendered once. */
export const decisionText = rememberFor((decision: Decision): string => {
  const { positions } = decision;
  return blocks(
    `### ${decision.id}: ${inlineText(decision.title, 200)}`,
    // A choice without words of the User's is no quotation.
    decision.decision === decision.option ? "" : quotedText(decision.decision),
    facts(decision),
    quotedField("The question", decision.question),
    quotedField("Rationale", decision.rationale),
    quotedField("The Reviewer's position", positions?.reviewer),
    quotedField("The Engineer's position", positions?.engineer),
    decision.constraints?.length ? list("Constraints", decision.constraints) : "",
    quotedField("What the Engineer must do", decision.action),
    quotedField("What becomes of the gap", decision.outcome),
  );
});

function facts(decision: Decision): string {
  return lines(
    `- type: ${inlineText(decision.type, 60)}`,
    decision.gaps.length === 0 ? "" : `- gaps: ${decision.gaps.join(", ")}`,
    decision.issues.length === 0 ? "" : `- issues: ${decision.issues.join(", ")}`,
    decision.option === undefined ? "" : `- option: ${inlineText(decision.option, 300)}`,
    decision.origin === undefined ? "" : `- applies again: ${decision.origin}`,
    `- by: ${decision.policy === undefined ? decision.by : `policy:${inlineText(decision.policy, 60)}`}, ${decision.at}`,
  );
}

function quotedField(name: string, words: string | undefined): string {
  return words === undefined || words.trim() === "" ? "" : `**${name}:**\n\n${quotedText(words)}`;
}

function list(name: string, items: readonly string[]): string {
  return `**${name}:**\n\n${items.map((item) => `- ${inlineText(item, 500)}`).join("\n")}`;
}
