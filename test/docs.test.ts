import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { PROGRAMS } from "../src/agents/programs/programs.ts";
import { parseAnswersFile } from "../src/cli/asking/answers-file.ts";
import { createContext } from "../src/cli/cli-context.ts";
import { inspectReport } from "../src/cli/commands/inspect-files.ts";
import { createProgram } from "../src/cli/create-program.ts";
import { decodeEntry, EventProblem } from "../src/journal/line.ts";
import { parseStep } from "../src/journal/parse-step.ts";
import { admit } from "../src/mediator/gate/judge.ts";
import { FAILURE_TYPES, WARNING_TYPES } from "../src/model/gate-result.ts";
import { QUESTION_KINDS } from "../src/model/question-kinds.ts";

const read = (name: string): string => readFileSync(`docs/${name}`, "utf8");

/** What the items of lists begin with. */
function names(markdown: string): string[] {
  return [...markdown.matchAll(/^- `([^`]*)`/gm)].map(([, name = ""]) => name);
}

test("the lists of events, settings, commands, exit codes and rules are those that the code gives", () => {
  const checked = spawnSync(process.execPath, ["scripts/docs-tables.mjs", "--check"], { encoding: "utf8" });
  expect(checked).toMatchObject({ stderr: "", status: 0 });
});

test("docs/cli.md names every option", () => {
  const text = read("cli.md");
  const all = createProgram(createContext([], "0.0.0", process)).commands.flatMap((command) => [
    command,
    ...command.commands,
  ]);
  const options = all.flatMap((command) => command.createHelp().visibleOptions(command));
  const missing = options.filter(({ long }) => long !== "--help" && !text.includes(`\`${long}`));
  expect(missing.map(({ long }) => long)).toEqual([]);
});

test.each(["README.md", "docs/agents.md"])("%s names every agent program", (path) => {
  const text = readFileSync(path, "utf8");
  const missing = PROGRAMS.filter((name) => !text.includes(`\`${name}\``));
  expect(missing).toEqual([]);
});

describe("docs/answers-file.md", () => {
  const text = read("answers-file.md");

  test("has an example that is read", () => {
    const [, example = ""] = /```yaml\n([^`]*)```/.exec(text) ?? [];
    expect(parseAnswersFile(example, "answers.yaml")).toHaveLength(3);
  });

  test("has every kind of question, and no other", () => {
    const kinds = names(text.slice(text.indexOf("## Kinds")));
    expect(new Set(kinds)).toEqual(new Set(QUESTION_KINDS));
  });
});

describe("docs/inspect.md", () => {
  const first = names(read("inspect.md"));

  test.each([...FAILURE_TYPES, ...WARNING_TYPES])("tells what %s means", (type) => {
    expect(first).toContain(type);
  });

  test("has every key of --json", () => {
    const { result } = admit(undefined, { role: "engineer" });
    const report = inspectReport({ file: "", role: "engineer", repairs: [], result });
    for (const key of Object.keys(report)) expect(first).toContain(key);
  });
});

const DOCUMENTS = ["docs", "docs/decisions"].flatMap((folder) =>
  readdirSync(folder).flatMap((name) => (name.endsWith(".md") ? [`${folder}/${name}`] : [])),
);
const COMMAND_NAMES = [
  ...createProgram(createContext([], "0.0.0", process)).commands.map((command) => command.name()),
  "help",
];

/** As GitHub names headings. */
function anchorsIn(path: string): string[] {
  const headings = readFileSync(path, "utf8").matchAll(/^#+ (.*)$/gm);
  return [...headings].map(([, title = ""]) =>
    title
      .toLowerCase()
      .replaceAll(/[^\w\- ]/g, "")
      .replaceAll(" ", "-"),
  );
}

function commandsIn(text: string): string[] {
  return [...text.matchAll(/`(?:npx )?whetstone ([a-z][a-z-]*)/g)].map(([, name = ""]) => name);
}

describe.each(["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", ...DOCUMENTS])("%s", (path) => {
  test("links to files and headings that are there, and names commands that there are", () => {
    const text = readFileSync(path, "utf8");
    const links = [...text.matchAll(/\]\((?!https?:)([^)#\s]*)#?([^)\s]*)\)/g)];
    const broken = links.filter(([, target = "", anchor = ""]) => {
      const file = target === "" ? path : join(dirname(path), target);
      return !existsSync(file) || (anchor !== "" && !anchorsIn(file).includes(anchor));
    });
    expect(broken.map(([link]) => link)).toEqual([]);
    expect(commandsIn(text).filter((name) => !COMMAND_NAMES.includes(name))).toEqual([]);
  });
});

test("ARCHITECTURE.md names files that are there", () => {
  const text = readFileSync("ARCHITECTURE.md", "utf8");
  const named = [...text.matchAll(/`([a-z-]+\/[a-z/-]+(?:\.ts|\/))`/g)].map(([, path = ""]) => path);
  const isThere = (path: string) => ["src", "src/mediator", "."].some((root) => existsSync(join(root, path)));
  expect(named.filter((path) => !isThere(path))).toEqual([]);
  const sources = readdirSync("src", { recursive: true, encoding: "utf8" }).map((path) => basename(path));
  const bare = [...text.matchAll(/`([a-z-]+\.ts)`/g)].map(([, name = ""]) => name);
  expect(bare.filter((name) => !sources.includes(name))).toEqual([]);
  expect(named.length).toBeGreaterThan(10);
});

describe("docs/journal.md", () => {
  const text = read("journal.md");

  test("has an entry as an example that is read", () => {
    const [, line = ""] = /```text\n(.*)\n```/.exec(text) ?? [];
    const entry = decodeEntry(Buffer.from(line));
    expect("value" in entry && parseStep(entry.value.event)).not.toBeInstanceOf(EventProblem);
    expect(entry).toMatchObject({ value: { seq: 7 } });
  });
});
