import { describe, expect, test } from "vitest";
import { found } from "../../../test/support/check-rule.ts";
import { byList, check } from "../check.ts";

const RULES = ["state-unreachable", "state-no-exit", "state-nondeterministic", "state-undefined"];

function all(text: string): string[] {
  return RULES.flatMap((rule) => found(rule, text).map(({ line }) => `${rule} ${line}`));
}

const mermaid = (arrows: string, prose = ""): string =>
  `# X\n\n## States\n\n${prose}\n\n\`\`\`mermaid\nstateDiagram-v2\n${arrows}\n\`\`\`\n`;
const table = (rows: string, prose = ""): string =>
  `# X\n\n## States\n\n${prose}\n\n| From | Trigger | To |\n|---|---|---|\n${rows}\n`;

test("a column tells which states are final", () => {
  const listed = (mark: string) =>
    `| State | Meaning | Final |\n|---|---|---|\n| \`idle\` | waits | no |\n| \`gone\` | has left | ${mark} |\n| \`dead\` | is over | yes |`;
  const rows = "| idle | leave | gone |\n| idle | die | dead |";
  expect(all(table(rows, listed("yes")))).toEqual([]);
  expect(all(table(rows, listed("no")))).toEqual(["state-no-exit 8"]);
});

test("a list of states says what they mean, and draws nothing", () => {
  const listed = "| State | Meaning |\n|---|---|\n| new | created |\n| paid | paid |\n| sent | shipped |";
  expect(all(table("| new | pay | paid |\n| paid | ship | sent |\n| paid | fraud | frozen |", listed))).toEqual([
    "state-undefined 15",
  ]);
});

describe("state machines in Mermaid", () => {
  test("a whole one has no findings", () => {
    expect(
      all(mermaid("[*] --> Idle\nIdle --> Busy: start\nBusy --> Idle: stop\nIdle --> Off: quit\nOff --> [*]")),
    ).toEqual([]);
  });

  test("each defect is found, on the line of its arrow", () => {
    const arrows =
      "[*] --> Idle\nIdle --> Busy: start\nIdle --> Stuck: start\nLost --> Idle: back\nBusy --> Idle: stop\nBusy --> Odd: x\nOdd --> [*]";
    const text = mermaid(arrows, "The states are `Idle`, `Busy`, `Stuck` and `Lost`.");
    expect(all(text)).toEqual([
      "state-unreachable 12",
      "state-no-exit 11",
      "state-nondeterministic 11",
      "state-undefined 14",
    ]);
  });

  test("guards decide between targets", () => {
    expect(all(mermaid("[*] --> A\nA --> B: go [ok]\nA --> C: go [not ok]\nB --> [*]\nC --> [*]"))).toEqual([]);
  });

  test("choices and notes are understood", () => {
    const arrows =
      "[*] --> On\nOn --> Off: quit\nstate pick <<choice>>\nOff --> pick: end\npick --> Done: a\npick --> On: b\nnote right of On\nOff --> Nowhere\nend note\nDone --> [*]";
    expect(all(mermaid(arrows))).toEqual([]);
  });

  test("a diagram of states within states is not read", () => {
    expect(all(mermaid("[*] --> On\nstate On {\n[*] --> Slow\nSlow --> Fast: up\n}\nLost --> On: x"))).toEqual([]);
  });

  test("another kind of diagram is none", () => {
    expect(all("# X\n\n```mermaid\ngraph TD\nA --> B\n```\n")).toEqual([]);
  });
});

describe("state machines in tables", () => {
  test.each(["no-op (already open)", "restart", "tbd", "???"])("%s in the target column is no state", (target) => {
    const rows = `| IDLE | a | BUSY |\n| BUSY | b | IDLE |\n| BUSY | b | ${target} |`;
    expect(all(table(rows))).toEqual([]);
    expect(all(table(rows, "The states are `IDLE` and `BUSY` and `BUSY`."))).toEqual([]);
  });

  test("a state of two words beside those of one is a state", () => {
    const rows = "| idle | a | busy |\n| busy | b | idle |\n| busy | c | on hold |\n| busy | d | off |";
    expect(all(table(rows, "`off` is terminal."))).toEqual(["state-no-exit 11"]);
  });

  test("prose names the initial and the terminal states", () => {
    const rows = "| idle | start | busy |\n| busy | stop | done |\n| busy | crash | dead |";
    expect(all(table(rows, "The initial state is `idle`. Terminal states: `done`, `dead`."))).toEqual([]);
    expect(all(table(rows, "The initial state is `idle`. `done` is final."))).toEqual(["state-no-exit 11"]);
  });

  test("a table of states declares them, and is where a state is reported", () => {
    const text =
      "# X\n\n## States\n\n| State | Meaning |\n|---|---|\n| idle | waits |\n| busy | works |\n| held | on hold |\n| done | terminal |\n\n" +
      "| From | To | Trigger |\n|---|---|---|\n| idle | busy | start |\n| busy | held | hold |\n| busy | done | end |\n| busy | gone | end |\n| gone | done | x |\n";
    expect(all(text)).toEqual(["state-no-exit 9", "state-nondeterministic 17", "state-undefined 17"]);
  });

  const lost = (more = ""): string =>
    table(
      `| idle | start | busy |\n| lost | a | lost2 |\n| lost2 | b | lost3 |\n| lost3 | c | idle |${more}`,
      "It starts in `idle`.",
    );

  test.each(["- `NAME`: text", "- **NAME** - text", "- NAME: text"])("items declare them: %s", (item) => {
    const listed = ["idle", "busy", "lost"].map((name) => item.replace("NAME", name)).join("\n");
    const rows = "| idle | start | busy |\n| busy | stop | idle |\n| busy | fail | broken |\n| broken | mend | idle |";
    expect(all(table(rows, `${listed}\n\nIt starts in idle.`))).toEqual(["state-unreachable 7", "state-undefined 15"]);
  });

  test("a list in another chapter is no list of states", () => {
    const rows = "| idle | start | busy |\n| busy | stop | idle |\n| busy | fail | broken |\n| broken | mend | idle |";
    const other = "\n## Lamps\n\n- `idle`: green\n- `busy`: red\n- `dark`: off\n";
    expect(all(`${table(rows, "It starts in idle.")}${other}`)).toEqual([]);
  });

  test("what follows from a finding is not reported again", () => {
    expect(all(lost())).toEqual(["state-unreachable 10"]);
  });

  test.each([
    ["a wildcard", "| any | quit | off |"],
    ["no source", "| | begin | idle |"],
    ["a target that is worked out", "| busy | x | same |"],
    ["two targets", "| busy | x | idle / lost |"],
    ["a state and an event", "| busy | x | busy + `LATE` |"],
    ["a remark", "| busy | x | busy (again) |"],
  ])("a machine with %s in a row is not judged as a whole", (_, row) => {
    expect(all(lost(`\n${row}`))).toEqual([]);
    expect(all(lost(`\n${row}\n| idle | start | lost |`))).toEqual(["state-nondeterministic 14"]);
  });

  test.each([
    ["a diagram", "```mermaid\nstateDiagram-v2\nbusy --> lost: x\n```"],
    ["a diagram that is not read", "```text\nbusy ──▶ lost\n```"],
    ["an item", "- busy → lost"],
    ["a table of states by events", "| | x | y |\n|---|---|---|\n| busy | lost | idle |"],
    ["a table of any state", "| From | Trigger | To |\n|---|---|---|\n| any | x | lost |"],
    ["another table", "| State | Event | Next |\n|---|---|---|\n| busy | x | lost |"],
  ])("a way in that %s elsewhere shows is one", (_, drawing) => {
    expect(all(`${lost()}\n## More\n\n${drawing}\n`)).toEqual([]);
  });

  test("states that nothing leads to are one finding of MEDIUM severity", () => {
    const rows = "| idle | a | busy |\n| lost | b | busy |\n| gone | c | busy |";
    const [finding, ...others] = byList(check(table(rows, "It starts in `idle`.")));
    expect(finding).toMatchObject({ rule: "state-unreachable", severity: "MEDIUM", line: 10, related: [{ line: 11 }] });
    expect(others).toEqual([]);
  });

  test("where no start is declared, the state that nothing leads to is one", () => {
    expect(all(table("| idle | a | busy |\n| new | b | idle |\n| old | c | idle |"))).toEqual([]);
  });

  test("where no end is declared, a state that nothing leaves is one", () => {
    expect(all(table("| idle | start | busy |\n| busy | end | shelved |"))).toEqual([]);
  });

  test("a table of something else is no machine", () => {
    expect(all("# X\n\n## Prices\n\n| From | To | Fee |\n|---|---|---|\n| Bern | Rome | 5 |\n")).toEqual([]);
  });

  test("an example shows a machine and makes none", () => {
    expect(all("# X\n\n## Example\n\n| From | Event | To |\n|---|---|---|\n| a | x | b |\n")).toEqual([]);
  });
});

test("what another column says of two rows may tell them apart", () => {
  const rows = (a: string, b: string) =>
    found(
      "state-nondeterministic",
      `# X\n\n## States\n\n| From | Trigger | To | Notes |\n|---|---|---|---|\n| idle | end | done | ${a} |\n| idle | end | dead | ${b} |\n`,
    );
  expect(rows("first time", "third time")).toEqual([]);
  expect(rows("", "")).toHaveLength(1);
});
