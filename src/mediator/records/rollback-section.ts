import { codeText, inlineText } from "../../documents/rendering/inline-text.ts";
import { plural } from "../../model/plural.ts";
import { blocks, lines, section } from "../record-text.ts";
import { retryOutcome } from "../rollback/rollback-targets.ts";
import { kilobytes } from "../rollback/settle-archives.ts";
import type { RollbackRecord, State } from "../state.ts";

/** Rollback history and summary (SPEC 17, SPEC 13). */
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
    ...rollbacks.map((rollback, index) => details(state, rollback, index)),
  );
}

function details(state: State, rollback: RollbackRecord, index: number): string {
  const { at, to, reason, by, mode, archives, adjustments, way } = rollback;
  const attempt = archives.find((archive) => archive.round === to + 1)?.attempt ?? 1;
  const unasked = by === "mediator" && mode === "AUTO_RETRY" && attempt === 1;
  const patterns = new Set(rollback.analyses.flatMap((analysis) => analysis.patterns.map(({ pattern }) => pattern)));
  const files = archives.map(({ path, bytes }) => `${codeText(path, 120)} (${kilobytes(bytes)})`);
  const [cause] = rollback.rootCauses;
  const facts = lines(
    `- when: ${at}, back to the end of round ${to}`,
    `- why: ${inlineText(reason, 160)}`,
    `- mode: ${mode}${unasked ? ", unasked: attempt 1 of 2 before you are asked" : ""}`,
    `- patterns: ${[...patterns].join(", ") || "none"}`,
    `- way on: ${way}`,
    ...adjustments.map((text) => `- adjustment: ${inlineText(text, 1000)}`),
    cause && `- likely cause: ${cause.cause} (${cause.confidence}): ${inlineText(cause.evidence, 200)}`,
    `- decisions taken away: ${rollback.decisions.map(({ decision }) => decision.id).join(", ") || "none"}`,
    `- archives: ${files.join(", ") || "none"}`,
    `- outcome: ${retryOutcome(state, index)}`,
  );
  return section(`### Round ${to + 1}, rollback ${attempt}`, facts);
}
