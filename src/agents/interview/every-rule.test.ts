import { describe, expect, it } from "vitest";
import { RULES } from "../../checks/registry.ts";
import { applyChanges } from "../../documents/changes/apply-changes.ts";
import { findGaps } from "../../mediator/inventory/find-gaps.ts";
import { passageQuestion } from "../../mediator/questions/passage-question.ts";
import type { State } from "../../mediator/state.ts";
import { answerProblem } from "../../model/answer-problem.ts";
import { passageAnswers } from "../../model/passage-answer.ts";
import type { Answer } from "../../model/question.ts";
import { ask } from "./ask.ts";
import { answered } from "./engineer.ts";
import { passagesOf } from "./passage.ts";
import { findingsIn } from "./settled.ts";

interface Sample {
  readonly spec: string;
  /** What a person writes for each option that takes text; others are struck. */
  readonly said: Readonly<Record<string, string>>;
}

const story = (id: number, scenarios: string) => `### Requirement: Part ${id}\n\nThe shop SHALL sell.\n\n${scenarios}`;
const scenario = "#### Scenario: One\n\n- **WHEN** a reader pays\n- **THEN** the loan ends\n\n";
const table = (rows: string, prose: string) =>
  `# X\n\n## States\n\n${prose}\n\n| From | Trigger | To |\n|---|---|---|\n${rows}\n`;

const mermaid = (arrows: string) => `# X\n\n## States\n\n\`\`\`mermaid\nstateDiagram-v2\n${arrows}\n\`\`\`\n`;

const SAMPLES: Readonly<Record<string, Sample>> = {
  "explicit-marker": { spec: "# X\n\n- It waits TBD.\n", said: { edit: "It waits 5 s." } },
  "template-text": {
    spec: "# X\n\n- It sends [Describe the mail here] at noon.\n",
    said: { edit: "It sends a mail at noon." },
  },
  "open-question": {
    spec: "# X\n\n## Edge Cases\n\n- A parcel is lost: its owner is paid.\n- What happens when a shelf is full?\n",
    said: { add: "The next one is used.", edit: "A full shelf refuses parcels." },
  },
  undecided: { spec: "# X\n\n- Storage: S3 or a local disk?\n", said: { edit: "Storage: S3" } },
  "empty-section": { spec: "# X\n\n## A\n\nIt sells.\n\n## Errors\n", said: { add: "An error is shown." } },
  "dangling-id": {
    spec: "# X\n\n- **FR-001**: It sells as FR-007 says.\n- **FR-002**: It rents.\n",
    said: { edit: "It sells as FR-002 says.", add: "It lends." },
  },
  "dangling-place": { spec: "# X\n\nIt costs. See Table 7 for the fees.\n", said: { edit: "It costs 5 EUR." } },
  "duplicate-id": {
    spec: "# X\n\n## A\n\n- **FR-001**: Files are sent to the archive.\n- **FR-002**: Users sign in by mail.\n- **FR-002**: Old orders are deleted.\n",
    said: { edit: "**FR-003**: Users sign in by mail.", "edit-2": "**FR-003**: Old orders are deleted." },
  },
  "duplicate-term": {
    spec: "# X\n\n## Glossary\n\n- **Slot**: an hour of a court.\n- **Slot**: a place for a coin.\n",
    said: { edit: "**Hour**: an hour of a court.", "edit-2": "**Slit**: a place for a coin." },
  },
  "conflicting-values": {
    spec: "# X\n\n## A\n\nIt sells.\n\n- Order status (draft, available, sold)\n\n## B\n\nIt rents.\n\n- Order status (draft, available, gone)\n",
    said: { edit: "Order status (draft, available, gone)", "edit-2": "Order status (draft, available, sold)" },
  },
  "conflicting-number": {
    spec: "# X\n\n## A\n\nIt sells.\n\n- Retry delay: 3 minutes\n\n## B\n\nIt rents.\n\nThe retry delay is 5 minutes.\n",
    said: { edit: "Retry delay: 5 minutes", "edit-2": "The retry delay is 3 minutes." },
  },
  "conflicting-name": {
    spec: "# X\n\n| Gate | Name |\n|---|---|\n| G1 | Selection Approval |\n| G2 | Final Check |\n\n## B\n\nIt sells.\n\nIt goes to G2 (Legal Review) then.\n",
    said: { edit: "| G2 | Legal Review |", "edit-2": "It goes to G2 (Final Check) then." },
  },
  "conflicting-then": {
    spec: "# X\n\n## A\n\n- Given a user, When they call /a, Then the token is stored\n- Given a user, When they call /a, Then the token is not stored\n",
    said: {
      edit: "Given a user, When they call /a, Then the token is not stored",
      "edit-2": "Given a user, When they call /a, Then the token is stored",
    },
  },
  "unused-value": {
    spec: "# X\n\nThe order status is one of `new`, `paid`, `abandoned`.\n\nA new order is shown until it is paid.\n",
    said: { add: "An abandoned order is deleted.", edit: "The order status is one of `new`, `paid`." },
  },
  "unlisted-value": {
    spec: '# X\n\nThe status is one of `new`, `paid`, `sent`.\n\nThe status is "new", then "paid", then "sent".\n\nThen the status becomes "frozen".\n',
    said: { edit: 'Then the status becomes "sent".', "edit-2": 'Then the status becomes "sent".' },
  },
  "glossary-term": {
    spec: "# X\n\n## Glossary\n\n- **Cart_Service**: keeps carts.\n- **Menu_Service**: keeps menus.\n\n## Requirements\n\n1. THE Order_Service SHALL keep orders.\n2. THE Order_Service SHALL send mail for the Cart_Service and the Menu_Service.\n",
    said: { add: "keeps orders." },
  },
  "missing-then": {
    spec: "# X\n\n## Scenarios\n\n- Given a ball, When it hits, Then it bounces.\n- Given a brick, When the ball is trapped for longer than ten seconds\n",
    said: { edit: "Given a brick, When the ball is trapped, Then it is freed" },
  },
  "missing-scenario": {
    spec: `# X\n\n## Requirements\n\n${story(1, scenario)}${story(2, scenario)}${story(3, "")}`,
    said: { add: "- **WHEN** a reader returns it\n- **THEN** the loan ends" },
  },
  "missing-unit": { spec: "# X\n\n- **Cache TTL**: 60\n", said: { edit: "**Cache TTL**: 60 s" } },
  "state-unreachable": {
    spec: mermaid("[*] --> Idle\nIdle --> Busy: go\nBusy --> Idle: stop\nLost --> Idle: back\nIdle --> [*]"),
    said: { edit: "Busy --> Idle: back", add: "Busy --> Lost: lose" },
  },
  "state-no-exit": {
    spec: mermaid("[*] --> Idle\nIdle --> Busy: go\nBusy --> Idle: stop\nBusy --> Stuck: jam\nIdle --> [*]"),
    said: { edit: "Busy --> Idle: jam", add: "Stuck --> Idle: reset" },
  },
  "state-nondeterministic": {
    spec: table("| idle | go | busy |\n| idle | go | done |\n| busy | stop | idle |\n| done | reset | idle |", "Text."),
    said: { edit: "| idle | work | busy |", "edit-2": "| idle | end | done |" },
  },
  "state-undefined": {
    spec: table(
      "| new | pay | paid |\n| paid | ship | sent |\n| paid | fraud | frozen |",
      "| State | Meaning |\n|---|---|\n| new | created |\n| paid | paid |\n| sent | shipped |",
    ),
    said: { edit: "| paid | fraud | sent |" },
  },
};

/** The findings of a text, by rule and subject. */
const findings = (text: string) => findingsIn(text).map(({ rule, subject }) => `${rule} ${subject}`);

describe("an answer to a finding settles it and brings no other (SPEC 16.4)", () => {
  it("for every rule whose findings are asked about", () => {
    const asked = RULES.filter(({ id, offByDefault }) => id !== "survey" && !offByDefault).map(({ id }) => id);
    expect(Object.keys(SAMPLES).toSorted()).toEqual(asked.toSorted());
  });

  it.each(Object.keys(SAMPLES))("%s", (rule) => {
    const { spec: source, said } = SAMPLES[rule] as Sample;
    const gaps = findGaps(source, {});
    // A marker or a question is stated by the author, too.
    const gap = gaps.find(({ finding }) => finding?.rule === rule) ?? gaps.find(({ origin }) => origin === "source");
    if (gap === undefined) throw new Error(`not found: ${JSON.stringify(findings(source))}`);
    const brief = { source, draft: source, gaps, issues: [], decisions: [], changes: [] };
    const spec = { first: [], source: [] };
    const session = { specPath: "spec.md" };
    const state = { gaps: new Map([[gap.id, gap]]), session, spec, questionCount: 0, records: [] };
    const question = passageQuestion(state as unknown as State, gap.id, ask(gap, passagesOf(brief, gap), source));
    const written = Object.keys(said).filter((id) => question.options.some((option) => option.id === id));
    expect(written.length, "an option that takes text").toBeGreaterThan(0);
    for (const id of [
      ...written,
      ...question.options.flatMap((each) => (each.id.startsWith("strike") ? each.id : [])),
    ]) {
      const fields = said[id] === undefined ? {} : { [id]: said[id] };
      const answer: Answer = { question: question.id, options: [id], fields, via: "terminal" };
      expect(answerProblem(question, answer), id).toBeUndefined();
      const passages = passageAnswers(question, answer);
      const result = passages === "later" ? undefined : answered(brief, gap, passages);
      if (result?.type !== "changes") throw new Error(`${id} changes nothing`);
      const applied = applyChanges([{ path: "spec.md", text: source }], result.changes);
      const now = applied.ok ? (applied.spec[0]?.text ?? "") : "";
      const left = findings(source).filter((each) => !each.startsWith(rule));
      expect(
        findings(now).filter((each) => !left.includes(each)),
        `${id}:\n${now}`,
      ).toEqual([]);
    }
  });
});
