import { codeText, inlineText, quotedText } from "../../documents/rendering/inline-text.ts";
import { plural } from "../../model/plural.ts";
import type { RollbackWay } from "../../model/rollback.ts";
import { blocks, section, table } from "../record-text.ts";
import { retryOutcome } from "../rollback/rollback-targets.ts";
import { kilobytes } from "../rollback/settle-archives.ts";
import type { RollbackRecord, State } from "../state.ts";

/** Rollback history and summary, and what prompts say because of it (SPEC 17, SPEC 13). */
export function rollbackSection(state: State): string {
  const { rollbacks, config } = state;
  const archives = rollbacks.reduce((count, rollback) => count + rollback.archives.length, 0);
  const splits = state.gaps.filter((gap) => gap.state === "SUPERSEDED").length;
  const left = Math.max(0, config.rollback.maxSession - rollbacks.length);
  const summary = [
    `${rollbacks.length} in all`,
    `${rollbacks.filter((_, index) => retryOutcome(state, index) === "the retry was kept").length} followed by a round that was kept`,
    `${plural(archives, "round")} undone and analysed`,
    `${plural(rollbacks.filter(({ rootCauses }) => rootCauses.length > 0).length, "root-cause analysis", "root-cause analyses")}`,
    `${plural(splits, "split")} of gaps`,
    `${left} left`,
  ];
  return blocks(
    "## Rollbacks",
    `${summary.join(" · ")}.`,
    history(rollbacks),
    ...rollbacks.map((rollback, index) => details(state, rollback, index)),
    adjustments(state),
  );
}

function history(rollbacks: readonly RollbackRecord[]): string {
  const rows = rollbacks.map(({ at, to, reason, archives }) => [
    at,
    to,
    archives.map((archive) => archive.round).join(", "),
    inlineText(reason, 160),
    archives.map(({ path, bytes }) => `${codeText(path, 120)} (${kilobytes(bytes)})`).join(", "),
  ]);
  return table("When | #Back to the end of | Undone | Why | Archives", rows);
}

const WAYS: Readonly<Record<RollbackWay, string>> = {
  ask: "the person was asked",
  same: "the same prompt",
  adjusted: "adjusted prompts",
  narrow: "a narrower scope",
  context: "the person's context",
  next: "other gaps first",
  split: "a split of the gap",
  attempt: "an earlier attempt taken up again",
};

function details(state: State, rollback: RollbackRecord, index: number): string {
  const round = rollback.to + 1;
  const attempt = rollback.archives.find((archive) => archive.round === round)?.attempt ?? 1;
  const unasked = rollback.by === "mediator" && rollback.mode === "AUTO_RETRY" && attempt === 1;
  const patterns = [...new Set(rollback.analyses.flatMap(({ patterns }) => patterns.map(({ pattern }) => pattern)))];
  const [cause] = rollback.rootCauses;
  const facts = [
    `- mode: ${rollback.mode}${unasked ? ", unasked: attempt 1 of 2 before you are asked" : ""}`,
    `- patterns: ${patterns.join(", ") || "none"}`,
    `- went on with: ${WAYS[rollback.way]}`,
    ...rollback.adjustments.map((text) => `- adjustment: ${inlineText(text, 1000)}`),
    ...(cause ? [`- likely cause: ${cause.cause} (${cause.confidence}): ${inlineText(cause.evidence, 200)}`] : []),
    `- decisions taken away: ${rollback.decisions.map(({ decision }) => decision.id).join(", ") || "none"}`,
    `- outcome: ${retryOutcome(state, index)}`,
  ];
  return section(`### Round ${round}, rollback ${attempt}`, facts.join("\n"));
}

/** SPEC 13.6: what the next prompts say because of rollbacks. */
function adjustments(state: State): string {
  const said = state.adjustments.map(({ gaps, text, source }) => {
    return `- ${inlineText(source, 60)}, ${gaps.join(", ") || "every gap"}:\n\n${quotedText(text)}`;
  });
  return section("### Adjustments in force", blocks(...said));
}
