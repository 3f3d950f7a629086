import { readFileSync } from "node:fs";
import { createState } from "../../src/mediator/evolve/evolve-session.ts";
import {
  FORM_NAMES,
  type FormName,
  type PromptKit,
  type PromptMaterial,
  type PromptOrder,
  readTemplate,
  TEMPLATE_NAMES,
} from "../../src/mediator/prompts/prompt-kit.ts";
import type { Proposal, State } from "../../src/mediator/state.ts";
import type { Change, Spec } from "../../src/model/change.ts";
import type { Decision } from "../../src/model/decision.ts";
import { DEFAULT_CONFIG } from "../../src/model/default-config.ts";
import type { Flag } from "../../src/model/disagreement.ts";
import type { Gap } from "../../src/model/gap.ts";
import type { FailureType, GateResult } from "../../src/model/gate-result.ts";
import type { GapId } from "../../src/model/ids.ts";
import type { Issue } from "../../src/model/issue.ts";
import { Table } from "../../src/model/table.ts";
import { makeGap, makeIssue } from "./make-gap.ts";

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

| ID | Requirement |
| --- | --- |
| FR-001 | A text has at most 64 KiB |
| FR-002 | A title has at most 200 characters |

## Glossary

- **Device**: a phone, a tablet or a computer of the person.
`;

/** The same, with so much around it that it is above the budget of a prompt that is set to 1,000 tokens. */
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
    why: "One server keeps the first change, another the last.",
    dependsOn: ["GAP-SYNC-002"],
  }),
  makeGap({
    id: "GAP-SYNC-002",
    title: "What a version of a note is",
    text: "Changes are compared, but nothing says by what.",
    severity: "HIGH",
    state: "RESOLVED",
    places: [{ heading: "2. Sync", line: 15, endLine: 15 }],
  }),
  makeGap({
    id: "GAP-SEARCH-001",
    title: "How quickly results come",
    text: "Results come quickly.",
    places: [{ heading: "1.1 Search", line: 11, endLine: 11 }],
  }),
];

export function change(facts: Partial<Change> = {}): Change {
  return {
    number: 1,
    kind: "replace",
    place: "2.1 Conflicts",
    old: "If two devices change one note, the server decides. TBD: how.",
    new: "If two devices change one note, the server keeps the change with the higher version and stores the other one as a copy.",
    ...facts,
  };
}

const ACCEPTED = change({
  kind: "add-after",
  place: "2. Sync",
  old: "Devices send their changes when they are connected.",
  new: "A version is a counter that the server raises by one with every change it accepts.",
});

const REVISED = [
  change({
    new: "If two devices change one note, the server keeps the change with the higher version and stores the other one as a copy. Of two changes with the same version both are kept, the second as a copy.",
  }),
  change({
    number: 2,
    kind: "add-after",
    place: "3. Limits",
    old: "| FR-002 | A title has at most 200 characters |",
    new: "| FR-003 | A copy carries the name of its device in its title |",
  }),
];

const REVISION = `## Gap Resolution: GAP-SYNC-001

**Confidence:** MEDIUM

### Proposed Solution

The change with the higher version wins, and of equal ones none is lost.

### Spec Changes

**Change 1: replace** in "2.1 Conflicts"

\`\`\`old
If two devices change one note, the server decides. TBD: how.
\`\`\`

\`\`\`new
${REVISED[0]?.new}
\`\`\`

### Examples

- Phone and laptop both send version 4: both are kept, the laptop's as a copy.

### Trade-offs

- Copies have to be cleaned up by hand.

### New Gaps Introduced

None.

## Response to ISSUE-R3-001

Equal versions are kept both.

**Changed in:** 1
`;

export const FILES: ReadonlyMap<string, string> = new Map([
  ["round_002/engineer.md", REVISION.replaceAll("GAP-SYNC-001", "GAP-SYNC-002")],
  ["round_003/engineer.md", REVISION.split("## Response")[0] ?? ""],
  ["round_004/engineer.md", REVISION],
  ["round_003/reviewer.md", "## Review: GAP-SYNC-002\n\n### High Priority\n\nNone.\n\n### Verdict\n\nAPPROVED\n"],
]);

export function proposal(facts: Partial<Proposal> & Pick<Proposal, "id" | "round">): Proposal {
  const path = `round_${String(facts.round).padStart(3, "0")}/engineer.md`;
  const lines = { path, line: 1, endLine: 34 };
  return { ...lines, title: "", chars: 600, reviewed: true, confidence: "MEDIUM", changes: [], after: [], ...facts };
}

export const ISSUES: readonly Issue[] = [
  makeIssue({
    id: "ISSUE-R3-001",
    gap: GAP,
    round: 3,
    severity: "CRITICAL",
    title: "Equal versions are not decided",
    text: "Equal versions are not decided. Two devices that were offline send version 4 both, and nothing says which is later.",
    location: '"keeps the change with the higher version"',
    quotations: ["keeps the change with the higher version"],
    impact: "One server keeps the first, another the last.",
    suggestion: "Keep both, the second as a copy.",
    state: "NOT_FIXED",
    notFixedInARow: 1,
    lastAnswer: "The phone came first and wins.",
    lastWord: "Which of two offline devices came first is still not said.",
  }),
  makeIssue({
    id: "ISSUE-R3-002",
    gap: GAP,
    round: 3,
    severity: "MEDIUM",
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
    option: "D (the User's own words)",
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
    option: "input",
    decision: "Nothing that a person wrote may be lost.",
    rationale: "It is the reason for the service.",
    action: "Never drop a change.",
  }),
  makeDecision({ letter: "D" }),
  makeDecision({
    id: "DECISION-R2-001",
    round: 2,
    gaps: ["GAP-PRINT-001"],
    issues: [],
    letter: "D",
    decision: "Within 200 ms.",
  }),
];

export function specOf(text: string): Spec {
  return [{ path: "notes.md", text }];
}

/** The state of the sample session: round 4 is open, GAP-SYNC-001 is being revised. */
export function sampleState(facts: Partial<State> = {}, source = SOURCE): State {
  const created = createState(
    {
      type: "session_created",
      session: "sample",
      name: "notes",
      specPath: "../../notes.md",
      source: specOf(source),
      scope: "The notes of one person. Sharing notes is out of scope.",
      gaps: GAPS,
      config: DEFAULT_CONFIG,
      engineer: "replay",
      reviewer: "replay",
    },
    "2026-01-12T14:30:00Z",
  );
  const accepted = `${ACCEPTED.old}\n\n${ACCEPTED.new}`;
  return {
    ...created,
    spec: {
      ...created.spec,
      batches: [{ round: 2, sets: [{ gap: "GAP-SYNC-002", changes: [ACCEPTED] }] }],
      text: specOf(source.replace(ACCEPTED.old, accepted)),
    },
    issues: Table.of(ISSUES),
    proposals: Table.of([
      proposal({ id: "GAP-SYNC-002", round: 2, changes: [ACCEPTED] }),
      proposal({ id: GAP, round: 3, changes: [change()] }),
    ]),
    decisions: DECISIONS,
    contexts: [{ gaps: [GAP], text: "A person has at most five devices." }],
    adjustments: [{ gaps: [GAP], text: "Give at least two examples.", source: "NARROW_EXAMPLES" }],
    round: openRound(4),
    ...facts,
  };
}

/** A session whose spec does not fit its prompts. */
export function longState(facts: Partial<State> = {}): State {
  return sampleState({ config: { ...DEFAULT_CONFIG, contextTokens: 1000 }, ...facts }, LONG_SOURCE);
}

/** The same after the Engineer of round 4: its document is to be reviewed. */
export function reviewState(facts: Partial<State> = {}): State {
  const state = sampleState();
  const before = state.proposals.get(GAP);
  const previous = before && {
    path: before.path,
    line: before.line,
    endLine: before.endLine,
    round: before.round,
    changes: before.changes,
  };
  const revised = proposal({
    id: GAP,
    round: 4,
    reviewed: false,
    changes: REVISED,
    ...(previous === undefined ? {} : { previous }),
  });
  return {
    ...state,
    proposals: state.proposals.set(revised),
    round: openRound(4, "round_004/engineer.md"),
    flags: [UNCHANGED],
    ...facts,
  };
}

const UNCHANGED: Flag = {
  id: "FLAG-R4-001",
  round: 4,
  issue: "ISSUE-R3-001",
  gap: GAP,
  severity: "CRITICAL",
  heuristics: ["H1"],
  confidence: "HIGH",
  evidence: [{ what: "its passage is unchanged beside changes elsewhere", where: "round_004/engineer.md" }],
  outcome: "raised",
};

export const POLISHED: readonly GapId[] = [GAP, "GAP-SEARCH-001"];

/** A round for lesser issues (SPEC 12), before the Engineer or after it: one gap was changed, the other only answered. */
export function polishState(isAnswered = false): State {
  const state = isAnswered ? reviewState() : sampleState();
  const answer = { state: "ANSWERED", lastAnswer: "No change needed: results are counted in 1.1." } as const;
  const issues = ISSUES.filter(({ severity }) => severity !== "CRITICAL").map((issue) => {
    const { decided: _, ...rest } = issue;
    const open = { ...rest, severity: issue.severity === "LOW" ? "LOW" : "MEDIUM" } as const;
    return isAnswered && issue.gap !== GAP ? { ...open, ...answer } : open;
  });
  const polishing = issues.filter(({ severity }) => severity === "MEDIUM").map(({ id }) => id);
  const gaps = POLISHED.flatMap((id) => state.gaps.get(id) ?? []);
  return {
    ...state,
    gaps: gaps.reduce((table, gap) => table.set({ ...gap, state: "ACCEPTED" }), state.gaps),
    issues: Table.of(issues),
    round: { ...openRound(4, isAnswered ? "round_004/engineer.md" : undefined), polishing },
  };
}

export function openRound(number: number, engineerPath?: string): NonNullable<State["round"]> {
  return {
    number,
    openedAt: "2026-01-12T14:30:00Z",
    openedAfter: 0,
    openAtStart: 2,
    slots: [{ gap: GAP, allowed: 3, dropped: false, condensed: false }],
    carriedOver: [],
    runs: [],
    reviewerAllowed: 3,
    engineerDocument:
      engineerPath === undefined
        ? undefined
        : {
            path: engineerPath,
            sha256: "",
            chars: 700,
            digest: {
              role: "engineer",
              proposals: [],
              newGaps: [],
              responses: [],
              disagreements: [],
              blocked: [],
              outOfScope: [],
            },
            repairs: [],
            warnings: [
              {
                type: "OVERGROWN",
                message: "The resolution of GAP-SYNC-001 adds 180 words to the spec, 30 over the budget.",
              },
            ],
          },
    reviewerDocument: undefined,
    skipped: [],
    measured: false,
    synthesised: false,
    notes: [],
    changes: [],
    asked: [],
  };
}

export function engineerOrder(facts: Partial<PromptOrder> = {}): PromptOrder {
  return { role: "engineer", round: 4, gaps: [GAP], attempt: 1, ...facts };
}

export function reviewerOrder(facts: Partial<PromptOrder> = {}): PromptOrder {
  return { ...engineerOrder(facts), role: "reviewer" };
}

export function failed(failureType: FailureType, facts: Partial<GateResult> = {}): GateResult {
  const message = `what ${failureType} says, line 7`;
  return { success: false, failureType, retriable: true, message, warnings: [], gapsAddressed: [], ...facts };
}

const RESOURCES = new URL("../../resources/", import.meta.url);

export function canonicalExample(role: "engineer" | "reviewer"): string {
  return readFileSync(new URL(`examples/${role}.md`, RESOURCES), "utf8");
}

export function formText(name: FormName): string {
  return readFileSync(new URL(`forms/${name}.md`, RESOURCES), "utf8");
}

/** The templates that are shipped. */
function shippedTemplates(): PromptKit["templates"] {
  const read = (name: string) => readTemplate(readFileSync(new URL(`prompts/${name}.md`, RESOURCES), "utf8"));
  return Object.fromEntries(TEMPLATE_NAMES.map((name) => [name, read(name)])) as PromptKit["templates"];
}

export function sampleKit(): PromptKit {
  return {
    templates: shippedTemplates(),
    examples: { engineer: canonicalExample("engineer"), reviewer: canonicalExample("reviewer") },
    forms: Object.fromEntries(FORM_NAMES.map((name) => [name, formText(name)])) as PromptKit["forms"],
  };
}

export function material(facts: Partial<PromptMaterial> = {}): PromptMaterial {
  return { kit: sampleKit(), files: FILES, ...facts };
}
