import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type Dice,
  drawProposal,
  drawReview,
  type ProposalTruth,
  type ReviewTruth,
} from "../../../test/support/drawn-documents.ts";
import type { EngineerDocument, ReviewerDocument } from "../agent-document.ts";
import { issueIdsIn } from "./ids-in-text.ts";
import { readForm } from "./read-form.ts";

/**
 * Nothing is passed over (SPEC 5): documents that say the same in other forms, and what each of them says. An accepted
 * one has every value; what the reader does not understand, it names.
 */
const RUNS = 1000;
const rolls = fc.array(fc.nat(9999), { minLength: 300, maxLength: 300 });

function diceOf(numbers: readonly number[]): Dice {
  let at = 0;
  return (sides) => (numbers[at++ % numbers.length] ?? 0) % sides;
}

describe("silent loss", () => {
  it("is 0 over 1,000 reviews", () => {
    let accepted = 0;
    const property = fc.property(rolls, (numbers) => {
      const { text, truth } = drawReview(diceOf(numbers));
      const { document } = readForm(text, "reviewer");
      if (document.role !== "reviewer" || !passes(document)) return;
      accepted++;
      expect(lostFromReview(document, truth), text).toEqual([]);
    });
    fc.assert(property, { numRuns: RUNS });
    expect(accepted).toBeGreaterThan(RUNS / 10);
  });

  it("is 0 over 1,000 proposals", () => {
    let accepted = 0;
    const property = fc.property(rolls, (numbers) => {
      const { text, truth } = drawProposal(diceOf(numbers));
      const { document } = readForm(text, "engineer");
      if (document.role !== "engineer" || document.unread.length > 0 || document.resolutions.length === 0) return;
      accepted++;
      expect(lostFromProposal(document, truth), text).toEqual([]);
    });
    fc.assert(property, { numRuns: RUNS });
    expect(accepted).toBeGreaterThan(RUNS / 10);
  });

  it("reads its canonical text as the same, without a repair", () => {
    const property = fc.property(rolls, fc.boolean(), (numbers, reviews) => {
      const role = reviews ? "reviewer" : "engineer";
      const first = readForm((reviews ? drawReview : drawProposal)(diceOf(numbers)).text, role);
      expect(readForm(first.text, role)).toEqual({ ...first, repairs: [] });
    });
    fc.assert(property, { numRuns: 500 });
  });
});

function passes(document: ReviewerDocument): boolean {
  const { unread, reviewed, severitySections, noIssuesFound } = document;
  return unread.length === 0 && reviewed.length > 0 && (severitySections > 0 || noIssuesFound.length > 0);
}

function lostFromReview(document: ReviewerDocument, truth: ReviewTruth): string[] {
  const lost: string[] = [];
  // The words of NO_ISSUES_FOUND and of a preamble are shown to the User as they are.
  const shown = [document.preamble, ...document.noIssuesFound.map(({ text }) => text)].join("\n");
  for (const { title, severity, gap } of truth.issues) {
    const found = document.issues.filter((issue) => issue.title.includes(title));
    if (shown.includes(title)) continue;
    if (!found.some((issue) => issue.severity === severity && issue.gap === gap)) lost.push(`issue ${title}`);
  }
  const read = new Set([...document.issues.map(({ id }) => id), ...document.rechecks.map(({ issue }) => issue)]);
  for (const { id } of issueIdsIn(shown)) if (!read.has(id)) lost.push(`${id}, which NO_ISSUES_FOUND names`);
  for (const { issue, status } of truth.rechecks) {
    if (!document.rechecks.some((recheck) => recheck.issue === issue && recheck.status === status)) lost.push(issue);
  }
  for (const { gap, value } of truth.verdicts) {
    if (!document.verdicts.some((verdict) => verdict.gap === gap && verdict.value === value))
      lost.push(`verdict ${gap}`);
  }
  for (const title of truth.newGaps) {
    if (!document.newGaps.some((gap) => gap.title.includes(title))) lost.push(`new gap ${title}`);
  }
  return lost;
}

function lostFromProposal(document: EngineerDocument, truth: ProposalTruth): string[] {
  const lost: string[] = [];
  const changes = document.resolutions.flatMap((resolution) => resolution.changes);
  for (const { kind, old, new: added } of truth.changes) {
    if (!changes.some((change) => change.kind === kind && change.old === old && change.new === added))
      lost.push(`${kind} ${old}`);
  }
  for (const { issue, changedIn } of truth.responses) {
    const found = document.responses.find((response) => response.issue === issue);
    if (found === undefined || String(found.changedIn) !== String(changedIn)) lost.push(`response ${issue}`);
  }
  for (const issue of truth.disagreements) {
    if (!document.disagreements.some((each) => each.issue === issue && each.rationale !== undefined))
      lost.push(`disagree ${issue}`);
  }
  for (const title of truth.newGaps) {
    if (!document.newGaps.some((gap) => gap.title.includes(title))) lost.push(`new gap ${title}`);
  }
  for (const gap of truth.blocked) {
    if (!document.blocked.some((each) => each.gap === gap && each.reason.includes("How long")))
      lost.push(`blocked ${gap}`);
  }
  return lost;
}
