import type { Blocked, EngineerDocument, NewGap, Resolution } from "../../documents/values.ts";
import type { BlockedDigest, EngineerDigest, NewGapDigest, ProposalDigest } from "../../model/digest.ts";
import type { GapId } from "../../model/ids.ts";
import { liveIssues } from "../queries.ts";
import type { State } from "../state.ts";
import { issueByName } from "./issue-by-name.ts";

/** Words of a document that the state keeps, bounded: whatever a model writes is untrusted. */
const TEXT_LIMIT = 6_000;
const TITLE_LIMIT = 200;

/** What the session keeps of the round's joined engineer.md. `assigned` are the gaps that it was to be about. */
export function digestEngineer(state: State, document: EngineerDocument, assigned: ReadonlySet<GapId>): EngineerDigest {
  const live = liveIssues(state);
  const own = firstPerGap(document.resolutions).filter((resolution) => assigned.has(resolution.gap));
  const aside = document.resolutions.filter((resolution) => !assigned.has(resolution.gap));
  return {
    role: "engineer",
    proposals: own.map(proposal),
    newGaps: document.newGaps.flatMap((gap) => newGapDigest(gap)),
    responses: document.responses.flatMap((response) => {
      const issue = response.issue ?? issueByName(live, response.label, assigned);
      return issue === undefined
        ? []
        : [{ issue, line: response.line, endLine: response.endLine, form: response.form }];
    }),
    disagreements: document.disagreements.flatMap((block) => {
      const issue = block.issue ?? issueByName(live, block.label, assigned);
      if (issue === undefined) return [];
      return [
        {
          issue,
          concern: clip(block.concern ?? ""),
          position: clip(block.position ?? ""),
          rationale: clip(block.rationale ?? ""),
          ...(block.alternative === undefined ? {} : { alternative: clip(block.alternative) }),
          ...(block.request === undefined ? {} : { request: clip(block.request) }),
          line: block.line,
          endLine: block.endLine,
        },
      ];
    }),
    blocked: document.blocked.flatMap((block) => (block.gap === undefined ? [] : [blockedDigest(block.gap, block)])),
    setAside: [...new Set(aside.map((resolution) => resolution.gap))],
  };
}

/** What a run asks for; its choices are bounded by the reader. */
export function blockedDigest(gap: GapId, { kind, reason, choices }: Omit<Blocked, "gap">): BlockedDigest {
  return { kind, gap, reason: clip(reason), ...(choices === undefined ? {} : { choices }) };
}

export function newGapDigest(gap: NewGap): NewGapDigest[] {
  if (gap.id === undefined) return [];
  return [
    {
      id: gap.id,
      ...(gap.label === undefined ? {} : { label: gap.label.slice(0, TITLE_LIMIT) }),
      title: gap.summary.slice(0, TITLE_LIMIT),
      text: clip(gap.text),
      severity: gap.severity ?? "MEDIUM",
      dependsOn: gap.dependsOn,
      line: gap.line,
    },
  ];
}

export function clip(text: string): string {
  return text.length <= TEXT_LIMIT ? text : `${text.slice(0, TEXT_LIMIT)} …`;
}

function proposal(resolution: Resolution): ProposalDigest {
  return {
    gap: resolution.gap,
    title: resolution.title.slice(0, TITLE_LIMIT),
    line: resolution.line,
    endLine: resolution.endLine,
    ...(resolution.confidence === undefined ? {} : { confidence: resolution.confidence }),
    chars: resolution.chars,
    examples: resolution.examples,
    sections: resolution.sections.map((section) => section.heading.slice(0, TITLE_LIMIT)),
    claimsResolved: resolution.claimsResolved,
  };
}

function firstPerGap(resolutions: readonly Resolution[]): Resolution[] {
  const seen = new Set<GapId>();
  return resolutions.filter((resolution) => !seen.has(resolution.gap) && seen.add(resolution.gap));
}
