import { readFileSync } from "node:fs";
import { createState } from "../../src/mediator/evolve/evolve-session.ts";
import { type PromptKit, promptKit, type Templates } from "../../src/mediator/prompts/prompt-kit.ts";
import type { PromptMaterial, PromptOrder } from "../../src/mediator/prompts/prompt-order.ts";
import {
  isTemplateProblem,
  parseTemplate,
  TEMPLATE_NAMES,
  type TemplateName,
} from "../../src/mediator/prompts/template.ts";
import type { Proposal, State } from "../../src/mediator/state.ts";
import { DEFAULT_CONFIG } from "../../src/model/config.ts";
import type { Decision } from "../../src/model/decision.ts";
import type { Gap } from "../../src/model/gap.ts";
import type { FailureType, GateResult } from "../../src/model/gate-result.ts";
import type { GapId } from "../../src/model/ids.ts";
import type { Issue } from "../../src/model/issue.ts";
import { Table } from "../../src/model/table.ts";
import { makeGap, makeIssue } from "../../src/testing/make-gap.ts";

/** A session about a notes service in its fourth round, and what its prompts need: for golden files and properties. */

export const SOURCE = `# Notes service

A server keeps notes for the devices of one person.

## 1. Notes

A note has a title and a text. Notes are kept until they are deleted.

### 1.1 Search

Search looks in titles and texts. Results come quickly.

## 2. Sync

Devices send their changes when they are connected.

### 2.1 Conflicts

If two devices change one note, the server decides. TBD: how.

### 2.2 Deleted notes

A deleted note goes from all devices.

## 3. Limits

A text has at most 64 KiB.
`;

/** The same, with enough around it that it no longer stands in the preface whole. */
export const LONG_SOURCE = `${SOURCE}
${Array.from({ length: 40 }, (_, at) => `## ${at + 4}. Annex ${at + 1}\n\nThis annex repeats a rule about printing and paper formats. It names ${at + 1} trays, their colours and the weight of the paper that each of them takes, and it has nothing to do with devices.\n`).join("\n")}`;

export const GAP: GapId = "GAP-SYNC-001";

export const GAPS: readonly Gap[] = [
  makeGap({
    id: GAP,
    title: "How the server decides between two changes of one note",
    text: "If two devices change one note, the server decides. TBD: how.",
    severity: "CRITICAL",
    state: "IN_PROGRESS",
    cameFrom: "NEEDS_REVISION",
    places: [{ heading: "2.1 Conflicts", line: 19, endLine: 19 }],
    dependsOn: ["GAP-SYNC-002"],
  }),
  makeGap({
    id: "GAP-SYNC-002",
    title: "What a version of a note is",
    text: "Changes are compared, but nothing says by what.",
    severity: "HIGH",
    state: "RESOLVED",
    places: [{ heading: "2. Sync", line: 13, endLine: 15 }],
  }),
  makeGap({
    id: "GAP-SEARCH-001",
    title: "How quickly results come",
    text: "Results come quickly.",
    places: [{ heading: "1.1 Search", line: 11, endLine: 11 }],
  }),
];

const PROPOSAL = `## Gap Resolution: GAP-SYNC-001

**Confidence:** MEDIUM

### Proposed Solution

The change with the later version wins. The other one is kept as a copy of the note, so that nothing that a person wrote is lost.

### Spec Text

**Target:** 2.1 Conflicts (replace)

The server keeps the change with the higher version and stores the other one as a copy.

### Examples

- Phone sends version 4, laptop sends version 4: the phone came first and wins.

### Trade-offs

- Copies have to be cleaned up by hand.

### New Gaps Introduced

None.
`;

const NEIGHBOUR = `## Gap Resolution: GAP-SYNC-002

**Confidence:** HIGH

### Proposed Solution

Each note carries a counter.

### Spec Text

**Target:** 2. Sync (append)

A version is a counter that the server raises by one with every change it accepts.

### Examples

- Version 3 becomes 4.

### Trade-offs

- None.

### New Gaps Introduced

None.
`;

const REVISION = PROPOSAL.replace(
  "the phone came first and wins",
  "equal versions, so both are kept, the laptop's as a copy",
);

export const FILES: ReadonlyMap<string, string> = new Map([
  ["round_002/engineer.md", NEIGHBOUR],
  ["round_003/engineer.md", PROPOSAL],
  ["round_004/engineer.md", `${REVISION}\n## Response to ISSUE-R3-001\n\nFixed, see the example.\n`],
  ["round_003/reviewer.md", "## Review: GAP-SYNC-002\n\n### High Priority\n\nNone.\n\n### Verdict\n\nAPPROVED\n"],
]);

function proposal(facts: Partial<Proposal> & Pick<Proposal, "id" | "round">): Proposal {
  const path = `round_${String(facts.round).padStart(3, "0")}/engineer.md`;
  return { path, line: 1, endLine: 26, title: "", chars: 600, reviewed: true, confidence: "MEDIUM", ...facts };
}

export const ISSUES: readonly Issue[] = [
  makeIssue({
    id: "ISSUE-R3-001",
    gap: GAP,
    round: 3,
    severity: "CRITICAL",
    title: "Equal versions are not decided",
    text: "Equal versions are not decided. Two devices that were offline send version 4 both, and nothing says which is later.",
    location: 'Examples, "the phone came first and wins"',
    impact: "One server keeps the first, another the last.",
    suggestion: "Keep both, the second as a copy.",
    state: "NOT_FIXED",
    notFixedInARow: 1,
  }),
  makeIssue({
    id: "ISSUE-R3-002",
    gap: GAP,
    round: 3,
    severity: "HIGH",
    title: "The name of a copy is not said",
    text: "The name of a copy is not said.",
    suggestion: 'Append "(copy)" to the title.',
    decided: "Append the name of the device to the title.",
  }),
  makeIssue({ id: "ISSUE-R3-003", gap: GAP, round: 3, severity: "LOW", title: "A typo", text: "A typo in line 3." }),
  makeIssue({
    id: "ISSUE-R3-004",
    gap: "GAP-SEARCH-001",
    round: 3,
    title: "Another gap's",
    text: "Another gap's issue.",
  }),
];

export function makeDecision(facts: Partial<Decision> = {}): Decision {
  return {
    id: "DECISION-R3-001",
    round: 3,
    type: "conflict",
    title: "The name of a copy",
    gaps: [GAP],
    issues: ["ISSUE-R3-002"],
    decision: "A copy carries the name of the device that sent it.",
    rationale: "People know their devices.",
    action: 'Append " (from DEVICE)" to the title.',
    by: "user",
    at: "2026-01-12T14:30:00Z",
    ...facts,
  };
}

export const DECISIONS: readonly Decision[] = [
  makeDecision({
    id: "DECISION-R1-001",
    round: 1,
    type: "input",
    issues: [],
    decision: "Nothing that a person wrote may be lost.",
    rationale: "It is the reason for the service.",
    action: "Never drop a change.",
  }),
  makeDecision(),
  makeDecision({ id: "DECISION-R2-001", round: 2, gaps: ["GAP-SEARCH-001"], issues: [], decision: "Within 200 ms." }),
];

/** The state of the sample session: round 4 is open, GAP-SYNC-001 is being revised. */
export function sampleState(facts: Partial<State> = {}): State {
  const created = createState(
    {
      type: "session_created",
      session: "sample",
      name: "notes",
      specPath: "../../notes.md",
      sourceSha256: "0".repeat(64),
      gaps: GAPS,
      config: DEFAULT_CONFIG,
      engineer: "replay",
      reviewer: "replay",
    },
    "2026-01-12T14:30:00Z",
  );
  return {
    ...created,
    issues: Table.of(ISSUES),
    liveIssues: ISSUES.map((issue) => issue.id),
    proposals: Table.of([proposal({ id: "GAP-SYNC-002", round: 2 }), proposal({ id: GAP, round: 3 })]),
    decisions: DECISIONS,
    contexts: [{ gaps: [GAP], text: "A person has at most five devices." }],
    adjustments: [{ gaps: [GAP], text: "Give at least two examples.", source: "NARROW_EXAMPLES" }],
    ...facts,
  };
}

/** The same after the Engineer of round 4: its document is to be reviewed. */
export function reviewState(facts: Partial<State> = {}): State {
  const state = sampleState();
  const before = state.proposals.get(GAP);
  const previous = before && { path: before.path, line: before.line, endLine: before.endLine, round: before.round };
  const revised = proposal({ id: GAP, round: 4, reviewed: false, ...(previous === undefined ? {} : { previous }) });
  return {
    ...state,
    proposals: state.proposals.set(revised),
    round: openRound(4, "round_004/engineer.md"),
    ...facts,
  };
}

export function openRound(number: number, engineerPath?: string): NonNullable<State["round"]> {
  return {
    number,
    openedAt: "2026-01-12T14:30:00Z",
    openAtStart: 2,
    slots: [],
    carriedOver: [],
    runs: [],
    reviewerAllowed: 3,
    engineerDocument:
      engineerPath === undefined
        ? undefined
        : {
            path: engineerPath,
            chars: 700,
            digest: {
              role: "engineer",
              proposals: [],
              newGaps: [],
              responses: [],
              disagreements: [],
              blocked: [],
              setAside: [],
            },
            repairs: [],
            warnings: [],
          },
    reviewerDocument: undefined,
    skipped: [],
    measured: false,
    synthesised: false,
    notes: [],
    changes: [],
    decisionsAtStart: 0,
    asked: [],
  };
}

export function engineerOrder(facts: Partial<PromptOrder> = {}): PromptOrder {
  return { role: "engineer", round: 4, gaps: [GAP], attempt: 1, maxRetries: 2, ...facts };
}

export function reviewerOrder(facts: Partial<PromptOrder> = {}): PromptOrder {
  return { ...engineerOrder(facts), role: "reviewer" };
}

export function failed(failureType: FailureType, facts: Partial<GateResult> = {}): { readonly gate: GateResult } {
  const message = `what ${failureType} says, line 7`;
  return { gate: { success: false, failureType, retriable: true, message, warnings: [], gapsAddressed: [], ...facts } };
}

const RESOURCES = new URL("../../resources/", import.meta.url);

export function templateText(name: TemplateName): string {
  return readFileSync(new URL(`prompts/${name}.md`, RESOURCES), "utf8");
}

export function canonicalExample(role: "engineer" | "reviewer"): string {
  return readFileSync(new URL(`examples/${role}.md`, RESOURCES), "utf8");
}

/** The templates that are shipped. */
export function shippedTemplates(): Templates {
  const parsed = TEMPLATE_NAMES.map((name) => {
    const template = parseTemplate(name, templateText(name));
    if (isTemplateProblem(template)) throw new Error(`${name}.md:${template.line}: ${template.message}`);
    return [name, template] as const;
  });
  return Object.fromEntries(parsed) as Templates;
}

export function sampleKit(source = SOURCE): PromptKit {
  return promptKit({
    templates: shippedTemplates(),
    examples: { engineer: canonicalExample("engineer"), reviewer: canonicalExample("reviewer") },
    source,
    config: DEFAULT_CONFIG,
  });
}

export function material(facts: Partial<PromptMaterial> = {}): PromptMaterial {
  return { kit: sampleKit(), files: FILES, ...facts };
}
