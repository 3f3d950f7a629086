import { glossaryOf } from "../../checks/reading/glossary.ts";
import { readSpec } from "../../checks/reading/spec.ts";
import { joinFiles } from "../../documents/layouts/join-files.ts";
import type { FailureType } from "../../model/gate-result.ts";
import { groupBy } from "../../model/group-by.ts";
import type { GapId } from "../../model/ids.ts";
import type { Pattern, PatternConfidence, PatternFinding } from "../../model/rollback.ts";
import type { State } from "../state.ts";
import { bySureness, REQUIRED_SECTIONS } from "./find-patterns.ts";

/** A text that is added to the retry's prompt, because of a pattern, a failure or the User's words (SPEC 13.6). */
export interface Adjustment {
  readonly source: Pattern | FailureType | "reason" | "the User";
  readonly gaps: readonly GapId[];
  readonly text: string;
  readonly confidence: PatternConfidence;
}

/** The last failure of a gap none of whose documents passed the gate. */
export interface GateFailure {
  readonly gap: GapId;
  readonly failure: FailureType;
  readonly message: string;
}

/** One adjustment for each pattern and each kind of failure at the gate, the surest first. */
export function recommendAdjustments(
  state: State,
  patterns: readonly PatternFinding[],
  failures: readonly GateFailure[],
): Adjustment[] {
  const found = groupBy(patterns.toSorted(bySureness), ({ pattern }) => pattern);
  const cures = [...found].map(([source, findings]): Adjustment => {
    const gaps = [...new Set(findings.map(({ gap }) => gap))];
    return { source, gaps, confidence: findings[0]?.confidence ?? "LOW", text: CURES[source](state, gaps) };
  });
  const covered = new Set<string>([...found.keys(), "EXECUTION_ERROR"]);
  return [...cures, ...failures.filter(({ failure }) => !covered.has(failure)).map(forFailure)].sort(bySureness);
}

/** The adjustment for a gap without a document that passed the gate, and so without patterns (SPEC 7, AUTO_RETRY). */
function forFailure({ gap, failure, message }: GateFailure): Adjustment {
  const text = `No earlier attempt was taken (${failure}): ${message} Begin your document with \`## Gap Resolution: ${gap}\` and give every section of the form; where you are unsure, write what you can with \`**Confidence:** LOW\` and say what is missing.`;
  return { source: failure, gaps: [gap], text, confidence: "MEDIUM" };
}

const SECTIONS = REQUIRED_SECTIONS.map(([, heading, holds]) => `- \`${heading}\`: ${holds}`).join("\n");

type Cure = (state: State, gaps: readonly GapId[]) => string;

const CURES: Readonly<Record<Pattern, Cure>> = {
  ABSTRACT_OUTPUT: () =>
    'Replace vague terms by specific values: instead of "an appropriate threshold" write "a threshold of 5 attempts". Give at least 3 concrete examples with specific values. Abstract descriptions are not enough.',
  MISSING_SECTIONS: () => `Your document MUST have these sections, some of which the last one lacked:\n${SECTIONS}`,
  NARROW_EXAMPLES: () => "Include at least 2 examples with specific values: one success case, one edge case.",
  INCONSISTENT_REFS: ({ gaps }) =>
    `Refer only to gaps that exist; declare a new one under \`### New Gaps Introduced\` before you refer to it. The gaps of this session:\n${gapList(gaps)}`,
  DOMAIN_CONFUSION: ({ spec }) =>
    `Use the terms of the source as it defines them, and define every other term where it first stands.${glossary(spec)}`,
  SCOPE_DRIFT: (_state, gaps) =>
    `Your task is ${gaps.join(", ")} and nothing else. Begin your document with \`## Gap Resolution: ${gaps[0]}\`. What you notice about other gaps is no part of it.`,
  INCONSISTENT_WITH_ACCEPTED: ({ spec }, gaps) =>
    `Agree with what is accepted already; where you cannot, declare a new gap instead of deciding otherwise.${accepted(spec, gaps)}`,
};

const MOST_GAPS = 100;
const MOST_TERMS = 30;
const MOST_ACCEPTED = 4_000;

function gapList(gaps: State["gaps"]): string {
  const lines = [...gaps].slice(0, MOST_GAPS).map(({ id, title }) => `- ${id}: ${title.slice(0, 80)}`);
  return [...lines, ...(gaps.size > MOST_GAPS ? [`- and ${gaps.size - MOST_GAPS} more`] : [])].join("\n");
}

function glossary({ source }: State["spec"]): string {
  const lines = glossaryOf(readSpec(joinFiles(source)))
    .slice(0, MOST_TERMS)
    .map(({ name, meaning }) => `- ${name}: ${meaning.replace(/\s+/g, " ").slice(0, 160)}`);
  return lines.length === 0 ? "" : ` Its glossary:\n${lines.join("\n")}`;
}

/** What was accepted for other gaps, the newest first. */
function accepted({ batches }: State["spec"], gaps: readonly GapId[]): string {
  const sets = batches.flatMap((batch) => batch.sets).filter(({ gap }) => gap && !gaps.includes(gap));
  const texts = sets.toReversed().flatMap(({ gap, changes }) => changes.map((change) => `${gap}: ${change.new}`));
  return texts.length === 0 ? "" : ` What is accepted:\n\n${texts.join("\n\n").slice(0, MOST_ACCEPTED)}`;
}
