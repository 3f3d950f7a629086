import { describe, expect, test } from "vitest";
import { found, marked } from "../../../test/support/check-rule.ts";
import { check } from "../check.ts";

describe("conflicting-number", () => {
  const twice = (a = "", b = ""): string => `# X\n\n## A\n\n${a}\n\n### B\n\n${b}\n`;

  test("one sentence that binds, with two numbers; a sentence that tells something is no definition", () => {
    const [one, other] = [30, 60].map((days) => `The importer MUST keep each file for ${days} days.`);
    expect(found("conflicting-number", twice(one, other))).toMatchObject([
      { line: 9, column: 1, endColumn: 46, severity: "MEDIUM", related: [{ line: 5 }] },
    ]);
    const told = [30, 60].map((days) => `The importer keeps each file for ${days} days.`);
    expect(found("conflicting-number", twice(told[0], told[1]))).toEqual([]);
  });

  test("one requirement in two main sections, and not in two variants below one", () => {
    const rule = (days: number): string => `The service MUST keep delivery logs for ${days} days.`;
    const main = `# X\n\n## Requirements\n\n- **FR-006**: ${rule(30)}\n\n## Limits\n\n${rule(90)}\n`;
    expect(found("conflicting-number", main)).toMatchObject([{ line: 9, related: [{ line: 5 }] }]);
    const variants = `# X\n\n## Plans\n\n### Free\n\n${rule(30)}\n\n### Pro\n\n${rule(90)}\n`;
    expect(found("conflicting-number", variants)).toEqual([]);
  });

  test.each([
    ["another unit", "The importer MUST keep each file for 30 days.", "The importer MUST keep each file for 30 hours."],
    [
      "another subject",
      "The importer MUST keep each file for 30 days.",
      "The exporter MUST keep each file for 60 days.",
    ],
    [
      "links",
      "See [the rule on file limits](https://x.org/1) after all.",
      "See [the rule on file limits](https://x.org/2) after all.",
    ],
    ["tiers", "Failures on tier 1 hosts will block the release.", "Failures on tier 2 hosts will block the release."],
  ])("%s: none", (_name, a, b) => expect(found("conflicting-number", twice(a, b))).toEqual([]));

  test("two Thens under two Whens do not contradict each other, nor sections beside each other", () => {
    const steps =
      "- **WHEN** small\n- **THEN** the grid MUST display 1 column\n- **WHEN** wide\n- **THEN** the grid MUST display 3 columns\n";
    expect(found("contradiction", `# X\n\n${steps}`)).toEqual([]);
    const tier = (name: string, count: number): string =>
      `## ${name}\n\nA member may keep up to ${count} GB of files here.\n`;
    expect(found("contradiction", `# X\n\n${tier("Free", 5)}\n${tier("Pro", 50)}`)).toEqual([]);
  });
});

describe("a setting with two values", () => {
  const table = (name: string, value: string): string => `| Name | Default |\n|---|---|\n| ${name} | ${value} |\n`;

  test("a table against the prose of another section, however the prose says it", () => {
    const text = (words: string): string => `# X\n\n## Limits\n\n${table("`timeout`", "15 s")}\n## Text\n\n${words}\n`;
    for (const words of ["The default `timeout` is 10 s.", "The default of `timeout` is 10 s."])
      expect(found("conflicting-number", text(words))).toHaveLength(1);
    expect(found("conflicting-number", text("The default of `timeout` is 15 s."))).toEqual([]);
  });

  test("one setting with two defaults", () => {
    const text = `# X\n\n## A\n\nThe \`page_size\` defaults to 20.\n\n## B\n\n### C\n\n${table("`page_size`", "50")}`;
    expect(found("conflicting-number", text)).toMatchObject([
      { line: 13, subject: "page_size", related: [{ line: 5 }] },
    ]);
  });

  test.each([
    ["a flag", "Add a `SkipHolidaysInCount` flag (default **false**).", table("skip_holidays_in_count", "true")],
    ["by default", "The `SkipHolidaysInCount` flag is **off** by default.", table("`skipHolidaysInCount`", "on")],
    [
      "notes",
      "`skip_holidays_in_count` defaults to `false`.",
      "| Field | Notes |\n|---|---|\n| skip_holidays_in_count | Default true |\n",
    ],
  ])("a switch that is on here and off there, in whatever spelling: %s", (_, a, b) => {
    expect(found("conflicting-number", `# X\n\n## A\n\n${a}\n\n## B\n\n${b}`)).toMatchObject([
      { line: 11, related: [{ line: 5 }] },
    ]);
  });

  test.each([
    ["the same in other words", "`skip_old_items` is off by default.", table("`skip_old_items`", "false")],
    ["fields of two things", "`is_active` defaults to `true`.", table("is_active", "false")],
    ["two tables", table("skip_old_items", "true"), table("skip_old_items", "false")],
    [
      "what the options stand in",
      "Add `Wait` to `MachineStartOptions` with default `true`.",
      "Add `Clip` to `MachineStartOptions` with default `false`.",
    ],
  ])("%s: none", (_, a, b) => {
    expect(found("conflicting-number", `# X\n\n## A\n\n${a}\n\n## B\n\n${b}\n`)).toEqual([]);
  });
});

describe("a limit in words", () => {
  const values = (a: string, b: string, [left, right] = ["Rules", "Limits"]): unknown[] =>
    found("conflicting-number", `# X\n\n## ${left}\n\n${a}\n\n## ${right}\n\n${b}\n`);
  const said = "The session timeout is 15 minutes.";

  test.each([
    ["session timeout: 30 minutes"],
    ["- **Session timeout**: 30 minutes"],
    ["| Limit | Value |\n|---|---|\n| Session timeout | 30 minutes |"],
  ])("with another value: %s", (other) => {
    expect(values(said, other)).toMatchObject([
      { subject: expect.stringMatching(/session timeout/i), related: [{ line: 5 }] },
    ]);
  });

  test.each([
    ["the same value", said, "Session timeout: 15 minutes"],
    ["another unit", said, "Session timeout: 900 seconds"],
    ["another name", said, "Idle timeout: 30 minutes"],
    ["a condition", said, "The session timeout is 30 minutes for administrators."],
    ["columns", said, "| Limit | Free | Pro |\n|---|---|---|\n| Session timeout | 5 minutes | 30 minutes |"],
  ])("%s: none", (_, a, b) => expect(values(a, b)).toEqual([]));

  test.each([
    ["The upload limit is 10 MB.", "The upload limit is 20 MB."],
    ["The request timeout is 5 seconds.", "- The request timeout is 30 seconds."],
  ])("a section on limits holds for the whole; two other sections beside each other may be variants: %s", (a, b) => {
    expect(values(a, b, ["Limits", "Details"])).toHaveLength(1);
    expect(values(a, b, ["Guests", "Members"])).toEqual([]);
    expect(values(a, b, ["Limits", "Limits"])).toEqual([]);
  });

  test("two labels: where one stands in a section that speaks for the whole, or both in one list", () => {
    const [a, b] = ["- Session timeout: 15 minutes", "- Session timeout: 30 minutes"];
    for (const general of ["Assumptions", "Limits", "Security Architecture", "Requirements *(mandatory)*"])
      expect(values(a, b, ["Users", general])).toMatchObject([{ line: 9, related: [{ line: 5 }] }]);
    expect(values(a, b, ["Users", "Security\n\n### Security of logins"])).toEqual([]);
    expect(values(a, b, ["Guests", "Members"])).toEqual([]);
    for (const variants of ["Guest limits", "Redis configuration", "Limits 2", "Login security"])
      expect(values(a, b, [variants, variants.replace(/^\w+|\d$/, "Other")])).toEqual([]);
    expect(values(a, b, ["Guest configuration", "Members"])).toEqual([]);
    expect(values(a, b, ["Guests", "Members\n\n### Limits"])).toEqual([]);
    expect(values(a, `${b}\n- Other: 1\n- Session timeout: 60 minutes`, ["Guests", "Members"])).toEqual([]);
    const list = (between: string): unknown[] => found("conflicting-number", `# X\n\n## A\n\n${a}\n${between}\n${b}\n`);
    expect(list("- Colour: red")).toHaveLength(1);
    expect(list("\n**Members**\n")).toEqual([]);
    expect(list("- Members\n  - Session timeout: 60 minutes")).toHaveLength(1);
  });

  test("the least and the most are two limits", () => {
    expect(values("- Min. name length: 3 characters", "- Max. name length: 50 characters")).toEqual([]);
    expect(values("- Max. name length: 64 characters", "- Max. name length: 50 characters")).toHaveLength(1);
  });

  test("what is required twice is found once", () => {
    const text = "# X\n\n## Limits\n\nThe file size must be 1 MB.\n\n## Details\n\nThe file size must be 2 MB.\n";
    expect(check(text).map(({ rule }) => rule)).toEqual(["conflicting-number"]);
  });
});

test("a term of the glossary has another number than every sentence that names it with this unit", () => {
  const spec = (...body: string[]): string =>
    `# X\n\n## Glossary\n\n- **Session**: a login; it lives for 8 hours\n- **Token**: a key\n\n## Rules\n\n${body.join("\n")}\n`;
  const expired = "3. WHEN a session is idle for 24 hours, THE system SHALL end it";
  expect(found("conflicting-number", spec(expired))).toMatchObject([
    { line: 10, subject: "Session", message: expect.stringMatching(/24 hours .* 8 hours/), related: [{ line: 5 }] },
  ]);
  for (const other of ["4. A session ends after 8 hours", "4. A session is warned 2 hours before"])
    expect(found("conflicting-number", spec(expired, other))).toEqual([]);
  expect(
    found("conflicting-number", spec("1. A session is saved every 24 seconds", "2. A token lives 24 hours")),
  ).toEqual([]);
});

describe("conflicting-values", () => {
  test("as many values in the same order are the same ones in other words", () => {
    const lists = (other: string): string =>
      `# X\n\n- Game state (start, playing, paused, game over)\n- State (${other})\n`;
    expect(found("conflicting-values", lists("start screen, running game, paused, game over"))).toEqual([]);
    expect(found("conflicting-values", lists("start, playing, paused, won, game over"))).toHaveLength(1);
  });

  test("lists below two headings beside each other are of two things", () => {
    const text =
      "# X\n\n## Payment\n\nStatuses: `NEW`, `SENT`, `PAID`, `LOST`\n\n## Attempt\n\nStatuses: `SENT`, `PAID`, `LOST`\n";
    expect(found("conflicting-values", text)).toEqual([]);
  });

  const code = '```ts\ninterface Puppy {\n  status: "draft" | "available" | "sold" | "hidden";\n}\n```\n';

  test("a list in prose and one in code", () => {
    const text = `# X\n\n- Status management (draft, available, sold)\n\n${code}`;
    expect(found("conflicting-values", text)).toMatchObject([
      { line: 3, message: expect.stringContaining('"hidden" only in the other one'), related: [{ line: 7 }] },
    ]);
  });

  test("the same values in another spelling, another owner, or an open list: none", () => {
    expect(found("conflicting-values", `# X\n\n- Status (Draft, Available, Sold, Hidden)\n\n${code}`)).toEqual([]);
    expect(found("conflicting-values", `# X\n\n- **Order**: status (draft, available, sold)\n\n${code}`)).toEqual([]);
    expect(found("conflicting-values", `# X\n\n- Status (e.g., draft, available, sold)\n\n${code}`)).toEqual([]);
  });
});

test("conflicting-name: a key of a table has another name in the text", () => {
  const table = "| Gate | Name |\n|---|---|\n| G1 | Selection |\n| G2 | Schema Approval |\n";
  expect(marked("conflicting-name", `# X\n\n${table}\nG2 (Parser Validation) follows G1 (Selection).\n`)).toEqual([
    "8: G2 (Parser Validation)",
  ]);
});

describe("conflicting-then", () => {
  const scenario = (name: string, then: string): string =>
    `#### Scenario: ${name}\n- **WHEN** an unknown token is sent\n- **THEN** ${then}\n`;

  test("one condition, two values or a not", () => {
    const text = `# X\n\n${scenario("a", "the server returns 400")}\n${scenario("b", "the server returns 422")}`;
    expect(found("conflicting-then", text)).toMatchObject([{ line: 9, severity: "MEDIUM", related: [{ line: 5 }] }]);
    const denied = `# X\n\n${scenario("a", "the token is stored")}\n${scenario("b", "the token is not stored")}`;
    expect(found("conflicting-then", denied)).toHaveLength(1);
  });

  test("conditions that differ in their code: none", () => {
    const called = (format: string, type: string): string =>
      `#### Scenario: ${format}\n- **WHEN** \`GET /export?format=${format}\` is called by a user\n- **THEN** the type is \`${type}\`\n`;
    expect(found("conflicting-then", `# X\n\n${called("csv", "text/csv")}\n${called("xlsx", "sheet")}`)).toEqual([]);
    expect(found("conflicting-then", `# X\n\n${called("csv", "text/csv")}\n${called("csv", "sheet")}`)).toHaveLength(1);
  });

  test("two outcomes that go together: none", () => {
    const text = `# X\n\n${scenario("a", "the server returns 400")}\n${scenario("b", "the attempt is logged")}`;
    expect(found("conflicting-then", text)).toEqual([]);
  });
});

describe("values of an enumeration", () => {
  test("listed, and nothing else mentions them", () => {
    const text =
      "# X\n\n- **Interview**: status (running/completed/abandoned)\n\nA completed interview is shown while it runs.\n";
    expect(found("unused-value", text)).toMatchObject([{ line: 3, subject: "abandoned" }]);
    const quoted = 'A section has a status of "Not Started", "In Review" or "Done". A section that is done is locked.';
    expect(found("unused-value", `# X\n\n${quoted}\n\nWhen it is done, it is locked.\n`)).toMatchObject([
      { line: 3, subject: "Not Started, In Review" },
    ]);
    const unexplained = "# X\n\n- **Task**: status (todo/doing/checked)\n\nTasks have a status.\n";
    expect(found("unused-value", unexplained)).toEqual([]);
  });

  test.each([
    "- The record has a final status and metadata (merge hash, commit hash, error).",
    "It must not change the platform state (hash, error, users) of anybody.",
    "A state-driven data flow (hash down, error up) is used.",
    "The status can be changed, removed or error.",
  ])("a bracket or a list in a sentence declares none: %s", (text) => {
    expect(found("enumeration", `# X\n\n${text}\n\nAn error is shown.\n`)).toEqual([]);
  });

  test.each([
    "- Status: new, paid, lost",
    "- **Status**: `new`, `paid`, `lost`",
    "- **Order**: has a number and a status (new/paid/lost), and a date",
    "An order is in one of the states `new`, `paid` and `lost`.",
    "The status is one of: New, Paid, Lost.",
  ])("declared, and one of them never used: %s", (text) => {
    expect(found("unused-value", `# X\n\n${text}\n\nA new order is shown until it is paid.\n`)).toHaveLength(1);
  });

  test("a field has its own values, whatever else has a status", () => {
    const text =
      '# X\n\n1. It SHALL support payment_status values: "unpaid", "paid", "failed"\n2. It SHALL set payment_status to "paid" and status to "booked"\n3. It SHALL set payment_status to "expired"\n';
    expect(marked("unlisted-value", text)).toEqual(["5: expired"]);
  });

  test("of two values one is what the other is not", () => {
    expect(
      found("unused-value", "# X\n\n- **Reading**: a value and a status (valid/error)\n\nAn error is shown.\n"),
    ).toEqual([]);
  });

  test("used, and not listed", () => {
    const text =
      '# X\n\nThe order status (new, paid, sent).\n\nThe status is "paid" then. The status becomes "lost".\n';
    expect(marked("unlisted-value", text)).toEqual(["5: lost"]);
  });
});

test("a limit without a unit", () => {
  const table = (head: string, row: string): string => `# X\n\n| Setting | ${head} |\n|---|---|\n${row}\n`;
  expect(found("missing-unit", table("Value", "| Request timeout | 30 |"))).toMatchObject([{ line: 5 }]);
  expect(found("missing-unit", table("Value (ms)", "| Request timeout | 30 |"))).toEqual([]);
  expect(found("missing-unit", table("Value", "| Retries | 3 |"))).toEqual([]);
  const said = (text: string): string[] => marked("missing-unit", `# X\n\n${text}\n`);
  expect(said("The request timeout is 30. It MUST hold.")).toEqual(["3: The request timeout is 30"]);
  expect(said("The timeout is 30 seconds.")).toEqual([]);
  expect(said("The timeout is 0.")).toEqual([]);
  expect(said("The number of retries is 3.")).toEqual([]);
  expect(said("All limits are in seconds. The timeout is 30.")).toEqual([]);
  expect(said("```c\n// the budget in seconds\n```\n\nThe timeout is 30.")).toHaveLength(1);
  expect(found("missing-unit", "# X\n\n- **Cache TTL**: 60\n- Retention: 60 days\n")).toMatchObject([{ line: 3 }]);
  expect(found("missing-unit", "# X\n\n- Access token lifetime: 15\n")).toMatchObject([{ line: 3 }]);
});

describe("a limit of a bare number, in a sentence", () => {
  const said = (text: string): string[] => marked("missing-unit", `# X\n\n${text}\n`);

  test.each([
    ["- **FR-1**: Batch queries MUST use a statement timeout of 5.", "3: statement timeout of 5"],
    ["6. THE system SHALL use a version history retention of 90", "3: version history retention of 90"],
    ["A schema is cached (with a TTL of 300).", "3: TTL of 300"],
    ["Links have a default expiry of 30. They are public.", "3: default expiry of 30"],
    ["The JWT lifetime is 30.", "3: The JWT lifetime is 30"],
  ])("%s", (text, words) => expect(said(text)).toEqual([words]));

  test.each([
    "Requests have a timeout of 30 seconds.",
    "Requests have a timeout of 5.5 s.",
    "The list has values from 0 to 55 with an interval of 5.",
    "The spline has a duration of 1.",
    "The CNAME records get a TTL of 300.",
    "The retention of 3 copies is enough.",
    "At most a limit of 10.",
  ])("%s: none", (text) => expect(said(text)).toEqual([]));
});
