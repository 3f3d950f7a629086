import type { EngineerDocument, ReadDisagreement, ReadResponse, Resolution } from "../../documents/agent-document.ts";
import { applyChanges } from "../../documents/changes/apply-changes.ts";
import type { ChangeProblem } from "../../documents/changes/locate-change.ts";
import { occurs, occursIn } from "../../documents/changes/occurs.ts";
import { saysNoChange } from "../../documents/form/form-words.ts";
import { readQuotations } from "../../documents/form/read-quotations.ts";
import { wordsIn } from "../../documents/stated/word-count.ts";
import type { Change, Spec } from "../../model/change.ts";
import type { FailureType, GateWarning } from "../../model/gate-result.ts";
import type { Issue } from "../../model/issue.ts";
import { isBlocking } from "../../model/severity.ts";
import { gapsAskedAbout } from "./common-checks.ts";
import { at, type Failure, failureFor, type GateContext, issueMeant, list, quote } from "./gate-context.ts";
import { isTakenBack, passageFacts } from "./passage-facts.ts";
import { repeatedPosition } from "./repeated-position.ts";

/** Tier 2 of the Engineer's document, in the order of SPEC 5. */
export function engineerFailures(document: EngineerDocument, context: GateContext): (Failure | undefined)[] {
  const { spec } = context;
  const changes = document.resolutions.flatMap((resolution) => resolution.changes);
  const applied = spec && applyChanges(spec, changes);
  // A quotation may also occur only in the text with the document's changes.
  const texts = spec === undefined ? [] : applied?.ok ? [spec, applied.spec] : [spec];
  return [
    noChangeFailure(document, texts),
    applied?.ok === false ? changeFailure(applied.problems) : undefined,
    claimFailure(document, changes, texts, context),
    disagreementFailure(document.disagreements, context),
  ];
}

/** Every resolution changes the spec, or quotes words of the spec that settle its gap already. */
function noChangeFailure(document: EngineerDocument, texts: readonly Spec[]): Failure | undefined {
  const asked = gapsAskedAbout(document);
  const unchanging = document.resolutions.filter(({ gap, changes }) => changes.length === 0 && !asked.has(gap));
  const empty = unchanging.filter(({ noChange }) => noChange === undefined);
  const unsupported = unchanging.filter(
    ({ noChange }) => texts.length > 0 && !texts.some((text) => occursIn(text, noChange?.quotation ?? "")),
  );
  const details = unsupported.map(({ gap, noChange }) => `${gap}: ${quote(noChange?.quotation ?? "")}`);
  return (
    failureFor(empty, "NO_CHANGE", (named) => {
      return `${named} changes nothing. Give at least one change under \`### Spec Changes\`, or write there \`No change needed: "…"\` with the words of the spec that settle the gap already.`;
    }) ??
    failureFor(unsupported, "NO_CHANGE", (named) => `The words that are to settle ${named} ${NOT_IN_SPEC}`, { details })
  );
}

const NOT_IN_SPEC = "do not occur in the spec. Quote them letter for letter, or change the spec.";

function changeFailure(problems: readonly ChangeProblem[]): Failure {
  return {
    type: "CHANGE_DOES_NOT_APPLY",
    message: problems.map(({ message }) => message).join(" "),
    offending: [...new Set(problems.map(({ change }) => String(change)))],
    details: problems.flatMap(({ change, nearest }) => {
      if (nearest === undefined) return [];
      const { file, line, heading, text } = nearest;
      return [`The nearest passage to change ${change} (${file}, line ${line}, "${heading}"):\n${text}`];
    }),
  };
}

/** An answer must name changes or words of the spec, unless the criticised words are gone (SPEC 9). */
function claimFailure(
  document: EngineerDocument,
  changes: readonly Change[],
  texts: readonly Spec[],
  context: GateContext,
): Failure | undefined {
  const asked = gapsAskedAbout(document);
  const numbers = new Set(changes.map(({ number }) => number));
  const { previous: last, previousChanges: lastChanges = [] } = context;
  const now = texts.at(-1);
  // Words that the issue quotes were in the last version, and this one does not restate them (SPEC 5).
  const isGone = (issue: Partial<Issue> | undefined) =>
    last &&
    now &&
    passageFacts(issue?.quotations ?? [], { changes, lastChanges, texts: { last, now } }).some(isTakenBack);
  const claims = document.responses.filter((response) => {
    const { changedIn, alreadyIn } = response;
    const issue = issueMeant(response, context);
    // A gap that waits for the User's input cannot answer its issues yet.
    if (asked.has(issue?.gap)) return false;
    if (changedIn.length > 0) return alreadyIn !== undefined || !changedIn.every((number) => numbers.has(number));
    if (!alreadyIn && isLeftAlone(issue, response)) return false;
    if (alreadyIn === undefined) return !isGone(issue);
    return texts.length > 0 && !texts.some((text) => occursIn(text, alreadyIn));
  });
  const onceSentBack = claims.map(({ issue, line }): GateWarning => {
    const message = `${issue} is answered without a change, a quotation or a DISAGREE.`;
    return { type: "CLAIM_WITHOUT_CHANGE", message, line };
  });
  return failureFor(claims, "CLAIM_WITHOUT_CHANGE", (named) => `${named}: ${howToAnswer(claims[0])}`, { onceSentBack });
}

function howToAnswer(first: ReadResponse | undefined): string {
  return `an answer names what was done in exactly one way: \`**Changed in:**\` with numbers of changes in this document, or \`**Already in:** "…"\` with words that occur in the spec, as it is or as your changes leave it. A MEDIUM or LOW issue may have \`No change needed:\` and why. If you do not agree, write \`## DISAGREE: ${first?.issue}\` instead, with \`**Reviewer Concern:**\` (quoted), \`**Engineer Position:**\` and \`**Rationale:**\`.`;
}

/** The answer `No change needed: reason`, which only an issue that blocks no gap may get (SPEC 12). */
export function isLeftAlone(issue: Partial<Issue> | undefined, { text }: Pick<ReadResponse, "text">): boolean {
  const isLesser = issue?.severity !== undefined && !isBlocking(issue.severity) && issue.decided === undefined;
  return isLesser && saysNoChange(text);
}

/** The first failure among the DISAGREE blocks (SPEC 5, 8, 10.5). */
function disagreementFailure(blocks: readonly ReadDisagreement[], context: GateContext): Failure | undefined {
  const { issues, decided = [] } = context;
  const ids = Array.from(blocks.length === 0 ? [] : (issues ?? []), ({ id }) => id);
  const known = ids.length > 0 ? list(ids) : "`## DISAGREE: ISSUE-R…`";
  const decisionOn = ({ issue }: ReadDisagreement) => decided.find((conflict) => conflict.issue === issue)?.decision;
  const failure = (type: FailureType, fix: string, wrongIn: (block: ReadDisagreement) => string | undefined) => {
    const wrong = blocks.filter((block) => wrongIn(block) !== undefined);
    const what = wrong.map((block) => `${at(block.issue, block.line)} ${wrongIn(block)}`);
    return failureFor(wrong, type, () => `${list(what)}. ${fix}`);
  };
  return (
    failure("INVALID_DISAGREE_REF", `Disagree only with an issue that was raised, by its id: ${known}.`, (block) =>
      issues && issueMeant(block, context) === undefined ? "is not an issue of this session" : undefined,
    ) ??
    failure("MALFORMED_DISAGREE", WHOLE_BLOCK, missingParts) ??
    failure("RE_ARGUED_CONFLICT", CARRY_OUT, (block) => decisionOn(block) && `was settled by ${decisionOn(block)}`)
  );
}

const WHOLE_BLOCK =
  "Quote the issue's own words under `**Reviewer Concern:**` and give the reason under `**Rationale:**`.";
const CARRY_OUT = "What the person decided stands: carry it out. A new problem becomes a new gap.";

function missingParts({ concern = "", rationale = "" }: ReadDisagreement): string | undefined {
  const missing = [
    ...(concern.trim() === "" ? ["`**Reviewer Concern:**` with a quote of the issue"] : []),
    ...(rationale.trim() === "" ? ["`**Rationale:**`"] : []),
  ];
  return missing.length === 0 ? undefined : `lacks ${missing.join(" and ")}`;
}

/** The default of `min_section_chars` (SPEC 5, 18). */
const DEFAULT_MIN_SECTION_CHARS = 200;

/** Warnings about the Engineer's document, which do not fail it (SPEC 5, 8, 10.5). */
export function engineerWarnings(
  document: EngineerDocument,
  lines: readonly string[],
  context: GateContext,
): GateWarning[] {
  const asked = gapsAskedAbout(document);
  const ofResolutions = document.resolutions.flatMap((resolution) => {
    const ofContent = asked.has(resolution.gap) ? [] : resolutionWarnings(resolution, document, context);
    return [...unassigned(resolution, context), ...ofContent, ...repeatedPosition(resolution, lines, context)];
  });
  return [...ofResolutions, ...quoteMismatches(document, context)];
}

function unassigned({ gap, line }: Resolution, { gaps }: GateContext): GateWarning[] {
  if (gaps === undefined || gaps.includes(gap)) return [];
  const message = `${gap} was not assigned to this run: its resolution is set aside.`;
  return [{ type: "UNASSIGNED_RESOLUTION", message, line, gap }];
}

function resolutionWarnings(resolution: Resolution, document: EngineerDocument, context: GateContext): GateWarning[] {
  const { gap, line, chars } = resolution;
  const { minSectionChars: least = DEFAULT_MIN_SECTION_CHARS, maxWordsPerGap: most = Number.POSITIVE_INFINITY } =
    context;
  // Less the words that the changes replace (SPEC 5, OVERGROWN).
  const added = resolution.changes.reduce(
    (sum, { kind, old, new: text }) => sum + wordsIn(text) - (kind === "add-after" ? 0 : wordsIn(old)),
    0,
  );
  const missing = missingSections(resolution, document);
  const warnings: [GateWarning["type"], boolean, string][] = [
    ["THIN_CONTENT", !context.polishing && chars < least, `has ${chars} characters, fewer than ${least}.`],
    ["OVERGROWN", added > most, `adds ${added} words to the spec, ${added - most} over the budget.`],
    ["INCOMPLETE_STRUCTURE", !context.polishing && missing.length > 0, `has no section ${list(missing)}.`],
  ];
  return warnings.flatMap(([type, holds, what]) =>
    holds ? [{ type, message: `The resolution of ${gap} ${what}`, line }] : [],
  );
}

function missingSections({ sections, examples }: Resolution, { newGaps }: EngineerDocument): string[] {
  const parts = new Set(sections.map(({ part }) => part));
  return [
    ...(parts.has("trade-offs") ? [] : ["Trade-offs"]),
    ...(parts.has("examples") || examples > 0 ? [] : ["Examples"]),
    ...(parts.has("new-gaps") || newGaps.length > 0 ? [] : ["New Gaps Introduced"]),
  ];
}

function quoteMismatches(document: EngineerDocument, context: GateContext): GateWarning[] {
  return document.disagreements.flatMap((block): GateWarning[] => {
    const issue = issueMeant(block, context);
    if (issue === undefined || block.concern === undefined || quoteOccurs(block.concern, issue.text)) return [];
    const message = `The concern quoted for ${issue.id} does not occur in it: ${quote(block.concern)}.`;
    return [{ type: "QUOTE_MISMATCH", message, line: block.line, issue: issue.id }];
  });
}

/** Whether the issue has the words of the concern, or those it quotes; case does not matter (SPEC 8). */
function quoteOccurs(concern: string, issue: string): boolean {
  const isThere = (words: string) => occurs(issue.toLowerCase(), words.toLowerCase());
  const quoted = readQuotations(concern);
  return isThere(concern) || (quoted.length > 0 && quoted.every(isThere));
}
