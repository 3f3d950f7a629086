import { describe, expect, test } from "vitest";
import { found, marked } from "../../../test/support/check-rule.ts";

describe("one sentence that binds, with two numbers", () => {
  const twice = (a = "", b = ""): string => `# X\n\n## A\n\n${a}\n\n### B\n\n${b}\n`;
  const rule = (days: number): string => `The service MUST keep delivery logs for ${days} days.`;

  test("in two sections, and not in two variants below one; a sentence that tells something is no definition", () => {
    expect(found("conflicting-number", twice(`- **FR-006**: ${rule(30)}`, rule(90)))).toMatchObject([
      { line: 9, column: 1, severity: "MEDIUM", related: [{ line: 5 }] },
    ]);
    const variants = `# X\n\n## Plans\n\n### Free\n\n${rule(30)}\n\n### Pro\n\n${rule(90)}\n`;
    expect(found("conflicting-number", variants)).toEqual([]);
    expect(found("conflicting-number", twice(rule(30), rule(90)).replaceAll("MUST keep", "keeps"))).toEqual([]);
  });

  test.each([
    ["another unit", rule(30), rule(30).replace("days", "hours")],
    ["another subject", rule(30), rule(60).replace("service", "exporter")],
    [
      "tiers",
      "Failures on tier 1, of hosts, MUST block the release.",
      "Failures on tier 2, of hosts, MUST block the release.",
    ],
  ])("%s: none", (_name, a, b) => expect(found("conflicting-number", twice(a, b))).toEqual([]));
});

describe("a name with two values", () => {
  const values = (a: string, b: string, [left, right] = ["Rules", "Limits"]): unknown[] =>
    found("conflicting-number", `# X\n\n## ${left}\n\n${a}\n\n## ${right}\n\n${b}\n`);
  const row = (name: string, value: string): string => `| Limit | Value |\n|---|---|\n| ${name} | ${value} |`;
  const said = "The session timeout is 15 minutes.";

  test.each([
    "- Session timeout: 30 minutes",
    "- **Session timeout**: 30 minutes",
    row("Session timeout", "30 minutes"),
    row("`session_timeout`", "30 minutes"),
  ])("a sentence, and with another value: %s", (other) => {
    expect(values(said, other)).toMatchObject([
      { subject: expect.stringMatching(/session.timeout/i), related: [{ line: 5 }] },
    ]);
  });

  test.each([
    ["the same value", said, "- Session timeout: 15 minutes"],
    ["another unit", said, "- Session timeout: 900 seconds"],
    ["another name", said, "- Idle timeout: 30 minutes"],
    ["a condition", said, "The session timeout is 30 minutes for administrators."],
    ["columns", said, "| Limit | Free | Pro |\n|---|---|---|\n| Session timeout | 5 minutes | 30 minutes |"],
    ["a name of one word", "The timeout is 5 seconds.", "- Timeout: 30 seconds"],
    ["two sentences of two sections", said, said.replace("15", "30")],
    ["two labels of two sections", "- Session timeout: 15 minutes", "- Session timeout: 30 minutes"],
    ["an exception below", `${said}\n\n### Guests\n\n- Session timeout: 5 minutes`, ""],
    ["two tables", row("Session timeout", "5 minutes"), row("Session timeout", "15 minutes")],
  ])("%s: none", (_, a, b) => expect(values(a, b)).toEqual([]));

  test("two Thens under two Whens, and sentences of sections beside each other, do not contradict each other", () => {
    const steps =
      "- **WHEN** small\n- **THEN** the grid MUST display 1 column\n- **WHEN** wide\n- **THEN** the grid MUST display 3 columns\n";
    expect(found("contradiction", `# X\n\n${steps}`)).toEqual([]);
    const tier = (name: string, count: number): string =>
      `## ${name}\n\nA member may keep up to ${count} GB of files here.\n`;
    expect(found("contradiction", `# X\n\n${tier("Free", 5)}\n${tier("Pro", 50)}`)).toEqual([]);
  });

  test("two labels of one list, and not of two lists", () => {
    const list = (between: string): unknown[] =>
      found(
        "conflicting-number",
        `# X\n\n## A\n\n- Session timeout: 15 minutes\n${between}\n- Session timeout: 30 minutes\n`,
      );
    expect(list("- Colour: red")).toMatchObject([{ line: 7, related: [{ line: 5 }] }]);
    expect(list("- Members\n  - Session timeout: 60 minutes")).toHaveLength(1);
    expect(list("\n**Members**\n")).toEqual([]);
  });

  test("two labels of one list with bare numbers, unless it is a list of records", () => {
    const list = (...items: string[]): unknown[] => found("conflicting-number", `# X\n\n## A\n\n${items.join("\n")}\n`);
    const [one, two] = ["- Maximum vouchers per booking: 1", "- Maximum vouchers per booking: 2"];
    expect(list(one, two)).toMatchObject([{ line: 6, related: [{ line: 5 }] }]);
    expect(list(one, one)).toEqual([]);
    expect(list("- Room name: Ash", one, "- Room name: Elm", two)).toEqual([]);
    expect(list("| Room | Seats |\n|---|---|\n| Big room | 1 |\n| Big room | 2 |")).toEqual([]);
  });
});

test("a term of the glossary has another number than every sentence that names it with this unit", () => {
  const spec = (...body: string[]): string =>
    `# X\n\n## Glossary\n\n- **Session**: a login; it lives for 8 hours\n- **Token**: a key\n\n## Rules\n\n${body.join("\n")}\n`;
  const expired = "3. A session ends after 24 hours, and THE system SHALL tell so";
  expect(found("conflicting-number", spec(expired))).toMatchObject([
    { line: 10, subject: "Session", message: expect.stringMatching(/24 hours .* 8 hours/), related: [{ line: 5 }] },
  ]);
  expect(found("conflicting-number", spec(expired, "4. A session lasts 8 hours"))).toEqual([]);
  expect(found("conflicting-number", spec("4. WHEN a session has been idle for 2 hours, it is warned"))).toEqual([]);
  expect(
    found("conflicting-number", spec("1. A session is saved every 24 seconds", "2. A token lives 24 hours")),
  ).toEqual([]);
});

describe("conflicting-values", () => {
  test("of one owner; lists of nobody in particular may be of two things", () => {
    const lists = (owner: string): string =>
      `# X\n\n- Game state (start, playing, paused, over)\n- ${owner} (start, playing, won, over)\n`;
    expect(found("conflicting-values", lists("Game state"))).toHaveLength(1);
    expect(found("conflicting-values", lists("State"))).toEqual([]);
    expect(found("conflicting-values", lists("Door state"))).toEqual([]);
  });

  const code = '```ts\ninterface Puppy {\n  status: "draft" | "available" | "sold" | "hidden";\n}\n```\n';

  test("a list in prose and one in code", () => {
    const text = `# X\n\n- Status management (draft, available, sold)\n\n${code}`;
    expect(found("conflicting-values", text)).toMatchObject([
      { line: 3, message: expect.stringContaining('"hidden" is only in the other one'), related: [{ line: 7 }] },
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
  const twice = (one: string, other: string, between = ""): string => {
    const scenario = (then: string) => `- **WHEN** an unknown token is sent to \`/a\`\n- **THEN** ${then}\n`;
    return `# X\n\n## Scenarios\n\n${scenario(one)}${between}${scenario(other)}`;
  };

  test("one condition, two numbers or a not", () => {
    const text = twice("the server returns 400", "the server returns 422");
    expect(found("conflicting-then", text)).toMatchObject([{ line: 8, severity: "MEDIUM", related: [{ line: 6 }] }]);
    expect(found("conflicting-then", twice("the token is stored", "the token is not stored"))).toHaveLength(1);
    expect(found("conflicting-then", text.replace("/a", "/b"))).toEqual([]);
  });

  test("what holds beside the other, what another heading tells apart, and what has no When: none", () => {
    expect(found("conflicting-then", twice('the page shows "Cart"', 'the page shows "Total"'))).toEqual([]);
    expect(found("conflicting-then", twice("the server returns 400", "the attempt is logged"))).toEqual([]);
    expect(found("conflicting-then", twice("it returns 400", "it returns 422", "\n### As guest\n\n"))).toEqual([]);
    const given = [4, 5].map((count) => `- **Given** the profile page, **Then** the title is ${count}.\n`).join("");
    expect(found("conflicting-then", `# X\n\n## A\n\n${given}`)).toEqual([]);
  });
});

describe("values of an enumeration", () => {
  test("listed, and nothing else mentions them", () => {
    const text =
      "# X\n\n- **Interview**: status (running/completed/abandoned)\n\nA completed interview is shown while it runs.\n";
    expect(found("unused-value", text)).toMatchObject([{ line: 3, subject: "abandoned" }]);
    const quoted = 'A section has a status of "Not Started", "In Review", "Failed" or "Done".';
    expect(found("unused-value", `# X\n\n${quoted}\n\nWhen it failed or is done, it is locked.\n`)).toMatchObject([
      { line: 3, subject: "Not Started, In Review" },
    ]);
    const unexplained = "# X\n\n- **Task**: status (todo/doing/checked)\n\nTasks have a status.\n";
    expect(found("unused-value", unexplained)).toEqual([]);
    const mostly = "# X\n\n- **Person**: status (employed/self-employed/retired)\n\nWho is retired pays less.\n";
    expect(found("unused-value", mostly)).toEqual([]);
  });

  test.each([
    "- The record has a final status and metadata (merge hash, commit hash, error).",
    "It must not change the platform state (hash, error, users) of anybody.",
    "A state-driven data flow (hash down, error up) is used.",
    "- Clears the editing state (hash, error, users)",
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
