import type {
  AgentDocument,
  EngineerDocument,
  Lines,
  ReadIssue,
  Recheck,
  Reference,
  ReviewerDocument,
} from "../../documents/values.ts";

/**
 * The values of a repaired document with the lines of the text as it came. Its author, and a person who inspects the
 * file, know no other lines: a message that names one must mean theirs.
 */
export function withOriginalLines(repaired: AgentDocument, original: AgentDocument): AgentDocument {
  if (repaired.role === "engineer" && original.role === "engineer") return engineerLines(repaired, original);
  if (repaired.role === "reviewer" && original.role === "reviewer") return reviewerLines(repaired, original);
  return repaired;
}

function engineerLines(repaired: EngineerDocument, original: EngineerDocument): EngineerDocument {
  return {
    ...repaired,
    ...shared(repaired, original),
    resolutions: inOrder(repaired.resolutions, original.resolutions),
    responses: inOrder(repaired.responses, original.responses),
    disagreements: inOrder(repaired.disagreements, original.disagreements),
    blocked: inOrder(repaired.blocked, original.blocked),
  };
}

function reviewerLines(repaired: ReviewerDocument, original: ReviewerDocument): ReviewerDocument {
  const { asWritten, line } = original.verdict;
  return {
    ...repaired,
    ...shared(repaired, original),
    issues: byKey(repaired.issues, original.issues, issueKey),
    rechecks: byKey(repaired.rechecks, original.rechecks, recheckKey),
    reviewed: referenceLines(repaired.reviewed, original.reviewed),
    verdict: {
      ...repaired.verdict,
      ...(asWritten !== undefined && { asWritten }),
      ...(line !== undefined && { line }),
      byGap: referenceLines(repaired.verdict.byGap, original.verdict.byGap),
    },
  };
}

function shared(repaired: AgentDocument, original: AgentDocument) {
  return {
    newGaps: inOrder(repaired.newGaps, original.newGaps),
    references: referenceLines(repaired.references, original.references),
    citations: original.citations,
    ambiguities: original.ambiguities,
  };
}

/** Repair keeps the order of all but issues and rechecks, which it may move into their sections. */
function inOrder<T extends Lines>(repaired: readonly T[], original: readonly Lines[]): T[] {
  return repaired.map((one, index) => placedAt(one, original[index]));
}

function byKey<T extends Lines>(repaired: readonly T[], original: readonly T[], key: (one: T) => string): T[] {
  const places = new Map<string, T[]>();
  for (const one of original.toReversed()) {
    const there = places.get(key(one));
    if (there === undefined) places.set(key(one), [one]);
    else there.push(one);
  }
  return repaired.map((one) => placedAt(one, places.get(key(one))?.pop()));
}

function placedAt<T extends Lines>(one: T, place: Lines | undefined): T {
  return place === undefined ? one : { ...one, line: place.line, endLine: place.endLine };
}

/** The words, without the white space that moving them changes. */
function issueKey(issue: ReadIssue): string {
  return `${issue.kind} ${issue.severity} ${issue.text.replaceAll(/\s+/gu, "")}`;
}

function recheckKey(recheck: Recheck): string {
  return `${recheck.issue ?? recheck.label?.toUpperCase() ?? ""} ${recheck.status}`;
}

/** Where each gap is first named; one that only the repaired text names stays where it is there. */
function referenceLines<T extends Reference>(repaired: readonly T[], original: readonly Reference[]): T[] {
  const first = new Map<string, number>();
  for (const { gap, line } of original) first.set(gap, Math.min(line, first.get(gap) ?? line));
  return repaired.map((one) => ({ ...one, line: first.get(one.gap) ?? one.line }));
}
