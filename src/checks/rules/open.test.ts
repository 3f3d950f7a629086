import { describe, expect, test } from "vitest";
import { marked } from "../../../test/support/check-rule.ts";
import { findGaps } from "../../mediator/inventory/find-gaps.ts";
import { check, checkEach } from "../check.ts";

describe("explicit-marker", () => {
  const markers = (text: string): string[] => marked("explicit-marker", `# X\n\n## A\n\n${text}\n`);

  test.each([
    "- [X] Minutes are shown.",
    "- Press [X] to close.",
    "- It started in X.XXX seconds.",
    "- Sizes are S to XXX or XL.",
    "- `/list [limit?]` and params [limit?]",
    "- See [the long guide?](#a).",
    "| Key | What |\n|---|---|\n| ? | Help |",
    "| What | Shortcut |\n|---|---|\n| Help | ? |",
    "- name LIKE '%' || ? || '%'",
  ])("is not found where a letter, a key or an optional argument is meant: %j", (text) => {
    expect(markers(text)).toEqual([]);
    expect(findGaps(`# X\n\n## A\n\n${text}\n`, {})).toEqual([]);
  });

  test("is found in front matter, but for what tells the progress of the work", () => {
    const text = "---\ntitle: X\nowner: TBD\nstatus: TODO\n---\n\n# X\n\nIt works.\n";
    expect(marked("explicit-marker", text)).toEqual(["3: TBD"]);
  });

  test.each([
    ["- **FR-1**: pipes in [NEEDS CLARIFICATION: which colours?]", "5: [NEEDS CLARIFICATION: which colours?]"],
    ["Fee: TBD", "5: TBD"],
    ["TODO: the largest file", "5: TODO"],
    ["The fee is still to be decided.", "5: still to be decided"],
    ["It is to be decided whether a fee is paid.", "5: to be decided"],
    ["Sorted by name or by age, not decided yet.", "5: not decided yet"],
    ["A number or a text? Not decided.", "5: Not decided"],
    ["It speaks (HTTP or SSE, to be decided) to the host.", "5: to be decided"],
    ['- **Owner**: "TBD"', "5: TBD"],
    ["- Start-up: 2-TBD s", "5: TBD"],
    ['| Name | Owner |\n|---|---|\n| Rounds | "TBD" |', "7: TBD"],
    ["The fee (to be decided) is paid first.", "5: to be decided"],
    ["Storage: S3 (undecided)", "5: undecided"],
    ["Owner: to be determined by the board", "5: to be determined"],
    ["The model (pending ratification) holds.", "5: pending ratification"],
    ["A token (to be replaced) is sent.", "5: to be replaced"],
    ["Limits still need to be measured.", "5: still need to be measured"],
    ["As exact as the products (criteria to be defined).", "5: to be defined"],
    ["The fee is to be defined.", "5: to be defined"],
    ["It keeps the time (NOT PRESENT??).", "5: ??"],
    ["Transport: httpx or requests — pick one.", "5: pick one"],
    ["A page holds at most ??? entries.", "5: ???"],
    ["- A cart holds TBD items.", "5: TBD"],
    ["- The job polls every TBD minutes.", "5: TBD"],
    ["Each TBD days the keys are changed.", "5: TBD"],
    ["The report may have any TBD format.", "5: TBD"],
    ["The job runs every TBD.", "5: TBD"],
    ["Which region is used? TBD", "5: TBD"],
    ["The fee is TBD?", "5: TBD"],
    ["FIXME(anna): say who pays", "5: FIXME"],
    ["The directories are read in FIXME order.", "5: FIXME"],
    ["It takes [NEEDS\nCLARIFICATION: which one?] as input.", "5: [NEEDS"],
    ["- **CA-Testing**: FIXME", "5: FIXME"],
    ["- Placeholder", "5: Placeholder"],
    ["_(coming soon)_", "5: _(coming soon)_"],
    ["_placeholder_", "5: _placeholder_"],
    ["XXX: explain why", "5: XXX"],
    ["- A file has at most XX MB.", "5: XX"],
    ["- Pages load within [X] seconds.", "5: [X]"],
    ["- It is up [N]% of the time.", "5: [N]"],
    ["- It starts on [which date?].", "5: [which date?]"],
    ["| Field | Size |\n|---|---|\n| Who pays? | ? |", "7: ?"],
    ["Rounds of salt (??)", "5: ??"],
    ["| Name | Value |\n|---|---|\n| Rounds | ?? |", "7: ??"],
    ["- **Framework:** To be determined (like Flask)", "5: To be determined"],
    ["**Storage**: NEEDS CLARIFICATION\n**Language**: Go", "5: NEEDS CLARIFICATION"],
    ["SCORM 1.2, QTI [PENDIENTE: confirmar lista actual].", "5: [PENDIENTE: confirmar lista actual]"],
    ["Photos are kept for TODO.", "5: TODO"],
    ["- It holds about TBD notes per month.", "5: TBD"],
    ["### Checklist states\n\nIt ends within TBD days.", "7: TBD"],
    ["It is paid by the buyer (or the seller? to be decided).", "5: to be decided"],
  ])("%s", (text, mark) => expect(markers(text)).toEqual([mark]));

  test.each([
    "No [NEEDS CLARIFICATION] markers remain.",
    "The linter reports TODO comments.",
    "TBD items are tracked elsewhere.",
    "- [ ] No TBD is left",
    "No TBD remains.",
    "Every TBD is resolved before the release.",
    "The tool detects any TBD.",
    "The tool lists any TODO comments.",
    "The code says `TODO`.",
    "- todo → in_progress, cancelled",
    "A TODO list has items.",
    "The backlog follows the TODO list in the code.",
    "未完成的功能按代码注释中的 TODO 列表实现。",
    "A new task has the status TODO.",
    "- placeholder with the event initials",
    "The default is a ?? b.",
    "The default is (a ?? b).",
    "A schema needs thresholds to be defined by the user.",
    "The size is to be determined by the client.",
    "When the winner has not been decided, the round goes on.",
    "Orders that are still to be confirmed are shown.",
    'The cell shows "TBD" until then.',
    '| Word | Meaning |\n|---|---|\n| "TBD" | to do |',
    "See FR-2-TBD.",
    "A parcel (to be confirmed by the courier) has a badge.",
    "The hook allows the resolver, `lookup()`, to be replaced.",
    "A job cancels what has not been confirmed.",
    "Watch '??? Jack' when you plug it in.",
    'It finds alternatives ("Option A or TBD") in a text.',
    "It fails. TODO tests are skipped then.",
    "### TODO tests",
    "Orders (pending approval) are shown.",
    "Files that still need to be sent are queued.",
    "Codes are XXX-1.",
    "- Placeholder image",
    '- Placeholder: "Search by name"',
    "- Coming soon page for guests",
    "Optional for first drafts. What parts of the design are still\nTBD?",
  ])("%s marks nothing", (text) => expect(markers(text)).toEqual([]));

  test.each([
    "Execution Flow (main)",
    "Review & Acceptance Checklist",
    "Revision History",
    "Future Work",
    "Out of Scope",
  ])("nothing below %s is looked at", (title) =>
    expect(marked("explicit-marker", `# X\n\n## ${title}\n\n- The fee is TBD\n`)).toEqual([]),
  );

  test("the others of a paragraph are related places", () => {
    const [finding, ...more] = check("# X\n\nThe fee is TBD. It is paid in TBD days.\n");
    expect([finding?.column, finding?.related.map(({ column }) => column), more]).toEqual([12, [31], []]);
  });

  test("the purpose that archiving an OpenSpec change leaves is no finding", () => {
    const text = "# X\n\n## Purpose\n\nTBD - created by archiving change add-x. Update Purpose after archive.\n";
    expect(check(text)).toEqual([]);
  });

  test("a Decision Logic is no log of decisions", () => {
    const below = (title: string): string[] => marked("explicit-marker", `# X\n\n## ${title}\n\n- The fee is TBD\n`);
    expect([below("Decision Logic"), below("Decision Log")]).toEqual([["5: TBD"], []]);
  });

  test("statements on the constitution are no checklist, unless they stand in one", () => {
    const item = "- **CA-Testing**: TODO\n";
    expect(marked("explicit-marker", `# X\n\n### Constitution Alignment *(mandatory)*\n\n${item}`)).toEqual([
      "5: TODO",
    ]);
    const checklist = `# X\n\n## Review Checklist\n\n### Constitution Alignment\n\n${item}`;
    expect(marked("explicit-marker", checklist)).toEqual([]);
  });

  test("a TODO in a spec of to-do items, or in a column of states, is how far a thing is", () => {
    const text = (title: string): string => `# ${title}\n\n## A\n\nStatus: TODO\n\nTODO: the largest file\n`;
    expect(marked("explicit-marker", text("Shop"))).toEqual(["5: TODO", "7: TODO"]);
    expect(marked("explicit-marker", text("Todo App"))).toEqual(["7: TODO"]);
    const column = (name: string): string => `| Task | ${name} |\n|---|---|\n| Log in | TODO |`;
    expect(markers(column("Status"))).toEqual([]);
    expect(markers(column("Limit"))).toEqual(["7: TODO"]);
  });

  test("the message says what a marker is about: its sentence, its column, its section", () => {
    const told = (text: string) =>
      check(`# X\n\n## Rollout\n\n${text}\n`).map(({ message, fix }) => [message.replace(/ is still.*/, ""), fix]);
    const [replace, write] = ["Replace it with the decision.", "Write what is missing here."];
    expect(told("TBD")).toEqual([['"TBD" in "Rollout"', write]]);
    expect(markers("It is blue. To be decided with Marketing.")).toHaveLength(1);
    expect(told("To be evaluated.")).toEqual([['"To be evaluated." in "Rollout"', write]]);
    expect(told("- **Fee**: TBD")).toEqual([['"Fee: TBD"', replace]]);
    expect(told("It starts. The fee is TBD. It ends.")).toEqual([['"The fee is TBD."', replace]]);
    const long = "It costs more time than anybody has ever spent on a page ".repeat(3);
    expect(told(`${long} (TODO: measure it) and more.`)).toEqual([['"TODO: measure it"', replace]]);
    expect(told(`${long} or TBD`)).toEqual([['"TBD" in "Rollout"', replace]]);
    expect(told("| Part | Owner |\n|---|---|\n| API | TBD |")).toEqual([['"TBD" in the column "Owner"', write]]);
    const row = "| Part | Owner | Size |\n|---|---|---|\n| API | TBD | TBD |";
    expect(told(row)).toEqual([['"TBD" in the column "Owner"', write]]);
    expect(told("Pipes in [NEEDS CLARIFICATION: which colour?]")[0]?.[0]).toBe(
      '"[NEEDS CLARIFICATION: which colour?]"',
    );
  });

  test("the message has the code that the marker names, and of lines with labels the marker's own", () => {
    const told = (text: string) => check(`# X\n\n## A\n\n${text}\n`).map(({ message }) => message);
    expect(told("[NEEDS CLARIFICATION: is `--direct` a flag?]")).toEqual([
      '"[NEEDS CLARIFICATION: is `--direct` a flag?]" is still unresolved.',
    ]);
    expect(told("Status: draft, May 3\nOwner: TBD")).toEqual(['"Owner: TBD" is still unresolved.']);
    expect(told("It is x.\n\n## Open question: who pays\n\nTwo ways:\n\n- the buyer\n- the seller")).toEqual([
      '"Open question: who pays" is still unresolved.',
    ]);
  });

  test("a heading TODO with something below it heads what is to be done; with nothing it is all that is there", () => {
    expect(markers("### TODO\n\n- Write the page")).toEqual([]);
    const gaps = findGaps("# X\n\n## A\n\nIt is x.\n\n## TODO\n\n- The page\n- The tests\n");
    expect(gaps.flatMap(({ places }) => places.map(({ line }) => line))).toEqual([9, 10]);
    expect(markers("### TODO")).toEqual(["5: TODO"]);
    expect(markers("### TBD\n\nIt is x.")).toEqual(["5: TBD"]);
  });

  test("a heading that names a thing marks nothing", () => {
    expect(marked("explicit-marker", "# X\n\n### Todo Model\n\nA todo has a title.\n")).toEqual([]);
  });

  test("what is promised under Goals / Non-Goals is looked at", () => {
    const text = "# X\n\n## Goals / Non-Goals\n\n**Goals:**\n\n- At most TBD users at once\n";
    expect(marked("explicit-marker", text)).toEqual(["7: TBD"]);
  });

  test("a heading that says so is open also below Future", () => {
    const text = "# X\n\n## Future Extensions\n\n### Clarifications Needed\n\n- The fee is TBD\n";
    expect(marked("explicit-marker", text)).toEqual(["7: TBD"]);
  });
});

describe("template-text", () => {
  test.each([
    ["## <name of the feature>", ["3: <name of the feature>"]],
    ["- **Owner**: <team name>", ["3: <team name>"]],
    ["**Owner:** <team name>", ["3: <team name>"]],
    ["It takes Map<string value> and saves as <first name>.csv.", []],
    ["**Name**: <first name> <last name>", []],
    ["**Path**: <id>", []],
    ["- **Call**: `<team name>`", []],
    ["**Link**: <https://example.org/a>", []],
    ['**Field**: <input type="text">', []],
  ])("words in angle brackets as all of a title or of a labelled value: %s", (line, expected) => {
    expect(marked("template-text", `# X\n\n${line}\n\nIt is y.\n`)).toEqual(expected);
  });

  test("what nobody filled in is one finding a section; a link is none", () => {
    const text =
      "# [FEATURE NAME]\n\n- **FR-001**: System MUST [specific capability]\n- REQ-2: ...\n\n## B\n\n[Describe x](#b)\n";
    expect(marked("template-text", text)).toEqual(["1: [FEATURE NAME]"]);
    expect(marked("template-text", "# X\n\nSee [describe options].\n\n[describe options]: #x\n")).toEqual([]);
    const others =
      '## For <project name>\n\n- It MUST [behavior, e.g., "log all events"]\n- Type `new <project name>`.\n';
    expect(marked("template-text", others)).toEqual(["1: <project name>"]);
  });
});

test("dots as the last of several items mean that the list goes on", () => {
  expect(marked("template-text", "# X\n\n- `a/1`\n- `a/2`\n- …\n")).toEqual([]);
  expect(marked("template-text", "# X\n\n- …\n")).toEqual(["3: …"]);
});

test("the sentences of an RFC's template are no text", () => {
  const text =
    "# X\n\n## Summary\n\nOne paragraph explanation of the feature.\n\n## Drawbacks\n\nWhy should we *not* do this?\n";
  expect(marked("template-text", text)).toHaveLength(2);
  expect(marked("template-text", "# X\n\nWhy should we not do this? It costs.\n")).toEqual([]);
});

describe("open-question", () => {
  test("a question with a marker or a placeholder in it is told once", () => {
    const rules = (item: string): string[] => check(`# X\n\n### Edge Cases\n\n${item}\n`).map(({ rule }) => rule);
    expect(rules("- What happens when [NEEDS CLARIFICATION: power fails]?")).toEqual(["explicit-marker"]);
    expect(rules("- How does it handle [error scenario]?")).toEqual(["template-text"]);
  });

  test("an example in brackets is no answer, nor is it where answers are to be written", () => {
    const listed = (title: string, item: string): string[] =>
      marked("open-question", `# X\n\n## ${title}\n\n${item}\n`);
    expect(listed("Open questions", '- Can users make patterns? (e.g., "every Monday and Thursday")')).toHaveLength(1);
    expect(listed("Open questions (log answers in the wiki)", "- Can users make patterns?")).toHaveLength(1);
    expect(listed("Questions & Answers", "- Can users make patterns?")).toEqual([]);
  });

  const edge = (item: string, rest = ""): string[] =>
    checkEach(`# X\n\n### Edge Cases\n\n${item}\n\n${rest}`)
      .filter(({ rule }) => rule === "open-question")
      .map(({ line, subject }) => `${line}: ${subject}`);

  test("a bare question under Edge Cases is open; one with an answer beside or below it is not", () => {
    expect(edge("- What happens when the tab is closed?")).toEqual(["5: What happens when the tab is closed?"]);
    expect(edge("- What happens when the tab is closed? It MUST save.")).toEqual([]);
    expect(edge("- What happens when the tab is closed?\n  - The game is saved.")).toEqual([]);
  });

  test.each(["Open Questions", "Unresolved questions"])("an answer below a question under %s answers it", (title) => {
    const open = (text: string): string[] => marked("open-question", `# X\n\n## ${title}\n\n${text}\n`);
    expect(open("- Is the hash chain per tenant or global?\n  - per tenant")).toEqual([]);
    expect(open("1. Is it per tenant?\n\n   It needs one chain for each tenant.")).toEqual([]);
    expect(open("### Is it per tenant?\n\nThe spec has one chain.")).toHaveLength(1);
    expect(open("Is it per tenant?\n\nOne chain for each tenant.")).toEqual([]);
    expect(open("- Is it per tenant?\n  - Maybe one for each")).toHaveLength(1);
    expect(open("- Is it per tenant?\n  - Option A: one for each")).toHaveLength(1);
    expect(open("- Is it per tenant?\n  - Or per region?")).toHaveLength(1);
    expect(open("- Is it per tenant?\n  - TBD")).toHaveLength(1);
  });

  test("a sentence behind the question answers it, a guess or a note about who answers does not", () => {
    const open = (text: string): string[] => marked("open-question", `# X\n\n## Open Questions\n\n${text}\n`);
    expect(open("- Should a bulk call be added? Not in this version.")).toEqual([]);
    expect(open("- Should a bulk call be added? Leaning towards yes.")).toHaveLength(1);
    expect(open("- Should a bulk call be added? See the ticket about it.")).toHaveLength(1);
  });

  test("what is to be decided, or what somebody wishes, is open as it is listed", () => {
    const open = (text: string): string[] => marked("open-question", `# X\n\n## Open points\n\n${text}\n`);
    expect(open("- Languages: Dutch and English for sure, the rest to be decided.")).toHaveLength(1);
    expect(open("- Do we need a camera? The managers want one, I would rather not.")).toHaveLength(1);
    expect(open("- Which provider? No idea, ask Sanne.")).toHaveLength(1);
    expect(open("- Do we need a camera? No, I would rather not have one.")).toEqual([]);
    expect(open("- [x] The limit must be decided.")).toEqual([]);
    expect(open("- The limit was to be decided. Decision: 5 doors.")).toEqual([]);
  });

  test("a heading of the first level says what stands below it, unless it is the title", () => {
    const text = "# Open questions\n\n- How?\n\n# Unresolved questions\n\n- Who pays?\n\n# Future work\n\nTBD\n";
    expect(check(text).map(({ line }) => line)).toEqual([7]);
  });

  test.each(["8a. Open Questions", "A. Open questions for Pete", "IV) Open Questions", "Appendix B: Open Questions"])(
    "the number of a heading does not hide what it says: %s",
    (title) => expect(marked("open-question", `# X\n\n## ${title}\n\n- Who pays?\n`)).toEqual(["5: Who pays?"]),
  );

  test.each([
    "Offene Fragen",
    "Questions ouvertes (mise à jour)",
    "Открытые вопросы",
    "Perguntas em Aberto",
    "Preguntas abiertas",
    "Domande aperte",
    "Openstaande vragen",
    "Otwarte pytania",
    "待解决问题",
    "未解決の課題",
    "미해결 질문",
    "Next Design Questions",
    "Design Questions (resolve during refinement)",
  ])("questions below %s", (title) => {
    expect(marked("open-question", `# X\n\n## ${title}\n\n- Qui paie ?\n- 谁付款？\n- Oui ? Non.\n`)).toHaveLength(2);
  });

  test("one open question as a heading is no list of them", () => {
    const text =
      "# X\n\n## Open question: who pays\n\nTwo can pay:\n\n- One buyer for each cart\n- One seller for each cart\n";
    expect(check(text).map(({ line }) => line)).toEqual([3]);
  });

  test("a topic with a question below it is open until that paragraph answers it", () => {
    const topic = (body: string) => marked("open-question", `# X\n\n## Open questions\n\n### Groups\n\n${body}\n`);
    expect(topic("They are odd. Should they have names?")).toEqual(["5: Groups"]);
    expect(topic("Should they have names? Not a priority: nobody reads them.")).toEqual([]);
    expect(topic("They have names.")).toEqual([]);
    expect(topic("")).toEqual(["5: Groups"]);
  });

  test("a list that is introduced as resolved is not open, whatever its heading says", () => {
    const list = "1. **One page.** Whether search stands on it.\n2. **No index.** Nobody computes it.";
    expect(marked("open-question", `# X\n\n## Open Decisions\n\nResolved with the team:\n\n${list}\n`)).toEqual([]);
    const unsettled = `# X\n\n## Open Decisions\n\nTo settle before the release:\n\n${list}\n`;
    expect(marked("open-question", unsettled)).toEqual(["7: **One page.** Whether search stands on it."]);
  });

  test("a question is quoted whole, without what leads up to it or follows", () => {
    const told = (item: string) => check(`# X\n\n## Open Questions\n\n- ${item}\n`).map(({ message }) => message);
    const long = `What happens when ${"somebody waits for an answer and ".repeat(6)}leaves?`;
    expect(told(long)).toEqual([`"${long}" has no answer.`]);
    const lead = "One step more is no problem, e.g. For pages. But if port `4200` is taken, which one is next?";
    expect(told(lead)).toEqual(['"But if port 4200 is taken, which one is next?" has no answer.']);
    expect(told(`What happens when ${"somebody waits for an answer and ".repeat(16)}leaves?`)[0]).toMatch(
      /…" has no answer\.$/,
    );
  });

  test("a question with a proposal is open until somebody decides", () => {
    const [finding] = check("# X\n\n## Open Questions\n\n- How long are notes kept? Proposal: a year.\n");
    expect(finding?.message).toBe('"How long are notes kept?" has a proposal but no decision.');
  });

  test("a name with underscores is quoted as it is written", () => {
    const text = "# X\n\n## Open Questions\n\n- Is `chat_id` _always_ a number?\n";
    expect(check(text).map(({ subject }) => subject)).toEqual(["Is chat_id always a number?"]);
  });

  test("a statement below what was to be clarified is no question", () => {
    const needed = (item: string): string[] =>
      marked("open-question", `# X\n\n## Clarifications Needed\n\n- ${item}\n`);
    expect(needed("Audio style: retro chiptune")).toEqual([]);
    expect(needed("The system shows the round logo.")).toEqual([]);
    expect(needed("Audio style: which one?")).toHaveLength(1);
    expect(needed("The audio style")).toHaveLength(1);
  });

  test("a requirement that is open itself answers nothing, and the section may have a name of another language", () => {
    const rest =
      "## Requirements\n\n- The server MUST reject uploads of duplicate invoices [NEEDS CLARIFICATION: how?].\n";
    expect(edge("- What happens when duplicate invoices are uploaded?", rest)).toHaveLength(1);
    expect(marked("open-question", "# X\n\n### Cas limites\n\n- Que se passe-t-il sans réseau ?\n")).toHaveLength(1);
  });

  test("a row of open questions: who answers it by when is no answer", () => {
    const row = (head: string, cells: string): string[] =>
      marked(
        "open-question",
        `# X\n\n## Open Questions\n\n| # | Question | ${head} |\n|---|---|---|\n| 1 | ${cells} |\n`,
      );
    expect(row("Owner", "Who pays? | Ann")).toHaveLength(1);
    expect(row("Status", "Who pays? | Open")).toHaveLength(1);
    expect(row("Status", "Who pays? | Resolved")).toEqual([]);
    expect(row("Answer", "Who pays? | The buyer")).toEqual([]);
    expect(row("Answer", "Who pays? | ")).toHaveLength(1);
    expect(row("Notes", "Who pays? | We take the buyer")).toEqual([]);
    expect(row("Decision", "Payment | The buyer")).toEqual([]);
    expect(row("Decision", "Payment | TBD")).toHaveLength(1);
  });

  test("a line in bold above a list says that its items are open", () => {
    const listed = (label: string) => marked("open-question", `# X\n\n## Parsing\n\n${label}\n\n- when to stop,\n`);
    expect(listed("**Open problems, dilemmas:**")).toEqual(["7: when to stop,"]);
    expect(listed("**Resolved problems:**")).toEqual([]);
    expect(listed("Open problems with it are rare")).toEqual([]);
    expect(listed("**Open problems** are rare.")).toEqual([]);
  });

  test.each(["Open Questions / Assumptions", "Open Questions & Decisions"])(
    "below %s only what ends with a question mark is open",
    (title) => {
      const items = "- The grouping is not given, so it is by medal.\n- By year? By medal.\n- Who pays?";
      expect(marked("open-question", `# X\n\n## ${title}\n\n${items}\n`)).toEqual(["7: Who pays?"]);
    },
  );

  test("the items of a list of open questions are open unless the author settles them", () => {
    const text = `# X

## Open Questions

- Which region?
- ~~Which colour?~~
- Who pays? Decision: the buyer.
- Is it public? Yes, it will be public.
- Who signs? Probably the clerk.

## Unresolved Questions

None.
`;
    expect(marked("open-question", text)).toEqual(["5: Which region?", "9: Who signs? Probably the clerk."]);
  });

  test.each(["- None. All decisions are taken above and follow the patterns of the code that is there.", "- N/A"])(
    "%s leaves nothing open",
    (item) => expect(marked("open-question", `# X\n\n## Open Questions\n\n${item}\n`)).toEqual([]),
  );

  test.each([
    ["Pending Decisions", 1],
    ["Open Points", 1],
    ["Questions", 0],
    ["Pending Items", 0],
    ["Remaining Issues", 0],
    ["User Input Required", 0],
  ])("the items below %s: %d open", (title, count) =>
    expect(marked("open-question", `# X\n\n## ${title}\n\n- The colours of the page\n`)).toHaveLength(count),
  );

  test("in a list of open points a topic is open, and a sentence that asks or weighs; another may be a decision", () => {
    const open = (item: string): number => marked("open-question", `# X\n\n## Open Questions\n\n- ${item}\n`).length;
    for (const point of [
      "Retention of the logs",
      "Whether calls are batched.",
      "Upstream: direct contracts, an aggregator, or both.",
      "**Storage**: probably S3.",
      "Confirm the name",
      "[ ] Limits: measure them.",
    ])
      expect([point, open(point)]).toEqual([point, 1]);
    for (const said of [
      "The channel is the app only.",
      "Long jobs: handles that survive restarts, stored with the media.",
      "The enum remains `TBD` until the contract is written.",
      "Add tests of the limits.",
      "Der Stamm selbst hat keine eigenen Merkmale. Die Merkmale der Varianten liegen an den Varianten selbst.",
      "A regex is out of scope; revisit if needed.",
      "暂无阻塞问题。",
    ])
      expect([said, open(said)]).toEqual([said, 0]);
  });

  test("what stands below a label is what is open, not the label", () => {
    const open = (text: string): string[] => marked("open-question", `# X\n\n## Open Questions\n\n${text}\n`);
    expect(open("- Unknown:\n  - Retention of the logs\n- Assumptions made:\n  - No mail")).toEqual([
      "6: Retention of the logs",
    ]);
    expect(open("- Retention:\n  - Owner: Ann")).toEqual(["5: Retention:"]);
  });

  test.each([
    ["Open Product Questions", ["5: Who pays?"]],
    ["Outstanding technical design questions", ["5: Who pays?"]],
    ["Risks and Open Questions", ["5: Who pays?"]],
    ["Product Questions", ["5: Who pays?"]],
    ["Questions for design", ["5: Who pays?"]],
    ["Frequently asked questions", []],
    ["Interview questions", []],
    ["Security questions", []],
    ["Open-ended questions", []],
    ["Open product questions (answered)", []],
  ])("the questions below %s", (title, open) =>
    expect(marked("open-question", `# X\n\n## ${title}\n\n- Who pays?\n- It is slow.\n`)).toEqual(open),
  );

  test("a list below a heading of its own within other things is one of open points", () => {
    const table = "| Question | Status |\n|---|---|\n| Who pays? | Open |\n| Who signs? | Closed |\n";
    const text = `# X\n\n## Risks and Open Questions\n\n- It is slow.\n\n### Open technical questions\n\n${table}`;
    expect(marked("open-question", text)).toEqual(["11: | Who pays? | Open |"]);
    expect(marked("open-question", "# X\n\n## Unresolved questions\n\n[unresolved]: #unclear\n")).toEqual([]);
    const template = "Optional, but suggested for first drafts. What parts of the design are still\nTBD?";
    expect(marked("open-question", `# X\n\n## Unresolved questions\n\n${template}\n`)).toEqual([]);
  });

  test("prose below Unresolved questions is open where it asks", () => {
    const open = (text: string): number =>
      marked("open-question", `# X\n\n## Unresolved questions\n\n${text}\n`).length;
    expect(open("The name is `isDone`. Should it be `done`?")).toBe(1);
    expect(open("The name is `isDone`. Should it be `done`? The name stays.")).toBe(0);
    for (const text of [
      "None at this time.",
      "There are no open questions.",
      "See the ticket.",
      "It could be done later.",
    ])
      expect([text, open(text)]).toEqual([text, 0]);
  });

  test("a marker in place of an answer is open in a log of questions, too; one that an answer mentions is not", () => {
    const text =
      "# X\n\n## Clarifications\n\n- Q: Who? → A: [NEEDS CLARIFICATION]\n- Q: When? → A: It was TBD until May.\n";
    expect(marked("explicit-marker", text)).toHaveLength(1);
  });

  test("a log of questions and answers is silent, but for the question that has no answer", () => {
    const text = "# X\n\n## Clarifications\n\n- Q: Which? → A: This.\n- Q: When?\n- Q: Who?\n- A: Nobody.\n";
    expect(marked("open-question", text)).toEqual(["6: Q: When?"]);
  });
});

describe("undecided", () => {
  const options = "### Option A: disk\n\nPros: cheap.\n\n### Option B: S3\n\nPros: safe.\n";

  test("options that are weighed, and no decision", () => {
    expect(marked("undecided", `# X\n\n## Storage\n\n${options}`)).toEqual(["5: Option A: disk"]);
    expect(marked("undecided", `# X\n\n## Storage\n\n${options}\nWe chose B.\n`)).toEqual([]);
    expect(marked("undecided", `# X\n\n## Alternatives\n\n${options}`)).toEqual([]);
    expect(marked("undecided", "# X\n\n## Install\n\n### Option 1: npm\n\nx\n\n### Option 2: brew\n\ny\n")).toEqual([]);
  });

  test("options that are set off as paragraphs or as items, and no word which one holds", () => {
    const section = (text: string): string => `# X\n\n## Storage\n\n${text}\n`;
    const [a, b] = ["Option A: Files go to S3.", "Option B: Files stay on the disk of the host."];
    for (const text of [`${a}\n\n${b}`, `- ${a}\n- ${b}`, "**Option A**: S3\n\n**Option B**: the disk"])
      expect(marked("undecided", section(text))).toHaveLength(1);
    for (const rest of ["We go with A.", "```sh\nnpm start\n```"])
      expect(marked("undecided", section(`- ${a}\n- ${b}\n\n${rest}`))).toEqual([]);
    expect(marked("undecided", section("- Option 1: npm\n- Option 2: brew"))).toEqual([]);
  });

  test.each([
    ["Not decided yet.", 1],
    ["This is to be decided by the board.", 1],
    ["The decision is still open.", 1],
    ["No decision has been made.", 1],
    ["Decided: Cloudinary.", 0],
    ["Option A was not chosen.", 0],
    ["Not decided by us: the client chose B.", 0],
  ])("options, and below them: %s", (text, count) => {
    const options = "- Option A: Supabase\n- Option B: Cloudinary";
    expect(marked("undecided", `# X\n\n## Image Hosting\n\n${options}\n\n${text}\n`)).toHaveLength(count);
  });

  test.each([
    "The limit is to be determined by age or by name.",
    "It is decided by A or B.",
    "Orders that are not decided or paid are dropped.",
    "A or B is used. The fee is to be decided.",
  ])("%s leaves no choice open", (text) => expect(marked("undecided", `# X\n\n${text}\n`)).toEqual([]));

  test("a choice with a marker in it is told once", () => {
    const rules = (text: string): string[] => check(`# X\n\n${text}\n`).map(({ rule }) => rule);
    expect(rules("Paid by card or by mail (to be decided).")).toEqual(["explicit-marker"]);
    expect(rules("The fee is TBD, and files are kept (S3 or local?).")).toEqual(["explicit-marker", "undecided"]);
  });

  test("a choice in a value or in brackets", () => {
    expect(marked("undecided", "# X\n\n- Storage: S3 or a local disk?\n")).toEqual(["3: S3 or a local disk?"]);
    expect(marked("undecided", "# X\n\nFiles are kept (S3 or local?).\n")).toEqual(["3: S3 or local?"]);
    expect(marked("undecided", "# X\n\n- Why: is it A or B?\n")).toEqual([]);
    expect(marked("undecided", "# X\n\n- Storage: Option A / Option B\n")).toEqual(["3: Option A / Option B"]);
    expect(marked("undecided", "# X\n\n- Option A: on top / Option B: beside\n")).toEqual([
      "3: Option A: on top / Option B: beside",
    ]);
    expect(marked("undecided", "# X\n\nWe use Option A or Option B.\n")).toEqual(["3: Option A or Option B"]);
    expect(marked("undecided", "# X\n\nWe chose Option A or Option B will do.\n")).toEqual([]);
    expect(marked("undecided", "# X\n\n- Storage: Option A / Option B, not decided yet\n")).toHaveLength(1);
    expect(marked("undecided", "# X\n\n## Logs\n\n- Option A: Datadog\n- Option B: Grafana\n")).toHaveLength(1);
  });
});

describe("empty-section", () => {
  test("a heading, an announcement and a table with nothing below", () => {
    const text =
      "# X\n\n## A\n\n## B\n\n### F\n\nThe fields are:\n\n## C\n\n| a | b |\n|---|---|\n\n## D\n\n### E\n\ntext\n";
    expect(marked("empty-section", text)).toEqual(["3: A", "9: The fields are:", "13: | a | b |"]);
    expect(marked("empty-section", "# X\n\n## A\n\nIt must:\n\n## Criteria\n\n- hold\n")).toEqual([]);
  });

  test("a skeleton is one finding; a heading that says it all is none", () => {
    expect(marked("empty-section", "# X\n\n## A\n\n## B\n\n## C\n")).toHaveLength(1);
    expect(marked("empty-section", "# X\n\n## GET /users\n\n## The server stores files.\n")).toEqual([]);
    const stories = ["A", "B", "C"].map((name) => `## ${name}\n\n${name}.\n\n### Criteria\n`).join("\n");
    expect(marked("empty-section", `# X\n\n${stories}`)).toEqual(["7: Criteria"]);
  });

  test("of several headings two are named", () => {
    const told = (text: string) => check(`# X\n\n## A\n\nIt is x.\n\n${text}`).map(({ message }) => message);
    expect(told("## B\n\n## C\n\n## D\n")).toEqual(['Sections "B", "C" and 1 more are empty.']);
    expect(told("## B\n\n## C\n\nIt is y.\n")).toEqual(['Section "B" is empty.']);
  });

  test("below a section that is to be decided nothing is missing but this; sections of one kind are what is above them", () => {
    const empty = (text: string) => marked("empty-section", `# X\n\n${text}`);
    const below = "### Alpha\n\n### Beta\n\n### GA\n";
    expect(empty(`## Criteria\n\nTo be decided.\n\n${below}`)).toEqual([]);
    expect(empty(`## Criteria\n\nThe fee is TBD.\n\n${below}`)).toHaveLength(1);
    const kinds = (second: string) => `## Details\n\n## Changes in the page\n\nIt is x.\n\n## ${second}\n\nIt is y.\n`;
    expect(empty(kinds("Changes in the API"))).toEqual([]);
    expect(empty(kinds("Risks"))).toHaveLength(1);
  });

  test("a definition of a link is no text; a banner far above the level of the heading has the text", () => {
    expect(marked("empty-section", "# X\n\ntext\n\n## A\n[a]: #a\n\n## B\n\ntext\n")).toEqual(["5: A"]);
    expect(marked("empty-section", "# X\n\ntext\n\n## A\n\n[H1]: title\n")).toEqual([]);
    const banner = (level: string) => `# X\n\ntext\n\n## A\n\ntext\n\n${level} Details\n\n# OUTDATED\n\ntext\n`;
    expect(marked("empty-section", banner("####"))).toEqual([]);
    expect(marked("empty-section", banner("###"))).toEqual(["9: Details"]);
    const files = "<!-- file: a.md -->\n# X\n\ntext\n\n#### Criteria\n<!-- file: b.md -->\n# Y\n\ntext\n";
    expect(marked("empty-section", files), "the next file is not its text").toEqual(["6: Criteria"]);
  });

  test("a list of nothing but a bullet is empty; a heading with its value, and what a change leaves alone, are not", () => {
    expect(marked("empty-section", "# X\n\n## Outcomes\n\nIt has:\n\n-\n\n## A\n\n- a\n-\n")).toEqual(["7: -"]);
    expect(marked("empty-section", "# X\n\ntext\n\n## Platform: Linux\n\n## A\n\ntext\n")).toEqual([]);
    const scenarios = (text: string) => `# X\n\n### Scenario: late\n\n### Scenario: early\n\n${text}\n\n## A\n\ntext\n`;
    expect(marked("empty-section", scenarios("text"))).toEqual(["3: Scenario: late"]);
    expect(marked("empty-section", scenarios(""))).toEqual([]);
    const left = "# X\n\ntext\n\n### Modified Capabilities\n<!-- none -->\n\n## Impact\n\ntext\n";
    expect(marked("empty-section", left)).toEqual([]);
  });

  test("a comment of one line is the author's remark, a longer one the template's; a head with pictures is what a table shows", () => {
    const section = (text: string) => marked("empty-section", `# X\n\ntext\n\n## A\n\n${text}\n\n## B\n\ntext\n`);
    expect(section("<!-- nothing changes here -->")).toEqual([]);
    expect(section("<!--\nWhat changes?\n-->")).toEqual(["5: A"]);
    expect(section("| [a](b.md) | c |\n|---|---|")).toEqual([]);
  });

  test("a list of open points that is empty is no gap", () => {
    const table = "| # | Title |\n|---|---|\n";
    expect(marked("empty-section", `# X\n\n## Open Issues\n\n${table}\n## Open Questions\n\n## A\n\ntext\n`)).toEqual(
      [],
    );
  });

  test("a title and its second line are no sections; another heading of the first level is", () => {
    expect(marked("empty-section", "# X\n## The wallpaper\n\n## A\n\ntext\n")).toEqual([]);
    expect(marked("empty-section", "## X\n\n## Overview\n\ntext\n")).toEqual([]);
    expect(marked("empty-section", "# X\n\n# Architecture\n\n# A\n\ntext\n")).toEqual(["3: Architecture"]);
  });

  test("front matter says what the document is: its first heading is a section", () => {
    const text = "## Context\n\n## Contract\n\ntext\n";
    expect(marked("empty-section", `---\ntitle: X\n---\n\n${text}`)).toEqual(["5: Context"]);
    expect(marked("empty-section", text)).toEqual([]);
  });

  test("a heading of the same level that counts deeper is part of it", () => {
    const text = (next: string): string => `# X\n\ntext\n\n## 4. Limits\n\n## ${next}\n\ntext\n`;
    expect(marked("empty-section", text("4.1 Size"))).toEqual([]);
    expect(marked("empty-section", text("4.1 Size").replace("4. ", ""))).toEqual([]);
    expect(marked("empty-section", text("5. Size"))).toEqual(["5: 4. Limits"]);
  });

  test("two headings set off together share the text below them; one that is optional may stay empty", () => {
    expect(marked("empty-section", "# X\n\n## Columns\n## Rows\nBoth begin at 0.\n")).toEqual([]);
    expect(marked("empty-section", "# X\n\n## Columns\n## Rows\n\n## C\n\ntext\n")).toHaveLength(2);
    expect(marked("empty-section", "# X\n\ntext\n\n## Columns\n\n## Rows\n\ntext\n")).toEqual(["5: Columns"]);
    expect(marked("empty-section", "# X\n\ntext\n\n## Notes [optional]\n\n## Rows\n\ntext\n")).toEqual([]);
  });
});
