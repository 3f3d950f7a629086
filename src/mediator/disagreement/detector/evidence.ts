import type { FlagEvidence, Heuristic } from "../../../model/disagreement.ts";
import { visibleLine } from "../../../model/visible-text.ts";
import type { OpenIssue } from "./concern.ts";
import type { DetectorInput } from "./detector-input.ts";
import { textOf } from "./document-index.ts";
import { type Finding, SUBSTANCE_NEEDED } from "./judge-issue.ts";
import { isProblem, type Judgement } from "./judgement.ts";
import { type Coverage, coverageOf } from "./keywords.ts";
import { mentionOf } from "./mentions.ts";
import { once } from "./once.ts";
import { criticisedPassages, type Passage } from "./passage.ts";
import { answeringGaps } from "./scope.ts";
import type { Workbench } from "./workbench.ts";

/** SPEC 18, implicit.overlap. */
const OVERLAP = 0.3;
/** Characters shown of a quotation. */
const QUOTED = 140;

/** Puts a finding into words: the heuristics that it rests on, and what was looked for, where, and found. */
export function explain(issue: OpenIssue, finding: Finding, input: DetectorInput, bench: Workbench): Judgement {
  const coverage = once(() => coverageOf(issue, finding.substance, bench));
  const passages = finding.decisive || finding.disagreement ? [] : passagesOf(issue, bench);
  return {
    issue,
    status: finding.status,
    confidence: confidenceIn(finding),
    heuristics: isProblem(finding.status) ? heuristicsOf(issue, finding, input, coverage, passages) : [],
    evidence: [
      ...dueEvidence(issue, finding, input),
      ...answerEvidence(issue, finding, input, bench),
      ...substanceEvidence(finding, input, coverage, bench),
      ...passages.map((passage) => passageEvidence(passage, input)),
      ...claimEvidence(issue, finding, input),
      ...rollbackEvidence(issue, finding, input),
    ],
  };
}

/** A score this close to the threshold could have gone the other way. */
const CLOSE = 0.75;

function confidenceIn({ status, substance, decisive, definition }: Finding): "HIGH" | "MEDIUM" {
  switch (status) {
    case "DEFLECTION":
    case "DISAGREED":
    case "NOT_DUE":
      return "HIGH";
    case "ANSWERED":
      // SPEC 9: a soft match is of MEDIUM confidence.
      return decisive && !definition ? "HIGH" : "MEDIUM";
    case "IGNORED":
    case "NON_RESPONSE":
      return substance.score < SUBSTANCE_NEEDED * CLOSE ? "HIGH" : "MEDIUM";
  }
}

function heuristicsOf(
  issue: OpenIssue,
  finding: Finding,
  input: DetectorInput,
  coverage: () => Coverage,
  passages: readonly Passage[],
): Heuristic[] {
  const found: Heuristic[] = [];
  if (finding.status === "IGNORED") found.push("H1");
  if (issue.id !== undefined && input.rolledBack?.has(issue.id)) found.push("H2");
  if (claimedResolved(issue, input)) found.push("H3");
  const unchanged = passages.some((passage) => passage.now !== undefined);
  const apart = coverage().share < (input.overlap ?? OVERLAP);
  if (finding.status === "NON_RESPONSE" || (finding.status === "IGNORED" && (unchanged || apart))) found.push("H4");
  if (finding.status === "DEFLECTION") found.push("H5");
  return found;
}

function dueEvidence({ gap }: OpenIssue, { due }: Finding, { proposal }: DetectorInput): FlagEvidence[] {
  if (due) return [];
  const proposed = [...new Set(proposal.document.resolutions.map((resolution) => resolution.gap))];
  return [
    { what: `the document proposes ${proposed.join(", ")}, not ${gap}`, where: nameOf(proposal, "the document") },
  ];
}

function answerEvidence(issue: OpenIssue, finding: Finding, input: DetectorInput, bench: Workbench): FlagEvidence[] {
  const where = nameOf(input.proposal, "the document");
  const { disagreement, decisive, answers, status } = finding;
  if (disagreement) {
    const words = disagreement.position ?? disagreement.rationale ?? "";
    return [{ what: `a DISAGREE block: ${quoted(words)}`, where, line: disagreement.line }];
  }
  if (decisive) {
    const { answer, rejecting } = decisive;
    const told = quoted(answer.body);
    if (rejecting === undefined) return [{ what: `answered by name: ${told}`, where, line: answer.line }];
    const offer = status === "DEFLECTION" ? "and offers no alternative" : "and offers something else";
    return [{ what: `the answer rejects (${quoted(rejecting)}) ${offer}: ${told}`, where, line: answer.line }];
  }
  if (answers.length > 0) {
    return answers.map(({ body, line }) => ({
      what:
        body.trim() === ""
          ? "named here, with nothing said"
          : `named here, only reporting that it was done: ${quoted(body)}`,
      where,
      line,
    }));
  }
  return [notNamed(issue, where, bench)];
}

function notNamed(issue: OpenIssue, where: string, bench: Workbench): FlagEvidence {
  const name = issue.id ?? issue.label ?? "the issue";
  const what = `no heading, table row, list item or sentence answers ${name}, and no DISAGREE names it`;
  const mention = mentionOf(issue, bench);
  if (mention === undefined) return { what, where };
  return {
    what: `${what}; it is only mentioned (an example, a fence or a reference is no answer)`,
    where,
    line: mention,
  };
}

function substanceEvidence(
  finding: Finding,
  input: DetectorInput,
  coverage: () => Coverage,
  bench: Workbench,
): FlagEvidence[] {
  const { substance, definition, status, done } = finding;
  if (finding.decisive || status === "DISAGREED" || status === "NOT_DUE") return [];
  const where = nameOf(input.proposal, "the document");
  if (definition) {
    const what = `\`${definition.name}\`, which the issue misses, is defined`;
    return [{ what, where, line: definition.statement.line }];
  }
  if (done)
    return [
      { what: `says what was done because of it: ${quoted(textOf(bench.document, done))}`, where, line: done.line },
    ];
  const [best] = substance.matches;
  const { found, missing, share, taken } = coverage();
  const measure = `${percent(substance.score / SUBSTANCE_NEEDED)} of what is needed`;
  const against = input.earlier ? "new against the earlier proposal" : "on its concern";
  const nearest: FlagEvidence = best
    ? {
        what: `the nearest statement ${against} (${measure}): ${quoted(textOf(bench.document, best.statement))}`,
        where,
        line: best.statement.line,
      }
    : { what: `no statement ${against} speaks of it`, where };
  const words = `keywords found there: ${list(found)}; not found: ${list(missing)} (${percent(share)} of the concern by weight)`;
  const took = `words of the issue that the earlier proposal nowhere had: ${list(taken)}`;
  return [nearest, { what: words, where }, ...(taken.length > 0 ? [{ what: took, where }] : [])];
}

function passagesOf(issue: OpenIssue, bench: Workbench): Passage[] {
  const { earlier, document, lexicon } = bench;
  return earlier ? criticisedPassages(issue, earlier, document, lexicon).slice(0, 2) : [];
}

function passageEvidence({ quote, before, now }: Passage, input: DetectorInput): FlagEvidence {
  const words = quoted(quote);
  if (now === undefined) {
    return {
      what: `the criticised words ${words} are gone`,
      where: nameOf(input.earlier, "the earlier document"),
      line: before,
    };
  }
  const was = `${nameOf(input.earlier, "the earlier document")}:${before}`;
  return {
    what: `the criticised words ${words} stand as they did (${was})`,
    where: nameOf(input.proposal, "the document"),
    line: now,
  };
}

function claimEvidence(issue: OpenIssue, { status }: Finding, input: DetectorInput): FlagEvidence[] {
  const claim = isProblem(status) ? claimedResolved(issue, input) : undefined;
  if (!claim) return [];
  return [
    {
      what: `the document calls ${claim.gap} resolved`,
      where: nameOf(input.proposal, "the document"),
      line: claim.line,
    },
  ];
}

function claimedResolved({ gap }: OpenIssue, { proposal, successors }: DetectorInput) {
  const gaps = answeringGaps(proposal.document, gap, successors);
  return proposal.document.resolutions.find((one) => one.claimsResolved && gaps.includes(one.gap));
}

function rollbackEvidence(issue: OpenIssue, { status }: Finding, { rolledBack }: DetectorInput): FlagEvidence[] {
  if (!isProblem(status) || issue.id === undefined || !rolledBack?.has(issue.id)) return [];
  return [
    { what: "its gap was rolled back at least twice in this round, for different patterns", where: "the session" },
  ];
}

function nameOf(text: { readonly name?: string } | undefined, otherwise: string): string {
  return text?.name ?? otherwise;
}

function quoted(text: string): string {
  return `"${visibleLine(text.slice(0, 2 * QUOTED).trim(), QUOTED)}"`;
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

function list(words: readonly string[]): string {
  return words.length === 0 ? "none" : words.join(", ");
}
