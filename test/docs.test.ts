import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { parseAnswersFile } from "../src/cli/asking/answers-file.ts";
import { inspectReport } from "../src/cli/commands/inspect-report.ts";
import { createContext } from "../src/cli/context.ts";
import { createProgram } from "../src/cli/program.ts";
import { filePath, leaves } from "../src/config/keys.ts";
import { EXIT_CODES } from "../src/errors/exit-codes.ts";
import { EventProblem } from "../src/journal/journal.ts";
import { decodeEntry } from "../src/journal/line.ts";
import { parseStep } from "../src/journal/session-step.ts";
import { judge } from "../src/mediator/gate/judge.ts";
import { DEFAULT_CONFIG } from "../src/model/default-config.ts";
import { FAILURE_TYPES, WARNING_TYPES } from "../src/model/gate-result.ts";
import { QUESTION_KINDS } from "../src/model/question.ts";

const read = (name: string): string => readFileSync(`docs/${name}`, "utf8");

/** The text of each cell in the rows of all tables. */
function rows(markdown: string): string[][] {
  return markdown
    .split("\n")
    .filter((line) => line.startsWith("|"))
    .map((line) =>
      line
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
}

describe("docs/configuration.md", () => {
  const documented = new Map(rows(read("configuration.md")).map(([key = "", value = ""]) => [key, value]));

  test.each(leaves({ ...DEFAULT_CONFIG }).filter(([path]) => !path.startsWith("severityWeights")))(
    "has %s with its default",
    (path, value) => {
      const shown = typeof value === "object" ? "auto" : String(value);
      expect(documented.get(`\`${filePath(path)}\``)?.replaceAll("`", "")).toBe(shown);
    },
  );
});

describe("docs/answers-file.md", () => {
  const text = read("answers-file.md");

  test("has an example that is read", () => {
    const [, example = ""] = /```yaml\n([^`]*)```/.exec(text) ?? [];
    expect(parseAnswersFile(example, "answers.yaml")).toHaveLength(3);
  });

  test("names only kinds of questions that there are", () => {
    const kinds = text.slice(text.indexOf("## Kinds"), text.indexOf("## Mistakes"));
    const named = rows(kinds)
      .slice(2)
      .map(([kind = ""]) => kind.replaceAll("`", ""));
    expect(named.length).toBeGreaterThan(5);
    for (const kind of named) expect(QUESTION_KINDS).toContain(kind);
  });
});

describe("docs/inspect.md", () => {
  const first = new Set(rows(read("inspect.md")).map(([cell = ""]) => cell.replaceAll("`", "")));

  test.each([...FAILURE_TYPES, ...WARNING_TYPES])("tells what %s means", (type) => {
    expect(first).toContain(type);
  });

  test("has every key of --json and every option", () => {
    const context = { role: "engineer" } as const;
    const report = inspectReport({
      file: "",
      text: "",
      context,
      repairs: [],
      result: judge({ type: "missing" }, context),
    });
    const program = createProgram(createContext([], "0.0.0", process));
    const options = program.commands.find((command) => command.name() === "inspect")?.options ?? [];
    const flags = options.map((option) => option.flags.replaceAll(/[<>]/g, ""));
    expect(flags.length).toBeGreaterThan(0);
    for (const word of [...Object.keys(report), ...flags]) expect(first).toContain(word);
  });
});

describe("docs/cli.md", () => {
  const text = read("cli.md");

  test("has every exit code", () => {
    const codes = rows(text.slice(text.indexOf("## Exit codes")))
      .slice(2)
      .map(([code]) => Number(code));
    expect(codes).toEqual(Object.values(EXIT_CODES));
  });

  test("has every command, and no other", () => {
    const commands = rows(text.slice(text.indexOf("## Commands"), text.indexOf("## What goes where"))).slice(2);
    expect(new Set(commands.flatMap(([cell = ""]) => commandsIn(cell)))).toEqual(new Set(COMMAND_NAMES));
  });
});

const DOCUMENTS = readdirSync("docs").flatMap((name) => (name.endsWith(".md") ? [`docs/${name}`] : []));
const COMMAND_NAMES = [
  ...createProgram(createContext([], "0.0.0", process)).commands.map((command) => command.name()),
  "help",
];

function commandsIn(text: string): string[] {
  return [...text.matchAll(/`(?:npx )?whetstone ([a-z][a-z-]*)/g)].map(([, name = ""]) => name);
}

describe.each(["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", ...DOCUMENTS])("%s", (path) => {
  test("links to files that are there, and names commands that there are", () => {
    const text = readFileSync(path, "utf8");
    const links = [...text.matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].map(([, target = ""]) => target);
    expect(links.filter((target) => !existsSync(join(dirname(path), target)))).toEqual([]);
    expect(commandsIn(text).filter((name) => !COMMAND_NAMES.includes(name))).toEqual([]);
  });
});

test("ARCHITECTURE.md names files that are there", () => {
  const text = readFileSync("ARCHITECTURE.md", "utf8");
  const named = [...text.matchAll(/`([a-z-]+\/[a-z/-]+(?:\.ts|\/))`/g)].map(([, path = ""]) => path);
  const isThere = (path: string) => ["src", "src/mediator", "."].some((root) => existsSync(join(root, path)));
  expect(named.filter((path) => !isThere(path))).toEqual([]);
  expect(named.length).toBeGreaterThan(10);
});

describe("docs/journal.md", () => {
  const text = read("journal.md");

  test("has the table of events that their definitions give", () => {
    const checked = spawnSync(process.execPath, ["scripts/journal-events.mjs", "--check"], { encoding: "utf8" });
    expect(checked).toMatchObject({ stderr: "", status: 0 });
  });

  test("has an entry as an example that is read", () => {
    const [, line = ""] = /```text\n(.*)\n```/.exec(text) ?? [];
    const entry = decodeEntry(Buffer.from(line));
    expect("value" in entry && parseStep(entry.value.event)).not.toBeInstanceOf(EventProblem);
    expect(entry).toMatchObject({ value: { seq: 7 } });
  });
});
