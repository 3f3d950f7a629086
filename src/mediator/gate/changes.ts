import { applyChanges } from "../../documents/changes/apply-changes.ts";
import { occursIn } from "../../documents/changes/occurs.ts";
import type { ChangeProblem } from "../../documents/changes/problem.ts";
import { saysNoChange } from "../../documents/form/words.ts";
import type { EngineerDocument, ReadChange, ReadResponse, Resolution } from "../../documents/values.ts";
import type { Spec } from "../../model/change.ts";
import type { GateWarning } from "../../model/gate-result.ts";
import { isBlocking } from "../../model/severity.ts";
import { issueMeant } from "./disagreement-problems.ts";
import type { GateContext } from "./gate-context.ts";
import { at, list, quote } from "./say.ts";
import type { Failure } from "./structure.ts";

/** Tier 2: every resolution changes the spec, or shows the words that settle its gap already (SPEC 5). */
export function noChangeFailure(document: EngineerDocument, context: GateContext): Failure | undefined {
  const asking = new Set([...document.blocked, ...document.outOfScope].map(({ gap }) => gap));
  const resolving = document.resolutions.filter(({ gap }) => !asking.has(gap));
  const empty = resolving.filter(({ changes, noChange }) => changes.length === 0 && noChange === undefined);
  if (empty.length > 0) {
    return {
      type: "NO_CHANGE",
      message: `${list(empty.map(({ gap, line }) => at(gap, line)))} changes nothing. Give at least one change under \`### Spec Changes\`, or write there \`No change needed: "…"\` with the words of the spec that settle the gap already.`,
      offending: empty.map(({ gap }) => gap),
    };
  }
  const unsupported = resolving.filter(
    (resolution) => !isSettledBy(resolution, context.spec, candidate(document, context)),
  );
  if (unsupported.length === 0) return undefined;
  return {
    type: "NO_CHANGE",
    message: `The words that are to settle ${list(unsupported.map(({ gap, line }) => at(gap, line)))} do not occur in the spec. Quote them letter for letter, or change the spec.`,
    offending: unsupported.map(({ gap }) => gap),
    details: unsupported.map(({ gap, noChange }) => `${gap}: ${quote(noChange?.quotation ?? "")}`),
  };
}

/** By words of the spec, or by those that another gap's change in the document brings. */
function isSettledBy({ changes, noChange }: Resolution, ...specs: readonly (Spec | undefined)[]): boolean {
  if (changes.length > 0 || noChange === undefined) return true;
  return specs.some((spec) => spec === undefined || occursIn(spec, noChange.quotation));
}

/** The text that the document's changes lead to; the spec where they do not apply. */
function candidate(document: EngineerDocument, { spec }: GateContext): Spec | undefined {
  const applied = spec && applyChanges(spec, allChanges(document));
  return applied?.ok ? applied.spec : spec;
}

/** Tier 2: every change applies to the text that the Engineer was shown (SPEC 5). */
export function changeFailure(document: EngineerDocument, { spec }: GateContext): Failure | undefined {
  if (spec === undefined) return undefined;
  const applied = applyChanges(spec, allChanges(document));
  if (applied.ok) return undefined;
  const { problems } = applied;
  return {
    type: "CHANGE_DOES_NOT_APPLY",
    message: problems.map(({ message }) => message).join(" "),
    offending: [...new Set(problems.map(({ change }) => String(change)))],
    details: problems.flatMap(nearestPassage),
  };
}

function nearestPassage({ change, nearest }: ChangeProblem): string[] {
  if (nearest === undefined) return [];
  const { file, line, heading, text } = nearest;
  return [`The nearest passage to change ${change} (${file}, line ${line}, "${heading}"):\n${text}`];
}

function allChanges({ resolutions }: EngineerDocument): ReadChange[] {
  return resolutions.flatMap(({ changes }) => changes);
}

/** Tier 2: an answer names changes that exist, or words that occur, or takes back what was held against it; once sent back it is a flag instead (SPEC 5, 9). */
export function claimFailure(document: EngineerDocument, context: GateContext): Failure | undefined {
  const claims = context.retried?.includes("CLAIM_WITHOUT_CHANGE") ? [] : claimsWithoutChange(document, context);
  if (claims.length === 0) return undefined;
  return {
    type: "CLAIM_WITHOUT_CHANGE",
    message: `${list(claims.map((claim) => at(nameOf(claim), claim.line)))}: an answer names what was done in exactly one way: \`**Changed in:**\` with numbers of changes in this document, or \`**Already in:** "…"\` with words that occur in the spec, as it is or as your changes leave it. If you do not agree, write \`## DISAGREE: ${nameOf(claims[0])}\` instead, with \`**Reviewer Concern:**\` (quoted), \`**Engineer Position:**\` and \`**Rationale:**\`.`,
    offending: claims.map(nameOf),
  };
}

export function claimWarnings(document: EngineerDocument, context: GateContext): GateWarning[] {
  if (!context.retried?.includes("CLAIM_WITHOUT_CHANGE")) return [];
  return claimsWithoutChange(document, context).map((claim) => ({
    type: "CLAIM_WITHOUT_CHANGE",
    message: `${nameOf(claim)} is answered without a change, a quotation or a DISAGREE.`,
    line: claim.line,
  }));
}

function claimsWithoutChange(document: EngineerDocument, context: GateContext): ReadResponse[] {
  const { spec } = context;
  const numbers = new Set(allChanges(document).map(({ number }) => number));
  const changed = candidate(document, context);
  return document.responses.filter((response) => {
    const { changedIn, alreadyIn } = response;
    if (changedIn.length + (alreadyIn?.length ?? 0) === 0 && isLeftAlone(response, context)) return false;
    if (changedIn.length > 0) return alreadyIn !== undefined || !changedIn.every((number) => numbers.has(number));
    if (spec === undefined || changed === undefined) return alreadyIn === undefined;
    if (alreadyIn === undefined) return !isTakenBack(response, changed, context);
    return !occursIn(spec, alreadyIn) && !occursIn(changed, alreadyIn);
  });
}

/** `No change needed: reason`, to an issue that no gap hangs on (SPEC 12). */
function isLeftAlone(response: ReadResponse, context: GateContext): boolean {
  const { severity, decided } = issueMeant(response, context) ?? {};
  const isLesser = severity !== undefined && !isBlocking(severity) && decided === undefined;
  return isLesser && saysNoChange(response.text);
}

/** Words that the issue quotes stood in the last version, and this one is without them: no change says so (SPEC 5). */
function isTakenBack(response: ReadResponse, changed: Spec, context: GateContext): boolean {
  const { previous } = context;
  const quotations = issueMeant(response, context)?.quotations ?? [];
  if (previous === undefined) return false;
  return quotations.some((words) => occursIn(previous, words) && !occursIn(changed, words));
}

function nameOf(response: ReadResponse | undefined): string {
  return response?.issue ?? "the issue";
}
