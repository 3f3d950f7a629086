import { occursIn } from "../../documents/changes/occurs.ts";
import type { EngineerDocument, ReadIssue } from "../../documents/values.ts";
import type { JudgedIssue } from "../../mediator/disagreement/answer-evidence.ts";
import type { AnswerFacts } from "../../mediator/disagreement/judge-answer.ts";
import { type Candidate, withProposals } from "../../mediator/spec/candidate.ts";
import type { Spec } from "../../model/change.ts";
import { type GapId, issueId } from "../../model/ids.ts";

/** An issue of a bare review. One without an id gets one for the time of the comparison, and is shown by its label. */
export interface InspectedIssue extends JudgedIssue {
  readonly named: boolean;
  readonly label?: string;
  readonly title: string;
  readonly severity: ReadIssue["severity"];
  readonly line: number;
}

/** Where the numbers of issues without an id begin: no review has so many. */
const UNNAMED = 800;

/** An issue without a gap, in a review of one proposal, is about that one. */
export function judgedIssues(
  issues: readonly ReadIssue[],
  { resolutions }: Pick<EngineerDocument, "resolutions">,
  round: number,
): InspectedIssue[] {
  return issues.flatMap((issue, index) => {
    const gap = issue.gap ?? resolutions[0]?.gap;
    if (gap === undefined) return [];
    const { title, severity, line, quotations, label } = issue;
    const id = issue.id ?? issueId(round, UNNAMED + index);
    const named = issue.id !== undefined;
    return [{ id, named, gap, title, severity, line, quotations, ...(label === undefined ? {} : { label }) }];
  });
}

interface Beside {
  readonly name: string;
  readonly previous?: EngineerDocument;
  readonly spec?: Spec;
}

/** The same facts as in a session, as far as bare documents have them. */
export function reviewFacts(document: EngineerDocument, { name, previous, spec }: Beside): AnswerFacts {
  return {
    digest: { proposals: document.resolutions, responses: document.responses, disagreements: document.disagreements },
    document: name,
    succeeds: (proposed, gap) => proposed === gap || isPartOf(proposed, gap),
    lastChanges: (gap) => previous?.resolutions.find((resolution) => resolution.gap === gap)?.changes,
    isRolledBack: () => false,
    // Without the spec nobody can tell: the quotation is believed.
    ...(spec === undefined ? { occurs: () => true } : factsOf(spec, document, previous)),
  };
}

/** What the two versions lead to; unknown where one of them does not apply to this spec. */
function factsOf(spec: Spec, document: EngineerDocument, previous: EngineerDocument | undefined) {
  const [last, now] = [candidateOf(spec, previous), candidateOf(spec, document)];
  const isKnown = last.failed.length + now.failed.length === 0;
  return {
    base: () => spec,
    occurs: (quotation: string) => occursIn(spec, quotation) || occursIn(now.spec, quotation),
    ...(isKnown ? { texts: { last: last.spec, now: now.spec } } : {}),
  };
}

function candidateOf(spec: Spec, document: EngineerDocument | undefined): Candidate {
  const changes = document?.resolutions.map(({ gap, changes }) => ({ id: gap, changes, after: [] }));
  return withProposals(spec, changes ?? []);
}

/** `GAP-FLOW-007a` is a part of `GAP-FLOW-007` (SPEC 3.1). */
function isPartOf(part: GapId, gap: GapId): boolean {
  return part.length === gap.length + 1 && part.startsWith(gap);
}
