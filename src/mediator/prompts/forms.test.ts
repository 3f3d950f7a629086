import { describe, expect, it } from "vitest";
import {
  canonicalExample,
  engineerOrder,
  formText,
  material,
  POLISHED,
  polishState,
  reviewerOrder,
  reviewState,
  sampleState,
} from "../../../test/support/sample-session.ts";
import type { EngineerDocument, ReviewerDocument } from "../../documents/agent-document.ts";
import { applyBatch } from "../../documents/changes/apply-changes.ts";
import { changesInForm } from "../../documents/form/changes-in-form.ts";
import { readForm } from "../../documents/form/read-form.ts";
import { parseMarkdown } from "../../documents/markdown/markdown.ts";
import { isIssueId } from "../../model/ids.ts";
import { buildPrompt } from "../build-prompt.ts";
import { readFinalReview, readSurvey } from "../gate/single-runs.ts";
import { FORM_NAMES } from "./prompt-kit.ts";

/** The forms that a preface shows, before the spec. */
function forms(role: "engineer" | "reviewer" | "survey" | "final-review"): string[] {
  const order = { ...reviewerOrder({ gaps: [] }), role };
  const { preface } = buildPrompt(sampleState(), order, material());
  return parseMarkdown(preface.slice(0, preface.indexOf("# The spec ")))
    .blocks.filter((block) => block.type === "fence" && block.lang === "markdown")
    .map((block) => (block.type === "fence" ? block.text : ""));
}

/** The ids of the forms cannot occur; those of round 0 are not even ids. */
const real = (text: string) => text.replaceAll("ISSUE-R0-", "ISSUE-R3-").replace(/(ISSUE-R3-00)0/g, "$19");
const engineer = (text: string) => readForm(real(text), "engineer");
const reviewer = (text: string) => readForm(real(text), "reviewer");

describe("the form of a polishing round", () => {
  it("is read without a repair: changes, and an answer of each kind", () => {
    const { prompt } = buildPrompt(polishState(), engineerOrder({ gaps: POLISHED }), material());
    const form = parseMarkdown(prompt).blocks.flatMap((block) =>
      block.type === "fence" && block.lang === "markdown" ? [block.text] : [],
    );
    const { document, repairs } = engineer(form.at(-1) ?? "");
    expect([document.unread, repairs]).toEqual([[], []]);
    const { resolutions, responses } = document as EngineerDocument;
    expect(resolutions.map(({ changes }) => changes.length)).toEqual([1]);
    expect(responses.map(({ changedIn, alreadyIn }) => [changedIn, alreadyIn])).toEqual([
      [[1], undefined],
      [[], "A read never extends it."],
      [[], undefined],
    ]);
  });
});

describe("the Engineer's form in the preface", () => {
  const [resolution = "", newGap = "", blocked = "", uncertain = "", outOfScope = "", answers = ""] = forms("engineer");

  it("is read without a repair, with every kind of change", () => {
    const { document, repairs } = engineer(resolution);
    expect([document.unread, repairs]).toEqual([[], []]);
    const [read] = (document as EngineerDocument).resolutions;
    expect(read).toMatchObject({ gap: "GAP-EXAMPLE-000", confidence: "MEDIUM" });
    expect(read?.changes.map(({ number, kind, place }) => [number, kind, place])).toEqual([
      [1, "replace", "Cache > Expiry"],
      [2, "add-after", "Limits"],
      [3, "add-at-end", "Glossary"],
      [4, "remove", "Open Questions"],
    ]);
  });

  it("changes a spec that has its words", () => {
    const text =
      "# Cache\n\n## Expiry\n\nAn entry expires after a while.\n\n## Limits\n\n| What | Most |\n| --- | --- |\n| Entries | 10,000 |\n\n## Glossary\n\n- **Hit**: a read that finds one.\n\n## Open Questions\n\n- How long does an entry live?\n- Who clears it?\n";
    const [read] = (engineer(resolution).document as EngineerDocument).resolutions;
    const applied = applyBatch([{ path: "cache.md", text }], { round: 1, sets: [{ changes: read?.changes ?? [] }] });
    expect(applied.ok && applied.spec[0]?.text).toContain("| Entry size | 64 kB |");
  });

  it("of a new gap has parent, place and why", () => {
    const { document } = engineer(
      resolution.replace("### New Gaps Introduced\n\nNone.", `### New Gaps Introduced\n\n${newGap}`),
    );
    expect(document).toMatchObject({
      unread: [],
      newGaps: [
        {
          severity: "HIGH",
          parent: "GAP-SAMPLE-000",
          place: expect.stringContaining("cleared"),
          why: expect.any(String),
        },
      ],
    });
  });

  it("of no change is read with its quotation", () => {
    const changes = /### Spec Changes\n\n[\s\S]+?(?=### Examples)/;
    const none = resolution.replace(
      changes,
      '### Spec Changes\n\nNo change needed: "A read never extends it."\n\nIt says so.\n\n',
    );
    expect(engineer(none).document).toMatchObject({
      unread: [],
      resolutions: [{ noChange: { quotation: "A read never extends it." } }],
    });
  });

  it("of a question, of too little to go on and of out of scope are read", () => {
    expect(engineer(blocked).document).toMatchObject({
      unread: [],
      blocked: [
        {
          kind: "BLOCKED_NEEDS_INPUT",
          reason: "How old may a price be when it is shown?",
          choices: [{ label: "1 minute" }, { label: "15 minutes" }],
        },
      ],
    });
    expect(engineer(uncertain).document).toMatchObject({ unread: [], blocked: [{ kind: "UNCERTAINTY" }] });
    expect(engineer(outOfScope).document).toMatchObject({ unread: [], outOfScope: [{ gap: "GAP-EXAMPLE-000" }] });
  });

  it("of answers is read as changes, a quotation and a disagreement", () => {
    expect(engineer(`${resolution}\n${answers}`).document).toMatchObject({
      unread: [],
      responses: [{ changedIn: [1, 3] }, { alreadyIn: "A read never extends it." }],
      disagreements: [{ concern: expect.any(String), position: expect.any(String), rationale: expect.any(String) }],
    });
  });
});

describe("the Reviewer's form in the preface", () => {
  it("is read without a repair: words on earlier issues, an issue with both quotations, one that asks the User, a new gap, a verdict", () => {
    const { document, repairs } = reviewer(forms("reviewer")[0] ?? "");
    expect([document.unread, repairs]).toEqual([[], []]);
    expect(document as ReviewerDocument).toMatchObject({
      rechecks: [{ status: "RESOLVED" }, { status: "PARTLY" }, { status: "NOT_FIXED" }],
      issues: [
        { severity: "HIGH", quotations: ["expires 15 minutes after its last write", "kept for one hour"] },
        { severity: "MEDIUM", ask: "Should the owner of an entry be told when it is dropped early?" },
      ],
      newGaps: [{ parent: "GAP-SAMPLE-000" }],
      verdicts: [{ value: "NEEDS_REVISION" }],
    });
  });
});

describe("canonical examples and templates", () => {
  it.each([
    ["canonical engineer", () => engineer(canonicalExample("engineer"))],
    ["canonical reviewer", () => reviewer(canonicalExample("reviewer"))],
    [
      "template of the reviewer",
      () => reviewer(formText("reviewer").replace("RESOLVED, PARTLY or NOT_FIXED", "RESOLVED")),
    ],
    ["form of a disagreement", () => engineer(formText("disagreement"))],
    ["form of an answer", () => engineer(formText("answer"))],
  ])("%s is read whole", (_, read) => {
    expect(read().document.unread).toEqual([]);
  });

  it("of a review by hand is no verdict as it is, and an approval once that word is written", () => {
    const form = formText("review-by-hand");
    expect(reviewer(form).document).toMatchObject({ unread: [{}], verdicts: [], issues: [] });
    const approved = reviewer(form.replace(/\[APPROVED, .*\]/, "APPROVED")).document;
    expect(approved).toMatchObject({ unread: [], verdicts: [{ value: "APPROVED" }], issues: [], rechecks: [] });
  });

  it("of a review by hand shows an issue that is read where it is put in place of None", () => {
    const form = formText("review-by-hand");
    const issue = /^- \*\*ISSUE[\s\S]*?(?=\n\n)/m.exec(form)?.[0] ?? "";
    const asking = form
      .replace("### High Priority\n\nNone.", () => `### High Priority\n\n${issue}`)
      .replace(/\[APPROVED, .*\]/, "NEEDS_REVISION");
    const { document } = reviewer(asking);
    expect(document).toMatchObject({
      unread: [],
      issues: [{ severity: "HIGH" }],
      verdicts: [{ value: "NEEDS_REVISION" }],
    });
  });

  it("of earlier issues is read as one word each", () => {
    const { document } = reviewer(`## Review: GAP-EXAMPLE-000\n\n${formText("earlier-issues")}`);
    expect((document as ReviewerDocument).rechecks.map(({ status }) => status)).toEqual([
      "RESOLVED",
      "PARTLY",
      "NOT_FIXED",
    ]);
  });

  it("use ids that cannot occur in a session", () => {
    const texts = [
      ...forms("engineer"),
      ...forms("reviewer"),
      ...forms("survey"),
      canonicalExample("engineer"),
      canonicalExample("reviewer"),
      ...FORM_NAMES.map(formText),
    ];
    const ids = texts.join("\n").match(/\b(?:GAP|ISSUE|DECISION)-[A-Z0-9]+-\d+\b/g) ?? [];
    expect(ids.length).toBeGreaterThan(10);
    expect(ids.filter((id) => isIssueId(id) || (id.startsWith("GAP-") && !id.endsWith("-000")))).toEqual([]);
  });
});

describe("the forms of the whole spec", () => {
  it("of a final review is read", () => {
    expect(readFinalReview(forms("final-review")[0] ?? "")).toMatchObject({
      ready: false,
      blockers: [
        {
          title: "Two time limits for one request",
          severity: "HIGH",
          quotations: [expect.any(String), expect.any(String)],
        },
      ],
    });
  });

  it("of a word on what is left open is read", () => {
    const { prompt } = buildPrompt(sampleState(), { ...reviewerOrder({ gaps: [] }), role: "final-review" }, material());
    const rows = parseMarkdown(prompt).blocks.find((block) => block.type === "fence" && block.lang === "markdown");
    const table = rows?.type === "fence" ? rows.text : "";
    expect(
      readFinalReview((forms("final-review")[0] ?? "").replace("### Verdict", `${table}\n### Verdict`)),
    ).toMatchObject({
      left: [
        { id: "GAP-EXAMPLE-000", status: "SETTLED", why: '"15 minutes after its last write"' },
        { id: "GAP-SAMPLE-000", status: "BLOCKS" },
      ],
    });
  });

  it("of a survey is read", () => {
    expect(readSurvey(forms("survey")[0] ?? "")).toMatchObject({
      gaps: [
        { category: "UPLOAD", severity: "HIGH" },
        { category: "LIMIT", quotations: ["files of up to 10 MB", "larger than 20 MB are refused"] },
      ],
      lesser: [{ title: "Who may see the list of uploads.", severity: "MEDIUM" }],
    });
  });
});

describe("changes in the form", () => {
  it("are read as they were, fences within them too", () => {
    const { changes } = reviewState().proposals.get(engineerOrder().gaps[0] ?? "GAP-SYNC-001") ?? { changes: [] };
    const nested = {
      number: 3,
      kind: "replace",
      place: 'A > "B"',
      old: "```js\ncall();\n```",
      new: "````\n```\n````",
    } as const;
    const all = [...changes, nested, { number: 4, kind: "add-at-end", place: "C", old: "", new: "- x" } as const];
    const [resolution = ""] = forms("engineer");
    const text = resolution.replace(
      /### Spec Changes\n\n[\s\S]+?(?=### Examples)/,
      () => `### Spec Changes\n\n${changesInForm(all)}\n\n`,
    );
    const { document, repairs } = engineer(text);
    expect([document.unread, repairs]).toEqual([[], []]);
    expect((document as EngineerDocument).resolutions[0]?.changes).toMatchObject(all);
  });
});
